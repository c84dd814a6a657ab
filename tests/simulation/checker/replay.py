"""A game replayed from its stored events by the rules alone.

The rules of the board come from the oracles, and those of online play (turns, offers, takebacks,
clocks, leaving) are written down here a second time: nothing is shared with the server.
"""

from __future__ import annotations

from typing import Any

from quire.online.event import Event, EventKind
from tests.oracles import ORACLES
from tests.simulation.checker.terms import Terms
from tests.simulation.checker.view import View

EPSILON_SECONDS = 1e-6

KEEP_WAITING_SECONDS = 60.0

START_WAIT_SECONDS = 3600.0

BEFORE_THE_START = (
    *(EventKind.AWAITED, EventKind.DISCONNECTED, EventKind.RECONNECTED, EventKind.ABORT),
    *(EventKind.ABSENCE_ABORT, EventKind.ABANDONED, EventKind.ENDED_BY_ADMIN),
)
"""What can happen in a game that waits for everyone to be there, besides chat."""

LEAVE_REASONS = {
    EventKind.RESIGN: "resignation",
    EventKind.TIMEOUT: "time",
    EventKind.ABSENCE_TIMEOUT: "disconnection",
    EventKind.FORFEIT: "crash",
}
NO_RESULT_REASONS = {
    EventKind.ABORT: "aborted",
    EventKind.ABSENCE_ABORT: "aborted",
    EventKind.ABANDONED: "abandoned",
    EventKind.ENDED_BY_ADMIN: "ended_by_admin",
}


class Impossible(Exception):
    """An event that the rules don't allow."""


class Replay:
    """A game after some of its events."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._positions: list[Any] = [ORACLES[terms.game].start(terms.size)]
        self._moves: list[str] = []
        self._turn_began = self._last_at = terms.began
        self._draws: set[int] = set()
        self._takeback: int | None = None
        self._accepted: set[int] = set()
        self._rematch: set[int] = set()
        self._next_game: str | None = None
        self._away: dict[int, float] = {}
        """When players left, or later if somebody has kept waiting for them."""
        self._waiting_since: float | None = None
        self._paused_at: float | None = None
        self._spent: list[float] = []
        """Seconds that each move took, and 0 for a player who left."""
        self._end: tuple[int | None, str] | None = None

    @property
    def _position(self) -> Any:
        return self._positions[-1]

    @property
    def deadline(self) -> float | None:
        """When the player to move runs out of time; None while no clock runs."""
        is_person = self._terms.players[self._position.to_move] is not None
        if self._terms.clock is None or not is_person or self._paused_at is not None:
            return None
        return self._turn_began + self._left(self._position.to_move)

    def _left(self, player: int) -> float:
        """Return what is left of a player's time at the start of a turn, added up from the log."""
        assert self._terms.clock is not None
        left = self._terms.clock
        if self._terms.increment is None:
            return left
        for position, move, spent in zip(self._positions, self._moves, self._spent, strict=False):
            if position.to_move == player and not move.startswith("x"):
                left = max(0.0, left - spent) + self._terms.increment
        return left

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._end is not None

    def view(self) -> View:
        """Return what everyone sees."""
        position = self._position
        winner, reason = self._end or (None, None)
        return View(
            "playing" if self._end is None else "over",
            tuple(self._moves),
            str(position),
            position.to_move,
            tuple(sorted(self._draws)),
            self._takeback,
            tuple(sorted(self._rematch)),
            self._next_game,
            tuple(position.out),
            winner,
            reason,
            tuple(sorted(self._away)) if self._end is None else (),
            self._end is None and self._waiting_since is not None,
            self._end is None and self.deadline is not None,
            tuple(
                (seat, self._left(seat))
                for seat, player in enumerate(self._terms.players)
                if self._terms.increment is not None
                and player is not None
                and (self._end is not None or seat != position.to_move)
            ),
        )

    def apply(self, event: Event) -> None:
        """Apply the next event. Raises Impossible."""
        _require(event.at >= self._last_at - EPSILON_SECONDS, "time runs backwards")
        kind, seat = event.kind, event.seat
        if kind in (EventKind.CHAT, EventKind.REMATCH, EventKind.DECLINE_REMATCH):
            self._apply_talk(event)
        elif kind is EventKind.NEXT_GAME:
            people = {at for at, player in enumerate(self._terms.players) if player is not None}
            _require(self.is_over and self._next_game is None, "no second rematch")
            _require(people <= self._rematch, "a rematch that not everyone wants")
            self._next_game = event.text
        else:
            _require(not self.is_over, f"{kind} after the end")
            is_early = self._waiting_since is not None and kind not in BEFORE_THE_START
            _require(not is_early, f"{kind} before the start")
            if seat is not None:
                _require(seat not in self._position.out, f"{kind} of a player who is out")
            self._apply_in_game(event)
            self._pause_or_resume(event.at)
        self._last_at = max(self._last_at, event.at)

    def _pause_or_resume(self, at: float) -> None:
        """Stop the clock until all are there at the start, and while a computer would be alone."""
        if not self._away:
            self._waiting_since = None
        nobody = self._terms.has_computers and all(seat in self._away for seat in self._people())
        stands = nobody or self._waiting_since is not None
        if stands and self._paused_at is None:
            self._paused_at = at
        elif not stands and self._paused_at is not None:
            self._turn_began += at - self._paused_at
            self._paused_at = None

    def _start_turn(self, at: float) -> None:
        self._turn_began = at
        if self._paused_at is not None:
            self._paused_at = at

    def _people(self) -> list[int]:
        """Return the seats of people who are still in the game."""
        out, players = self._position.out, self._terms.players
        return [at for at in range(len(players)) if at not in out and players[at] is not None]

    def _has_everyone_moved(self) -> bool:
        inside = set(range(len(self._terms.players))) - set(self._position.out)
        movers = {
            position.to_move
            for position, move in zip(self._positions, self._moves, strict=False)
            if not move.startswith("x")
        }
        return inside <= movers

    def _is_late(self, seat: int, at: float) -> bool:
        """Return whether a player is away for too long, or has used up the clock."""
        if self._waiting_since is not None:
            return at > self._waiting_since + START_WAIT_SECONDS
        limit, deadline = self._terms.reconnect_seconds, self.deadline
        if limit is not None and self._terms.is_live and at > self._away.get(seat, at) + limit:
            return True
        return seat == self._position.to_move and deadline is not None and at > deadline

    def _apply_talk(self, event: Event) -> None:
        assert event.seat is not None
        if event.kind is EventKind.REMATCH:
            _require(self.is_over and event.seat not in self._rematch, "an offer twice")
            self._rematch.add(event.seat)
        elif event.kind is EventKind.DECLINE_REMATCH:
            self._rematch.clear()
        else:
            _require(bool(event.text), "an empty message")

    def _apply_in_game(self, event: Event) -> None:
        kind, seat = event.kind, event.seat
        if kind is EventKind.ABANDONED:
            people = self._people()
            _require(all(it in self._away for it in people), "abandoned, but not by all")
            late = any(self._is_late(it, event.at) for it in people)
            counts = self._terms.is_live or self._waiting_since is not None
            _require(not people or (counts and late), "abandoned before its time")
            self._stop(NO_RESULT_REASONS[kind])
        elif kind is EventKind.ABSENCE_ABORT:
            counts = self._terms.is_live or self._waiting_since is not None
            _require(counts, "an absence that costs nothing")
            _require(not self._has_everyone_moved(), "aborted though everyone has moved")
            _require(seat in self._away, "aborted by a player who is there")
            _require(self._is_late(seat or 0, event.at), "aborted before its time")
            self._stop(NO_RESULT_REASONS[kind])
        elif kind is EventKind.ENDED_BY_ADMIN:
            self._stop(NO_RESULT_REASONS[kind])
        elif kind is EventKind.ABORT:
            _require(
                len(self._moves) - len(self._position.out) <= 1, "aborted after the second move"
            )
            self._stop(NO_RESULT_REASONS[kind])
        else:
            assert seat is not None
            self._apply_of_seat(event, seat)

    def _apply_of_seat(self, event: Event, seat: int) -> None:
        match event.kind:
            case EventKind.MOVE:
                self._move(event, seat)
            case EventKind.DRAW | EventKind.DECLINE_DRAW:
                self._draw(event, seat)
            case EventKind.TAKEBACK | EventKind.ACCEPT_TAKEBACK | EventKind.DECLINE_TAKEBACK:
                self._ask_takeback(event, seat)
            case EventKind.AWAITED:
                _require(self._terms.has_live_clock, "a wait without a live clock")
                _require(event.seq == len(self._away) + 1, "a wait after the start")
                self._waiting_since = event.at
                self._away[seat] = event.at
            case EventKind.DISCONNECTED:
                _require(seat not in self._away, "disconnected twice")
                people = [player for player in self._terms.players if player is not None]
                matters = self._terms.clock is not None or len(people) > 1
                _require(matters, "an absence that nobody sees")
                self._away[seat] = event.at
            case EventKind.KEEP_WAITING:
                away = [it for it in self._away if it != seat]
                _require(self._terms.is_live and bool(away), "waiting for nobody")
                for it in self._away:
                    self._away[it] += KEEP_WAITING_SECONDS
            case EventKind.RECONNECTED:
                _require(seat in self._away, "reconnected twice")
                del self._away[seat]
            case _:
                self._leave(event, seat)

    def _move(self, event: Event, seat: int) -> None:
        position, deadline = self._position, self.deadline
        _require(seat == position.to_move, "a move out of turn")
        _require(event.text in position.legal_moves(), f"the illegal move {event.text}")
        slack = EPSILON_SECONDS  # and a total time is rounded to milliseconds after every move
        slack += 0.0 if self._terms.increment is None else 0.001 * len(self._moves)
        late = deadline is not None and event.at > deadline + slack
        _require(not late, "a move after the deadline")
        self._positions.append(position.play(event.text))
        self._moves.append(event.text)
        stopped = event.at if self._paused_at is None else self._paused_at
        self._spent.append(max(0.0, stopped - self._turn_began))
        self._start_turn(event.at)
        self._takeback = None
        if seat not in self._draws:
            self._draws.clear()
        self._end_by_rules(None)

    def _end_by_rules(self, reason: str | None) -> None:
        outcome = self._position.outcome()
        if outcome is not None:
            self._end = outcome.winner, reason or str(outcome.reason)
            self._draws.clear()

    def _draw(self, event: Event, seat: int) -> None:
        if event.kind is EventKind.DECLINE_DRAW:
            _require(bool(self._draws), "no draw to decline")
            self._draws.clear()
            return
        _require(self._terms.drawable and seat not in self._draws, "a draw that can't be offered")
        self._draws.add(seat)
        if len(self._draws) == len(self._terms.players) - len(self._position.out):
            self._stop("agreement")

    def _stop(self, reason: str) -> None:
        """End the game without a winner."""
        self._end = None, reason
        self._draws.clear()

    def _ask_takeback(self, event: Event, seat: int) -> None:
        _require(not self._terms.rated, "a takeback in a rated game")
        if event.kind is EventKind.DECLINE_TAKEBACK:
            _require(self._takeback is not None, "no takeback to decline")
            self._takeback = None
            return
        if event.kind is EventKind.TAKEBACK:
            _require(self._takeback != seat, "a takeback twice")
            self._takeback, self._accepted = seat, set()
        else:
            _require(self._takeback not in (None, seat), "no takeback to accept")
            self._accepted.add(seat)
        out, players = self._position.out, self._terms.players
        others = {
            at
            for at, player in enumerate(players)
            if player is not None and at not in out and at != self._takeback
        }
        if others <= self._accepted:
            self._take_back(event)

    def _take_back(self, event: Event) -> None:
        player = self._takeback
        own = [
            at
            for at, move in enumerate(self._moves)
            if self._positions[at].to_move == player and not move.startswith("x")
        ]
        _require(bool(own), "no move to take back")
        del self._positions[own[-1] + 1 :], self._moves[own[-1] :], self._spent[own[-1] :]
        self._start_turn(event.at)
        self._takeback = None
        self._draws.clear()

    def _leave(self, event: Event, seat: int) -> None:
        deadline, reason = self.deadline, LEAVE_REASONS[event.kind]
        on_turn = seat == self._position.to_move
        if event.kind is EventKind.TIMEOUT:
            _require(on_turn and deadline is not None, "a timeout of nobody's clock")
            assert deadline is not None
            _require(event.at > deadline, "a timeout before the deadline")
        if event.kind is EventKind.ABSENCE_TIMEOUT:
            limit = self._terms.reconnect_seconds
            _require(self._terms.is_live and self._has_everyone_moved(), "lost by absence too soon")
            _require(limit is not None and seat in self._away, "an absence of nobody")
            assert limit is not None
            _require(event.at > self._away[seat] + limit, "an absence that was too short")
        if event.kind is EventKind.FORFEIT:
            _require(self._terms.players[seat] is None, "a forfeit of a person")
        self._away.pop(seat, None)
        self._takeback = None
        self._draws.clear()
        if len(self._terms.players) == 2:
            self._end = 1 - seat, reason
            return
        self._positions.append(self._position.leave(seat))
        self._moves.append(f"x{seat + 1}")
        self._spent.append(0.0)
        if on_turn:
            self._start_turn(event.at)
        self._end_by_rules(reason)


def _require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise Impossible(otherwise)

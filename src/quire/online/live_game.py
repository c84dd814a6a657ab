"""An online game after all of its events so far: what has happened, what may happen, what is due.

A game is a value, there is no I/O here, and time is an argument. `decide`, `due_event` and
`presence` return an event together with the game after it; a server stores the event, and only then
takes that game as its state. All servers that have read the same events have the same game.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from quire.errors import IllegalMove, MatchOver, NotAllowed, NotationError, Stale, TooMany
from quire.match.match import Match
from quire.online.draft import Draft
from quire.online.event import AFTER_THE_END, Event, EventKind
from quire.online.game_state import GameState
from quire.online.setup import Setup

MAX_ACTS = 500
"""Offers, chat messages and disconnects of a player in one game, before no more offers and messages
are possible."""

MAX_OTHER_EVENTS = 2 * MAX_ACTS
"""After this many, a player who disconnects from the game can't come back to it."""


class Decision(NamedTuple):
    """An event that is not stored yet, and the game after it."""

    event: Event
    next: LiveGame


class LiveGame(GameState, frozen=True, eq=False):
    """A game that has begun, as a value; `after` returns the game after more events."""

    @classmethod
    def begin(cls, setup: Setup, max_lag_seconds: float = 1.0) -> LiveGame:
        """Return the game before its first event."""
        computers = [number for number, seat in enumerate(setup.seats) if seat.agent]
        match = Match(
            setup.game,
            setup.size,
            [seat.name for seat in setup.seats],
            setup.clock,
            now=setup.began,
            started=datetime.fromtimestamp(setup.started, UTC),
            agents=[seat.agent for seat in setup.seats] if computers else (),
            untimed=computers,  # a busy server must not cost them the game
        )
        return cls(setup, max_lag_seconds, match, last_at=setup.began)

    def after(self, *events: Event) -> LiveGame:
        """Return the game after these events. Raises Stale for one that is not the next."""
        draft = Draft(self)
        for event in events:
            draft.apply(event)
        return msgspec.structs.replace(self, **draft.fields())

    def decide(
        self, kind: EventKind, seat: int, now: float, text: str = "", id: str = "", lag: float = 0.0
    ) -> Decision:
        """Return the event an act leads to, or the event that was already due.

        `lag` is the measured network delay. Raises a QuireError if the act is not possible.
        """
        if self.is_over and kind not in AFTER_THE_END:
            assert self.match.outcome
            raise MatchOver(f"the game is over ({self.match.outcome.reason})")
        if kind is EventKind.MOVE and seat == self.match.to_move:
            # The clock stops when the move was made, not when it arrived.
            at = max(self.last_at, now - min(max(0.0, lag), self.max_lag_seconds))
            due = self.due_event(at, 0.0)
        else:
            at, due = self._in_time(now), self.due_event(now, self.max_lag_seconds)
        if due is not None:
            return due
        if kind is EventKind.MOVE:
            text = self.match.check_turn(seat, text)
        else:
            self._check(kind, seat, text)
        return self._decision(kind, at, seat, text, id)

    def due_event(self, now: float, max_lag_seconds: float) -> Decision | None:
        """Return the timeout that is due by then: a clock or a reconnect grace that ran out.

        Clocks allow for moves still in transit.
        """
        if self.is_over:
            return None
        if not self.people():  # computers don't play on alone
            return self._decision(EventKind.ABANDONED, now)
        first, kind, seat = math.inf, EventKind.TIMEOUT, self.match.to_move
        if self.match.deadline is not None:
            first = self.match.deadline + max_lag_seconds
        if self.setup.reconnect_seconds is not None:
            for absent, since in self.disconnected.items():
                if since + self.setup.reconnect_seconds < first:
                    first, kind, seat = (
                        since + self.setup.reconnect_seconds,
                        EventKind.ABSENCE_TIMEOUT,
                        absent,
                    )
        if now <= first:
            return None
        out = self.match.position.out
        inside = [number for number in range(len(self.setup.seats)) if number not in out]
        if all(number in self.disconnected for number in inside):
            return self._decision(EventKind.ABANDONED, now)
        return self._decision(kind, now, seat)

    def presence(self, seat: int, here: bool, now: float) -> Decision | None:
        """Return the event of a player who connects or disconnects, if it changes anything."""
        if (
            self.is_over
            or self.setup.reconnect_seconds is None
            or seat in self.match.position.out
            or here == (seat not in self.disconnected)
            or (here and self.other_events.get(seat, 0) >= MAX_OTHER_EVENTS)
        ):
            return None
        due = self.due_event(now, self.max_lag_seconds)
        return due or self._decision(
            EventKind.RECONNECTED if here else EventKind.DISCONNECTED, now, seat
        )

    def end_by_admin(self, now: float) -> Decision:
        """Return the event of an administrator who ends the game. Raises MatchOver."""
        return self._decision(EventKind.ENDED_BY_ADMIN, max(now, self.last_at))

    def start_rematch(self, id: str, now: float) -> Decision | None:
        """Return the event that names the rematch, once every person has offered one."""
        people = {number for number, seat in enumerate(self.setup.seats) if not seat.agent}
        if self.next_game is not None or not people <= self.rematch:
            return None
        return self._decision(EventKind.NEXT_GAME, now, text=id)

    def _decision(
        self, kind: EventKind, at: float, seat: int | None = None, text: str = "", id: str = ""
    ) -> Decision:
        # The clocks of two servers are not quite the same.
        at = max(at, self.last_at)
        event = Event(seq=self.seq + 1, kind=kind, at=at, seat=seat, text=text, id=id)
        return Decision(event, self.after(event))

    def _in_time(self, now: float) -> float:
        """Return the time of an event, not past the deadline of a move still in transit."""
        deadline = self.match.deadline
        return now if deadline is None else min(now, max(deadline, self.last_at))

    def _check(self, kind: EventKind, seat: int, text: str) -> None:
        """Raise a QuireError if a seat may not do that now."""
        if not self.is_over and seat in self.match.position.out:
            raise IllegalMove(f"player {seat + 1} is out of the game")
        if kind is not EventKind.RESIGN and self.other_events.get(seat, 0) >= MAX_ACTS:
            raise TooMany("too many offers and messages in this game: play on or resign")
        match kind:
            case EventKind.DRAW | EventKind.DECLINE_DRAW:
                self._check_draw(kind, seat)
            case EventKind.TAKEBACK | EventKind.ACCEPT_TAKEBACK | EventKind.DECLINE_TAKEBACK:
                self._check_takeback(kind, seat)
            case EventKind.ABORT:
                self.match.check_abort()
            case EventKind.CHAT:
                self._check_chat(text)
            case EventKind.REMATCH | EventKind.DECLINE_REMATCH:
                self._check_rematch(kind, seat)

    def _check_draw(self, kind: EventKind, seat: int) -> None:
        match = self.match
        if kind is EventKind.DECLINE_DRAW:
            if not match.draw_offers:
                raise NotAllowed("nobody has offered a draw")
            return
        if not match.game.drawable:
            raise IllegalMove(f"{match.game.title} has no draws: play on or resign")
        if len(self.people()) + len(match.position.out) < len(self.setup.seats):
            raise NotAllowed("computer players don't accept draws: play on or resign")
        if seat in match.draw_offers:
            raise NotAllowed("you've already offered a draw")

    def _check_chat(self, text: str) -> None:
        if not self.setup.chat:
            raise NotAllowed("chat is off in this game")
        if not text.strip():
            raise NotationError("the message is empty")

    def _check_rematch(self, kind: EventKind, seat: int) -> None:
        if not self.is_over:
            raise NotAllowed("you can ask for a rematch when the game is over")
        if self.next_game is not None:
            raise Stale(f"the rematch has already started: {self.next_game}")
        if kind is EventKind.REMATCH and seat in self.rematch:
            raise NotAllowed("you've already offered a rematch")
        if kind is EventKind.DECLINE_REMATCH and not self.rematch:
            raise NotAllowed("nobody has offered a rematch")

    def _check_takeback(self, kind: EventKind, seat: int) -> None:
        if self.setup.rated:
            raise NotAllowed("no takebacks in rated games")
        if kind is EventKind.TAKEBACK:
            self.match.check_take_back(seat)
            if self.takeback == seat:
                raise NotAllowed("you've already asked for a takeback")
        elif self.takeback is None:
            raise NotAllowed("nobody has asked for a takeback")
        elif kind is EventKind.ACCEPT_TAKEBACK and self.takeback == seat:
            raise NotAllowed("you can't accept your own takeback: wait for the other players")

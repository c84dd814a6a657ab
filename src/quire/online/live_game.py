"""An online game after all of its events so far: what has happened, what may happen, what is due.

A game is a value, there is no I/O here, and time is an argument. `decide`, `due_event` and
`presence` return an event together with the game after it; a server stores the event, and only then
takes that game as its state. All servers that have read the same events have the same game.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import NamedTuple

from quire.errors import IllegalMove, MatchOver, NotAllowed, NotationError, Stale, TooMany
from quire.match.match import Match
from quire.online.event import AFTER_THE_END, Event, EventKind
from quire.online.game_state import MAX_IDLE_SECONDS, MAX_START_WAIT_SECONDS, GameState
from quire.online.history import History
from quire.online.setup import Setup
from quire.online.transition import next_state

MAX_ACTS = 500
"""Offers and chat messages of a player in one game, before no more are possible."""

MAX_OTHER_EVENTS = 2 * MAX_ACTS
"""After this many offers, messages and disconnects, a player who disconnects from the game can't
come back to it."""


BEFORE_THE_START = frozenset({EventKind.ABORT, EventKind.CHAT})
"""What players can do while the game waits for everyone to be present."""


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
            increment=setup.increment,
            now=setup.began,
            started=datetime.fromtimestamp(setup.started, UTC),
            agents=[seat.agent for seat in setup.seats] if computers else (),
            untimed=computers,  # a busy server must not cost them the game
        )
        return cls(setup, max_lag_seconds, match, History(), last_at=setup.began)

    def after(self, *events: Event) -> LiveGame:
        """Return the game after these events. Raises Stale for one that is not the next."""
        game = self
        for event in events:
            game = next_state(game, event)
        return game

    def decide(
        self, kind: EventKind, seat: int, now: float, text: str = "", id: str = "", lag: float = 0.0
    ) -> Decision:
        """Return the event an act leads to, or the event that was already due.

        `lag` is the measured network delay. Raises a QuireError if the act is not possible.
        """
        outcome = self.match.outcome
        if outcome is not None and kind not in AFTER_THE_END:
            raise MatchOver(f"the game is over ({outcome.reason})")
        is_move = kind is EventKind.MOVE
        if is_move and seat == self.match.to_move:
            # A late move counts if it was made in time.
            made = max(self.last_at, now - min(max(0.0, lag), self.max_lag_seconds))
            due = self.due_event(made, 0.0)
        else:
            due = self.due_event(now, self.max_lag_seconds)
        if due is not None:
            return due
        if self.is_waiting and kind not in BEFORE_THE_START:
            raise NotAllowed("the game starts when everyone is present: wait, or abort it")
        if is_move:
            text = self.match.check_turn(seat, text)
        else:
            self._check(kind, seat, text)
        # When it was made would be too early: the next player's time starts then.
        return self._decision(kind, self._in_time(now), seat, text, id)

    def due_event(self, now: float, max_lag_seconds: float) -> Decision | None:
        """Return the timeout that is due by then: a clock that ran out, or an absence.

        Clocks allow for moves still in transit. A game that has not started waits for an hour;
        where no clock runs, only a game that everyone has forgotten ends.
        """
        if self.match.outcome is not None:
            return None
        if not self.has_people():  # computers don't play on alone
            return self._decision(EventKind.ABANDONED, now)
        if self.waiting_since is not None:
            is_late = now > self.waiting_since + MAX_START_WAIT_SECONDS
            return self._without_start(now) if is_late else None
        deadline = self.match.deadline
        if deadline is not None:
            return self._due_timeout(now, deadline + max_lag_seconds)
        is_forgotten = now > self.last_at + MAX_IDLE_SECONDS
        return self._decision(EventKind.ABANDONED, now) if is_forgotten else None

    def _without_start(self, now: float) -> Decision:
        """Return the end of a game that some player has not come to."""
        if all(seat in self.disconnected for seat in self.people()):
            return self._decision(EventKind.ABANDONED, now)
        return self._decision(EventKind.ABSENCE_ABORT, now, min(self.disconnected))

    def _due_timeout(self, now: float, deadline: float) -> Decision | None:
        """Return what a clock or an absence has led to, whichever ended first."""
        match, away = self.match, self.disconnected
        first, late, kind = deadline, match.to_move, EventKind.TIMEOUT
        for seat, until in away.items():
            if until < first:
                first, late, kind = until, seat, EventKind.ABSENCE_TIMEOUT
        if now <= first:
            return None
        if late in away and self.setup.is_live and not match.has_everyone_moved:
            return self._decision(EventKind.ABSENCE_ABORT, now, late)
        if all(seat in away for seat in self.people()):
            return self._decision(EventKind.ABANDONED, now)
        return self._decision(kind, now, late)

    def await_absent(self, connected: Collection[str], now: float) -> Decision | None:
        """Return the event by which a game with a live clock waits for a player who is away.

        For a game that has just been joined; `connected` are the players who are present. None if
        there is no such player left, or the clock is not live.
        """
        if not self.setup.has_live_clock or self.seq > len(self.disconnected):
            return None
        for seat in self.people():
            if self.setup.seats[seat].player not in connected and seat not in self.disconnected:
                return self._decision(EventKind.AWAITED, now, seat)
        return None

    def presence(self, seat: int, here: bool, now: float) -> Decision | None:
        """Return the event of a player who connects or disconnects, if it changes anything."""
        if (
            self.is_over
            or not self.setup.tracks_presence
            or seat in self.match.out
            or here == (seat not in self.disconnected)
            or (here and self.other_events.get(seat, 0) >= MAX_OTHER_EVENTS)
        ):
            return None
        kind = EventKind.RECONNECTED if here else EventKind.DISCONNECTED
        due = self.due_event(now, self.max_lag_seconds)
        return due or self._decision(kind, self._in_time(now), seat)

    def abandon(self, now: float) -> Decision | None:
        """Return the event that ends a game against computer players that waits for its player.

        None if the game is over, or is not such a game.
        """
        is_waiting = len(self.people()) == 1 and not self.setup.is_live
        if self.is_over or not is_waiting:
            return None
        return self._decision(EventKind.ABANDONED, now)

    def end_by_admin(self, now: float) -> Decision:
        """Return the event of an administrator who ends the game. Raises MatchOver."""
        return self._decision(EventKind.ENDED_BY_ADMIN, max(now, self.last_at))

    def leave(self, player: str, now: float) -> Decision | None:
        """Return the event of a deleted account: abort the game if possible, otherwise resign.

        None if the player is not in the game any more.
        """
        here = [seat for seat in self.people() if self.setup.seats[seat].player == player]
        if self.is_over or not here:
            return None
        kind = EventKind.ABORT
        try:
            self.match.check_abort()
        except IllegalMove:
            kind = EventKind.RESIGN
        return self._decision(kind, self._in_time(now), here[0])

    @property
    def is_rematch_agreed(self) -> bool:
        """Whether every person has offered a rematch, and it has not started."""
        people = {number for number, seat in enumerate(self.setup.seats) if not seat.agent}
        return self.next_game is None and people <= self.rematch

    def start_rematch(self, id: str, now: float) -> Decision | None:
        """Return the event that names the rematch, once every person has offered one."""
        if not self.is_rematch_agreed:
            return None
        return self._decision(EventKind.NEXT_GAME, now, text=id)

    def _decision(
        self, kind: EventKind, at: float, seat: int | None = None, text: str = "", id: str = ""
    ) -> Decision:
        # The clocks of two servers are not quite the same.
        at = max(at, self.last_at)
        event = Event(seq=self.seq + 1, kind=kind, at=at, seat=seat, text=text, id=id)
        return Decision(event, next_state(self, event))

    def _in_time(self, now: float) -> float:
        """Return the time of an event, not past the deadline of a move still in transit."""
        deadline = self.match.deadline
        return now if deadline is None else min(now, max(deadline, self.last_at))

    def _check(self, kind: EventKind, seat: int, text: str) -> None:
        """Raise a QuireError if a seat may not do that now."""
        if not self.is_over and seat in self.match.out:
            raise IllegalMove(f"player {seat + 1} is out of the game")
        if kind is not EventKind.RESIGN and self._acts(seat) >= MAX_ACTS:
            raise TooMany("too many offers and messages in this game: play on or resign")
        match kind:
            case EventKind.DRAW | EventKind.DECLINE_DRAW:
                self._check_draw(kind, seat)
            case EventKind.TAKEBACK | EventKind.ACCEPT_TAKEBACK | EventKind.DECLINE_TAKEBACK:
                self._check_takeback(kind, seat)
            case EventKind.ABORT:
                self.match.check_abort()
            case EventKind.KEEP_WAITING:
                self._check_keep_waiting(seat)
            case EventKind.CHAT:
                self._check_chat(text)
            case EventKind.REMATCH | EventKind.DECLINE_REMATCH:
                self._check_rematch(kind, seat)

    def _acts(self, seat: int) -> int:
        """Return the number of a seat's offers and messages; below the limit, disconnects count."""
        others = self.other_events.get(seat, 0)
        if others < MAX_ACTS:  # nearly always
            return others
        presence = (EventKind.DISCONNECTED, EventKind.RECONNECTED)
        return others - sum(event.seat == seat and event.kind in presence for event in self.events)

    def _check_draw(self, kind: EventKind, seat: int) -> None:
        match = self.match
        if kind is EventKind.DECLINE_DRAW:
            if not match.draw_offers:
                raise NotAllowed("nobody has offered a draw")
            return
        if not match.game.drawable:
            raise IllegalMove(f"{match.game.title} has no draws: play on or resign")
        if len(self.people()) + len(match.out) < len(self.setup.seats):
            raise NotAllowed("computer players don't accept draws: play on or resign")
        if seat in match.draw_offers:
            raise NotAllowed("you've already offered a draw")

    def _check_chat(self, text: str) -> None:
        if not self.setup.chat:
            raise NotAllowed("chat is off in this game")
        if not text.strip():
            raise NotationError("the message is empty")

    def _check_keep_waiting(self, seat: int) -> None:
        if not self.disconnected.keys() - {seat}:
            raise NotAllowed("nobody is away")
        if not self.setup.is_live:
            raise NotAllowed("this game waits for everyone anyway")

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

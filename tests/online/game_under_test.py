"""A game under test, with its events so far."""

from __future__ import annotations

from collections.abc import Sequence

from quire.core import Reason
from quire.online.event import Event, EventKind
from quire.online.live_game import Decision, LiveGame
from quire.online.setup import Seat, Setup

ANN, BOB, COMPUTER = Seat("Ann", "ann"), Seat("Bob", "bob"), Seat("level1", None, "level1")


class GameUnderTest:
    """A game and its events so far."""

    def __init__(
        self,
        game: str = "obstruction",
        size: str = "5x5",
        seats: Sequence[Seat] = (ANN, BOB),
        *,
        clock: float | None = 60.0,
        reconnect_seconds: float | None = 30.0,
        rated: bool = False,
        chat: bool = True,
        increment: float | None = None,
    ) -> None:
        setup = Setup(
            *("g", game, size, tuple(seats), clock, reconnect_seconds, rated),
            chat=chat,
            began=100.0,
            increment=increment,
        )
        self.game = LiveGame.begin(setup)

    def _swap(self, decision: Decision | None) -> Event | None:
        if decision is None:
            return None
        self.game = decision.next
        return decision.event

    def act(
        self, kind: EventKind, seat: int, now: float, text: str = "", lag: float = 0.0
    ) -> Event:
        event = self._swap(self.game.decide(kind, seat, now, text, lag=lag))
        assert event is not None
        return event

    def presence(self, seat: int, here: bool, now: float) -> Event | None:
        return self._swap(self.game.presence(seat, here, now))

    def play(self, *moves: str, now: float = 100.0) -> None:
        """Make moves, each by the player to move."""
        for move in moves:
            self.act(EventKind.MOVE, self.game.match.to_move, now, move)

    def due(self, now: float) -> Event | None:
        return self._swap(self.game.due_event(now, self.game.max_lag_seconds))

    @property
    def has_running_clock(self) -> bool:
        return self.game.match.deadline is not None

    @property
    def reason(self) -> Reason:
        assert self.game.match.outcome is not None
        return self.game.match.outcome.reason

    @property
    def winner(self) -> int | None:
        assert self.game.match.outcome is not None
        return self.game.match.outcome.winner

"""The state of an online game: what its events so far have led to."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from quire.match.match import Match
from quire.online.event import Event, EventKind
from quire.online.history import History
from quire.online.setup import Setup

MAX_IDLE_SECONDS = 30 * 86400.0
"""A game in which no clock runs waits this long for the next event; then it is abandoned."""

MAX_START_WAIT_SECONDS = 3600.0
"""A game whose clock has not started waits this long for everyone to be present."""


class GameState(msgspec.Struct, frozen=True, eq=False):
    """A game in progress or finished, after all of its events so far."""

    setup: Setup
    max_lag_seconds: float
    """Maximum lag compensation for a move, in seconds."""
    match: Match
    """Never changed: the game after an event has its own."""
    history: History
    board_seq: int = 0
    """Sequence number of the last event that changed the board or ended the game."""
    last_at: float = 0.0
    """Time of the last event."""
    disconnected: Mapping[int, float] = msgspec.field(default_factory=dict)
    """The disconnected seats, and when they lose by absence: never, unless the game is live."""
    waiting_since: float | None = None
    """Since when the game waits for everyone to be present; None once the clock has started."""
    takeback: int | None = None
    """The seat that asks for a takeback."""
    takeback_accepted: frozenset[int] = frozenset()
    """The seats that have accepted it."""
    rematch: frozenset[int] = frozenset()
    """The seats that offer a rematch."""
    next_game: str | None = None
    """The id of the rematch."""
    other_events: Mapping[int, int] = msgspec.field(default_factory=dict)
    """The number of events besides moves, by seat."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match.outcome is not None

    @property
    def is_waiting(self) -> bool:
        """Whether the game waits for everyone to be present before its clock starts."""
        return self.waiting_since is not None

    @property
    def seq(self) -> int:
        """The sequence number of the last event."""
        return self.history.length

    @property
    def events(self) -> tuple[Event, ...]:
        """All events so far."""
        return self.history.events()

    @property
    def moves(self) -> int:
        """The number of moves; the record also has an entry for each player who left."""
        return len(self.match.moves) - len(self.match.out)

    def seq_of(self, seat: int | None, id: str) -> int | None:
        """Return the event that a seat's act with this id has led to, if there is one."""
        return self.history.seq_of(seat, id) if id else None

    @property
    def agent_to_move(self) -> str | None:
        """The agent to move; None if a person is to move, or nobody can move now."""
        agent = self.setup.seats[self.match.to_move].agent
        if agent is None or self.is_over or self.is_waiting or not self.has_people():
            return None
        return agent

    @property
    def has_device_moves(self) -> bool:
        """Whether a player's device has sent a move of a computer player: only clients give ids."""
        return self.setup.seed is not None and any(
            event.id and event.kind is EventKind.MOVE and self._is_computer(event.seat)
            for event in self.events
        )

    def _is_computer(self, seat: int | None) -> bool:
        return seat is not None and self.setup.seats[seat].agent is not None

    def due(self) -> float | None:
        """Return when the next timeout is due if nobody acts; None for never."""
        if self.match.outcome is not None:
            return None
        if not self.has_people():
            return self.last_at
        if self.waiting_since is not None:
            return self.waiting_since + MAX_START_WAIT_SECONDS
        deadline = self.match.deadline
        if deadline is None:
            return self.last_at + MAX_IDLE_SECONDS
        due = deadline + self.max_lag_seconds
        return min(due, *self.disconnected.values()) if self.disconnected else due

    def has_people(self) -> bool:
        """Return whether a person is still in the game."""
        out = self.match.out
        for number, seat in enumerate(self.setup.seats):
            if seat.agent is None and number not in out:
                return True
        return False

    def people(self) -> list[int]:
        """Return the seats of people who are still in the game."""
        out = self.match.out
        return [
            number
            for number, seat in enumerate(self.setup.seats)
            if seat.agent is None and number not in out
        ]

"""The state of an online game: what its events so far have led to."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from quire.match.match import Match
from quire.online.event import Event
from quire.online.setup import Setup


class GameState(msgspec.Struct, frozen=True, eq=False):
    """A game in progress or finished, after all of its events so far."""

    setup: Setup
    max_lag_seconds: float
    """Maximum lag compensation for a move, in seconds."""
    match: Match
    """Never changed: the game after an event has its own."""
    events: tuple[Event, ...] = ()
    board_seq: int = 0
    """Sequence number of the last event that changed the board or ended the game."""
    last_at: float = 0.0
    """Time of the last event."""
    disconnected: Mapping[int, float] = msgspec.field(default_factory=dict)
    """The disconnected seats, and since when."""
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
    seqs: Mapping[tuple[int | None, str], int] = msgspec.field(default_factory=dict)
    """The events of acts that came with an id, by seat and id."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match.outcome is not None

    @property
    def seq(self) -> int:
        """The sequence number of the last event."""
        return len(self.events)

    @property
    def moves(self) -> int:
        """The number of moves; the record also has an entry for each player who left."""
        return len(self.match.moves) - len(self.match.position.out)

    def seq_of(self, seat: int | None, id: str) -> int | None:
        """Return the event that a seat's act with this id has led to, if there is one."""
        return self.seqs.get((seat, id)) if id else None

    @property
    def agent_to_move(self) -> str | None:
        """The agent to move; None if a person is to move, the game is over or no person is left."""
        if self.is_over or not self.people():
            return None
        return self.setup.seats[self.match.to_move].agent

    def due(self) -> float | None:
        """Return when the next timeout is due if nobody acts; None for never."""
        if self.is_over:
            return None
        if not self.people():
            return self.last_at
        times = []
        if self.match.deadline is not None:
            times.append(self.match.deadline + self.max_lag_seconds)
        if self.setup.reconnect_seconds is not None:
            times += [since + self.setup.reconnect_seconds for since in self.disconnected.values()]
        return min(times, default=None)

    def people(self) -> list[int]:
        """Return the seats of people who are still in the game."""
        out = self.match.position.out
        return [
            number
            for number, seat in enumerate(self.setup.seats)
            if seat.agent is None and number not in out
        ]

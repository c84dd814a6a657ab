"""A game as this server knows it."""

from __future__ import annotations

from quire.online.live_game import LiveGame
from quire.online.setup import Seat
from quire.store.play import games
from quire.store.play.games import StoredGame
from quire.wire.shared_types import SeatSummary


class HostedGame:
    """A stored game, and its state after the last event that everyone here has received."""

    def __init__(self, stored: StoredGame, max_lag_seconds: float) -> None:
        self.id = stored.setup.id
        self.stored = stored
        self.live: LiveGame | None = None
        """None while the game waits for players."""
        self.max_lag_seconds = max_lag_seconds
        self._seats: tuple[SeatSummary, ...] = ()
        self._summarised: tuple[Seat, ...] | None = None
        """The seats of which `_seats` is a summary."""
        self.load(stored)

    def load(self, stored: StoredGame) -> None:
        """Take the game as it is stored."""
        self.stored = stored
        self.live = None if stored.status == games.OPEN else stored.live(self.max_lag_seconds)

    @property
    def seats(self) -> tuple[SeatSummary, ...]:
        """The seats as everyone sees them while all players are connected."""
        seats = self.stored.setup.seats
        if self._summarised is not seats:  # every message has them, and they hardly ever change
            self._summarised = seats
            self._seats = tuple(
                SeatSummary(name=seat.name, player=seat.player, agent=seat.agent) for seat in seats
            )
        return self._seats

    @property
    def seq(self) -> int:
        """The sequence number of the last event."""
        return 0 if self.live is None else self.live.seq

    @property
    def status(self) -> str:
        """Whether the game is open, running or over."""
        if self.live is None:
            return games.OPEN
        return games.OVER if self.live.is_over else games.PLAYING

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat of a player; None for everyone else."""
        if player is not None:
            for number, seat in enumerate(self.stored.setup.seats):
                if seat.player == player:
                    return number
        return None

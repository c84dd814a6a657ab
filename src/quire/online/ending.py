"""How an online game ended, as it is kept."""

from __future__ import annotations

from dataclasses import dataclass

from quire.match.record import Record
from quire.online.live_game import LiveGame
from quire.online.setup import Seat


@dataclass(frozen=True, slots=True)
class Ending:
    """A finished game: who sat where, the record, and whether it counts for ratings."""

    seats: tuple[Seat, ...]
    record: Record
    rated: bool
    today: float
    """Seconds since 1970."""

    @classmethod
    def of(cls, game: LiveGame, today: float) -> Ending:
        """How a game that is over has ended."""
        return cls(game.setup.seats, game.match.record, game.setup.rated, today)

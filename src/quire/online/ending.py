"""The end of an online game, as it is stored."""

from __future__ import annotations

from dataclasses import dataclass

from quire.match.record import Record
from quire.online.live_game import LiveGame
from quire.online.setup import Seat


@dataclass(frozen=True, slots=True)
class Ending:
    """A finished game: its seats, its record, and how it counts."""

    seats: tuple[Seat, ...]
    record: Record
    rated: bool
    today: float
    """Seconds since 1970."""
    offline: bool = False
    """Whether it was played without a server."""
    has_device_moves: bool = False
    """Whether a player's device has sent moves of computer players, which aren't checked yet."""

    @classmethod
    def of(cls, game: LiveGame, today: float) -> Ending:
        """Return the ending of a game that is over."""
        setup = game.setup
        record, by_device = game.match.record, game.has_device_moves
        return cls(setup.seats, record, setup.rated, today, setup.offline, by_device)

"""What everyone should see of a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class View:
    """What everyone sees of a game after an event."""

    status: str
    moves: tuple[str, ...]
    position: str
    to_move: int
    draw_offers: tuple[int, ...]
    takeback: int | None
    rematch: tuple[int, ...]
    next_game: str | None
    out: tuple[int, ...]
    winner: int | None
    reason: str | None
    away: tuple[int, ...]
    waiting: bool
    """Whether the game waits for everyone to be there."""
    has_clock: bool
    """Whether a clock runs."""
    waiting_clocks: tuple[tuple[int, float], ...]
    """Who has how much of a total time, except the player to move."""

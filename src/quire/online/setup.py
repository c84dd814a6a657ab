"""What is agreed before an online game begins: the board, the seats and the terms."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table: the player with that id, or a computer player."""

    name: str
    player: str | None = None
    agent: str | None = None


@dataclass(frozen=True, slots=True)
class Setup:
    """The terms of a game. The seats are in the order of play."""

    id: str
    game: str
    size: str
    seats: tuple[Seat, ...]
    clock: float | None = 60.0
    """Seconds per move; None without a clock."""
    reconnect_seconds: float | None = 30.0
    """Seconds a disconnected player has to reconnect; None for no limit."""
    rated: bool = False
    public: bool = True
    chat: bool = True
    began: float = 0.0
    """Start of the game, on the game clock."""
    started: float = 0.0
    """Start of the game, in seconds since 1970."""

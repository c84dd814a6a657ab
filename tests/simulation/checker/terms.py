"""What was agreed before a game, as the checker reads it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Terms:
    """What was agreed before a game."""

    id: str
    game: str
    size: str
    players: tuple[str | None, ...]
    """By seat; None for a computer player."""
    clock: float | None
    reconnect_seconds: float | None
    rated: bool
    drawable: bool
    began: float
    increment: float | None
    has_seed: bool

    def sender(self, seat: int) -> str | None:
        """Return who may act for a seat: its player, or for a computer the only person."""
        people = [player for player in self.players if player is not None]
        is_computed = self.players[seat] is None and self.has_seed and len(people) == 1
        return people[0] if is_computed else self.players[seat]

    @property
    def has_computers(self) -> bool:
        """Whether computer players take part."""
        return None in self.players

    @property
    def has_live_clock(self) -> bool:
        """Whether the game waits for everyone to be there before its clock starts."""
        return self.clock is not None and self.reconnect_seconds is not None

    @property
    def is_live(self) -> bool:
        """Whether a player can lose by absence, or abort the game by it."""
        return self.has_live_clock and not self.has_computers

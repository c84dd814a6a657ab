"""Types that the HTTP and socket interfaces share: players, seats and games."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Size = Annotated[str, Meta(min_length=1, max_length=24)]
GameKey = Annotated[str, Meta(min_length=1, max_length=16)]
Passphrase = Annotated[str, Meta(min_length=8, max_length=200)]
PageSize = Annotated[int, Meta(ge=1, le=100)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class PlayerSummary(Struct, frozen=True, kw_only=True):
    """The public data of a player."""

    id: str
    name: str
    kind: str
    """`guest`, `member`, or `bot` for a program."""


class SeatSummary(Struct, frozen=True, kw_only=True):
    """A seat: taken by a player or a computer player, or open."""

    name: str
    player: str | None = None
    agent: str | None = None
    away: bool = False
    """Whether the player is disconnected. Not known in games where that makes no difference."""
    reconnect_left: float | None = None
    """Seconds after which a player who is away from a live game loses; null without a limit."""


class ChatMessage(Struct, frozen=True, kw_only=True):
    """A chat message of a player."""

    seat: int
    text: str


class GameSummary(Struct, frozen=True, kw_only=True):
    """A game in a list."""

    id: str
    status: Literal["open", "playing", "over"]
    game: str
    size: str
    clock: float | None
    """Seconds per move, or with an increment each player's total time; null without a clock."""
    increment: float | None
    """Seconds that every move adds to the total time; null if the clock is per move."""
    rated: bool
    seats: tuple[SeatSummary, ...]
    moves: int

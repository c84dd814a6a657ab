"""What both interfaces tell, players, seats and games, and what the texts in them may look like."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Size = Annotated[str, Meta(min_length=1, max_length=24)]
GameKey = Annotated[str, Meta(min_length=1, max_length=16)]
Passphrase = Annotated[str, Meta(min_length=8, max_length=200)]
Most = Annotated[int, Meta(ge=1, le=100)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


class PlayerCard(Struct, frozen=True, kw_only=True):
    """A player, as everybody may see one."""

    id: str
    name: str
    kind: str
    """`guest`, `member`, or `bot` for a program."""


class SeatCard(Struct, frozen=True, kw_only=True):
    """A seat: a player, a computer player, or free."""

    name: str
    player: str | None = None
    agent: str | None = None
    away: float | None = None
    """Seconds that are left to come back, for one whose connection is gone."""


class Said(Struct, frozen=True, kw_only=True):
    """Something that a player said."""

    seat: int
    text: str


class GameCard(Struct, frozen=True, kw_only=True):
    """A game in a list."""

    id: str
    status: Literal["open", "playing", "over"]
    game: str
    size: str
    clock: float | None
    rated: bool
    seats: tuple[SeatCard, ...]
    moves: int

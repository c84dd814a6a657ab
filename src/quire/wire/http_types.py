"""Request and response types of the HTTP interface, except study, puzzles and statistics.

The OpenAPI document is generated from these types and the table in `endpoint`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from quire.wire.shared_types import (
    GameKey,
    GameSummary,
    Id,
    Name,
    PageSize,
    Passphrase,
    PlayerSummary,
    Size,
)

# --- requests ---


class GuestRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest needs a name only."""

    name: Name


class Registration(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A name and a passphrase. With a guest's token the guest's games are kept."""

    name: Name
    passphrase: Passphrase
    bot: bool = False
    """A program plays under this name; its games are not rated."""


class SignInRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The name and passphrase of an account."""

    name: Name
    passphrase: Annotated[str, Meta(min_length=1, max_length=200)]


class GameRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A request for a new game.

    `seats` has one entry per player, in the order of play unless that is random: `me`, `open`
    for anyone who joins, or an agent such as `level3` (default: `me` and `open`).
    """

    game: GameKey
    size: Size | None = None
    seats: Annotated[list[Annotated[str, Meta(max_length=128)]], Meta(max_length=8)] = []
    random_order: bool = True
    """Whether the order of play is random."""
    clock: Annotated[float, Meta(gt=0, le=30 * 86400)] | msgspec.UnsetType | None = msgspec.UNSET
    """Seconds per move; null for no limit (default: the server's)."""
    rated: bool = False
    public: bool = True
    chat: bool = True


class ReportRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with a player's name or conduct."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Preferences(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wants."""

    chat: bool


class SearchQuery(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Which finished games. `before` is the cursor that the page before gave."""

    player: Id | None = None
    game: GameKey | None = None
    size: Size | None = None
    result: Literal["won", "lost", "drawn"] | None = None
    """For the player that is asked about."""
    reason: Annotated[str, Meta(max_length=16)] | None = None
    since: float | None = None
    """Seconds since 1970."""
    until: float | None = None
    before: Annotated[str, Meta(max_length=64)] | None = None
    limit: PageSize = 20


class NameQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A member's name."""

    name: Name


class GameQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A game, or all of them."""

    game: GameKey | None = None


class RatingsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The game whose ratings are meant."""

    game: GameKey


# --- responses ---


class SignedIn(Struct, frozen=True, kw_only=True):
    """The signed-in player, and the token that proves it: keep it."""

    token: str
    player: PlayerSummary


class GameCreated(Struct, frozen=True):
    """The game."""

    id: str


class LobbyGames(Struct, frozen=True, kw_only=True):
    """The public games that wait for players, and those being played."""

    open: tuple[GameSummary, ...]
    playing: tuple[GameSummary, ...]


class GameInfo(Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    key: str
    title: str
    summary: str
    words: str
    sizes: str
    default_size: str
    common_sizes: tuple[str, ...]
    most_players: int
    drawable: bool


class AgentInfo(Struct, frozen=True):
    """A computer player."""

    name: str
    summary: str


class Catalogue(Struct, frozen=True, kw_only=True):
    """The games and the computer opponents of this server."""

    games: tuple[GameInfo, ...]
    agents: tuple[AgentInfo, ...]


class Health(Struct, frozen=True, kw_only=True):
    """Whether the server can do its work."""

    ready: bool
    problems: tuple[str, ...] = ()


class ErrorResponse(Struct, frozen=True, kw_only=True, tag="error", tag_field="type"):
    """What was wrong, and what to do about it."""

    code: str
    message: str

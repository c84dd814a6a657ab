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
    """The name of a guest."""

    name: Name


class Registration(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A new account. Sent with a guest's token, it keeps the guest's games."""

    name: Name
    passphrase: Passphrase
    bot: bool = False
    """Whether a program plays with this account; its games are not rated."""


class SignInRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The name and passphrase of a registered player."""

    name: Name
    passphrase: Annotated[str, Meta(min_length=1, max_length=200)]


class PassphraseChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The passphrase of a registered player, and the new one."""

    passphrase: Annotated[str, Meta(min_length=1, max_length=200)]
    new_passphrase: Passphrase


class PassphraseCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """The player's passphrase, which confirms the request."""

    passphrase: Annotated[str, Meta(min_length=1, max_length=200)]


class RecoveryRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The name and recovery code of a registered player, and a new passphrase."""

    name: Name
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    new_passphrase: Passphrase


class SignOutQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether to stay signed in here."""

    keep_current: bool = False


class GameRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to create.

    `seats` has one entry per player, in the order of play unless that is random: `me`, `open` for
    anyone who joins, or an agent such as `level3` (default: `me`, all others `open`).
    """

    game: GameKey
    size: Size | None = None
    seats: Annotated[list[Annotated[str, Meta(max_length=128)]], Meta(max_length=8)] = []
    random_order: bool = True
    """Whether the order of play is random."""
    clock: Annotated[float, Meta(gt=0, le=30 * 86400)] | msgspec.UnsetType | None = msgspec.UNSET
    """Seconds per move, or with an increment each player's total time; null for no limit
    (default: set by the server)."""
    increment: Annotated[float, Meta(ge=0, le=3600)] | None = None
    """Seconds that every move adds to the total time; null if the clock is per move."""
    rated: bool = False
    public: bool = True
    chat: bool = True


class OfflineGame(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished game of one person against computer players, played without a server.

    `seats` are in the order of play: `me`, and agents such as `level3`, whose moves follow from the
    seed.
    """

    id: Annotated[str, Meta(pattern="^[0-9a-f]{24}$")]
    """Chosen by the client: the same game is stored once."""
    game: GameKey
    size: Size
    seats: Annotated[list[Annotated[str, Meta(max_length=32)]], Meta(min_length=2, max_length=8)]
    seed: Annotated[str, Meta(pattern="^[0-9]{1,18}$")]
    moves: Annotated[list[Annotated[str, Meta(max_length=16)]], Meta(max_length=2000)]
    resigned: bool = False
    """Whether it ended because I resigned."""


class ReportRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with a player's name or behaviour."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Preferences(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's preferences."""

    chat: bool


class SearchQuery(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Filters for finished games. `before` is the cursor of the previous page."""

    player: Id | None = None
    game: GameKey | None = None
    size: Size | None = None
    result: Literal["won", "lost", "drawn"] | None = None
    """From the view of `player`."""
    reason: Annotated[str, Meta(max_length=16)] | None = None
    since: float | None = None
    """Seconds since 1970."""
    until: float | None = None
    before: Annotated[str, Meta(max_length=64)] | None = None
    limit: PageSize = 20


class ThumbnailQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The ids of up to 24 games, separated by commas."""

    games: Annotated[
        str, Meta(max_length=1000, pattern="^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64}){0,23}$")
    ]


class NameQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a registered player."""

    name: Name


class GameQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A game (default: all games)."""

    game: GameKey | None = None


class RatingsQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The game to return ratings for."""

    game: GameKey


class PushRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A browser's push subscription: its address, its keys, and the language of the page."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=32)]
    language: Annotated[str, Meta(pattern="^[a-z]{2,8}$")] = "en"


# --- what a player has written ---


class WrittenLine(Struct, frozen=True, kw_only=True, tag_field="type"):
    """A line of the export of a player's data besides games."""


class AccountLine(WrittenLine, frozen=True, tag="account"):
    """The account; the first line."""

    player: PlayerSummary
    created: float
    """Seconds since 1970."""
    chat: bool
    """Whether chat is on."""


class BlockLine(WrittenLine, frozen=True, tag="block"):
    """A player I have blocked."""

    player: PlayerSummary


class ReportLine(WrittenLine, frozen=True, tag="report"):
    """A report that I have written."""

    about: PlayerSummary
    text: str
    created: float
    """Seconds since 1970."""


class ChatLine(WrittenLine, frozen=True, tag="chat"):
    """A chat message that I have written; `seq` is the number of its event in the game."""

    game_id: str
    seq: int
    text: str


DataLine = AccountLine | BlockLine | ReportLine | ChatLine


# --- responses ---


class SignedIn(Struct, frozen=True, kw_only=True):
    """The player and a token that signs them in; store the token."""

    token: str
    player: PlayerSummary


class SessionInfo(Struct, frozen=True, kw_only=True):
    """A place where I am signed in. Times are in seconds since 1970."""

    id: str
    created: float
    used: float
    """When it was last used, to the hour."""
    client: str
    """The browser or program, as it says itself."""
    current: bool
    """Whether this request came from there."""


class RecoveryCode(Struct, frozen=True):
    """A recovery code, which is shown only now: write it down."""

    code: str


class PushInfo(Struct, frozen=True):
    """The key with which a browser subscribes; null if this server sends no notifications."""

    public_key: str | None


class GameCreated(Struct, frozen=True):
    """The id of the new game."""

    id: str


class LobbyGames(Struct, frozen=True, kw_only=True):
    """The public games: open ones to join, and live ones to watch."""

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
    max_players: int
    drawable: bool


class AgentInfo(Struct, frozen=True):
    """A computer player."""

    name: str
    summary: str


class Catalogue(Struct, frozen=True, kw_only=True):
    """The games and the computer players."""

    games: tuple[GameInfo, ...]
    agents: tuple[AgentInfo, ...]


class Health(Struct, frozen=True, kw_only=True):
    """Whether the server is ready, and if not, why."""

    ready: bool
    problems: tuple[str, ...] = ()
    """Why it is not ready."""
    degraded: tuple[str, ...] = ()
    """What does not work as it should, while games go on."""


class ErrorResponse(Struct, frozen=True, kw_only=True, tag="error", tag_field="type"):
    """An error: its code, and a message that says what to do."""

    code: str
    message: str

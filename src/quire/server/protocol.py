"""The wire, in one place: every message of the socket and every type of the HTTP interface.

The OpenAPI document, docs/protocol.md and the page's types are made from here.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from quire.core import Outcome
from quire.history.event import Kind
from quire.picture import Picture, PictureChange

VERSION = 1
"""Raised when a client of before would no longer understand."""

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Size = Annotated[str, Meta(min_length=1, max_length=24)]
GameKey = Annotated[str, Meta(min_length=1, max_length=16)]
Passphrase = Annotated[str, Meta(min_length=8, max_length=200)]
Most = Annotated[int, Meta(ge=1, le=100)]
Count = Annotated[int, Meta(ge=0, le=2**31 - 1)]


# --- what clients say over the socket ---


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client may say."""


class Hello(ClientMessage, frozen=True, tag="hello", kw_only=True):
    """The first message. Without a token one can watch public games."""

    token: Annotated[str, Meta(max_length=512)] | None = None
    version: int = VERSION


class Watch(ClientMessage, frozen=True, tag="watch", kw_only=True):
    """Sit down at a game, one's own or another's: its state comes, then every event.

    With `since`, the number of the last event that is known, the state tells the events after it.
    With `picture`, boards come as pictures too.
    """

    game: Id
    since: Count | None = None
    picture: bool = False


class Unwatch(ClientMessage, frozen=True, tag="unwatch", kw_only=True):
    """Leave a game's table. A player who does that while it is going on is away."""

    game: Id


class Act(ClientMessage, frozen=True, tag="act", kw_only=True):
    """Do something in a game: move, resign, offer, say.

    `id` is the client's own name for this act: said twice, it is done once. `seq` is the number of
    the last event that the client knows; if the game has gone on since, a move is not made and the
    state comes instead. Other acts may leave it out.
    """

    game: Id
    id: Id
    kind: Kind
    seq: Count | None = None
    text: Annotated[str, Meta(max_length=500)] = ""


class Seek(ClientMessage, frozen=True, tag="seek", kw_only=True):
    """Meet anybody who would like to play this game, too; the size is drawn from both wishes.

    `id` is the client's own name for this wish. After a lost connection the wish is gone unless
    somebody was found: said again with the same `id`, it is made again, or answered by the game.
    """

    game: GameKey
    size: Size | None = None
    id: Id | None = None


class Unseek(ClientMessage, frozen=True, tag="unseek"):
    """Wait for nobody any more."""


class Lobby(ClientMessage, frozen=True, tag="lobby", kw_only=True):
    """Hear of the games in the lobby, or no longer."""

    on: bool = True


class Pulse(ClientMessage, frozen=True, tag="pulse", kw_only=True):
    """The answer to a beat; without answers the connection is taken for dead."""

    beat: int


FromClient = Hello | Watch | Unwatch | Act | Seek | Unseek | Lobby | Pulse


# --- what both interfaces tell ---


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


# --- what the server says over the socket ---


class ServerMessage(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """What the server says."""


class Welcome(ServerMessage, frozen=True, tag="welcome", kw_only=True):
    """The answer to `hello`: who one is, and how often a beat comes, in seconds."""

    player: PlayerCard | None
    beat: float
    version: int = VERSION


class Past(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event that happened while one was away."""

    seq: int
    kind: Kind
    seat: int | None = None
    text: str = ""
    id: str = ""


class State(ServerMessage, frozen=True, tag="state", kw_only=True):
    """All of a game as it is now, after the event numbered `seq`."""

    game: str
    seq: int
    status: Literal["open", "playing", "over"]
    key: str
    size: str
    clock: float | None
    grace: float | None
    rated: bool
    public: bool
    chat: bool
    seats: tuple[SeatCard, ...]
    you: int | None
    position: str
    moves: tuple[str, ...]
    to_move: int
    points: tuple[int, ...]
    left: float | None = None
    """Seconds on the clock of the player to move."""
    draw_offers: tuple[int, ...] = ()
    takeback: int | None = None
    rematch: tuple[int, ...] = ()
    follows: str | None = None
    outcome: Outcome | None = None
    said: tuple[Said, ...] = ()
    watchers: int = 0
    lot: dict[str, Any] | None = None
    missed: tuple[Past, ...] = ()
    """The events after the one that was known, where the client said which."""
    picture: Picture | None = None


class News(ServerMessage, frozen=True, tag="event", kw_only=True):
    """An event that is stored, and what the game is like after it.

    For the client that asked for it, its own `id` here is the acknowledgement.
    """

    game: str
    seq: int
    kind: Kind
    seat: int | None = None
    text: str = ""
    id: str = ""
    to_move: int
    points: tuple[int, ...]
    moves: int
    left: float | None = None
    away: float | None = None
    """Seconds to come back, for the seat that is away now."""
    position: str = ""
    """Where it changed."""
    outcome: Outcome | None = None
    change: PictureChange | None = None


class Ack(ServerMessage, frozen=True, tag="ack", kw_only=True):
    """An act that was asked for twice: it is the event of that number."""

    game: str
    id: str
    seq: int


class Failure(ServerMessage, frozen=True, tag="error", kw_only=True):
    """Something could not be done; nothing has changed."""

    code: str
    message: str
    game: str | None = None
    id: str | None = None


class Beat(ServerMessage, frozen=True, tag="beat", kw_only=True):
    """The server is there, and so are these games, with the numbers of their last events."""

    beat: int
    games: dict[str, int] = {}


class Paired(ServerMessage, frozen=True, tag="paired", kw_only=True):
    """Somebody was found; the game has begun. What was drawn stands in its state.

    `id` is that of the wish.
    """

    game: str
    id: str


class LobbyNews(ServerMessage, frozen=True, tag="lobby", kw_only=True):
    """The public games: those that wait for players, and those that can be watched."""

    open: tuple[GameCard, ...]
    playing: tuple[GameCard, ...]


class Watchers(ServerMessage, frozen=True, tag="watchers", kw_only=True):
    """How many watch a game."""

    game: str
    count: int


class Bye(ServerMessage, frozen=True, tag="bye", kw_only=True):
    """The server is about to stop; come back after so many seconds. The clocks wait."""

    message: str
    after: float


FromServer = Welcome | State | News | Ack | Failure | Beat | Paired | LobbyNews | Watchers | Bye

decode_client: Any = msgspec.json.Decoder(FromClient).decode
decode_server: Any = msgspec.json.Decoder(FromServer).decode
encode: Any = msgspec.json.Encoder().encode


# --- HTTP: what is sent ---


class GuestWish(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest needs a name only."""

    name: Name


class Registration(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A name and a passphrase. With a guest's token the guest's games are kept."""

    name: Name
    passphrase: Passphrase
    bot: bool = False
    """A program plays under this name; its games are not rated."""


class Login(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who one is."""

    name: Name
    passphrase: Annotated[str, Meta(min_length=1, max_length=200)]


class GameWish(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to be made.

    `seats` has one entry a player, in the order of play unless it is drawn by lot: `me`, `open`
    for whoever joins, or an agent such as `level3`. If it is left out: me and whoever joins.
    """

    game: GameKey
    size: Size | None = None
    seats: Annotated[list[Annotated[str, Meta(max_length=128)]], Meta(max_length=8)] = []
    by_lot: bool = True
    """Whether the order of play is drawn."""
    clock: Annotated[float, Meta(gt=0, le=30 * 86400)] | msgspec.UnsetType | None = msgspec.UNSET
    """Seconds for each move; null without a limit; the server's own where it is left out."""
    rated: bool = False
    public: bool = True
    chat: bool = True


class ReportWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with a player's name or conduct."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Preferences(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player wants."""

    chat: bool


class Search(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
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
    limit: Most = 20


class NameQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A member's name."""

    name: Name


class GameQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A game, or all of them."""

    game: GameKey | None = None


# --- HTTP: what is answered ---


class SignedIn(Struct, frozen=True, kw_only=True):
    """Who one is from now on; the token is to be kept."""

    token: str
    player: PlayerCard


class Made(Struct, frozen=True):
    """The game."""

    id: str


class LobbyCards(Struct, frozen=True, kw_only=True):
    """The public games that wait for players, and those being played."""

    open: tuple[GameCard, ...]
    playing: tuple[GameCard, ...]


class GameFacts(Struct, frozen=True, kw_only=True):
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


class AgentFacts(Struct, frozen=True):
    """A computer player."""

    name: str
    summary: str


class Catalogue(Struct, frozen=True, kw_only=True):
    """What can be played, and against whom."""

    games: tuple[GameFacts, ...]
    agents: tuple[AgentFacts, ...]


class Health(Struct, frozen=True, kw_only=True):
    """Whether the server can do its work."""

    ready: bool
    problems: tuple[str, ...] = ()


class Problem(Struct, frozen=True, kw_only=True, tag="error", tag_field="type"):
    """What was wrong, and what to do about it."""

    code: str
    message: str

"""The socket: every message, of clients and of the server.

docs/reference/protocol.md and the schema of messages are generated from this module;
`http_types` has the HTTP interface.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from quire.core import Outcome
from quire.online.event import Kind
from quire.picture import Picture, PictureChange
from quire.wire.shared_types import Count, GameCard, GameKey, Id, PlayerCard, Said, SeatCard, Size

VERSION = 1
"""Raised when a client of before would no longer understand."""


# --- what clients say ---


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What a client may say."""


class Hello(ClientMessage, frozen=True, tag="hello", kw_only=True):
    """The first message. Without a token one can watch public games."""

    token: Annotated[str, Meta(max_length=512)] | None = None
    version: int = VERSION


class Watch(ClientMessage, frozen=True, tag="watch", kw_only=True):
    """Follow a game, as a player or spectator: receive its state, then every event.

    With `since`, the number of the last known event, the state includes all later events. With
    `picture`, boards are also sent as drawings.
    """

    game: Id
    since: Count | None = None
    picture: bool = False


class Unwatch(ClientMessage, frozen=True, tag="unwatch", kw_only=True):
    """Stop following a game. A player who does so during the game counts as disconnected."""

    game: Id


class Act(ClientMessage, frozen=True, tag="act", kw_only=True):
    """Act in a game: move, resign, offer a draw, chat.

    `id` is chosen by the client: an act sent twice with the same id is executed once. `seq` is the
    number of the last event that the client knows; if the game has gone on since, a move is not
    made and the state comes instead. Other acts may leave it out.
    """

    game: Id
    id: Id
    kind: Kind
    seq: Count | None = None
    text: Annotated[str, Meta(max_length=500)] = ""


class Seek(ClientMessage, frozen=True, tag="seek", kw_only=True):
    """Look for any opponent in this game (quick match). The board is one of the two players' sizes.

    `id` is the client's own name for this wish. After a lost connection the wish is gone unless
    somebody was found: said again with the same `id`, it is made again, or answered by the game.
    """

    game: GameKey
    size: Size | None = None
    id: Id | None = None


class Unseek(ClientMessage, frozen=True, tag="unseek"):
    """Cancel the seek."""


class Lobby(ClientMessage, frozen=True, tag="lobby", kw_only=True):
    """Subscribe to the lobby, or unsubscribe."""

    on: bool = True


class Pulse(ClientMessage, frozen=True, tag="pulse", kw_only=True):
    """The answer to a beat. Unanswered beats close the connection."""

    beat: int


FromClient = Hello | Watch | Unwatch | Act | Seek | Unseek | Lobby | Pulse


# --- what the server says ---


class ServerMessage(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """What the server says."""


class Welcome(ServerMessage, frozen=True, tag="welcome", kw_only=True):
    """The answer to `hello`: your player, and the heartbeat interval in seconds."""

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
    """The full state of a game after event number `seq`."""

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
    marks: tuple[str, ...]
    """What each player writes, where that is always the same."""
    has_points: bool
    """Whether points are counted on the way."""
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
    """A stored event, and the state of the game after it.

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
    """A repeated act: it was stored earlier as event `seq`."""

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
    """Heartbeat, with the last event number of every game the client follows."""

    beat: int
    games: dict[str, int] = {}


class Paired(ServerMessage, frozen=True, tag="paired", kw_only=True):
    """An opponent was found and the game has started. Its state contains the random draws.

    `id` is that of the wish.
    """

    game: str
    id: str


class LobbyNews(ServerMessage, frozen=True, tag="lobby", kw_only=True):
    """The public games: open ones to join, and live ones to watch."""

    open: tuple[GameCard, ...]
    playing: tuple[GameCard, ...]


class Watchers(ServerMessage, frozen=True, tag="watchers", kw_only=True):
    """The number of spectators of a game."""

    game: str
    count: int


class Bye(ServerMessage, frozen=True, tag="bye", kw_only=True):
    """The server is shutting down. Reconnect after `after` seconds; clocks are paused."""

    message: str
    after: float


FromServer = Welcome | State | News | Ack | Failure | Beat | Paired | LobbyNews | Watchers | Bye

decode_client: Any = msgspec.json.Decoder(FromClient).decode
decode_server: Any = msgspec.json.Decoder(FromServer).decode
encode: Any = msgspec.json.Encoder().encode

"""Every message on the socket, from clients and from the server.

docs/reference/protocol.md and the schema of messages are generated from this module;
`http_types` has the HTTP interface.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from quire.core import Outcome
from quire.online.event import EventKind
from quire.picture import Picture, PictureChange
from quire.wire.shared_types import (
    ChatMessage,
    Count,
    GameKey,
    GameSummary,
    Id,
    PlayerSummary,
    SeatSummary,
    Size,
)

VERSION = 2
"""Raised with every change that older clients would not understand."""

MAX_PACE_SECONDS = 2.0
"""The longest wait between two moves of a computer player that a client can ask for."""


# --- from clients ---


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client."""


class Hello(ClientMessage, frozen=True, tag="hello", kw_only=True):
    """The first message. Without a token you can watch public games."""

    token: Annotated[str, Meta(max_length=512)] | None = None
    version: int = VERSION


class Watch(ClientMessage, frozen=True, tag="watch", kw_only=True):
    """Follow a game, as a player or spectator: receive its state, then every event.

    With `since`, the number of the last known event, the state includes all later events. With
    `picture`, boards are also sent as drawings. A player may set `pace`: computer players then wait
    at least that many seconds between two moves. Their clocks don't run, so it costs nobody time.
    With `computes`, the player's client sends the moves of computer players in games that have a
    `seed`; if it takes long, or doesn't, the server computes them.
    """

    game_id: Id
    since: Count | None = None
    picture: bool = False
    pace: Annotated[float, Meta(ge=0, le=MAX_PACE_SECONDS)] = 0.0
    computes: bool = False


class Unwatch(ClientMessage, frozen=True, tag="unwatch", kw_only=True):
    """Stop following a game. A player who does so during the game counts as disconnected."""

    game_id: Id


class Act(ClientMessage, frozen=True, tag="act", kw_only=True):
    """Act in a game: move, resign, offer a draw, chat.

    `id` is chosen by the client: an act sent twice with the same id is executed once. `seq` is the
    number of the last event that the client knows; if the game has moved on since, a move is
    rejected and the state is sent. Optional for other acts.

    With `seat`, a move is the one of the computer player in that seat, computed by the only person
    in a game that has a `seed`. The server computes it again before the game counts for others.
    """

    game_id: Id
    id: Id
    kind: EventKind
    seq: Count | None = None
    text: Annotated[str, Meta(max_length=500)] = ""
    seat: Count | None = None


class Seek(ClientMessage, frozen=True, tag="seek", kw_only=True):
    """Look for any opponent in this game (quick match). The board is one of the two players' sizes.

    `id` is chosen by the client. A lost connection cancels the seek, unless an opponent was found:
    sent again with the same `id`, it is resumed, or answered with the game.
    """

    game: GameKey
    size: Size | None = None
    id: Id | None = None


class Unseek(ClientMessage, frozen=True, tag="unseek"):
    """Cancel the seek."""


class Lobby(ClientMessage, frozen=True, tag="lobby", kw_only=True):
    """Subscribe to the lobby, or unsubscribe."""

    on: bool = True


class HeartbeatReply(ClientMessage, frozen=True, tag="heartbeat_reply", kw_only=True):
    """The answer to a heartbeat. Two unanswered heartbeats close the connection."""

    number: int


FromClient = Hello | Watch | Unwatch | Act | Seek | Unseek | Lobby | HeartbeatReply


# --- from the server ---


class ServerMessage(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """A message from the server."""


class Welcome(ServerMessage, frozen=True, tag="welcome", kw_only=True):
    """The answer to `hello`: your player, and the heartbeat interval in seconds.

    With `token`, store it in place of the one you sent, which will not be valid for much longer.
    """

    player: PlayerSummary | None
    heartbeat_seconds: float
    token: str | None = None
    version: int = VERSION


class SizeChoice(Struct, frozen=True, kw_only=True):
    """The board size that a player of a quick match asked for."""

    name: str
    size: str


class RandomChoices(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was chosen at random: the order of play, and in a quick match the board size."""

    order: tuple[str, ...] = ()
    """The names of the players, in the order of play."""
    size: str | None = None
    size_choices: tuple[SizeChoice, ...] = ()


class PastEvent(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event that the client missed while it was disconnected."""

    seq: int
    kind: EventKind
    seat: int | None = None
    text: str = ""
    id: str = ""


class LiveState(ServerMessage, frozen=True, kw_only=True):
    """The part of a game's state that is small and changes often, complete in every message."""

    status: Literal["open", "playing", "over"]
    seats: tuple[SeatSummary, ...]
    waiting: bool = False
    """Whether the game waits for players who are away; the clock starts when all are present."""
    to_move: int
    points: tuple[int, ...]
    clock_left: float | None = None
    """Seconds on the clock of the player to move; null while no clock runs."""
    clocks_left: tuple[float | None, ...] = ()
    """Seconds on every clock, if players have a total time; null for computer players."""
    draw_offers: tuple[int, ...] = ()
    """The seats that offer a draw."""
    takeback: int | None = None
    """The seat that asks for a takeback."""
    rematch: tuple[int, ...] = ()
    """The seats that offer a rematch."""
    next_game: str | None = None
    """The id of the rematch."""
    out: tuple[int, ...] = ()
    """The seats that left a game of three or more, in which the others play on."""
    outcome: Outcome | None = None


class State(LiveState, frozen=True, tag="state", kw_only=True):
    """The full state of a game after event number `seq`."""

    id: str
    seq: int
    game: str
    size: str
    clock: float | None
    """Seconds per move, or with an increment each player's total time; null without a clock."""
    increment: float | None = None
    """Seconds that every move adds to the total time; null if the clock is per move."""
    reconnect_seconds: float | None
    """Seconds a player may be away from a live game; null if absence costs nothing."""
    rated: bool
    public: bool
    chat: bool
    marks: tuple[str, ...]
    """The mark of each player, in games where each has one."""
    has_points: bool
    """Whether the game counts points."""
    you: int | None
    """Your seat; null for spectators."""
    seed: int | None = None
    """What the moves of computer players follow from, for the player who may compute them."""
    position: str
    moves: tuple[str, ...]
    chat_messages: tuple[ChatMessage, ...] = ()
    spectators: int = 0
    random_choices: RandomChoices | None = None
    missed_events: tuple[PastEvent, ...] = ()
    """The events after the last one the client knew, if it sent `since`."""
    picture: Picture | None = None


class EventMessage(LiveState, frozen=True, tag="event", kw_only=True):
    """A stored event, and the state of the game after it.

    For the client that sent the act, its `id` here is the acknowledgement. The moves after the
    event are the first `moves` known ones, or with `entry` all of them and this one.
    """

    game_id: str
    seq: int
    kind: EventKind
    seat: int | None = None
    text: str = ""
    id: str = ""
    moves: int
    """The number of entries in the record."""
    entry: str = ""
    """The entry that the event added to the record, if any: a move, or a player who left."""
    position: str = ""
    """The position, if it changed."""
    change: PictureChange | None = None


class Ack(ServerMessage, frozen=True, tag="ack", kw_only=True):
    """A repeated act: it was stored earlier as event `seq`."""

    game_id: str
    id: str
    seq: int


class ErrorMessage(ServerMessage, frozen=True, tag="error", kw_only=True):
    """A request was rejected; nothing has changed."""

    code: str
    message: str
    game_id: str | None = None
    id: str | None = None


class Heartbeat(ServerMessage, frozen=True, tag="heartbeat", kw_only=True):
    """Heartbeat, with the last event number of every game the client follows."""

    number: int
    games: dict[str, int] = {}


class Paired(ServerMessage, frozen=True, tag="paired", kw_only=True):
    """An opponent was found and the game has started.

    `id` is that of the seek.
    """

    game_id: str
    id: str


class LobbyMessage(ServerMessage, frozen=True, tag="lobby", kw_only=True):
    """The public games: open ones to join, and live ones to watch."""

    open: tuple[GameSummary, ...]
    playing: tuple[GameSummary, ...]


class Online(ServerMessage, frozen=True, tag="online", kw_only=True):
    """The number of people online, for connections that follow the lobby."""

    people: int


class Spectators(ServerMessage, frozen=True, tag="spectators", kw_only=True):
    """The number of spectators of a game."""

    game_id: str
    count: int


class Shutdown(ServerMessage, frozen=True, tag="shutdown", kw_only=True):
    """The server is shutting down. Reconnect after `reconnect_after` seconds; clocks are paused."""

    message: str
    reconnect_after: float


FromServer = (
    Welcome
    | State
    | EventMessage
    | Ack
    | ErrorMessage
    | Heartbeat
    | Paired
    | LobbyMessage
    | Online
    | Spectators
    | Shutdown
)

decode_client: Any = msgspec.json.Decoder(FromClient).decode
decode_server: Any = msgspec.json.Decoder(FromServer).decode
encode: Any = msgspec.json.Encoder().encode

"""The messages that the players of this benchmark use, with only the fields they need."""

from __future__ import annotations

from typing import Any

import msgspec


class ServerMessage(msgspec.Struct, tag_field="type"):
    """A message from the server."""


class Welcome(ServerMessage, tag="welcome"):
    """The server's answer to `hello`."""


class Paired(ServerMessage, tag="paired"):
    """An opponent was found."""

    game_id: str


class State(ServerMessage, tag="state"):
    """The state of a game."""

    id: str
    seq: int
    status: str
    game: str
    size: str
    you: int
    to_move: int
    moves: list[str]
    outcome: dict[str, Any] | None = None


class EventMessage(ServerMessage, tag="event"):
    """An event in a game."""

    game_id: str
    seq: int
    kind: str
    to_move: int
    moves: int
    seat: int | None = None
    text: str = ""
    outcome: dict[str, Any] | None = None


class Heartbeat(ServerMessage, tag="heartbeat"):
    """The server checks that the client is alive."""

    number: int


class ErrorMessage(ServerMessage, tag="error"):
    """A rejected message."""

    code: str
    message: str


class Shutdown(ServerMessage, tag="shutdown"):
    """The server is about to stop."""


class Spectators(ServerMessage, tag="spectators"):
    """The number of spectators, always 0 here."""


class Echo(ServerMessage, tag="act"):
    """A message that the echo server has sent back."""


decode: Any = msgspec.json.Decoder(
    Welcome
    | Paired
    | State
    | EventMessage
    | Heartbeat
    | ErrorMessage
    | Shutdown
    | Spectators
    | Echo
).decode


def hello(token: str) -> bytes:
    """Return the first message, with the player's token."""
    return b'{"type":"hello","token":"%s"}' % token.encode()


def seek(game: str) -> bytes:
    """Return a message that looks for any opponent."""
    return b'{"type":"seek","game":"%s"}' % game.encode()


def watch(game: str, picture: bool) -> bytes:
    """Return a message that follows a game."""
    return b'{"type":"watch","game_id":"%s","picture":%s}' % (
        game.encode(),
        b"true" if picture else b"false",
    )


def unwatch(game: str) -> bytes:
    """Return a message that stops following a game."""
    return b'{"type":"unwatch","game_id":"%s"}' % game.encode()


def move(game: str, number: int, seq: int, text: str) -> bytes:
    """Return a message that makes a move."""
    return b'{"type":"act","game_id":"%s","id":"m%d","kind":"move","seq":%d,"text":"%s"}' % (
        game.encode(),
        number,
        seq,
        text.encode(),
    )


def rematch(game: str) -> bytes:
    """Return a message that offers a rematch."""
    return b'{"type":"act","game_id":"%s","id":"again","kind":"rematch"}' % game.encode()


def heartbeat_reply(number: int) -> bytes:
    """Return the answer to a heartbeat."""
    return b'{"type":"heartbeat_reply","number":%d}' % number

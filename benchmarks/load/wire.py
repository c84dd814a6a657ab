"""The few messages that a player of this benchmark understands, and only what it needs of them."""

from __future__ import annotations

from typing import Any

import msgspec


class Heard(msgspec.Struct, tag_field="type"):
    """What a server may say."""


class Welcome(Heard, tag="welcome"):
    """The server's answer to `hello`."""


class Paired(Heard, tag="paired"):
    """An opponent was found."""

    game_id: str


class State(Heard, tag="state"):
    """A game as it is."""

    id: str
    seq: int
    status: str
    game: str
    size: str
    you: int
    to_move: int
    moves: list[str]
    outcome: dict[str, Any] | None = None


class EventMessage(Heard, tag="event"):
    """Something happened in a game."""

    game_id: str
    seq: int
    kind: str
    to_move: int
    moves: int
    seat: int | None = None
    text: str = ""
    outcome: dict[str, Any] | None = None


class Heartbeat(Heard, tag="heartbeat"):
    """The server checks that the client is alive."""

    number: int


class Trouble(Heard, tag="error"):
    """The server refused something."""

    code: str
    message: str


class Shutdown(Heard, tag="shutdown"):
    """The server is about to stop."""


class Spectators(Heard, tag="spectators"):
    """The number of spectators, always 0 here."""


class Echo(Heard, tag="act"):
    """What one said oneself, from the echo."""


decode: Any = msgspec.json.Decoder(
    Welcome | Paired | State | EventMessage | Heartbeat | Trouble | Shutdown | Spectators | Echo
).decode


def hello(token: str) -> bytes:
    """The first message: the token of the player."""
    return b'{"type":"hello","token":"%s"}' % token.encode()


def seek(game: str) -> bytes:
    """Wants to play with anybody."""
    return b'{"type":"seek","game":"%s"}' % game.encode()


def watch(game: str, picture: bool) -> bytes:
    """Sits down at a game."""
    return b'{"type":"watch","game_id":"%s","picture":%s}' % (
        game.encode(),
        b"true" if picture else b"false",
    )


def unwatch(game: str) -> bytes:
    """Leaves the table."""
    return b'{"type":"unwatch","game_id":"%s"}' % game.encode()


def move(game: str, number: int, seq: int, text: str) -> bytes:
    """Makes a move."""
    return b'{"type":"act","game_id":"%s","id":"m%d","kind":"move","seq":%d,"text":"%s"}' % (
        game.encode(),
        number,
        seq,
        text.encode(),
    )


def rematch(game: str) -> bytes:
    """Wants to play again."""
    return b'{"type":"act","game_id":"%s","id":"again","kind":"rematch"}' % game.encode()


def heartbeat_reply(number: int) -> bytes:
    """Answer a heartbeat."""
    return b'{"type":"heartbeat_reply","number":%d}' % number

"""Connections between players and servers: messages arrive late and in order, until one is cut."""

from __future__ import annotations

import asyncio
import random
from typing import Any, Protocol

from quire.server.play import socket
from quire.server.play.node import Node
from quire.server.transport.inbox import Inbox
from quire.server.transport.websocket_protocol import EXTENSION
from quire.wire.protocol import FromServer, decode_server
from tests.simulation.environment.scheduler import Process, SimulatedLoop

CUT = 1006
"""The close code of a connection that broke."""

TICK_SECONDS = 1e-6
"""Between two messages, which stay in order."""


class Listener(Protocol):
    """Who has opened a connection."""

    def on_message(self, link: Link, message: FromServer) -> None:
        """Receive a message."""
        ...

    def on_close(self, link: Link, code: int) -> None:
        """Notice that the connection is closed."""
        ...


class Link:
    """A WebSocket connection: a `Connection` for the server, and an ASGI application's channels."""

    def __init__(
        self,
        loop: SimulatedLoop,
        chance: random.Random,
        process: Process,
        node: Node,
        client: Listener,
    ) -> None:
        self._loop = loop
        self._chance = chance
        self.process = process
        self._client = client
        self.cut_at: float | None = None
        """Since when nothing gets through any more."""
        self._is_ended = False
        """Whether nothing is received any more."""
        self._seconds = chance.choice((0.002, 0.01, 0.1))
        """The mean delay of a message."""
        self.inbox = Inbox()
        self._events: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        """Of the connection: opened, closed."""
        self._there = self._back = loop.time()
        """When the last message arrives, in each direction."""
        scope = {"extensions": {EXTENSION: self}}
        self._events.put_nowait({"type": "websocket.connect"})
        self.task = loop.start(
            process, socket.serve(node, scope, self._events.get, self._accept, "127.0.0.1")
        )

    # --- for the player ---

    def send(self, message: bytes) -> None:
        """Send a message to the server."""
        self._to_server(self.inbox.receive, message)

    def leave(self) -> None:
        """Close the connection from the player's side."""
        self._to_server(self._end, 1000)

    # --- for the server ---

    def send_frame(self, frame: bytes) -> None:
        """Send a frame to the player."""
        self._to_client(self._client.on_message, decode_server(_payload(frame)))

    def close(self, code: int) -> None:
        """Close the connection from the server's side."""
        self._to_client(self._client.on_close, code)
        self._to_server(self._end, code)

    def go_on(self) -> None:
        """Handle the messages that wait."""
        self.inbox.go_on()

    async def _accept(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.close(message["code"])

    # --- for the network ---

    def cut(self, silently: bool = False) -> None:
        """Let nothing through any more. Unless silently, both sides notice before long."""
        if self.cut_at is not None:
            return
        self.cut_at = self._loop.time()
        if not silently:
            later, chance = self._loop.call_outside, self._chance
            later(chance.uniform(0.0, 0.5), self._client.on_close, self, CUT)
            later(chance.uniform(0.0, 0.5), self._end, CUT)

    def _end(self, code: int) -> None:
        self._is_ended = True
        self._events.put_nowait({"type": "websocket.disconnect", "code": code})

    def _to_server(self, receive: Any, what: Any) -> None:
        self._there = max(self._there + TICK_SECONDS, self._loop.time() + self._delay())
        later, delay = self.process.context.run, self._there - self._loop.time()
        self._loop.call_outside(delay, later, self._arrive, receive, what)

    def _to_client(self, receive: Any, what: Any) -> None:
        self._back = max(self._back + TICK_SECONDS, self._loop.time() + self._delay())
        self._loop.call_outside(self._back - self._loop.time(), self._return, receive, what)

    def _arrive(self, receive: Any, what: Any) -> None:
        if self.cut_at is None and not self._is_ended and self.process.alive:
            receive(what)

    def _return(self, receive: Any, what: Any) -> None:
        if self.cut_at is None:
            receive(self, what)

    def _delay(self) -> float:
        return self._chance.expovariate(1.0 / self._seconds)


def _payload(frame: bytes) -> bytes:
    """Return the message in a frame."""
    short = frame[1]
    return frame[2 if short < 126 else 4 if short == 126 else 10 :]

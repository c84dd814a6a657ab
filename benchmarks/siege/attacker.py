"""A client that does what no library would let it do, from an address of its own."""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
import msgspec

ADDRESS = "127.0.0.2"
"""Attacks come from here, so that limits per network spare the ordinary players."""

TEXT, PING, PONG = 0x81, 0x89, 0x8A
"""First bytes of frames."""

CHUNK_FRAMES = 1000
"""Frames that are sent at once."""


def frame(first: int, payload: bytes = b"") -> bytes:
    """Return a client's frame; its mask is zero, so the payload stays as it is."""
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", first, 0x80 | length)
    elif length < 65536:
        head = struct.pack("!BBH", first, 0x80 | 126, length)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, length)
    return head + bytes(4) + payload


def message(**fields: Any) -> bytes:
    """Return the frame of a message."""
    return frame(TEXT, msgspec.json.encode(fields))


class Connection:
    """A TCP connection, as a WebSocket or not."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._discarding: asyncio.Task[None] | None = None

    async def open_websocket(self, token: str | None = None, *, read: bool = True) -> None:
        """Become a WebSocket and say hello; what comes back is read and discarded, or not."""
        self._writer.write(
            b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        await self._reader.readuntil(b"\r\n\r\n")
        await self.send(message(type="hello", **({"token": token} if token else {})))
        if read:
            self.discard()

    def discard(self) -> None:
        """Read everything from now on, and forget it."""
        self._discarding = asyncio.create_task(self._discard())

    async def _discard(self) -> None:
        with suppress(OSError):
            while await self._reader.read(1 << 20):
                pass

    async def send(self, data: bytes) -> None:
        """Send bytes. Raises OSError once the server has closed the connection."""
        self._writer.write(data)
        await self._writer.drain()

    def close(self) -> None:
        """Close the connection at once."""
        if self._discarding is not None:
            self._discarding.cancel()
        self._writer.transport.abort()


class Attacker:
    """One visitor with bad intentions, until a deadline."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self.deadline = time.monotonic() + seconds
        transport = httpx.AsyncHTTPTransport(
            local_address=ADDRESS, limits=httpx.Limits(max_connections=200)
        )
        self.http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=60
        )

    def has_time(self) -> bool:
        """Return whether there is time left."""
        return time.monotonic() < self.deadline

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Connect; errors of the connection end the context, and nothing else."""
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", self.port, local_addr=(ADDRESS, 0)
            )
            opened = Connection(reader, writer)
            try:
                yield opened
            finally:
                opened.close()

    async def guest(self) -> str | None:
        """Return the token of a new guest; None if there are too many."""
        answer = await self.http.post("/api/guests", json={"name": "Eve"})
        return answer.json()["token"] if answer.is_success else None

    async def new_game(self, token: str, game: str, size: str, seats: list[str]) -> str | None:
        """Create a game and return its id; None if it is refused."""
        body = {"game": game, "size": size, "seats": seats, "clock": None, "public": False}
        answer = await self.http.post("/api/games", json=body, headers=bearer(token))
        return answer.json()["id"] if answer.is_success else None


def bearer(token: str) -> dict[str, str]:
    """Return the headers of a signed-in player."""
    return {"authorization": f"Bearer {token}"}

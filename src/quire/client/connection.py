"""The client's one connection: it is opened again for as long as it is wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from quire.client.backoff import Backoff
from quire.client.error import error_of
from quire.errors import NotAllowed, NotationError, NotSignedIn, QuireError, Unavailable
from quire.wire.protocol import (
    ErrorMessage,
    FromClient,
    FromServer,
    Hello,
    Shutdown,
    Welcome,
    decode_server,
    encode,
)

CONNECT_TIMEOUT_SECONDS = 10.0

MAX_MISSED_BEATS = 3.0
"""Missed heartbeats before the connection is considered dead."""

LONGEST = 1 << 24
"""Bytes of a message; the picture of a large board is long."""

SIGNED_OUT = 4001

FATAL_ERRORS = (NotSignedIn, NotAllowed, NotationError)
"""Errors after which reconnecting is pointless."""


@dataclass(frozen=True, slots=True)
class Status:
    """Whether the server can be heard; if not, in how many seconds it is tried again, and why."""

    connected: bool
    retry_in: float | None = None
    problem: str = ""

    def __str__(self) -> str:
        if self.connected:
            return "connected"
        again = "" if self.retry_in is None else f"; trying again in {self.retry_in:.1f} s"
        return f"{self.problem or 'closed'}{again}"


class Connection:
    """A WebSocket that comes back. `opened` and `heard` are called on the event loop."""

    def __init__(
        self,
        url: str,
        hello: Callable[[], Hello],
        opened: Callable[[Welcome], None],
        heard: Callable[[FromServer], None],
        failed: Callable[[QuireError], None],
        backoff: Backoff,
    ) -> None:
        self.url = url
        self.status = Status(False)
        self.watchers: list[Callable[[Status], None]] = []
        """Who hears of every change of the status."""
        self._hello, self._opened, self._heard, self._failed = hello, opened, heard, failed
        self._backoff = backoff
        self._outgoing: asyncio.Queue[bytes] | None = None
        self._task: asyncio.Task[None] | None = None
        self._socket: ClientConnection | None = None
        self._after: float | None = None
        """When to come back, in seconds, if the server said so."""

    def start(self) -> None:
        """Opens it, unless it is open or about to be."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Closes it for good."""
        if self._task is None:
            return
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        self._task = None
        self._tell(Status(False))

    async def reopen(self) -> None:
        """Opens it anew, as after another sign-in; nothing happens if it is not open."""
        if self._task is not None:
            await self.close()
            self.start()

    def send(self, message: FromClient) -> None:
        """Says something, if there is a connection; what must not be lost is said in `opened`."""
        if self._outgoing is not None:
            self._outgoing.put_nowait(encode(message))

    async def _run(self) -> None:
        try:
            while True:
                problem = await self._once()
                wait = max(self._backoff.next(), self._after or 0.0)
                self._after = None
                self._tell(Status(False, wait, problem))
                await asyncio.sleep(wait)
        except QuireError as error:
            self._tell(Status(False, None, str(error)))
            self._failed(error)
        except Exception as error:  # a fault of ours must not leave others waiting for ever
            self._tell(Status(False, None, repr(error)))
            self._failed(Unavailable(f"the client failed: {error!r}"))
            raise

    async def _once(self) -> str:
        """One connection from its opening to its end; gives the reason for that."""
        try:
            async with connect(
                self.url,
                open_timeout=CONNECT_TIMEOUT_SECONDS,
                close_timeout=1.0,
                ping_interval=None,  # beats come from the server
                compression=None,
                max_size=LONGEST,
            ) as socket:
                await self._converse(socket)
        except ConnectionClosed as error:
            if error.rcvd is not None and error.rcvd.code == SIGNED_OUT:
                raise NotSignedIn("you signed out on all devices: sign in again") from None
            return "the connection was lost"
        except TimeoutError:
            return "the server does not answer"
        except (OSError, WebSocketException) as error:
            return f"the server cannot be reached: {_words(error)}"
        except Unavailable as error:
            return str(error)
        return "the connection was lost"

    async def _converse(self, socket: ClientConnection) -> None:
        await socket.send(encode(self._hello()), text=True)
        async with asyncio.timeout(CONNECT_TIMEOUT_SECONDS):
            welcome = _read(await socket.recv())
        if isinstance(welcome, ErrorMessage):
            error = error_of(welcome.code, welcome.message)
            raise error if isinstance(error, FATAL_ERRORS) else Unavailable(welcome.message)
        if not isinstance(welcome, Welcome):
            raise Unavailable("not a Quire server: no welcome message")
        self._backoff.reset()
        self._outgoing = asyncio.Queue()
        writer = asyncio.create_task(self._write(socket, self._outgoing))
        try:
            self._tell(Status(True))
            self._opened(welcome)
            while True:
                async with asyncio.timeout(MAX_MISSED_BEATS * welcome.heartbeat_seconds):
                    said = await socket.recv()
                self._hear(_read(said))
        finally:
            self._outgoing = None
            writer.cancel()
            with suppress(asyncio.CancelledError, ConnectionClosed):
                await writer

    async def _write(self, socket: ClientConnection, outgoing: asyncio.Queue[bytes]) -> None:
        while True:
            await socket.send(await outgoing.get(), text=True)

    def _hear(self, message: FromServer | None) -> None:
        if isinstance(message, Shutdown):
            self._after = message.reconnect_after
        if message is not None:
            self._heard(message)

    def _tell(self, status: Status) -> None:
        if status != self.status:
            self.status = status
            for watcher in list(self.watchers):
                watcher(status)


def _read(said: str | bytes) -> FromServer | None:
    """A message; None for one that a later version of the server may say."""
    try:
        message: FromServer = decode_server(said)
        return message
    except msgspec.ValidationError:
        return None
    except msgspec.DecodeError:
        raise Unavailable("not a Quire server: unreadable message") from None


def _words(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error) or type(error).__name__

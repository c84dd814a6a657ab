"""The client's WebSocket connection, which reconnects until it is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from quire.client.backoff import Backoff
from quire.client.error import error_of
from quire.errors import NotAllowed, NotationError, NotSignedIn, QuireError, Unavailable
from quire.wire.close_code import CloseCode
from quire.wire.http_types import ErrorResponse
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

MAX_MISSED_HEARTBEATS = 3.0
"""Missed heartbeats before the connection is considered dead."""

MAX_MESSAGE_BYTES = 1 << 24
"""Pictures of large boards are long."""

FATAL_ERRORS = (NotSignedIn, NotAllowed, NotationError)
"""Errors after which reconnecting is pointless."""


@dataclass(frozen=True, slots=True)
class Status:
    """Whether the client is connected; if not, why, and the seconds until the next attempt."""

    connected: bool
    retry_in: float | None = None
    problem: str = ""

    def __str__(self) -> str:
        if self.connected:
            return "connected"
        again = "" if self.retry_in is None else f"; trying again in {self.retry_in:.1f} s"
        return f"{self.problem or 'closed'}{again}"


class Connection:
    """A WebSocket that reconnects. Callbacks are called on the event loop."""

    def __init__(
        self,
        url: str,
        hello: Callable[[], Hello],
        on_open: Callable[[Welcome], None],
        on_message: Callable[[FromServer], None],
        on_failure: Callable[[QuireError], None],
        backoff: Backoff,
    ) -> None:
        self.url = url
        self.status = Status(False)
        self.listeners: list[Callable[[Status], None]] = []
        """Called on every status change."""
        self._hello, self._on_open = hello, on_open
        self._on_message, self._on_failure = on_message, on_failure
        self._backoff = backoff
        self._outgoing: asyncio.Queue[bytes] | None = None
        self._task: asyncio.Task[None] | None = None
        self._socket: ClientConnection | None = None
        self._reconnect_after: float | None = None
        """Seconds to wait before reconnecting, if the server asked for it."""

    def start(self) -> None:
        """Connect, unless connected or connecting."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Close the connection permanently."""
        if self._task is None:
            return
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        self._task = None
        self._notify_status(Status(False))

    async def reopen(self) -> None:
        """Reconnect, for example after signing in; does nothing if not connected."""
        if self._task is not None:
            await self.close()
            self.start()

    def send(self, message: FromClient) -> None:
        """Send a message if connected; what must not be lost is sent again in `on_open`."""
        if self._outgoing is not None:
            self._outgoing.put_nowait(encode(message))

    async def _run(self) -> None:
        try:
            while True:
                problem = await self._connect_once()
                wait = max(self._backoff.next(), self._reconnect_after or 0.0)
                self._reconnect_after = None
                self._notify_status(Status(False, wait, problem))
                await asyncio.sleep(wait)
        except QuireError as error:
            self._notify_status(Status(False, None, str(error)))
            self._on_failure(error)
        except Exception as error:  # a bug here must not leave callers waiting forever
            self._notify_status(Status(False, None, repr(error)))
            self._on_failure(Unavailable(f"the client failed: {error!r}"))
            raise

    async def _connect_once(self) -> str:
        """Hold one connection until it ends; return the reason."""
        try:
            async with connect(
                self.url,
                open_timeout=CONNECT_TIMEOUT_SECONDS,
                close_timeout=1.0,
                ping_interval=None,  # the server sends heartbeats
                compression=None,
                max_size=MAX_MESSAGE_BYTES,
            ) as socket:
                await self._exchange(socket)
        except ConnectionClosed as error:
            code = None if error.rcvd is None else error.rcvd.code
            if code == CloseCode.SIGNED_OUT:
                raise NotSignedIn("you signed out on all devices: sign in again") from None
            if code == CloseCode.BANNED:
                raise NotAllowed("your network is banned from this server") from None
            return "the connection was lost"
        except InvalidStatus as error:
            return _refusal(error)
        except TimeoutError:
            return "the server does not respond"
        except (OSError, WebSocketException) as error:
            return f"can't reach the server: {_reason(error)}"
        except Unavailable as error:
            return str(error)
        return "the connection was lost"

    async def _exchange(self, socket: ClientConnection) -> None:
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
            self._notify_status(Status(True))
            self._on_open(welcome)
            while True:
                async with asyncio.timeout(MAX_MISSED_HEARTBEATS * welcome.heartbeat_seconds):
                    message = await socket.recv()
                self._receive(_read(message))
        finally:
            self._outgoing = None
            writer.cancel()
            with suppress(asyncio.CancelledError, ConnectionClosed):
                await writer

    async def _write(self, socket: ClientConnection, outgoing: asyncio.Queue[bytes]) -> None:
        while True:
            await socket.send(await outgoing.get(), text=True)

    def _receive(self, message: FromServer | None) -> None:
        if isinstance(message, Shutdown):
            self._reconnect_after = message.reconnect_after
        if message is not None:
            self._on_message(message)

    def _notify_status(self, status: Status) -> None:
        if status != self.status:
            self.status = status
            for listener in list(self.listeners):
                listener(status)


def _read(text: str | bytes) -> FromServer | None:
    """Decode a message; return None for one from a later version of the server."""
    try:
        message: FromServer = decode_server(text)
        return message
    except msgspec.ValidationError:
        return None
    except msgspec.DecodeError:
        raise Unavailable("not a Quire server: unreadable message") from None


def _refusal(error: InvalidStatus) -> str:
    """Return why the server refuses a connection. Raises the error if it is permanent."""
    try:
        found = msgspec.json.decode(error.response.body or b"", type=ErrorResponse)
    except msgspec.DecodeError:  # of a proxy, perhaps
        return f"can't reach the server: {error}"
    refused = error_of(found.code, found.message)
    if isinstance(refused, FATAL_ERRORS):
        raise refused from None
    return found.message


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error) or type(error).__name__

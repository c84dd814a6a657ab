"""One client's connection: who it is, and a queue of messages to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from math import ceil
from typing import Any

from quire.errors import TooMany
from quire.server.rate_limit import TokenBucket
from quire.server.settings import Settings
from quire.wire.protocol import FromServer, encode
from quire.wire.shared_types import PlayerSummary

CLOSE_TOO_SLOW = 1013
"""WebSocket close code: the client can't keep up."""


CLOSE_POLICY = 1008
"""WebSocket close code: policy violation."""


class Peer:
    """A client connection. Sending never blocks; a client that can't keep up is disconnected."""

    __slots__ = (
        "_chats",
        "_max_queued",
        "_messages",
        "_queue",
        "_sending",
        "_transmit",
        "_wake",
        "abandon",
        "address",
        "closing",
        "epoch",
        "heartbeat",
        "heartbeat_at",
        "heartbeat_due",
        "lag",
        "player",
        "watching",
    )

    def __init__(
        self,
        settings: Settings,
        address: str,
        now: float,
        transmit: Callable[[bytes], Coroutine[Any, Any, None]],
    ) -> None:
        self.address = address
        self._transmit = transmit
        self.player: PlayerSummary | None = None
        self.epoch = 0
        """The epoch of the player's token."""
        self.watching: set[str] = set()
        """The games it follows."""
        self.lag = 0.0
        """Last measured round-trip time, in seconds."""
        self.heartbeat = 0
        """The number of the last heartbeat."""
        self.heartbeat_due = now + settings.heartbeat_seconds
        self.heartbeat_at: float | None = None
        """When the unanswered heartbeat was sent; None if all were answered."""
        self.closing: int | None = None
        """The close code, once the connection is to be closed after the queue is sent."""
        self._max_queued = settings.max_queued_messages
        self._messages = TokenBucket(settings.message_rate, settings.message_burst, now)
        self._chats = TokenBucket(settings.chat_rate, settings.chat_burst, now)
        self._queue: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._sending = False
        """Whether a message is blocked until the client reads what came before."""
        self.abandon: Callable[[], object] | None = None
        """Closes the connection of a client that reads nothing, not even the close frame."""

    def send(self, message: FromServer) -> None:
        """Queue a message."""
        self.send_encoded(encode(message))

    def send_encoded(self, encoded: bytes) -> None:
        """Queue a message that is encoded already."""
        if self.closing is not None:
            return
        if not (self._queue or self._sending) and self._send_now(encoded):
            return
        if len(self._queue) >= self._max_queued:
            self.drop(CLOSE_TOO_SLOW)
            return
        self._queue.append(encoded)
        self._wake.set()

    def _send_now(self, encoded: bytes) -> bool:
        """Return whether the message could be sent at once, as nearly always, without a task."""
        sending = self._transmit(encoded)
        try:
            sending.send(None)
        except (StopIteration, OSError):  # it is sent, or the client is gone
            return True
        # uvicorn waits for a client that does not keep up before it sends anything.
        sending.close()
        return False

    def close(self, code: int) -> None:
        """Close the connection after the queue is sent."""
        if self.closing is None:
            self.closing = code
            self._wake.set()

    def drop(self, code: int) -> None:
        """Close the connection now; what is queued is lost, and requested again with `since`."""
        self._queue.clear()
        if self.closing is None and self._sending and self.abandon is not None:
            self.abandon()
        self.close(code)

    def on_heartbeat_reply(self, number: int, now: float) -> None:
        """Measure lag from the answer to a heartbeat."""
        if self.heartbeat_at is not None and number == self.heartbeat:
            self.lag = max(0.0, now - self.heartbeat_at)
            self.heartbeat_at = None

    def check_rate(self, now: float) -> None:
        """Raise TooMany if the client sends messages too fast."""
        if after := self._messages.take(now):
            raise TooMany(f"too many messages: try again in {max(1, ceil(after))} s", after)

    def check_chat_rate(self, now: float) -> None:
        """Raise TooMany if the client chats too fast."""
        if after := self._chats.take(now):
            raise TooMany(
                f"you're sending messages too fast: try again in {max(1, ceil(after))} s", after
            )

    async def write(self) -> int:
        """Send queued messages until the connection is to be closed. Return the close code."""
        while True:
            while self._queue:
                self._sending = True
                await self._transmit(self._queue.popleft())
                self._sending = False
            if self.closing is not None:
                return self.closing
            self._wake.clear()
            await self._wake.wait()

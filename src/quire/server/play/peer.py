"""One client's connection, as rooms see it: who it is, and a queue of what to tell it."""

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
    """A connection. Nothing here waits for the client; one that does not keep up is dropped."""

    __slots__ = (
        "_messages",
        "_queue",
        "_says",
        "_sending",
        "_transmit",
        "_wake",
        "abandon",
        "address",
        "beat",
        "beat_at",
        "beat_due",
        "closing",
        "epoch",
        "lag",
        "limit",
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
        """That of the player's token."""
        self.watching: set[str] = set()
        """The games whose events it hears."""
        self.lag = 0.0
        """Seconds for a message there and back, as last measured."""
        self.beat = 0
        self.beat_due = now + settings.heartbeat_seconds
        self.beat_at: float | None = None
        """When the beat was sent that waits for its answer."""
        self.closing: int | None = None
        """The code with which the connection is to be closed, once what waits is sent."""
        self.limit = settings.max_queued_messages
        self._messages = TokenBucket(settings.message_rate, settings.message_burst, now)
        self._says = TokenBucket(settings.chat_rate, settings.chat_burst, now)
        self._queue: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._sending = False
        """Whether a message waits for the client to read what came before it."""
        self.abandon: Callable[[], object] | None = None
        """Ends the connection even though the client reads nothing, not even that it ends."""

    def tell(self, message: FromServer) -> None:
        """Sends a message, when its turn comes."""
        self.send(encode(message))

    def send(self, encoded: bytes) -> None:
        """The same for one that is encoded already."""
        if self.closing is not None:
            return
        if not (self._queue or self._sending) and self._sent_at_once(encoded):
            return
        if len(self._queue) >= self.limit:
            self.drop(CLOSE_TOO_SLOW)
            return
        self._queue.append(encoded)
        self._wake.set()

    def _sent_at_once(self, encoded: bytes) -> bool:
        """Whether there is no need to wait; nearly always, and a task would cost more than this."""
        sending = self._transmit(encoded)
        try:
            sending.send(None)
        except (StopIteration, OSError):  # it is under way, or the client is gone
            return True
        # uvicorn waits for a client that does not keep up before it sends anything.
        sending.close()
        return False

    def close(self, code: int) -> None:
        """Ends the connection after what waits."""
        if self.closing is None:
            self.closing = code
            self._wake.set()

    def drop(self, code: int) -> None:
        """Ends the connection now; what waits is lost, and is asked for again by `since`."""
        self._queue.clear()
        if self.closing is None and self._sending and self.abandon is not None:
            self.abandon()
        self.close(code)

    def hear_pulse(self, beat: int, now: float) -> None:
        """The answer to a beat tells how long messages take."""
        if self.beat_at is not None and beat == self.beat:
            self.lag = max(0.0, now - self.beat_at)
            self.beat_at = None

    def check_rate(self, now: float) -> None:
        """Raises TooMany for one message too many."""
        if after := self._messages.take(now):
            raise TooMany(f"too many messages: try again in {max(1, ceil(after))} s", after)

    def check_says(self, now: float) -> None:
        """Raises TooMany for saying too much."""
        if after := self._says.take(now):
            raise TooMany(
                f"you're sending messages too fast: try again in {max(1, ceil(after))} s", after
            )

    async def write(self) -> int:
        """Sends what has to wait until the connection is to be closed; gives the code for that."""
        while True:
            while self._queue:
                self._sending = True
                await self._transmit(self._queue.popleft())
                self._sending = False
            if self.closing is not None:
                return self.closing
            self._wake.clear()
            await self._wake.wait()

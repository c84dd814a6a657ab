"""The messages of a connection, one after another."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

Handle = Callable[[bytes], bool]
"""Handles a message. Returns False if that goes on; `go_on` is called when it is done."""


class Inbox:
    """Handles messages as they arrive, without a task; each waits until the one before is done."""

    __slots__ = ("_done", "_handle", "_is_busy", "_waiting")

    def __init__(self) -> None:
        self._handle: Handle | None = None
        self._is_busy = True
        self._waiting: deque[bytes] | None = None
        """None until a message has to wait: nearly always."""
        self._done: asyncio.Future[None] | None = None

    def open(self, handle: Handle) -> None:
        """Handle messages from now on, first those that have arrived before."""
        self._handle = handle
        self.go_on()

    def receive(self, message: bytes) -> int:
        """Handle a message, now or when its turn comes. Return the number of those that wait."""
        if not self._is_busy:
            self._start(message)
            return 0
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(message)
        return len(self._waiting)

    def go_on(self) -> None:
        """Handle what waits: the message before is done."""
        self._is_busy = False
        while self._waiting and not self._is_busy:
            self._start(self._waiting.popleft())
        if self._done is not None and not self._done.done() and not self._is_busy:
            self._done.set_result(None)

    def _start(self, message: bytes) -> None:
        assert self._handle is not None
        self._is_busy = True
        self._is_busy = not self._handle(message)

    def __len__(self) -> int:
        """Return the number of messages that wait."""
        return 0 if self._waiting is None else len(self._waiting)

    async def drain(self) -> None:
        """Wait until all messages are handled."""
        if self._is_busy:
            self._done = asyncio.get_running_loop().create_future()
            await self._done

    def close(self) -> None:
        """Handle no more messages, and let go of what handled them."""
        self._handle = None
        self._is_busy = True

"""The messages of a connection that wait to be handled."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any


class MessageQueue:
    """A queue with one reader. It does what uvicorn needs of asyncio.Queue, for less."""

    __slots__ = ("_loop", "_messages", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._messages: deque[Any] = deque()
        self._reader: asyncio.Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        self._messages.append(message)
        reader = self._reader
        if reader is not None and not reader.done():
            reader.set_result(None)

    async def get(self) -> Any:
        """Remove and return the first message; wait for one if there is none."""
        while not self._messages:
            self._reader = self._loop.create_future()
            await self._reader
        return self._messages.popleft()

    def qsize(self) -> int:
        """Return the number of messages."""
        return len(self._messages)

    def empty(self) -> bool:
        """Return whether there is no message."""
        return not self._messages

"""A subscriber that records what it receives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

TIMEOUT_SECONDS = 60.0
"""Time after which a wait fails."""


class Subscriber:
    """A callback for the bus. `receives` waits until it was called for all of those topics."""

    def __init__(self, also: Callable[[], None] = lambda: None) -> None:
        self.topics: list[str] = []
        self._also = also
        self._news = asyncio.Event()

    def __call__(self, topic: str) -> None:
        self.topics.append(topic)
        self._news.set()
        self._also()

    async def receives(self, *topics: str) -> None:
        """Wait until it was called for each topic; raise TimeoutError if that never happens."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not set(topics) <= set(self.topics):
                self._news.clear()
                await self._news.wait()

    def forget(self) -> None:
        """Forget all calls so far."""
        self.topics.clear()


async def until(condition: Callable[[], bool]) -> None:
    """Wait until the condition holds; raise TimeoutError if it never does."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition():
            await asyncio.sleep(0.005)

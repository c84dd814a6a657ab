"""A subscriber that records what it receives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

TIMEOUT_SECONDS = 60.0
"""Seconds after which what should have happened has not."""


class Ear:
    """A callback for the bus. `hears` waits until it was called for all of those topics."""

    def __init__(self, also: Callable[[], None] = lambda: None) -> None:
        self.topics: list[str] = []
        self._also = also
        self._news = asyncio.Event()

    def __call__(self, topic: str) -> None:
        self.topics.append(topic)
        self._news.set()
        self._also()

    async def hears(self, *topics: str) -> None:
        """Returns when it was called for each; raises TimeoutError if it never is."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not set(topics) <= set(self.topics):
                self._news.clear()
                await self._news.wait()

    def forget(self) -> None:
        """As if it had not been called yet."""
        self.topics.clear()


async def until(condition: Callable[[], bool]) -> None:
    """Returns when it is so; raises TimeoutError if it never is."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition():
            await asyncio.sleep(0.005)

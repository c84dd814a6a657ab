"""The server's time source, replaceable in tests."""

from __future__ import annotations

import asyncio
from typing import Protocol

from quire.store.game_clock import steady_time


class TimeSource(Protocol):
    """A clock, and a way to sleep by it."""

    def wall(self) -> float:
        """Return seconds since 1970. It never jumps, even if the machine's clock is set."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Sleep for a time."""
        ...


class SystemTime:
    """The machine's time, steady since the start of the server.

    Games lose no time when the machine's clock is set, or while the machine is asleep.
    """

    def __init__(self) -> None:
        self.wall = steady_time()
        """Returns seconds since 1970."""

    async def sleep(self, seconds: float) -> None:
        """Sleep for a time."""
        await asyncio.sleep(seconds)

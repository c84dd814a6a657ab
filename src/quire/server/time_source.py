"""Time as the server sees it, in one place, so that tests can have a minute in no time."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class Timing(Protocol):
    """A clock, and a way to wait by it."""

    def wall(self) -> float:
        """Seconds since 1970."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        ...


class RealTiming:
    """The machine's.

    It goes on evenly from the time of day at its start: games do not lose time when somebody sets
    the machine's clock, nor while the machine is asleep.
    """

    def __init__(self) -> None:
        self._ahead = time.time() - time.monotonic()

    def wall(self) -> float:
        """Seconds since 1970."""
        return time.monotonic() + self._ahead

    async def sleep(self, seconds: float) -> None:
        """Waits."""
        await asyncio.sleep(seconds)

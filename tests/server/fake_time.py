"""A clock that tests advance."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass
from weakref import WeakKeyDictionary


@dataclass(slots=True)
class _Sleeper:
    due: float
    loop: asyncio.AbstractEventLoop
    wake: asyncio.Event


class FakeTime:
    """A `TimeSource` for servers under test: `advance(60)` lets a minute pass at once.

    Servers in several threads may share it. A task that was busy during `advance` and sleeps later
    wakes as if it had slept in time: no `advance` is missed.
    """

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self._now = now
        self._sleepers: list[_Sleeper] = []
        self._woken: WeakKeyDictionary[asyncio.Task[object], float] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def wall(self) -> float:
        """Return the seconds since 1970."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Wait until that time has passed."""
        task = asyncio.current_task()
        assert task is not None
        with self._lock:
            since = self._woken.get(task, self._now)
            sleeper = _Sleeper(since + seconds, asyncio.get_running_loop(), asyncio.Event())
            if sleeper.due > self._now:
                self._sleepers.append(sleeper)
            else:
                sleeper.wake.set()
        try:
            await asyncio.sleep(0)
            await sleeper.wake.wait()
        finally:
            with self._lock:
                self._woken[task] = self._now
                if sleeper in self._sleepers:
                    self._sleepers.remove(sleeper)

    def advance(self, seconds: float) -> None:
        """Advance the time, and wake every sleeper that is due in its own thread."""
        with self._lock:
            self._now += seconds
            due = [sleeper for sleeper in self._sleepers if sleeper.due <= self._now]
            self._sleepers = [sleeper for sleeper in self._sleepers if sleeper.due > self._now]
        for sleeper in due:
            if not sleeper.loop.is_closed():
                sleeper.loop.call_soon_threadsafe(sleeper.wake.set)

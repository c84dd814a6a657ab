"""Time that goes on when a test says so."""

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
    """A `TimeSource` for servers under test: a minute passes by `advance(60)`, and takes no time.

    Servers in several threads may share one. Who was at work while time went on, and sleeps only
    then, wakes as if it had gone to sleep in time: no `advance` is missed.
    """

    def __init__(self, now: float = 1_700_000_000.0) -> None:
        self._now = now
        self._sleepers: list[_Sleeper] = []
        self._woken: WeakKeyDictionary[asyncio.Task[object], float] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def wall(self) -> float:
        """Seconds since 1970, as the test has it."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Waits until that time has come."""
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
        """Lets time go on; those wake whose time has come, in their own threads."""
        with self._lock:
            self._now += seconds
            due = [it for it in self._sleepers if it.due <= self._now]
            self._sleepers = [it for it in self._sleepers if it.due > self._now]
        for it in due:
            if not it.loop.is_closed():
                it.loop.call_soon_threadsafe(it.wake.set)

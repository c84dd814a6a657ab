"""Queues in simulated time: work waits for a free server, or for the next group."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable
from itertools import count

Then = Callable[[], None]


class Clock:
    """Simulated time in seconds, and the scheduled calls."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, int, Then]] = []
        self._number = count()

    def after(self, seconds: float, then: Then) -> None:
        """Schedule a call after a delay."""
        heapq.heappush(self._due, (self.now + seconds, next(self._number), then))

    def run(self, until: float) -> None:
        """Run all calls up to that time."""
        while self._due and self._due[0][0] <= until:
            self.now, _, then = heapq.heappop(self._due)
            then()
        self.now = until


class Station:
    """A queue with N servers, each working on one thing at a time, first come first served."""

    def __init__(self, clock: Clock, servers: int = 1) -> None:
        self._clock = clock
        self._servers = self._free = servers
        self._line: deque[tuple[float, float, Then]] = deque()
        self.busy = 0.0
        """Busy seconds of all servers."""
        self.waits: list[float] = []
        """The wait of each piece of work."""

    def forget(self) -> None:
        """Reset the statistics."""
        self.busy, self.waits = 0.0, []

    def use(self, seconds: float) -> float:
        """Return the utilisation over the last seconds."""
        return self.busy / self._servers / seconds

    def do(self, work: float, then: Then) -> None:
        """Queue work that takes this many seconds."""
        if self._free:
            self._begin(self._clock.now, work, then)
        else:
            self._line.append((self._clock.now, work, then))

    def _begin(self, came: float, work: float, then: Then) -> None:
        self._free -= 1
        self.busy += work
        self.waits.append(self._clock.now - came)
        self._clock.after(work, lambda: self._end(then))

    def _end(self, then: Then) -> None:
        self._free += 1
        if self._line:
            self._begin(*self._line.popleft())
        then()


class Grouping:
    """Groups of work: everything that is waiting when a group is done is the next group."""

    def __init__(self, clock: Clock, write: Callable[[int, Then], None], most: int = 10**9) -> None:
        self._clock = clock
        self._write = write
        self._most = most
        self._line: deque[tuple[float, Then]] = deque()
        self._writing = False
        self.waits: list[float] = []
        """The wait of each piece of work until its group starts."""
        self.groups = 0

    def forget(self) -> None:
        """Reset the statistics."""
        self.waits, self.groups = [], 0

    def add(self, then: Then) -> None:
        """Add work to the next group."""
        self._line.append((self._clock.now, then))
        if not self._writing:
            self._begin()

    def _begin(self) -> None:
        group = [self._line.popleft() for _ in range(min(self._most, len(self._line)))]
        self._writing = bool(group)
        if not group:
            return
        self.groups += 1
        self.waits += [self._clock.now - came for came, _ in group]
        self._write(len(group), lambda: self._done([then for _, then in group]))

    def _done(self, group: list[Then]) -> None:
        self._begin()
        for then in group:
            then()

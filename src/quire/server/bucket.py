"""A limit on how often: so many at once, so many a second over a longer time."""

from __future__ import annotations

from collections import OrderedDict
from math import ceil

from quire.errors import TooMany


class Bucket:
    """Tokens that drip in at a rate and are taken one by one."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = float(burst)
        self._at = now

    def take(self, now: float) -> float:
        """0 if there was one to take, else the seconds until there will be."""
        self._left = min(float(self.burst), self._left + max(0.0, now - self._at) * self.rate)
        self._at = now
        if self._left >= 1.0:
            self._left -= 1.0
            return 0.0
        return (1.0 - self._left) / self.rate


class Buckets:
    """One for each address; those not used for the longest time are forgotten."""

    def __init__(self, rate: float, burst: int, most: int = 10_000) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, now: float) -> None:
        """Raises TooMany unless one more is allowed."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        after = bucket.take(now)
        if after:
            raise TooMany(f"too many requests: try again in {max(1, ceil(after))} s", after)

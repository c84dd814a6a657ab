"""Limits per connection and per address: token buckets, and concurrent requests."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil

from quire.errors import TooMany

MAX_ADDRESSES = 10_000
"""Addresses remembered by each limit; the least recently used are dropped."""


class TokenBucket:
    """A rate limit: tokens are refilled at a steady rate, up to a burst."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self._left = float(burst)
        self._at = now

    def take(self, now: float) -> float:
        """Take a token. Return 0, or the seconds until there will be one."""
        self._left = min(float(self.burst), self._left + max(0.0, now - self._at) * self.rate)
        self._at = now
        if self._left >= 1.0:
            self._left -= 1.0
            return 0.0
        return (1.0 - self._left) / self.rate


class AddressBuckets:
    """A token bucket for each address."""

    def __init__(self, rate: float, burst: int, max_addresses: int = MAX_ADDRESSES) -> None:
        self._rate = rate
        self._burst = burst
        self._max_addresses = max_addresses
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, now: float) -> None:
        """Take a token of an address. Raises TooMany if there is none."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst, now)
            if len(self._buckets) > self._max_addresses:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(address)
        after = bucket.take(now)
        if after:
            raise TooMany(f"too many requests: try again in {max(1, ceil(after))} s", after)


class ConcurrencyLimit:
    """A limit on what each address may have open at the same time."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._open: Counter[str] = Counter()

    def is_full(self, address: str) -> bool:
        """Return whether an address has reached the limit."""
        return self._open[address] >= self._limit

    @contextmanager
    def hold(self, address: str) -> Iterator[None]:
        """Count one more for an address while the context is open."""
        self._open[address] += 1
        try:
            yield
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

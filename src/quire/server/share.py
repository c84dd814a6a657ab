"""A limit on how much at a time: so many of a kind for each address."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class Shares:
    """How many each address has; only those that have some are remembered."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def full(self, address: str) -> bool:
        """Whether an address has as many as it may."""
        return self._taken[address] >= self._most

    @contextmanager
    def one_more(self, address: str) -> Iterator[None]:
        """The address has one more, for as long as this lasts."""
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]

"""How long to wait before the next attempt: longer each time, and never all clients at once."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

RETRY_SECONDS = 1.0
"""Wait before retrying what the server was too busy for."""


@dataclass(slots=True)
class Backoff:
    """Waiting times in seconds."""

    first: float = 0.25
    longest: float = 15.0
    tries: int = 0
    """Attempts that failed since the last one that did not."""
    _lot: random.Random = field(default_factory=random.SystemRandom)

    def next(self) -> float:
        """How long to wait now: at random, up to twice as long as the time before."""
        most = min(self.longest, self.first * 2.0 ** min(self.tries, 30))
        self.tries += 1
        return most * self._lot.uniform(0.5, 1.0)

    def reset(self) -> None:
        """All is well again."""
        self.tries = 0

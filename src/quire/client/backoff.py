"""Exponential backoff with jitter, so that clients don't all reconnect at once."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

RETRY_SECONDS = 1.0
"""Wait before retrying what the server was too busy for."""


@dataclass(slots=True)
class Backoff:
    """Delays between attempts, in seconds."""

    first_seconds: float = 0.25
    max_seconds: float = 15.0
    tries: int = 0
    """Failed attempts since the last success."""
    _random: random.Random = field(default_factory=random.SystemRandom)

    def next(self) -> float:
        """Return the next delay: random, up to twice as long as the previous one."""
        most = min(self.max_seconds, self.first_seconds * 2.0 ** min(self.tries, 30))
        self.tries += 1
        return most * self._random.uniform(0.5, 1.0)

    def reset(self) -> None:
        """Start over after a success."""
        self.tries = 0

"""The logistic Elo scale: 400 points are odds of ten to one."""

from __future__ import annotations

import math

POINTS_PER_NAT = 400 / math.log(10)
"""Elo points for odds of e to one."""


def elo_of(share: float) -> float:
    """Return the Elo difference at which this score is expected; infinite at 0 and 1.

    >>> f"{elo_of(0.75):.1f}", elo_of(0.5), elo_of(1.0)
    ('190.8', 0.0, inf)
    """
    if not 0 <= share <= 1:
        raise ValueError(f"score must be 0 to 1, not {share}")
    if share in (0, 1):
        return math.inf if share else -math.inf
    return POINTS_PER_NAT * math.log(share / (1 - share))


def share_of(elo: float) -> float:
    """Return the expected score of a player who is better by this many Elo points.

    >>> f"{share_of(100):.2f}", share_of(0), share_of(math.inf)
    ('0.64', 0.5, 1.0)
    """
    # tanh neither overflows nor loses the small scores of a much weaker player.
    return 0.5 * (1 + math.tanh(elo / POINTS_PER_NAT / 2))

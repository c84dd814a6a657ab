"""Confidence intervals of a proportion, and tests of two counts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

NORMAL_95 = 1.959963984540054
"""The normal distribution has 95% within this many standard deviations."""


def wilson(successes: float, trials: int, z: float = NORMAL_95) -> tuple[float, float]:
    """Return the Wilson score interval of a proportion, 0 to 1; (0, 1) without any trials.

    Draws may be counted as halves: the interval is then wider than necessary.

    >>> low, high = wilson(200, 200)
    >>> f"{low:.3f} {high:.3f}"
    '0.981 1.000'
    """
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} of {trials} is not a proportion")
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    spread = z * z / trials
    middle = share + spread / 2
    half = z * math.sqrt(share * (1 - share) / trials + spread / trials / 4)
    # At the ends the bound is exactly 0 or 1, which rounding might miss.
    low = 0.0 if successes == 0 else (middle - half) / (1 + spread)
    high = 1.0 if successes == trials else (middle + half) / (1 + spread)
    return low, high


def same_source(ours: Sequence[int], theirs: Sequence[int]) -> float:
    """Return the p-value of the hypothesis that both counts have the same distribution.

    The exact test of Fisher, Freeman and Halton on the table of the two rows: no approximation, so
    zeros and small counts are fine. The time grows with the smaller row's total to the
    power of the number of columns less one.

    >>> f"{same_source((3, 1), (1, 3)):.4f}"
    '0.4857'
    """
    if len(ours) != len(theirs) or min(*ours, *theirs) < 0:
        raise ValueError("compare two rows of counts of equal length")
    columns = [one + other for one, other in zip(ours, theirs, strict=True)]
    row = min(ours, theirs, key=sum)
    observed = _ways(row, columns)
    weights = [_ways(other, columns) for other in _rows(columns, sum(row))]
    all_ways = math.fsum(math.exp(weight - observed) for weight in weights)
    # Tables that are exactly as likely must count, whatever the rounding.
    as_rare = math.fsum(math.exp(w - observed) for w in weights if w <= observed + 1e-9)
    return as_rare / all_ways


def _rows(columns: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Yield every first row of a table with these sums of columns and this sum of the row."""
    first, *rest = columns
    if not rest:
        if total <= first:
            yield (total,)
        return
    for here in range(max(0, total - sum(rest)), min(first, total) + 1):
        for others in _rows(rest, total - here):
            yield (here, *others)


def _ways(row: Sequence[int], columns: Sequence[int]) -> float:
    """Return the logarithm of the number of ways to draw this row out of the columns."""
    return math.fsum(
        math.lgamma(column + 1) - math.lgamma(drawn + 1) - math.lgamma(column - drawn + 1)
        for drawn, column in zip(row, columns, strict=True)
    )

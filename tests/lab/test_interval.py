from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest

from quire.lab.interval import NORMAL_95, same_source, wilson


@pytest.mark.parametrize("trials", [1, 2, 9, 200])
def test_wilson_bounds_are_where_the_score_test_turns(trials: int) -> None:
    """They satisfy (p - s)² = z² p (1 - p) / n."""
    for successes in range(trials + 1):
        share = successes / trials
        for bound in wilson(successes, trials):
            assert 0 <= bound <= 1
            gap = abs(bound - share)
            assert gap == pytest.approx(
                NORMAL_95 * math.sqrt(max(0.0, bound * (1 - bound)) / trials), abs=1e-9
            )
        low, high = wilson(successes, trials)
        assert low <= share <= high
        assert low < high


def test_no_trials_give_no_information() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    for wrong in ((3, 2), (-1, 2)):
        with pytest.raises(ValueError, match="not a proportion"):
            wilson(*wrong)


def by_counting(ours: tuple[int, ...], theirs: tuple[int, ...]) -> Fraction:
    """Compute the exact test with integers: every first row, weighted by its number of draws."""
    columns = [a + b for a, b in zip(ours, theirs, strict=True)]

    def ways(row: tuple[int, ...]) -> int:
        return math.prod(
            math.comb(column, count) for column, count in zip(columns, row, strict=True)
        )

    rows = [
        row for row in product(*(range(column + 1) for column in columns)) if sum(row) == sum(ours)
    ]
    rare = sum(ways(row) for row in rows if ways(row) <= ways(ours))
    return Fraction(rare, sum(ways(row) for row in rows))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ((3, 1), (1, 3)),
        ((10, 0, 2), (5, 0, 7)),
        ((0, 0, 4), (0, 0, 9)),
        ((12, 3, 1), (2, 2, 6)),
        ((1, 1, 1), (9, 3, 0)),
        ((8, 8, 8), (8, 8, 8)),
    ],
)
def test_exact_test_matches_counting(ours: tuple[int, ...], theirs: tuple[int, ...]) -> None:
    assert same_source(ours, theirs) == pytest.approx(float(by_counting(ours, theirs)), rel=1e-9)
    assert same_source(theirs, ours) == pytest.approx(same_source(ours, theirs), rel=1e-9)


def test_mismatched_rows_are_refused() -> None:
    for wrong in (((1, 2), (1, 2, 3)), ((1, -2), (1, 2))):
        with pytest.raises(ValueError, match="two rows"):
            same_source(*wrong)

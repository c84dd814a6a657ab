"""Difficulty held against what the levels solve."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quire.engine.analysis.puzzle import load
from quire.lab.puzzles import (
    LEVELS,
    Attempts,
    attempt,
    correlation,
    failed_by_grade,
    measure,
    spearman,
)


def test_rank_correlation_is_that_of_spearman() -> None:
    """The example of Wikipedia: IQ and hours of TV, -29/165."""
    iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
    hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]
    assert spearman(iq, hours) == pytest.approx(-29 / 165)


def test_attempts_are_summed_up() -> None:
    one, other = load("line")[:2]
    easy = Attempts(replace(one, difficulty=1.0, grade=1), 10, 9)
    hard = Attempts(replace(other, difficulty=5.0, grade=5), 10, 1)
    assert correlation([easy, hard]) == 1.0
    assert failed_by_grade([easy, hard]) == [
        pytest.approx(0.1),
        None,
        None,
        None,
        pytest.approx(0.9),
    ]


def test_levels_try_the_same_puzzles_again() -> None:
    puzzle = load("line")[0]
    once = attempt(puzzle, 1, 1)
    assert once == attempt(puzzle, 1, 1)
    assert once.tried == len(LEVELS)
    assert [it.puzzle.game for it in measure(["line"], 2, 1, 1, workers=1)] == ["line", "line"]

"""One limit shared by several searches."""

from __future__ import annotations

import math

import pytest

from quire.engine.agents.budget import Budget
from quire.errors import NotationError
from quire.match.agent import Limit


def test_spent_nodes_are_gone() -> None:
    budget = Budget(Limit(nodes=100))
    assert budget.share() == Limit(nodes=100)
    assert budget.share(1 / 4) == Limit(nodes=25)
    budget.nodes += 60
    assert budget.share() == Limit(nodes=40)
    assert budget.share(0.5, max_nodes=7) == Limit(nodes=7)
    assert budget.share(0.5, max_nodes=70) == Limit(nodes=20)
    budget.nodes += 60
    assert budget.share() == Limit(nodes=0)


def test_time_passes_by_itself() -> None:
    budget = Budget(Limit(seconds=10.0))
    budget.began -= 4
    assert budget.seconds >= 4
    left = budget.share(0.5).seconds
    assert left is not None
    assert 0 < left <= 3
    budget.began -= 400
    assert budget.share() == Limit(seconds=0.0)


def test_no_limit_stays_unlimited() -> None:
    assert Budget(Limit()).share(0.5) == Limit()
    assert Budget(Limit()).share(max_nodes=5) == Limit(nodes=5)


@pytest.mark.parametrize("seconds", [-1.0, -math.inf, math.nan])
def test_negative_seconds_are_refused(seconds: float) -> None:
    with pytest.raises(NotationError, match="seconds must be 0 or more, not"):
        Limit(seconds=seconds)


@pytest.mark.parametrize("nodes", [-1, 1 << 64])
def test_invalid_nodes_are_refused(nodes: int) -> None:
    with pytest.raises(NotationError, match=r"nodes must be 0 to 2\^64 - 1, not"):
        Limit(nodes=nodes)

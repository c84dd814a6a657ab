from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.arena.statistics.elo import elo_of, share_of


def test_scale_is_that_of_chess() -> None:
    """Wikipedia, "Elo rating system": 100 points more are 64 % of the points, 200 are 76 %."""
    assert share_of(100) == pytest.approx(0.64, abs=0.005)
    assert share_of(200) == pytest.approx(0.76, abs=0.005)
    assert share_of(400) == pytest.approx(10 / 11)
    assert elo_of(1 / 11) == pytest.approx(-400)


def test_extreme_scores_are_infinite() -> None:
    assert (elo_of(0), elo_of(0.5), elo_of(1)) == (-math.inf, 0, math.inf)
    assert (share_of(-math.inf), share_of(0), share_of(math.inf)) == (0, 0.5, 1)
    for wrong in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="score must be 0 to 1"):
            elo_of(wrong)


@given(st.floats(-2000, 2000))
def test_round_trip(elo: float) -> None:
    assert elo_of(share_of(elo)) == pytest.approx(elo, abs=1e-6)
    assert share_of(-elo) == pytest.approx(1 - share_of(elo), abs=1e-12)

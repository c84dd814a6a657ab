"""Streaks and ratings, from games and their ranks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.store.people.rating import Standing, after, result


def test_new_player_has_1000_points() -> None:
    assert Standing().rating == 1000
    assert Standing().mu == 25
    assert Standing().sigma == pytest.approx(25 / 3)


def test_wins_make_a_streak_and_anything_else_ends_it() -> None:
    ann = bob = Standing()
    runs = []
    for ranks in ((1, 2), (1, 2), (1, 1), (1, 2), (2, 1)):
        ann, bob = after([ann, bob], ranks, rated=False)
        runs.append((ann.streak, ann.best, bob.streak, bob.best))
    assert runs == [(1, 1, 0, 0), (2, 2, 0, 0), (0, 2, 0, 0), (1, 2, 0, 0), (0, 2, 1, 1)]
    assert ann.rating == bob.rating == 1000
    assert ann.rated == 0


def test_winner_gains_and_loser_falls_behind() -> None:
    winner, loser = after([Standing(), Standing()], (1, 2), rated=True)
    assert winner.mu > 25 > loser.mu
    assert winner.rating > 1000
    assert winner.rating > loser.rating
    assert winner.rated == loser.rated == 1
    assert winner.sigma < Standing().sigma


def test_beating_a_strong_player_gains_more() -> None:
    strong, weak = Standing(mu=35, sigma=2), Standing(mu=15, sigma=2)
    me = Standing(sigma=2)
    over_strong = after([me, strong], (1, 2), rated=True)[0].mu - me.mu
    over_weak = after([me, weak], (1, 2), rated=True)[0].mu - me.mu
    assert over_strong > over_weak > 0


def test_average_player_converges_to_1500() -> None:
    ann = bob = Standing()
    for number in range(100):
        ann, bob = after([ann, bob], (1, 2) if number % 2 else (2, 1), rated=True)
    assert 1400 < ann.rating < 1700
    assert abs(ann.rating - bob.rating) < 60


@given(ranks=st.lists(st.integers(1, 8), min_size=2, max_size=8))
def test_any_number_of_players_by_their_ranks(ranks: list[int]) -> None:
    ranks = [1 + sum(other < rank for other in ranks) for rank in ranks]  # as in outcomes
    results = after([Standing()] * len(ranks), ranks, rated=True)
    for one, first in zip(ranks, results, strict=True):
        for other, second in zip(ranks, results, strict=True):
            if one < other:
                assert first.mu > second.mu
    assert sum(result(ranks, seat) == "wins" for seat in range(len(ranks))) in (0, 1)
    assert all(result(ranks, seat) == "losses" for seat, rank in enumerate(ranks) if rank > 1)

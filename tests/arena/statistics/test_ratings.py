"""Ratings against published ones, and the coverage of their intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import pytest

from quire.arena.statistics import ratings
from quire.arena.statistics.elo import POINTS_PER_NAT, share_of
from quire.arena.statistics.ratings import Rating, Result, rate
from quire.errors import NotationError


def won(winner: str, loser: str) -> Result:
    return Result((winner, loser), (1, 2))


def games_from_table(players: Sequence[str], wins: Sequence[Sequence[int]]) -> list[list[Result]]:
    """Return games, each a separate round, from a table of the row's wins over the column."""
    return [
        [won(winner, loser)]
        for winner, row in zip(players, wins, strict=True)
        for loser, count in zip(players, row, strict=True)
        for _ in range(count)
    ]


def in_nats(found: Iterable[Rating]) -> dict[str, float]:
    """Return the ratings as natural logarithms of the strengths, with mean 0."""
    return {rating.player: rating.elo / POINTS_PER_NAT for rating in found}


BASEBALL = """
0-0 4-3 4-2 4-3 6-1 4-2 6-0
3-3 0-0 4-2 4-3 6-0 6-1 4-3
2-5 4-3 0-0 2-4 4-3 4-2 6-0
3-3 5-1 2-5 0-0 4-3 4-2 6-1
5-1 2-5 3-3 4-2 0-0 5-2 6-0
2-5 3-3 3-4 4-3 4-2 0-0 2-4
2-5 1-5 1-6 2-4 1-6 3-4 0-0
"""
"""The American League East of 1987: how often the home team, the row, won and lost."""


@pytest.fixture
def _weak_prior(monkeypatch: pytest.MonkeyPatch) -> None:
    """Weaken the prior: published ratings were fitted without one."""
    monkeypatch.setattr(ratings, "PRIOR", 1e-9)


@pytest.mark.usefixtures("_weak_prior")
def test_example_of_wikipedia() -> None:
    """en.wikipedia.org, "Bradley-Terry model": 22 games, strengths with geometric mean 1."""
    games = games_from_table("ABCD", [(0, 2, 0, 1), (3, 0, 5, 0), (0, 3, 0, 1), (4, 0, 3, 0)])
    found = in_nats(rate(games, samples=2))
    strengths = [math.exp(found[player]) for player in "ABCD"]
    assert strengths == pytest.approx([0.640, 1.043, 0.660, 2.270], abs=0.0005)


@pytest.mark.usefixtures("_weak_prior")
def test_agresti_baseball_teams() -> None:
    """A. Agresti, Categorical Data Analysis (2002), table 10.11, column 3.

    Games and estimates as in the R package BradleyTerry2, data/baseball.csv and test-baseball.R.
    """
    teams = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
    games = []
    for home, row in zip(teams, BASEBALL.strip().splitlines(), strict=True):
        for away, wins in zip(teams, row.split(), strict=True):
            home_wins, away_wins = map(int, wins.split("-"))
            games += games_from_table((home, away), [(0, home_wins), (away_wins, 0)])
    found = in_nats(rate(games, samples=2))
    abilities = sorted(ability - found["Baltimore"] for ability in found.values())
    assert abilities == pytest.approx([0, 0.68, 1.11, 1.25, 1.29, 1.44, 1.58], abs=0.005)


@pytest.mark.usefixtures("_weak_prior")
def test_stigler_journals() -> None:
    """Citation counts: H. Turner and D. Firth, Journal of Statistical Software 48 (2012), 2.1."""
    journals = ("Biometrika", "Comm Statist", "JASA", "JRSS-B")
    cited_by = [(0, 730, 498, 221), (33, 0, 68, 17), (320, 813, 0, 142), (284, 276, 325, 0)]
    found = in_nats(rate(games_from_table(journals, cited_by), samples=2))
    relative = [found[journal] - found["Biometrika"] for journal in journals]
    assert relative == pytest.approx([0, -2.9491, -0.4796, 0.2690], abs=0.00005)


def some_tournament(truth: Mapping[str, float], pairs: int, seed: int) -> list[list[Result]]:
    """Return pairs of games between all, with draws; both games of a pair end alike.

    That is maximal dependence, with the expected points of the Elo model.
    """
    rng = random.Random(seed)
    rounds = []
    for one, other in combinations(truth, 2):
        share = share_of(truth[one] - truth[other])
        draws = 0.5 * min(share, 1 - share)
        for _ in range(pairs):
            ranks = rng.choices(
                [(1, 2), (1, 1), (2, 1)], [share - draws / 2, draws, 1 - share - draws / 2]
            )[0]
            rounds.append([Result((one, other), ranks), Result((other, one), ranks[::-1])])
    return rounds


@pytest.mark.usefixtures("_weak_prior")
def test_expected_points_equal_actual_points() -> None:
    """Only the maximum likelihood ratings satisfy this (Hunter 2004, eq. 3)."""
    rounds = some_tournament({"a": 0, "b": 80, "c": 150, "d": -200, "e": 30}, pairs=12, seed=4)
    elo = {rating.player: rating.elo for rating in rate(rounds, samples=2)}
    for player, mine in elo.items():
        points = expected = 0.0
        for game in (game for games in rounds for game in games if player in game.players):
            seat = game.players.index(player)
            points += {1: 1.0, 0: 0.5, -1: 0.0}[game.ranks[1 - seat] - game.ranks[seat]]
            expected += share_of(mine - elo[game.players[1 - seat]])
        assert expected == pytest.approx(points, abs=1e-4)


def test_prior_is_half_a_win_and_half_a_loss() -> None:
    """For either of two players, so between them each wins one more game."""
    ten_pairs = [[won("a", "b"), won("a", "b")]] * 10
    better, worse = rate(ten_pairs)
    assert better.elo - worse.elo == pytest.approx(400 * math.log10(21 / 1))
    assert better.elo + worse.elo == pytest.approx(0)
    assert (better.player, better.games, worse.games) == ("a", 20, 20)


def test_winner_of_everything_has_a_wide_interval() -> None:
    """It may be far better, but is unlikely to win only 70 % of all pairs."""
    better, worse = rate([[won("a", "b"), won("a", "b")]] * 10)
    assert better.high - better.elo > 200
    assert better.low > worse.high
    assert share_of(better.low - worse.high) > 0.6


def test_all_draws_leave_a_wide_interval() -> None:
    """The rule of three: what never happened in n pairs happens in less than 3 of n."""
    for pairs in (10, 100):
        for rating in rate([[won("a", "b"), won("b", "a")]] * pairs):
            assert rating.elo == pytest.approx(0, abs=1e-6)
            assert 0.1 / pairs < share_of(rating.high) - 0.5 < 3 / pairs


def test_unconnected_players_are_not_compared() -> None:
    one = some_tournament({"a": 0, "b": 100, "c": 250}, pairs=10, seed=1)
    other = some_tournament({"x": 0, "y": 400}, pairs=10, seed=2)
    apart = {rating.player: rating.elo for rating in (*rate(one), *rate(other))}
    together = {rating.player: rating.elo for rating in rate(one + other)}
    assert together == pytest.approx(apart, abs=1e-4)


def test_order_of_rounds_does_not_matter() -> None:
    rounds = some_tournament({"a": 0, "b": 80, "c": 150}, pairs=10, seed=1)
    shuffled = random.Random(1).sample(rounds, len(rounds))
    assert rate(shuffled) == rate(rounds)
    again = rate(rounds, seed=2)
    assert [rating.elo for rating in again] == [rating.elo for rating in rate(rounds)]
    assert [rating.low for rating in again] != [rating.low for rating in rate(rounds)]


def test_anchor_fixes_the_scale() -> None:
    rounds = some_tournament({"a": 0, "b": 80, "c": 150}, pairs=10, seed=1)
    free = {rating.player: rating for rating in rate(rounds)}
    held = {rating.player: rating for rating in rate(rounds, anchor=("b", 1500.0))}
    assert held["b"].elo == held["b"].low == held["b"].high == pytest.approx(1500)
    for player in "ac":
        assert held[player].elo - 1500 == pytest.approx(free[player].elo - free["b"].elo)
        assert held[player].low < held[player].elo < held[player].high
    with pytest.raises(NotationError, match="anchor 'z' played no games: choose a player who did"):
        rate(rounds, anchor=("z", 0))


def test_best_comes_first_and_no_games_are_allowed() -> None:
    found = rate(some_tournament({"a": 0, "b": 400, "c": 800}, pairs=30, seed=1))
    assert [rating.player for rating in found] == ["c", "b", "a"]
    assert rate([]) == []
    assert rate([[], [Result(("a", "a"), (1, 2))]]) == []


def test_mismatched_ranks_are_refused() -> None:
    with pytest.raises(ValueError, match="2 players but 3 ranks"):
        Result(("a", "b"), (1, 2, 3))


def test_game_of_three_is_three_comparisons() -> None:
    of_three = Result(("a", "b", "c"), (1, 2, 2))
    of_two = [won("a", "b"), won("a", "c"), Result(("b", "c"), (1, 1))]
    together = {
        rating.player: (rating.elo, rating.low, rating.high) for rating in rate([[of_three]] * 7)
    }
    apart = {rating.player: (rating.elo, rating.low, rating.high) for rating in rate([of_two] * 7)}
    assert together == apart
    assert {rating.player: rating.games for rating in rate([[of_three]] * 7)} == {
        "a": 7,
        "b": 7,
        "c": 7,
    }


def test_seats_of_the_same_player_are_not_compared() -> None:
    """Five games with two wins each, and one more for either."""
    better, worse = rate([[Result(("a", "b", "b"), (1, 2, 3))]] * 5)
    assert better.elo - worse.elo == pytest.approx(400 * math.log10(11 / 1))
    assert (better.games, worse.games) == (5, 5)


def finish(strengths: Mapping[str, float], rng: random.Random) -> Result:
    """Draw the ranks of a game one after another by strength (R. Luce, R. Plackett)."""
    left = dict(strengths)
    order: list[str] = []
    while left:
        order += rng.choices(list(left), list(left.values()))
        del left[order[-1]]
    return Result(tuple(strengths), tuple(order.index(player) + 1 for player in strengths))


def test_games_of_four_recover_the_strengths() -> None:
    truth = {"a": -150.0, "b": -50.0, "c": 50.0, "d": 150.0}
    strengths = {player: 10 ** (elo / 400) for player, elo in truth.items()}
    rng = random.Random(2)
    found = rate([[finish(strengths, rng)] for _ in range(1500)])
    for rating in found:
        assert rating.low < truth[rating.player] < rating.high
        assert rating.high - rating.low < 50


def coverage(truth: Mapping[str, float], tournaments: Sequence[list[list[Result]]]) -> float:
    """Return the share of all intervals that contain the true value."""
    mean = sum(truth.values()) / len(truth)
    held = [
        rating.low <= truth[rating.player] - mean <= rating.high
        for number, rounds in enumerate(tournaments)
        for rating in rate(rounds, seed=number, samples=80)
    ]
    return sum(held) / len(held)


FOUR = {"a": 0.0, "b": 50.0, "c": 120.0, "d": 300.0}
TOURNAMENTS = 120
# Three standard deviations, as if the four intervals of a tournament were one.
MIN_COVERAGE = 0.95 - 3 * math.sqrt(0.95 * 0.05 / TOURNAMENTS)


@pytest.mark.parametrize("pairs", [3, 10])
def test_intervals_have_95_percent_coverage(pairs: int) -> None:
    tournaments = [some_tournament(FOUR, pairs, seed) for seed in range(TOURNAMENTS)]
    assert coverage(FOUR, tournaments) > MIN_COVERAGE


def test_ignoring_rounds_would_be_overconfident() -> None:
    """So the intervals depend on rounds, and the test above can fail."""
    tournaments = [some_tournament(FOUR, 10, seed) for seed in range(TOURNAMENTS)]
    games = [[[game] for games in rounds for game in games] for rounds in tournaments]
    assert coverage(FOUR, games) < MIN_COVERAGE

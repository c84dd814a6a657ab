"""Scores, and the coverage of their intervals."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.arena.statistics.score import Pentanomial, Score, Tally

GAME = st.sampled_from([0, 0.5, 1])
SCORES = st.builds(
    Score.of,
    st.lists(st.tuples(GAME, GAME), max_size=30),
    st.lists(st.tuples(st.sampled_from([0, 1]), GAME), max_size=5),
)
SHARES = (0, 0.25, 0.5, 0.75, 1)


def paired(pairs: Pentanomial) -> Score:
    """Return a score with these pairs: (0, 0), (0, ½), (1, 0), (1, ½) and (1, 1)."""
    zero, half, one, one_and_half, two = pairs
    first = Tally(one + one_and_half + two, 0, zero + half)
    second = Tally(two, half + one_and_half, zero + one)
    return Score(first, second, pairs)


def singles(wins: int, draws: int, losses: int) -> Score:
    """Return a score of games that belong to no pair."""
    tally = Tally(wins, draws, losses)
    return Score(first=tally, singles=tally)


def test_games_are_counted_by_seat_and_in_pairs() -> None:
    score = Score.of([(1, 1), (1, 0), (0.5, 0.5), (1, 0.5), (0, 0)], singles=[(1, 0.5), (0, 1)])
    assert score.first == Tally(wins=4, draws=1, losses=1)
    assert score.second == Tally(wins=1, draws=3, losses=2)
    assert score.total == Tally(wins=5, draws=4, losses=3)
    assert score.pairs == (1, 0, 2, 1, 1)
    assert score.singles == Tally(wins=1, draws=1)
    assert (score.games, score.points) == (12, 7)
    assert score.share == 7 / 12


def test_invalid_scores_are_refused() -> None:
    for wrong in ([(1, 2)], [(0.3, 0)], [(-1, 1)]):
        with pytest.raises(ValueError, match=r"0, 0\.5 or 1 point"):
            Score.of(wrong)
    with pytest.raises(ValueError, match="seat is 0 or 1"):
        Score.of(singles=[(2, 1)])
    with pytest.raises(ValueError, match="3 of 3 points by seat, but 2 of 2 in pairs"):
        Score(Tally(wins=2), Tally(wins=1), (0, 0, 0, 0, 1))
    with pytest.raises(ValueError, match="1 of 2 points by seat, but 2 of 2 in pairs"):
        Score(Tally(wins=1), Tally(losses=1), (0, 0, 0, 0, 1))


@given(SCORES, SCORES)
def test_scores_add_up(one: Score, other: Score) -> None:
    both = one + other
    assert both.points == one.points + other.points
    assert sum(both.pairs) == sum(one.pairs) + sum(other.pairs)
    assert both.total.wins == one.total.wins + other.total.wins


@given(SCORES)
def test_opponents_score_is_the_mirror_image(score: Score) -> None:
    other = score.reverse
    assert other.reverse == score
    assert other.first.wins == score.second.losses
    assert other.share == pytest.approx(1 - score.share)
    assert other.los == pytest.approx(1 - score.los)
    low, high = score.interval
    assert other.interval == pytest.approx((1 - high, 1 - low))


@given(SCORES)
def test_interval_contains_the_share_and_has_a_width(score: Score) -> None:
    low, high = score.interval
    assert 0 <= low <= score.share <= high <= 1
    assert low < high
    assert score.elo_interval[0] <= score.elo <= score.elo_interval[1]


@pytest.mark.parametrize(
    ("pairs", "elo", "error"),
    [
        # github.com/Disservin/fastchess, app/tests/elo_test.cpp
        ((34, 54, 63, 64, 75), 55.58, 27.65),
        ((332, 433, 498, 333, 334), -8.64, 10.33),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95),
        # github.com/codedeliveryservice/Reckless/wiki/Progress-Tracking
        ((59, 1751, 4800, 3267, 169), 30.09, 2.56),
        ((5, 782, 2540, 1655, 19), 31.38, 3.35),
        # The same measured by fishtest: Stockfish's regression tests of 2022-05-14
        ((18, 1850, 25507, 2580, 45), 4.54, 0.8),
    ],
)
def test_elo_of_pairs_matches_chess_engine_testers(
    pairs: Pentanomial, elo: float, error: float
) -> None:
    """They use the plain normal interval; with this many pairs ours hardly differs."""
    score = paired(pairs)
    low, high = score.elo_interval
    assert score.elo == pytest.approx(elo, abs=0.005)
    assert (high - low) / 2 == pytest.approx(error, abs=max(0.005 * error, 0.05))


@pytest.mark.parametrize(
    ("score", "percent"),
    [
        # github.com/Disservin/fastchess, app/tests/elo_test.cpp: in pairs, and as single games
        (paired((332, 433, 498, 333, 334)), 5.05),
        (singles(136, 111, 96), 99.60),
        (singles(76, 123, 89), 15.53),
        # github.com/ianfab/variantfishtest, README
        (singles(63, 3, 34), 99.9),
    ],
)
def test_los_matches_chess_engine_testers(score: Score, percent: float) -> None:
    """They use the variance around the mean, we that around a half: almost the same."""
    assert 100 * score.los == pytest.approx(percent, abs=0.1)


def test_los_of_single_games_follows_the_known_formula() -> None:
    """½ + ½ erf((wins - losses) / √(2 wins + 2 losses)): chessprogramming.org, Match Statistics."""
    for wins, losses in ((1, 0), (10, 0), (7, 12), (300, 270)):
        expected = (1 + math.erf((wins - losses) / math.sqrt(2 * (wins + losses)))) / 2
        assert singles(wins, 40, losses).los == pytest.approx(expected)


@pytest.mark.parametrize(
    ("wins", "losses", "wilson"),
    [
        # codegolf.stackexchange.com, "Compute the Wilson score interval"
        (10, 90, (0.05522854161313612, 0.1743673043676654)),
        (75, 25, (0.6569535362992417, 0.8245490599627573)),
    ],
)
def test_interval_of_decided_pairs_is_centred_as_wilson(
    wins: int, losses: int, wilson: tuple[float, float]
) -> None:
    """Agresti and Coull defined theirs that way; it is a little wider."""
    low, high = paired((losses, 0, 0, 0, wins)).interval
    assert (low + high) / 2 == pytest.approx(sum(wilson) / 2, abs=1e-5)
    assert low < wilson[0] < wilson[1] < high
    assert high - low == pytest.approx(wilson[1] - wilson[0], abs=0.01)


def test_interval_of_decided_pairs_is_agresti_coull() -> None:
    """The formula as in R's binom.confint; R's PropCIs has the figures for 15 of 112."""
    wins, pairs, z = 15, 112, 1.959964
    score = paired((pairs - wins, 0, 0, 0, wins))
    middle = (wins + z * z / 2) / (pairs + z * z)
    half = z * math.sqrt(middle * (1 - middle) / (pairs + z * z))
    assert score.interval == pytest.approx((middle - half, middle + half), abs=1e-6)
    # add4ci(15, 112), which adds 2 where z² / 2 is 1.92
    assert score.interval == pytest.approx((0.08219363, 0.21090982), abs=1e-3)
    assert singles(wins, 0, pairs - wins).interval == pytest.approx(score.interval)


def test_no_games_give_no_information() -> None:
    nothing = Score()
    assert nothing.interval == (0.0, 1.0)
    assert nothing.elo_interval == (-math.inf, math.inf)
    assert (nothing.share, nothing.elo, nothing.los) == (0.5, 0, 0.5)


def test_winner_of_everything_has_no_upper_bound() -> None:
    score = Score.of([(1, 1)] * 10)
    assert score.elo == math.inf
    low, high = score.elo_interval
    assert 0 < low < math.inf
    assert high == math.inf
    assert score.los < 1
    # If it won only 70 % of all pairs, ten in a row would have a chance of 2.8 %.
    assert 0.65 < score.interval[0] < 0.75


def test_drawn_pairs_narrow_the_interval_slowly() -> None:
    """The rule of three: what never happened in n pairs happens in less than 3 of n."""
    for pairs in (10, 100, 1000):
        low, high = Score.of([(1, 0)] * pairs).interval
        assert (low + high) / 2 == pytest.approx(0.5)
        assert 1 / pairs < high - 0.5 < 3 / pairs


def test_decisive_openings_add_no_noise_in_pairs() -> None:
    """As single games, the same points would have a far wider interval."""
    by_pairs = Score.of([(1, 0)] * 90 + [(1, 1)] * 10)
    as_games = singles(by_pairs.total.wins, by_pairs.total.draws, by_pairs.total.losses)
    assert by_pairs.share == as_games.share == 0.55
    low, high = by_pairs.interval
    assert as_games.interval[0] < low < high < as_games.interval[1]
    assert as_games.interval[0] < 0.5 < low


def all_pairs(total: int, kinds: int = 5) -> Iterator[tuple[int, ...]]:
    """Return every way in which that many pairs can end."""
    if kinds == 1:
        yield (total,)
        return
    for count in range(total + 1):
        for rest in all_pairs(total - count, kinds - 1):
            yield (count, *rest)


MIXTURES = (
    (0.2, 0.2, 0.2, 0.2, 0.2),
    (0.05, 0.1, 0.7, 0.1, 0.05),
    (0.0, 0.02, 0.96, 0.02, 0.0),
    (0.0, 0.0, 0.85, 0.0, 0.15),
    (0.0, 0.0, 0.1, 0.0, 0.9),
    (0.0, 0.0, 0.0, 0.3, 0.7),
    (0.25, 0.0, 0.5, 0.0, 0.25),
    (0.5, 0.0, 0.0, 0.0, 0.5),
    (0.05, 0.0, 0.0, 0.0, 0.95),
    (0.01, 0.04, 0.1, 0.25, 0.6),
)


def exact_coverage(total: int, chances: tuple[float, ...]) -> float:
    """Return how likely the interval contains the true value, over all results."""
    truth = sum(share * chance for share, chance in zip(SHARES, chances, strict=True))
    likely = 0.0
    for counts in all_pairs(total):
        ways = math.factorial(total) // math.prod(map(math.factorial, counts))
        chance = ways * math.prod(c**n for c, n in zip(chances, counts, strict=True))
        if chance:
            a, b, c, d, e = counts
            low, high = paired((a, b, c, d, e)).interval
            likely += chance * (low <= truth <= high)
    return likely


@pytest.mark.parametrize("chances", MIXTURES)
def test_coverage_of_few_pairs(chances: tuple[float, ...]) -> None:
    """Discrete results cannot have exactly 95 % coverage, but not far less."""
    assert exact_coverage(5, chances) > 0.90
    assert exact_coverage(10, chances) > 0.92


def test_coverage_of_many_pairs_is_95_percent() -> None:
    matches, pairs = 1500, 100
    chance = random.Random(1)
    mixture = (0.1, 0.2, 0.25, 0.25, 0.2)
    truth = sum(share * weight for share, weight in zip(SHARES, mixture, strict=True))
    hits = 0
    for _ in range(matches):
        ends = chance.choices(range(5), mixture, k=pairs)
        a, b, c, d, e = (ends.count(kind) for kind in range(5))
        low, high = paired((a, b, c, d, e)).interval
        hits += low <= truth <= high
    # Four standard deviations of a count with a chance of 95 %.
    assert abs(hits - 0.95 * matches) < 4 * math.sqrt(matches * 0.95 * 0.05)

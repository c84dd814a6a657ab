"""The sequential test, against published ones, and its error rates."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.arena.statistics.elo import share_of
from quire.arena.statistics.score import Pentanomial
from quire.arena.statistics.sprt import SHARES, Model, Sprt, Verdict
from quire.errors import NotationError

PAIRS = st.tuples(*[st.integers(0, 2000)] * 5)


@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "pairs", "llr", "digits"),
    [
        # github.com/Disservin/fastchess, app/tests/sprt_test.cpp
        ("logistic", 0.5, 2.5, (223, 9863, 21279, 10037, 246), -3.07, 2),
        ("logistic", 0, 2, (871, 26175, 55983, 26678, 821), -4.98, 2),
        ("normalized", 0, 2, (365, 16618, 36229, 16974, 390), 2.25, 2),
        ("normalized", -1.75, 0.25, (127, 4883, 10712, 5150, 104), 3.01, 2),
        # fishtest's tests of Stockfish: pull requests 2920 and 3209, when Elo was logistic there
        ("logistic", -0.5, 1.5, (665, 4806, 9333, 4893, 747), 2.95, 2),
        ("logistic", 0.25, 1.75, (328, 4564, 15580, 4789, 371), 2.98, 2),
        ("logistic", -0.25, 1.25, (253, 4282, 17604, 4431, 286), 2.94, 2),
        ("logistic", 0.25, 1.25, (58, 3302, 33130, 3518, 84), 2.97, 2),
        # since then normalized: 3679, and 6659 with kinds of pairs that did not occur
        ("normalized", -0.5, 2.5, (117, 4287, 9664, 4481, 135), 2.95, 2),
        ("normalized", 0.5, 3.5, (11, 1383, 3682, 1571, 17), 2.94, 2),
        ("normalized", 0, 2, (1, 0, 10, 15, 318), 2.70, 2),
        ("normalized", -1.75, 0.25, (0, 0, 0, 2, 267), 2.19, 2),
        # github.com/official-stockfish/fishtest, issue 1737: the output of its stat_util.SPRT_elo
        ("normalized", -1.75, 0.25, (93, 18711, 58877, 18739, 100), 2.9420974720708513, 8),
        # montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712: fishtest's raw statistics
        ("normalized", 0, 4, (13, 37, 50, 25, 3), -0.54912, 5),
        ("logistic", 0, 2.716, (13, 37, 50, 25, 3), -0.53772, 3),
    ],
)
def test_ratio_matches_fishtest_and_fastchess(
    model: Model, elo0: float, elo1: float, pairs: Pentanomial, llr: float, digits: int
) -> None:
    """To the printed digits; the last may be truncated instead of rounded."""
    assert Sprt(elo0, elo1, model=model).llr(pairs) == pytest.approx(llr, abs=10**-digits)


def test_bounds_are_walds() -> None:
    """At 5 % fishtest prints (-2.94,2.94); 19 to 1 is what 5 % are."""
    lower, upper = Sprt(0, 5).bounds
    assert (lower, upper) == pytest.approx((-math.log(19), math.log(19)))
    assert f"({lower:.2f},{upper:.2f})" == "(-2.94,2.94)"
    lower, upper = Sprt(0, 5, alpha=0.01, beta=0.2).bounds
    assert (lower, upper) == pytest.approx((math.log(0.2 / 0.99), math.log(0.8 / 0.01)))


def test_decided_pairs_give_the_classic_coin_test() -> None:
    """With pairs that are only won or lost, a mean fixes the distribution."""
    test = Sprt(-30, 50)
    worse, better = share_of(-30), share_of(50)
    for won, lost in ((60, 40), (3, 9), (500, 480)):
        expected = won * math.log(better / worse) + lost * math.log((1 - better) / (1 - worse))
        assert test.llr((lost, 0, 0, 0, won)) == pytest.approx(expected, abs=0.02)


def test_drawn_pairs_support_equal_strength() -> None:
    """With all pairs drawn, H1 fits best with the fewest pairs won 2–0."""
    test = Sprt(0, 20)
    pairs = 80
    expected = pairs * math.log(1 - (2 * share_of(20) - 1))
    assert test.llr((0, 0, pairs, 0, 0)) == pytest.approx(expected, abs=0.02)
    assert test.verdict((0, 0, pairs, 0, 0)) == "accept H0"
    assert test.verdict((0, 0, pairs // 2, 0, 0)) == "continue"


def test_one_pair_does_not_end_a_test() -> None:
    for elo1 in (10, 100, 400):
        for pairs in ((1, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 0, 1)):
            assert Sprt(0, elo1).verdict(pairs) == "continue"
    assert Sprt(0, 10).llr((0, 0, 0, 0, 0)) == 0


@given(PAIRS, st.sampled_from(["logistic", "normalized"]))
def test_mirror_image_gives_the_opposite_ratio(pairs: Pentanomial, model: Model) -> None:
    a, b, c, d, e = pairs
    ratio = Sprt(-10, 40, model=model).llr(pairs)
    mirrored = Sprt(-40, 10, model=model).llr((e, d, c, b, a))
    assert mirrored == pytest.approx(-ratio, rel=1e-5, abs=1e-5)


@given(PAIRS, st.sampled_from(["logistic", "normalized"]), st.floats(-200, 150))
def test_every_result_has_a_finite_ratio(pairs: Pentanomial, model: Model, elo0: float) -> None:
    """However unlikely: losing everything while testing for much better."""
    for counts in (pairs, (pairs[0], 0, 0, 0, 0), (0, 0, 0, 0, pairs[4]), (0, 0, pairs[2], 0, 0)):
        a, b, c, d, e = counts
        assert math.isfinite(Sprt(elo0, elo0 + 50, model=model).llr((a, b, c, d, e)))


@given(PAIRS)
def test_ratios_of_adjacent_hypotheses_add_up(pairs: Pentanomial) -> None:
    """A likelihood ratio: 0 to 10 plus 10 to 30 is 0 to 30."""
    parts = Sprt(0, 10).llr(pairs) + Sprt(10, 30).llr(pairs)
    assert parts == pytest.approx(Sprt(0, 30).llr(pairs), rel=1e-6, abs=1e-6)


def tilted(mixture: tuple[float, ...], share: float) -> list[float]:
    """Return the mixture with enough pairs won 2–0 for that share of points."""
    mean = sum(chance * of for chance, of in zip(mixture, SHARES, strict=True))
    won = (share - mean) / (1 - mean)
    return [
        chance * (1 - won) + won * (of == 1) for chance, of in zip(mixture, SHARES, strict=True)
    ]


def run_test(test: Sprt, chances: list[float], rng: random.Random) -> Verdict:
    """Run a test until it has a verdict, and return it."""
    counts = [0] * 5
    while True:
        for end in rng.choices(range(5), chances, k=2):
            counts[end] += 1
        a, b, c, d, e = counts
        verdict = test.verdict((a, b, c, d, e))
        if verdict != "continue":
            return verdict


@pytest.mark.parametrize(
    "mixture",
    [(0.05, 0.2, 0.5, 0.2, 0.05), (0.25, 0.0, 0.5, 0.0, 0.25)],
    ids=["drawish", "decided"],
)
@pytest.mark.parametrize(("truth", "wrong"), [(0, "accept H1"), (80, "accept H0")])
def test_error_rates_are_as_promised(
    mixture: tuple[float, ...], truth: float, wrong: Verdict
) -> None:
    test = Sprt(0, 80, alpha=0.1, beta=0.1)
    rng = random.Random(3)
    chances = tilted(mixture, share_of(truth))
    tests = 600
    errors = sum(run_test(test, chances, rng) == wrong for _ in range(tests))
    # Three standard deviations of a count with a chance of 10 %; far fewer would be too cautious.
    assert 0.02 * tests < errors < 0.1 * tests + 3 * math.sqrt(tests * 0.1 * 0.9)


def test_round_trip() -> None:
    assert Sprt.parse("elo0=0 elo1=20 alpha=0.05 beta=0.05") == Sprt(0, 20)
    assert Sprt.parse(" elo1=5,elo0=-5,  beta=0.2 ") == Sprt(-5, 5, beta=0.2)
    assert Sprt.parse("elo0=0 elo1=2 model=normalized").model == "normalized"
    for test in (Sprt(-0.5, 2.25, 0.01, 0.3), Sprt(0, 5, model="normalized")):
        assert Sprt.parse(str(test)) == test


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "SPRT needs elo0, as in elo0=0 elo1=20"),
        ("elo0=0", "SPRT needs elo1"),
        ("elo0=0 elo1=20 gamma=1", "unknown SPRT setting 'gamma=1': choose from elo0, elo1"),
        ("elo0=0 elo1", "unknown SPRT setting 'elo1'"),
        ("elo0=0 elo1=twenty", "'elo1=twenty' must be a number, as in elo0=0"),
        ("elo0=0 elo1=", "'elo1=' must be a number"),
        ("elo0=0 elo1=5 elo1=6", "elo1 is given twice"),
        ("elo0=20 elo1=0", "elo0=20 must be less than elo1=0"),
        ("elo0=5 elo1=5", "elo0=5 must be less than elo1=5"),
        ("elo0=0 elo1=inf", "elo1 must be from -2000 to 2000"),
        ("elo0=nan elo1=5", "elo0 must be from -2000 to 2000"),
        ("elo0=0 elo1=300 model=normalized", "elo1 must be from -200 to 200"),
        ("elo0=0 elo1=5 alpha=0", "alpha must be above 0 and below 1, as in alpha=0.05"),
        ("elo0=0 elo1=5 beta=5", "beta must be above 0 and below 1, as in beta=0.05"),
        ("elo0=0 elo1=5 alpha=0.6 beta=0.4", "alpha=0.6 and beta=0.4 must add up to less than 1"),
        (
            "elo0=0 elo1=5 model=bayesian",
            "unknown SPRT model 'bayesian': use model=logistic or model=",
        ),
    ],
)
def test_invalid_test_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        Sprt.parse(text)
    assert message in str(error.value)

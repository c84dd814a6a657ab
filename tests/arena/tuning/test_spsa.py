"""SPSA: the schedule, the trials, and that it finds an optimum."""

from __future__ import annotations

import math
import random

import pytest

from quire.arena.tuning.spsa import Parameter, Spsa
from quire.errors import NotationError


def parameter(name: str = "a", **options: object) -> Parameter:
    given = {"whole": False, "start": 5, "least": 0, "most": 10, "step": 1, **options}
    return Parameter(name=name, **given)  # type: ignore[arg-type]


def test_trial_is_symmetric_and_the_same_again() -> None:
    spsa = Spsa([parameter("a"), parameter("b", step=2)], pairs=100, seed=1)
    trial = spsa.trial({"a": 5, "b": 4}, 7)
    assert trial == spsa.trial({"a": 5, "b": 4}, 7)
    for name, middle in (("a", 5), ("b", 4)):
        plus, minus = (float(dict(side)[name]) for side in (trial.plus, trial.minus))
        assert plus + minus == pytest.approx(2 * middle)
        assert math.copysign(1, plus - minus) == trial.directions[name]


def test_perturbation_and_gain_end_at_step_and_rate() -> None:
    spsa = Spsa([parameter(step=2, rate=0.01)], pairs=500, seed=1)
    trial = spsa.trial({"a": 5}, 500)
    assert abs(float(trial.plus[0][1]) - 5) == pytest.approx(2)
    moved = spsa.updated({"a": 5}, 500, trial, lead=1)
    assert abs(moved["a"] - 5) == pytest.approx(0.02)
    # By hand, at the first pair: rate * ((50 + 500) / 51)^0.602 / 500^0.101 steps.
    first = spsa.updated({"a": 5}, 1, spsa.trial({"a": 5}, 1), lead=1)
    assert abs(first["a"] - 5) == pytest.approx(0.02 * (550 / 51) ** 0.602 / 500**0.101)


def test_values_go_towards_the_winner_within_the_bounds() -> None:
    spsa = Spsa([parameter(rate=1)], pairs=10, seed=3)
    trial = spsa.trial({"a": 5}, 1)
    for lead in (-1, 0, 1):
        moved = spsa.updated({"a": 5}, 1, trial, lead)["a"] - 5
        assert math.copysign(bool(moved), moved) == lead * trial.directions["a"]
    assert spsa.updated({"a": 5}, 1, trial, 1000)["a"] in (0, 10)


def test_whole_numbers_are_rounded_by_chance() -> None:
    spsa = Spsa([parameter(whole=True, step=1)], pairs=2000, seed=1)
    rounded = [int(spsa.trial({"a": 5.3}, pair).plus[0][1]) for pair in range(1000, 2000)]
    # From 5.3 one up or down: 6.3 is 6 or 7, 4.3 is 4 or 5, the larger one in 3 of 10 cases.
    assert set(rounded) == {4, 5, 6, 7}
    larger = sum(value in (5, 7) for value in rounded) / len(rounded)
    assert larger == pytest.approx(0.3, abs=0.1)


def test_finds_the_best_values_of_a_noisy_game() -> None:
    """The setting nearer to (7, 2) wins more often; both start far from there."""
    best = {"a": 7.0, "b": 2.0}
    spsa = Spsa([parameter("a", rate=0.02), parameter("b", start=8, rate=0.02)], 3000, seed=1)
    rng, values = random.Random(1), spsa.start()

    def strength(side: tuple[tuple[str, str], ...]) -> float:
        return -sum((float(value) - best[name]) ** 2 for name, value in side)

    for pair in range(1, 3001):
        trial = spsa.trial(values, pair)
        chance = 1 / (1 + math.exp(0.2 * (strength(trial.minus) - strength(trial.plus))))
        lead = sum(1 if rng.random() < chance else -1 for _ in range(2))
        values = spsa.updated(values, pair, trial, lead)
    assert values == pytest.approx(best, abs=0.7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a", "is not a parameter: write NAME,int|float"),
        ("a,real,1,0,2,1", "is not a parameter"),
        ("a,int,x,0,2,1", "is not a parameter"),
        ("a,int,nan,0,2,1", "is not a parameter"),
        ("a,int,3,0,2,1", "START must be between MIN and MAX"),
        ("a,int,1,0,2,0.4", "at least 0.5"),
        ("a,float,1,0,2,3", "at most MAX - MIN"),
        ("a,float,1,0,2,1,0", "RATE must be above 0"),
        ("Size,float,1,0,2,1", "'Size' is not a bot's option"),
    ],
)
def test_invalid_parameters(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message.replace("|", r"\|")):
        Parameter.parse(text)


def test_parameter_as_written() -> None:
    found = Parameter.parse("hash, int, 64, 1, 1024, 16, 0.01")
    assert found == Parameter(
        name="hash", whole=True, start=64, least=1, most=1024, step=16, rate=0.01
    )

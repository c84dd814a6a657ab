"""Rates of several sides, measured in turn: the best of several rounds, in CPU or wall time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

Clock = Callable[[], float]
"""The clock, in seconds: CPU time of all threads, except where threads are compared."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to measure: rounds per side, and seconds per round."""

    rounds: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Side:
    """One contestant.

    `run` does N repetitions and is timed; `count` returns, untimed, the units of work that its
    result stands for, so that counting is not part of the time.
    """

    name: str
    run: Callable[[int], Any]
    count: Callable[[Any], float]


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of one side: units per second, one per round."""

    name: str
    rounds: tuple[float, ...]

    @property
    def best(self) -> float:
        """The best round: load on the machine can only make a round slower."""
        return max(self.rounds)


def timed(side: Side, repetitions: int, clock: Clock) -> tuple[float, float]:
    """Return the seconds that a run took, and the units of work that it did."""
    begin = clock()
    result = side.run(repetitions)
    seconds = clock() - begin
    return seconds, side.count(result)


def calibrated(side: Side, seconds: float, clock: Clock) -> int:
    """Return the repetitions that take about that many seconds; this also warms up."""
    repetitions = 1
    while True:
        taken, _ = timed(side, repetitions, clock)
        if taken >= seconds / 4:
            return max(1, round(repetitions * seconds / taken))
        repetitions *= 4


def interleaved(
    sides: Sequence[Side], effort: Effort, clock: Clock = time.process_time
) -> list[Rates]:
    """Return the rates of each side; the rounds of the sides alternate."""
    repetitions = [calibrated(side, effort.seconds, clock) for side in sides]
    rates: list[list[float]] = [[] for _ in sides]
    for _ in range(effort.rounds):
        for side, amount, found in zip(sides, repetitions, rates, strict=True):
            seconds, units = timed(side, amount, clock)
            found.append(units / seconds)
    return [Rates(side.name, tuple(found)) for side, found in zip(sides, rates, strict=True)]

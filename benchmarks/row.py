"""A line of the table: what was measured, on both sides, and the goal."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.timing import Rates


@dataclass(frozen=True, slots=True)
class Row:
    """One result, as texts ready to print; `met` is None where there is no goal.

    `rates` keeps every round behind the texts, for `--json`.
    """

    what: str
    ours: str
    theirs: str
    ratio: float | None = None
    goal: str = ""
    met: bool | None = None
    rates: tuple[Rates, ...] = ()

    @property
    def ratio_text(self) -> str:
        """The ratio to three figures or so."""
        if self.ratio is None:
            return "-"
        return f"{self.ratio:,.{decimals(self.ratio)}f}x"

    @property
    def verdict(self) -> str:
        """The goal and whether it was reached, in words."""
        return "-" if self.met is None else f"{self.goal}: {'met' if self.met else 'MISSED'}"


def compared(what: str, rates: list[Rates], unit: str, goal: float | None = None) -> Row:
    """The row that compares our rate, first in the list, with the best of the others."""
    ours, theirs = rates[0].best, max(other.best for other in rates[1:])
    ratio = ours / theirs
    return Row(
        what=what,
        ours=spoken(ours, unit),
        theirs=spoken(theirs, unit),
        ratio=ratio,
        goal="" if goal is None else f"≥ {goal:g}x",
        met=None if goal is None else ratio >= goal,
        rates=tuple(rates),
    )


def hastened(what: str, two: Rates, one: Rates, unit: str, goal: float) -> Row:
    """The row that compares two of our threads with one."""
    ratio = two.best / one.best
    return Row(
        what=what,
        ours=f"{spoken(one.best, unit)} → {spoken(two.best, unit)}",
        theirs="-",
        ratio=ratio,
        goal=f"≥ {goal:g}x",
        met=ratio >= goal,
        rates=(two, one),
    )


def decimals(value: float) -> int:
    """The decimals that leave about three figures of a positive number.

    >>> [decimals(value) for value in (0.087, 4.61, 46.1, 461, 4610)]
    [3, 2, 1, 0, 0]
    """
    return max(0, min(3, 3 - len(f"{value:.0f}") if value >= 1 else 3))


def spoken(rate: float, unit: str) -> str:
    """A rate with its unit: `4.61 M moves/s`; calls and answers are given by their price instead.

    >>> spoken(4_610_000, "moves"), spoken(87_000, "moves")
    ('4.61 M moves/s', '0.087 M moves/s')
    >>> spoken(5_000_000, "call"), spoken(2, "answer")
    ('0.200 µs', '0.500 s')
    """
    if unit == "call":
        return f"{1e6 / rate:.3f} µs"
    if unit == "answer":
        return f"{1 / rate:.3f} s"
    millions = rate / 1e6
    return f"{millions:.{decimals(millions)}f} M {unit}/s"

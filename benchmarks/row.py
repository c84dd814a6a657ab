"""A row of the table: what was measured, on both sides, and the goal."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.timing import Rates


@dataclass(frozen=True, slots=True)
class Row:
    """One result, as texts ready to print; `met` is None without a goal.

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
        """The ratio to about three digits."""
        if self.ratio is None:
            return "-"
        return f"{self.ratio:,.{decimals(self.ratio)}f}x"

    @property
    def verdict(self) -> str:
        """The goal, and whether it was met."""
        return "-" if self.met is None else f"{self.goal}: {'met' if self.met else 'MISSED'}"


def ratio_of(ours: float, theirs: float) -> float | None:
    """Return a ratio; None if too little was measured to know it.

    CPU times have steps of 10 ms, so a short run may have used none.

    >>> ratio_of(1.0, 2.0), ratio_of(1.0, 0.0)
    (0.5, None)
    """
    return ours / theirs if theirs > 0 else None


def compared(what: str, rates: list[Rates], unit: str, goal: float | None = None) -> Row:
    """Return the row that compares our rate, first in the list, with the best of the others."""
    ours, theirs = rates[0].best, max(other.best for other in rates[1:])
    ratio = ours / theirs
    return Row(
        what=what,
        ours=format_rate(ours, unit),
        theirs=format_rate(theirs, unit),
        ratio=ratio,
        goal="" if goal is None else f"≥ {goal:g}x",
        met=None if goal is None else ratio >= goal,
        rates=tuple(rates),
    )


def threads_compared(what: str, two: Rates, one: Rates, unit: str, goal: float) -> Row:
    """Return the row that compares two of our threads with one."""
    ratio = two.best / one.best
    return Row(
        what=what,
        ours=f"{format_rate(one.best, unit)} → {format_rate(two.best, unit)}",
        theirs="-",
        ratio=ratio,
        goal=f"≥ {goal:g}x",
        met=ratio >= goal,
        rates=(two, one),
    )


def decimals(value: float) -> int:
    """Return the decimals that leave about three digits of a positive number.

    >>> [decimals(value) for value in (0.087, 4.61, 46.1, 461, 4610)]
    [3, 2, 1, 0, 0]
    """
    return max(0, min(3, 3 - len(f"{value:.0f}") if value >= 1 else 3))


def format_rate(rate: float, unit: str) -> str:
    """Return a rate with its unit, `4.61 M moves/s`; calls and answers as the time of one.

    >>> format_rate(4_610_000, "moves"), format_rate(87_000, "moves")
    ('4.61 M moves/s', '0.087 M moves/s')
    >>> format_rate(5_000_000, "call"), format_rate(2, "answer")
    ('0.200 µs', '0.500 s')
    """
    if unit == "call":
        return f"{1e6 / rate:.3f} µs"
    if unit == "answer":
        return f"{1 / rate:.3f} s"
    millions = rate / 1e6
    return f"{millions:.{decimals(millions)}f} M {unit}/s"

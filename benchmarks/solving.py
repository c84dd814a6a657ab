"""What each solver does in a second, and how much sooner two threads have the answer."""

from __future__ import annotations

import random
import time

from benchmarks.python_loop import SEED
from benchmarks.row import Row, hastened, spoken
from benchmarks.timing import Effort, Side, interleaved
from quire import _native
from quire.core import Position

GOAL_THREADS = 1.6
MEMORY = 256 << 20
SECONDS = 20.0
"""After so long a question is given up: one that takes longer has no business here."""

Question = tuple[str, str, int | None]
"""A game, a size, and where the start is too hard: so many moves before the end."""

COUNTED: tuple[Question, ...] = (
    ("sos", "4x4", None),
    ("extreme", "2x9x9", 24),
    ("obstruction", "8x8", None),
)
THREADED: tuple[Question, ...] = (
    ("sos", "4x5", None),
    ("extreme", "2x9x9", 28),
    ("obstruction", "9x8", None),
)
"""Harder: a second thread must have something to do."""


def question(game: str, size: str, before_end: int | None) -> Position:
    """The position to solve: the start, or one of a random game shortly before its end."""
    position, chance = _native.start(game, size), random.Random(SEED)
    if before_end is None:
        return position
    seen = []
    while moves := position.legal_moves():
        seen.append(position)
        position = position.play(chance.choice(moves))
    return seen[-before_end]


def solving_side(position: Position, threads: int, *, answers: bool) -> Side:
    """Solves from nothing, time and again; it counts nodes, or answers.

    Raises Unsolved if one takes too long.
    """

    def solved(times: int) -> tuple[int, int]:
        nodes = 0
        for _ in range(times):
            solver = _native.solver(position, MEMORY)
            found = solver.solve(position, threads=threads, seconds=SECONDS)
            if found[0] != found[1]:
                raise Unsolved(f"no answer in {SECONDS:g} s")
            nodes += found[5]
        return nodes, times

    return Side(f"quire, {threads}", solved, lambda done: float(done[1 if answers else 0]))


class Unsolved(Exception):
    """A question was given up."""


def described(game: str, size: str, before_end: int | None) -> str:
    """A question in a few words."""
    return f"`{game} {size}`" + ("" if before_end is None else f", {before_end} moves from its end")


def nodes_row(game: str, size: str, before_end: int | None, effort: Effort) -> Row:
    """The nodes of one core in a second."""
    what = f"solver, {described(game, size, before_end)}"
    position = question(game, size, before_end)
    try:
        (rates,) = interleaved([solving_side(position, 1, answers=False)], effort)
    except Unsolved as why:
        return Row(what, str(why), "-")
    return Row(what, spoken(rates.best, "nodes"), "-", rates=(rates,))


def line_row(effort: Effort) -> Row:
    """The price of one answer about the longest line: it is known without a search."""
    position = question("line", "2000", None)
    (rates,) = interleaved([solving_side(position, 1, answers=True)], effort)
    return Row("solver, `line 2000`: one answer", spoken(rates.best, "call"), "-", rates=(rates,))


def threads_row(game: str, size: str, before_end: int | None, effort: Effort) -> Row:
    """Answers of two threads beside answers of one, by the clock."""
    what = f"solver, {described(game, size, before_end)}: one thread → two"
    position = question(game, size, before_end)
    sides = [solving_side(position, threads, answers=True) for threads in (2, 1)]
    try:
        two, one = interleaved(sides, effort, time.perf_counter)
    except Unsolved as why:
        return Row(what, str(why), "-", goal=f"≥ {GOAL_THREADS:g}x", met=False)
    return hastened(what, two, one, "answer", GOAL_THREADS)


def rows(effort: Effort) -> list[Row]:
    """A row for each solver, then what the second thread brings."""
    few = Effort(max(3, effort.rounds // 10), effort.seconds)
    return [
        *(nodes_row(*it, few) for it in COUNTED),
        line_row(few),
        *(threads_row(*it, few) for it in THREADED),
    ]

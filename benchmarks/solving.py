"""Nodes that each solver does in a second, and how much sooner two threads have the answer."""

from __future__ import annotations

import random
import time

from benchmarks.python_loop import SEED
from benchmarks.row import Row, compared, spoken
from benchmarks.timing import Effort, Side, interleaved
from quire import _native
from quire.core import Position

GOAL_THREADS = 1.6
MEMORY = 256 << 20
SECONDS = 20.0
"""After so long a question is given up: a solver that needs longer has no business here."""

QUESTIONS = (
    ("sos", "4x4", None),
    ("line", "200", None),
    ("extreme", "2x9x9", 24),
    ("obstruction", "8x8", None),
)
"""A game, a size, and where the start is too hard: so many moves before the end."""

THREADED = (("sos", "4x5", None), ("extreme", "2x9x9", 28), ("obstruction", "8x8", None))
"""The same, harder: a second thread must have something to do."""


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
    """Solves from nothing, time and again; it counts nodes, or answers."""

    def solved(times: int) -> tuple[int, int]:
        nodes = 0
        for _ in range(times):
            solver = _native.solver(position, MEMORY)
            nodes += solver.solve(position, threads=threads, seconds=SECONDS)[5]
        return nodes, times

    return Side(f"quire, {threads}", solved, lambda done: float(done[1 if answers else 0]))


def described(game: str, size: str, before_end: int | None) -> str:
    """A question in a few words."""
    return f"`{game} {size}`" + ("" if before_end is None else f", {before_end} moves from its end")


def nodes_row(game: str, size: str, before_end: int | None, effort: Effort) -> Row:
    """The nodes of one core in a second."""
    position = question(game, size, before_end)
    (rates,) = interleaved([solving_side(position, 1, answers=False)], effort)
    what = f"solver, {described(game, size, before_end)}"
    return Row(what, spoken(rates.best, "nodes"), "-", rates=(rates,))


def threads_row(game: str, size: str, before_end: int | None, effort: Effort) -> Row:
    """Answers of two threads beside answers of one, by the clock."""
    position = question(game, size, before_end)
    sides = [solving_side(position, threads, answers=True) for threads in (2, 1)]
    rates = interleaved(sides, effort, time.perf_counter)
    what = f"solver, {described(game, size, before_end)}: two threads / one"
    return compared(what, rates, "answers", GOAL_THREADS)


def rows(effort: Effort) -> list[Row]:
    """A row for each solver, then what the second thread brings."""
    few = Effort(max(3, effort.rounds // 10), effort.seconds)
    return [
        *(nodes_row(*it, few) for it in QUESTIONS),
        *(threads_row(*it, few) for it in THREADED),
    ]

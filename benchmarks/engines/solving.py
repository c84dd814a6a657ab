"""Nodes per second of each solver, the gain of two threads, and the hardest of many positions."""

from __future__ import annotations

import random
import time

from benchmarks.row import Row, format_rate, threads_compared
from benchmarks.timing import Effort, Side, interleaved
from quire import _native
from quire.core import Position

GOAL_THREADS = 1.6
MEMORY = 1 << 29
SECONDS = 20.0
"""Time limit per position; harder ones are not for this benchmark."""

LATE = (
    "..XXXO..X/.OX..XXO./OX.OO...X/X.OXXXO../X....XOX./.OO...O.O/.XX.X.XO./X..XOOO../OOX.OX..O|"
    "OOXOX.O.O/XOX...X.X/O..XO.O.O/.O.OO..../.XO.OXX.O/OO.O..XOX/O.XX..XOX/.X..X.O.O/X.X.XX.XX"
    " 2 1a5 -"
)
"""A position of a random game, 20 moves before its end: the start is too hard."""

HARD = (("sos", "6x6", 16, 1.0), ("sos", "8x8", 16, 1.0), ("obstruction", "8x8", 60, 2.0))
"""Boards, empty cells, and the seconds that must be enough for any such position."""

Question = tuple[str, Position]
"""A description, and the position to solve."""

COUNTED: tuple[Question, ...] = (
    ("`sos 4x4`", _native.start("sos", "4x4")),
    ("`extreme`, a late position", _native.parse("extreme", LATE)),
    ("`obstruction 8x8`", _native.start("obstruction", "8x8")),
)
THREADED: tuple[Question, ...] = (
    ("`sos 4x5`", _native.start("sos", "4x5")),
    COUNTED[1],
    ("`obstruction 9x8`", _native.start("obstruction", "9x8")),
)
"""Harder ones, so that a second thread has something to do."""


def solving_side(position: Position, threads: int, *, answers: bool) -> Side:
    """Return repeated solving with empty tables; it counts nodes, or answers.

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
    """A position was not solved in time."""


def nodes_row(words: str, position: Position, effort: Effort) -> Row:
    """Nodes per second on one core."""
    what = f"solver, {words}"
    try:
        (rates,) = interleaved([solving_side(position, 1, answers=False)], effort)
    except Unsolved as why:
        return Row(what, str(why), "-")
    return Row(what, format_rate(rates.best, "nodes"), "-", rates=(rates,))


def line_row(effort: Effort) -> Row:
    """Return the time of one answer about the longest line, which needs no search."""
    position = _native.start("line", "2000")
    (rates,) = interleaved([solving_side(position, 1, answers=True)], effort)
    return Row(
        "solver, `line 2000`: one answer", format_rate(rates.best, "call"), "-", rates=(rates,)
    )


def threads_row(words: str, position: Position, effort: Effort) -> Row:
    """Two threads compared with one, by wall time."""
    what = f"solver, {words}: one thread → two"
    sides = [solving_side(position, threads, answers=True) for threads in (2, 1)]
    try:
        two, one = interleaved(sides, effort, time.perf_counter)
    except Unsolved as why:
        return Row(what, str(why), "-", goal=f"≥ {GOAL_THREADS:g}x", met=False)
    return threads_compared(what, two, one, "answer", GOAL_THREADS)


def drawn(game: str, size: str, empty: int, seed: int) -> Position:
    """Return the position of a random game when at most N cells are empty."""
    draw = random.Random(seed)
    position = _native.start(game, size)
    while list(position.cells().values()).count(".") > empty:
        position = position.play(draw.choice(position.legal_moves()))
    return position


def slowest_row(game: str, size: str, empty: int, goal: float, positions: int) -> Row:
    """Measure the time of the hardest of N positions, all best moves included, on one core."""
    slowest = 0.0
    for seed in range(positions):
        position = drawn(game, size, empty, seed)
        began = time.process_time()
        _native.solver(position, MEMORY).solve(position)
        slowest = max(slowest, time.process_time() - began)
    what = f"solver, `{game} {size}`, {empty} empty cells: slowest of {positions}"
    goal_text = f"≤ {goal:g} s"
    return Row(what, f"{slowest:.3f} s", "-", goal=goal_text, met=slowest <= goal)


def rows(effort: Effort) -> list[Row]:
    """Return a row for each solver, the gain of a second thread, and the hardest positions."""
    few = Effort(max(3, effort.rounds // 10), effort.seconds)
    return [
        *(nodes_row(*row, few) for row in COUNTED),
        line_row(few),
        *(threads_row(*row, few) for row in THREADED),
        *(slowest_row(*row, 2 * effort.rounds) for row in HARD),
    ]

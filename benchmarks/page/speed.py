"""The core for the browser, compiled to WebAssembly, in a worker of Chromium, and the native one.

Both use one thread and the same seeds, so they do the same work.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle

from benchmarks.page.chromium import Chromium
from benchmarks.row import Row, compared
from benchmarks.timing import Effort, Side, interleaved
from quire import _native

GOAL = 0.5
SEED = 7
MEMORY = 8 << 20
"""Bytes of a table or tree: little, because the browser's has to be cleared."""
PLAYOUTS = (("sos", "8x8"), ("line", "21"), ("extreme", "2x9x9"), ("obstruction", "8x8"))
SIMULATIONS = (("sos", "6x6"), ("extreme", "2x9x9"), ("obstruction", "8x8"))
SOLVED = (("sos", "5x5"), ("extreme", "2x9x9"), ("obstruction", "9x8"))
SOLVER_NODES = 10_000
"""Fewer nodes than a solution takes, so that each repetition is the same work."""

Pair = tuple[str, str, Side, Side]


def playouts(core: Chromium, game: str, size: str) -> Pair:
    """Return both sides of random playouts, which count their moves."""
    start = _native.start(game, size)
    asked = {"game": game, "size": size, "seed": str(SEED)}

    def native(pairs: int) -> int:
        return _native.playouts(start, 2 * pairs, SEED)[0]

    def browser(pairs: int) -> int:
        return int(core.ask("playouts", **asked, games=2 * pairs)["moves"])

    return (
        f"browser: playouts, `{game} {size}`",
        "moves",
        _side("browser", browser),
        _side("native", native),
    )


def simulations(core: Chromium, game: str, size: str) -> Pair:
    """Return both sides of a tree search from the start, with a new tree for each round."""
    start = _native.start(game, size)
    asked = {"game": game, "size": size, "search": "mcts", "memory": MEMORY}
    seeds = {"native": 0, "browser": 0}

    def native(thousands: int) -> int:
        seeds["native"] += 1
        engine = _native.mcts(start, seed=seeds["native"], memory=MEMORY)
        return engine.think(start, nodes=1000 * thousands)[3]

    def browser(thousands: int) -> int:
        seeds["browser"] += 1
        found = core.ask("search", **asked, seed=str(seeds["browser"]), nodes=1000 * thousands)
        return int(found["nodes"])

    what = f"browser: tree search, `{game} {size}`"
    return what, "simulations", _side("browser", browser), _side("native", native)


def solving(core: Chromium, game: str, size: str) -> Pair:
    """Return both sides of the exact solver from the start, with an empty table each time."""
    start = _native.start(game, size)
    asked = {"game": game, "size": size, "nodes": SOLVER_NODES}
    memories = cycle((MEMORY, MEMORY + 64))  # another size is another table

    def native(times: int) -> int:
        made = (_native.solver(start, MEMORY) for _ in range(times))
        return sum(solver.solve(start, nodes=SOLVER_NODES)[5] for solver in made)

    def browser(times: int) -> int:
        found = (core.ask("solve", **asked, memory=next(memories)) for _ in range(times))
        return sum(int(it["nodes"]) for it in found)

    return (
        f"browser: solver, `{game} {size}`",
        "nodes",
        _side("browser", browser),
        _side("native", native),
    )


def _side(name: str, run: Callable[[int], int]) -> Side:
    return Side(name, run, float)


def rows(core: Chromium, effort: Effort) -> list[Row]:
    """Return a row for each kind of work and board."""
    pairs = [
        *(playouts(core, *board) for board in PLAYOUTS),
        *(simulations(core, *board) for board in SIMULATIONS),
        *(solving(core, *board) for board in SOLVED),
    ]
    return [
        compared(what, rates, unit, GOAL)
        for what, unit, *sides in pairs
        for rates in [interleaved(sides, effort, lambda: time.process_time() + core.cpu_seconds())]
    ]

"""The core for the browser, compiled to WebAssembly and run by Node, next to the native one.

Both use one thread and the same seeds, so they do the same work.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.row import Row, compared
from benchmarks.timing import Effort, Side, interleaved
from quire import _native
from tests.wasm.host import CORE, Host, host

GOAL = 0.5
SEED = 7
MEMORY = 64 << 20
PLAYOUTS = (("sos", "8x8"), ("line", "21"), ("extreme", "2x9x9"), ("obstruction", "8x8"))
SIMULATIONS = (("sos", "6x6"), ("extreme", "2x9x9"), ("obstruction", "8x8"))
SOLVED = (
    ("sos", "SOS./..../S.O./.... 1 1-0"),
    ("obstruction", "........./........./........./........./........./........./......... 1"),
)
"""Positions that take more nodes than any round."""

Pair = tuple[str, str, Side, Side]


def playouts(core: Host, game: str, size: str) -> Pair:
    """Return both sides of random playouts, which count their moves."""
    start = _native.start(game, size)
    asked = {"game": game, "size": size, "seed": str(SEED)}

    def native(pairs: int) -> int:
        return _native.playouts(start, 2 * pairs, SEED)[0]

    def browser(pairs: int) -> int:
        return int(core.ask("playouts", **asked, games=2 * pairs)["moves"])

    return f"playouts, `{game} {size}`", "moves", _side("wasm", browser), _side("native", native)


def simulations(core: Host, game: str, size: str) -> Pair:
    """Return both sides of a tree search from the start, with a new tree for each round."""
    start = _native.start(game, size)
    asked = {"game": game, "size": size, "search": "mcts", "memory": MEMORY}
    seeds = {"native": 0, "wasm": 0}

    def native(hundreds: int) -> int:
        seeds["native"] += 1
        engine = _native.mcts(start, seed=seeds["native"], memory=MEMORY)
        return engine.think(start, nodes=100 * hundreds)[3]

    def browser(hundreds: int) -> int:
        seeds["wasm"] += 1
        found = core.ask("search", **asked, seed=str(seeds["wasm"]), nodes=100 * hundreds)
        return int(found["nodes"])

    what = f"tree search, `{game} {size}`"
    return what, "simulations", _side("wasm", browser), _side("native", native)


def solving(core: Host, game: str, position: str) -> Pair:
    """Return both sides of the exact solver on one position, from an empty table each time."""
    start = _native.parse(game, position)
    asked = {"game": game, "position": position}
    memory = [MEMORY, MEMORY]  # another size is another table

    def native(thousands: int) -> int:
        return _native.solver(start, MEMORY).solve(start, nodes=1000 * thousands)[5]

    def browser(thousands: int) -> int:
        memory[0], memory[1] = memory[1], memory[0] + 64
        found = core.ask("solve", **asked, memory=memory[0], nodes=1000 * thousands)
        return int(found["nodes"])

    what = f"solver, `{game} {start.size}`"
    return what, "nodes", _side("wasm", browser), _side("native", native)


def _side(name: str, run: Callable[[int], int]) -> Side:
    return Side(name, run, float)


def rows(effort: Effort) -> list[Row]:
    """Return the rows; none if the core wasn't built."""
    if not CORE.is_file():
        print("The core for the browser isn't built: run make page to measure it.")
        return []
    with tempfile.TemporaryDirectory() as directory, host(Path(directory)) as core:
        pairs = [
            *(playouts(core, *board) for board in PLAYOUTS),
            *(simulations(core, *board) for board in SIMULATIONS),
            *(solving(core, *board) for board in SOLVED),
        ]
        return [
            compared(f"in the browser: {what}", rates, unit, GOAL)
            for what, unit, *sides in pairs
            for rates in [interleaved(sides, effort, time.perf_counter)]
        ]

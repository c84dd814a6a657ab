"""Simulations of Monte Carlo tree search, compared with OpenSpiel, and the gain of two threads.

A simulation is the same on both sides: one walk down the tree, one random playout, one walk back.
Each search begins without a tree, at the start of its game.
"""

from __future__ import annotations

import time
from typing import Any

import pyspiel

from benchmarks.engines.python_loop import SEED
from benchmarks.row import Row, compared, threads_compared
from benchmarks.timing import Effort, Side, interleaved
from quire import _native

GOAL_SIMULATIONS = 8
GOAL_THREADS = 1.6
SIMULATIONS = 10_000
"""Per search, on both sides."""

MEMORY_MEGABYTES = 256
THREADED = (("extreme", "2x9x9"), ("sos", "8x8"), ("obstruction", "8x8"), ("line", "40"))


def quire_side(game: str, size: str, threads: int = 1, simulations: int = SIMULATIONS) -> Side:
    """Return searches of Quire's `mcts` with its defaults, without an evaluation."""
    start = _native.start(game, size)
    seeds = iter(range(SEED, SEED + 1_000_000))

    def searched(searches: int) -> int:
        nodes = 0
        for _ in range(searches):
            engine = _native.mcts(start, seed=next(seeds), memory=MEMORY_MEGABYTES << 20)
            nodes += engine.think(start, nodes=simulations, threads=threads)[3]
        return nodes

    return Side(f"quire, {threads}", searched, float)


def open_spiel_side(game: Any) -> Side:
    """Return searches of OpenSpiel's `MCTSBot` in C++, one rollout per simulation."""
    seeds = iter(range(SEED, SEED + 1_000_000))

    def searched(searches: int) -> int:
        for _ in range(searches):
            seed = next(seeds)
            bot = pyspiel.MCTSBot(
                game,
                pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed),
                uct_c=1.0,
                max_simulations=SIMULATIONS,
                max_memory_mb=MEMORY_MEGABYTES,
                solve=True,
                seed=seed,
                verbose=False,
            )
            bot.mcts_search(game.new_initial_state())
        return searches * SIMULATIONS

    return Side("open_spiel", searched, float)


def simulations_row(effort: Effort) -> Row:
    """Compare `extreme` with `ultimate_tic_tac_toe`, one thread each."""
    game = pyspiel.load_game("ultimate_tic_tac_toe")
    sides = (quire_side("extreme", "2x9x9"), open_spiel_side(game))
    what = "tree search, `extreme`: simulations"
    return compared(what, interleaved(sides, effort), "simulations", GOAL_SIMULATIONS)


def threads_row(game: str, size: str, effort: Effort) -> Row:
    """Two threads compared with one, by wall time: the simulations of one longer search."""
    long = 10 * SIMULATIONS
    sides = (quire_side(game, size, 2, long), quire_side(game, size, 1, long))
    two, one = interleaved(sides, effort, time.perf_counter)
    what = f"tree search, `{game} {size}`: one thread → two"
    return threads_compared(what, two, one, "simulations", GOAL_THREADS)


def rows(effort: Effort) -> list[Row]:
    """Return the row compared with OpenSpiel, then those of two threads compared with one."""
    return [simulations_row(effort), *(threads_row(*row, effort) for row in THREADED)]

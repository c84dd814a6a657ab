"""Random playouts in native code, compared with OpenSpiel's.

OpenSpiel reaches its C++ rollouts from Python through the search that uses them: one simulation
of `MCTSBot` evaluates its root once, with as many rollouts as `RandomRolloutEvaluator` was given.
The rollouts do not report their number of moves, so it is taken from an average over games
played from Python beforehand.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pyspiel

from benchmarks.engines import spiel_games
from benchmarks.engines.python_loop import SEED, finished_there, marks_there
from benchmarks.row import Row, compared
from benchmarks.timing import Effort, Side, interleaved
from quire import _native

GOAL_EXTREME = 20
GOAL_PYTHON_GAMES = 200


def quire_side(game: str, size: str) -> Side:
    """Return Quire's playouts from the start, which count their moves."""
    start = _native.start(game, size)
    seeds = iter(range(SEED, SEED + 1_000_000))

    def moves_played(games: int) -> int:
        return _native.playouts(start, games, next(seeds))[0]

    return Side("quire", moves_played, float)


def rollout_side(game: Any, moves_per_game: float) -> Side:
    """Return OpenSpiel's C++ rollouts from the start of a game."""
    seeds = iter(range(SEED, SEED + 1_000_000))

    def rolled_out(games: int) -> int:
        seed = next(seeds)
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed)
        search = pyspiel.MCTSBot(
            game,
            evaluator,
            uct_c=1.0,
            max_simulations=1,
            max_memory_mb=100,
            solve=False,
            seed=seed,
            verbose=False,
        )
        search.mcts_search(game.new_initial_state())
        return games

    return Side("open_spiel rollouts", rolled_out, lambda games: games * moves_per_game)


def loop_side(game: Any) -> Side:
    """Return a Python loop over the same game, which may be faster if the game is in Python too."""
    draw = random.Random(SEED).random
    return Side(
        "open_spiel loop",
        lambda games: finished_there(game, games, draw),
        lambda ends: sum(end.move_number() for end in ends),
    )


def average(game: Any, games: int, count: Callable[[list[Any]], int]) -> float:
    """Return the average number of cell moves of a random game."""
    return count(finished_there(game, games, random.Random(SEED).random)) / games


def extreme_row(effort: Effort, sample: int) -> Row:
    """Compare `extreme` with `ultimate_tic_tac_toe`, both native."""
    game = pyspiel.load_game("ultimate_tic_tac_toe")
    sides = (
        quire_side("extreme", "2x9x9"),
        rollout_side(game, average(game, sample, marks_there)),
    )
    rates = interleaved(sides, effort)
    return compared("native playouts, `extreme`", rates, "moves", GOAL_EXTREME)


def python_game_row(game: str, size: str, short_name: str, effort: Effort, sample: int) -> Row:
    """Compare a game with itself as an OpenSpiel Python game, whichever way is faster there."""
    theirs = pyspiel.load_game(short_name)
    moves_per_game = average(theirs, sample, lambda ends: sum(end.move_number() for end in ends))
    sides = (quire_side(game, size), rollout_side(theirs, moves_per_game), loop_side(theirs))
    rates = interleaved(sides, effort)
    return compared(f"native playouts, `{game} {size}`", rates, "moves", GOAL_PYTHON_GAMES)


def rows(effort: Effort, sample: int) -> list[Row]:
    """Return the three rows; `sample` is the number of games behind each average length."""
    sos, obstruction = spiel_games.SOS_TYPE, spiel_games.OBSTRUCTION_TYPE
    return [
        extreme_row(effort, sample),
        python_game_row("sos", "8x8", sos.short_name, effort, sample // 20),
        python_game_row("obstruction", "8x8", obstruction.short_name, effort, sample // 20),
    ]

"""Environments for learning, next to pgx and PettingZoo.

Run `python -m benchmarks.engines.environments`.

Every side plays random legal actions and produces what a learner would see: a NumPy array of
observations and one of legal actions, after every step. The games differ, since neither library
has ours; theirs are those of a similar size.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pgx
from pgx.experimental import auto_reset

from benchmarks import report
from benchmarks.row import Row, format_rate
from benchmarks.timing import Effort, Rates, Side, interleaved
from quire.adapters.gymnasium import GameVectorEnv
from quire.adapters.pettingzoo import env, raw_env
from quire.batch import Batch

LIBRARIES = ("pgx", "jax", "pettingzoo", "gymnasium", "numpy")
GAMES_AT_ONCE = 1024
GOAL = 1e6
SEED = 20240229
GOAL_BOARDS = (("extreme", "2x9x9"), ("obstruction", "6x6"))
BOARDS = (*GOAL_BOARDS, ("sos", "8x8"))
PGX_GAMES = ("tic_tac_toe", "connect_four", "othello")
PETTINGZOO_GAMES = ("tictactoe_v3", "connect_four_v3")
PEER = "connect_four"
"""The game of both libraries that the rows are compared with: 42 cells, as 36 of Obstruction."""


def batch_side(game: str, size: str, threads: int = 1) -> Side:
    """Return the side that steps a batch; a repetition is a step of all games."""
    batch = Batch(game, size, GAMES_AT_ONCE, threads=threads)
    rng = np.random.default_rng(SEED)
    seen, masks, actions = batch.observations(), batch.masks(), batch.random_actions(rng)

    def run(steps: int) -> int:
        for _ in range(steps):
            batch.random_actions(rng, actions)
            batch.step(actions)
            batch.observations(out=seen)
            batch.masks(masks)
        return steps * GAMES_AT_ONCE

    return Side(f"`{game} {size}`", run, float)


def vector_side(game: str, size: str) -> Side:
    """Return the side that steps the Gymnasium environment with new arrays each time."""
    vector = GameVectorEnv(game, size, GAMES_AT_ONCE, threads=1, autoreset_mode="SameStep")
    rng = np.random.default_rng(SEED)
    vector.reset()

    def run(steps: int) -> int:
        for _ in range(steps):
            vector.step(vector.batch.random_actions(rng))
        return steps * GAMES_AT_ONCE

    return Side(f"`{game} {size}`", run, float)


def pgx_side(game: str) -> Side:
    """Return the side that steps a game of pgx, compiled by JAX for the CPU."""
    made: Any = pgx.make(game)
    restarted = auto_reset(made.step, made.init)

    def random_step(state: Any, key: Any) -> Any:
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return restarted(state, jax.random.categorical(key, scores), key)

    step = jax.jit(jax.vmap(random_step))
    key = jax.random.PRNGKey(SEED)
    state = jax.jit(jax.vmap(made.init))(jax.random.split(key, GAMES_AT_ONCE))

    def run(steps: int) -> int:
        nonlocal state, key
        for _ in range(steps):
            key, drawn = jax.random.split(key)
            state = step(state, jax.random.split(drawn, GAMES_AT_ONCE))
            np.asarray(state.observation)
            np.asarray(state.legal_action_mask)
        return steps * GAMES_AT_ONCE

    return Side(f"pgx `{game}`", run, float)


def pettingzoo_side(name: str, make: Callable[[], Any]) -> Side:
    """Return the side that plays whole games in an AEC environment; counts the moves."""
    environment, draw = make(), random.Random(SEED).random

    def run(games: int) -> int:
        moves = 0
        for _ in range(games):
            environment.reset()
            for _ in environment.agent_iter():
                seen, _, terminated, truncated, _ = environment.last()
                if terminated or truncated:
                    environment.step(None)
                    continue
                legal = seen["action_mask"].nonzero()[0]
                environment.step(int(legal[int(draw() * len(legal))]))
                moves += 1
        return moves

    return Side(name, run, float)


def _row(what: str, ours: Rates | None, theirs: Rates, goal: float | None = None) -> Row:
    """Return a row whose goal is a rate, not a ratio; ours may be left out."""
    return Row(
        what=what,
        ours="-" if ours is None else format_rate(ours.best, "steps"),
        theirs=f"{theirs.name} {format_rate(theirs.best, 'steps')}",
        ratio=None if ours is None else ours.best / theirs.best,
        goal="" if goal is None else f"≥ {goal / 1e6:g} M steps/s",
        met=None if goal is None or ours is None else ours.best >= goal,
        rates=(theirs,) if ours is None else (ours, theirs),
    )


def batch_rows(effort: Effort) -> list[Row]:
    """Compare batches and vectorised environments with pgx."""
    sides = [
        *(batch_side(*board) for board in BOARDS),
        *(vector_side(*board) for board in BOARDS),
        *map(pgx_side, PGX_GAMES),
    ]
    rates = interleaved(sides, effort)
    boards = len(BOARDS)
    batches, vectors, others = rates[:boards], rates[boards : 2 * boards], rates[2 * boards :]
    peer = others[PGX_GAMES.index(PEER)]
    return [
        *(
            _row(f"batch, {it.name}", it, peer, GOAL if board in GOAL_BOARDS else None)
            for board, it in zip(BOARDS, batches, strict=True)
        ),
        *(_row(f"Gymnasium, {it.name}", it, peer) for it in vectors),
        *(_row(f"batch, {it.name}", None, it) for it in others if it is not peer),
    ]


def two_threads_row(effort: Effort) -> Row:
    """Compare two threads with one, by the clock."""
    game, size = BOARDS[0]
    one, two = interleaved(
        [batch_side(game, size), batch_side(game, size, threads=2)], effort, time.perf_counter
    )
    rates = f"{format_rate(one.best, 'steps')} → {format_rate(two.best, 'steps')}"
    what = f"batch, `{game} {size}`: one thread → two"
    return Row(what, rates, "-", two.best / one.best, rates=(two, one))


def pettingzoo_rows(effort: Effort) -> list[Row]:
    """Compare PettingZoo environments, without its wrappers and with them, with its own games."""
    rows = []
    for kind, make in (("raw_env", raw_env), ("env", env)):
        sides = [
            pettingzoo_side(f"`{game} {size}`", partial(make, game, size)) for game, size in BOARDS
        ]
        for name in PETTINGZOO_GAMES:
            theirs = getattr(import_module(f"pettingzoo.classic.{name}"), kind)
            sides.append(pettingzoo_side(f"`{name}`", theirs))
        *ours, other, peer = interleaved(sides, effort)
        rows += [_row(f"PettingZoo, `{kind}`, {it.name}", it, peer) for it in ours]
        rows.append(_row(f"PettingZoo, `{kind}`, {other.name}", None, other))
    return rows


def main() -> None:
    """Measure, print the table and write it into a document if asked."""
    parser = argparse.ArgumentParser(description="Measure the environments for learning.")
    parser.add_argument("--quick", action="store_true", help="a rough look in a few seconds")
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="replace the table between FILE's markers"
    )
    asked = parser.parse_args()
    effort = Effort(rounds=3, seconds=0.05) if asked.quick else Effort(rounds=25, seconds=0.1)
    rows = [*batch_rows(effort), two_threads_row(effort), *pettingzoo_rows(effort)]
    peers = report.libraries("the named peer", *LIBRARIES)
    report.show(rows, peers)
    if asked.markdown:
        report.rewrite(asked.markdown, rows, peers, "environments")


if __name__ == "__main__":
    main()

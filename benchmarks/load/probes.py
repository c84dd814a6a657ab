"""Costs that load tests don't show: a flush to disk, and the CPU time of computer players."""

from __future__ import annotations

import os
import tempfile
import time

from benchmarks.load.results import quantile
from benchmarks.load.script import script
from quire.core import Position, replay
from quire.engine import Limit, make_agent
from quire.games import GAMES, find_game

FLUSHES = 300
PAGE = bytes(4096)
LEVELS = tuple(f"level{number}" for number in range(1, 9))
BUDGET = Limit(seconds=2.0)
"""The server's limit per move."""


def probes() -> dict[str, float]:
    """Return the seconds of a flush, and the CPU seconds per move of each level."""
    return {"flush": flush()} | {level: thinking(level) for level in LEVELS}


def flush() -> float:
    """Return the median seconds until new bytes are safely on disk."""
    seconds = []
    with tempfile.NamedTemporaryFile(prefix="quire-load-") as file:
        for _ in range(FLUSHES):
            file.write(PAGE)
            file.flush()
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            seconds.append(time.perf_counter() - began)
    return quantile(seconds, 0.5)


def thinking(level: str) -> float:
    """Return the mean CPU seconds per move, over all games, from the opening to the end."""
    seconds, moves = 0.0, 0
    for game in GAMES:
        positions = _positions(game.key)
        make_agent(level).choose(positions[0], BUDGET)  # loads what is loaded only once
        for position in positions:
            began = time.process_time()
            make_agent(f"{level}:seed=1").choose(position, BUDGET)
            seconds += time.process_time() - began
            moves += 1
    return seconds / moves


def _positions(key: str) -> list[Position]:
    """Return positions after a quarter, half and three quarters of a game."""
    game = find_game(key)
    size = game.online_sizes.default
    moves = script(key, size, 0)
    every = list(replay(game.start(size), moves))
    return [every[len(moves) * part // 4] for part in range(1, 4)]

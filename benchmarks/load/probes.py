"""What players do not show: the disk's flush, and what computer players think for a move."""

from __future__ import annotations

import os
import tempfile
import time

from benchmarks.load.script import script
from benchmarks.load.seen import quantile
from quire.core import Position, replay
from quire.engine import Limit, make_agent
from quire.games import GAMES, find_game

FLUSHES = 300
PAGE = bytes(4096)
LEVELS = tuple(f"level{number}" for number in range(1, 9))
BUDGET = Limit(seconds=2.0)
"""As the server gives it."""


def probes() -> dict[str, float]:
    """Seconds of a flush, and of one processor for a move of each level."""
    return {"flush": flush()} | {level: thinking(level) for level in LEVELS}


def flush() -> float:
    """Seconds until some new bytes are on the disk for good, the median of many times."""
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
    """Seconds of a processor for a move, over all games and from the first move to the last."""
    seconds, moves = 0.0, 0
    for game in GAMES:
        positions = _positions(game.key)
        make_agent(level).choose(positions[0], BUDGET)  # what is loaded once does not count
        for position in positions:
            began = time.process_time()
            make_agent(f"{level}:seed=1").choose(position, BUDGET)
            seconds += time.process_time() - began
            moves += 1
    return seconds / moves


def _positions(key: str) -> list[Position]:
    """A quarter, half and three quarters into a game."""
    game = find_game(key)
    size = game.online_sizes.default
    moves = script(key, size, 0)
    every = list(replay(game.start(size), moves))
    return [every[len(moves) * part // 4] for part in range(1, 4)]

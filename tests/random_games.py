"""Random games that are the same on every run, for tests of many positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from quire.core import Position, step
from quire.games import start

BOARDS = (
    ("sos", "3x3"),
    ("sos", "7x4"),
    ("sos", "4x4:simple"),
    ("sos", "5x5:3"),
    ("sos", "4x5:8"),
    ("sos", "26x26"),
    ("line", "3"),
    ("line", "14"),
    ("line", "45"),
    ("line", "2000"),
    ("extreme", "2x9x9"),
    ("obstruction", "1x1"),
    ("obstruction", "6x6"),
    ("obstruction", "10x7"),
)
"""A game and a size each: small and large ones, variants, several players."""


def random_game(game: str, size: str, seed: int) -> Iterator[tuple[Position, list[str]]]:
    """Yield every position of a random game with the entries so far, departures included."""
    rng = random.Random(f"{game} {size} {seed}")
    position: Position = start(game, size)
    entries: list[str] = []
    yield position, []
    while position.outcome() is None:
        entry = rng.choice(position.legal_moves())
        still_in = [n for n in range(position.players) if n not in position.out]
        if len(still_in) > 2 and rng.random() < 0.03:
            entry = f"x{rng.choice(still_in) + 1}"
        position = step(position, entry)
        entries.append(entry)
        yield position, list(entries)


def sample(game: str, size: str, seed: int, count: int = 12) -> list[tuple[Position, list[str]]]:
    """Return some positions of a random game, the first and the last included."""
    every = list(random_game(game, size, seed))
    return [every[round(n * (len(every) - 1) / count)] for n in range(count + 1)]

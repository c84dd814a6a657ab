"""The moves that are played: random games, the same for the same number."""

from __future__ import annotations

import random

from quire.games import find_game


def script(game: str, size: str, number: int) -> list[str]:
    """Return the moves of a random game, the same for the same number."""
    rng = random.Random(f"{game} {size} {number}")
    position = find_game(game).start(size)
    moves = []
    while position.outcome() is None:
        moves.append(rng.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return moves

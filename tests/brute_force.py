"""What a position is worth, by trying everything on the naive oracles: for very small ones only."""

from __future__ import annotations

from functools import cache

from quire.core import Position
from quire.games import find_game
from tests.oracles import ORACLES


def values(position: Position) -> dict[str, int]:
    """The value of each legal move for the player who makes it."""
    return _values(position.game, str(position))


def value(position: Position) -> int:
    """The value of the position for the player to move."""
    return _value(position.game, str(position))


@cache
def _values(game: str, text: str) -> dict[str, int]:
    at = ORACLES[game].parse(text)
    found = {}
    for move in at.legal_moves():
        after = at.play(move)
        worth = _value(game, str(after))
        found[move] = worth if after.to_move == at.to_move else -worth
    return found


@cache
def _value(game: str, text: str) -> int:
    at = ORACLES[game].parse(text)
    outcome = at.outcome()
    if outcome is None:
        return max(_values(game, text).values())
    if find_game(game).decided_by_points(at.size):
        mine, other = outcome.points[at.to_move], outcome.points[1 - at.to_move]
        return mine - other
    return 0 if outcome.winner is None else 1 if outcome.winner == at.to_move else -1

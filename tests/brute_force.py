"""Exact values of small positions, by playing every game out with the naive oracles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import takewhile

from quire.core import Outcome, Position
from quire.games import start
from tests.oracles import ORACLES, Oracle

Answer = tuple[int, list[str]]
"""The value for the player to move, and every best move."""


def brute_force(position: Position) -> Answer:
    """Solve a position with the oracle of its game."""
    oracle = ORACLES[position.game].parse(str(position))
    counts_points = position.game == "sos" and "simple" not in position.size
    return _answer(oracle, counts_points, {})


def _answer(oracle: Oracle, counts_points: bool, known: dict[str, int]) -> Answer:
    outcome = oracle.outcome()
    if outcome is not None:
        return _value(outcome, oracle.to_move, counts_points), []
    values = {}
    for move in oracle.legal_moves():
        after = oracle.play(move)
        text = str(after)
        if text not in known:
            known[text] = _answer(after, counts_points, known)[0]
        # Turns do not always alternate.
        values[move] = known[text] if after.to_move == oracle.to_move else -known[text]
    best = max(values.values())
    return best, [move for move, value in values.items() if value == best]


def _value(outcome: Outcome, player: int, counts_points: bool) -> int:
    if counts_points:
        return outcome.points[player] - outcome.points[1 - player]
    return 0 if outcome.winner is None else 1 if outcome.winner == player else -1


LATE_ENOUGH = {"sos": 5, "line": 6, "extreme": 5, "obstruction": 8}
"""The oracles can play out every game with at most this many empty cells."""

SMALL_BOARDS = (
    *(("sos", size) for size in ("3x3", "3x4", "5x3", "4x4:simple", "9x8")),
    *(("line", size) for size in ("5", "8", "13", "70")),
    ("extreme", "2x9x9"),
    *(("obstruction", size) for size in ("3x3", "4x5", "6x6", "9x9")),
)


def late_positions(game: str, size: str, seed: int, count: int) -> Iterator[Position]:
    """Return positions of random games, each small enough for `brute_force`."""
    rng = random.Random(f"{game} {size} {seed}")
    while count:
        played = _random_game(game, size, rng)
        late = list(takewhile(_is_late, reversed(played[:-1])))
        if late:
            count -= 1
            yield rng.choice(late)


def _random_game(game: str, size: str, rng: random.Random) -> list[Position]:
    played = [start(game, size)]
    while moves := played[-1].legal_moves():
        if game == "line":  # random games would end too soon where a line wins
            moves = [move for move in moves if not played[-1].completes(move)] or moves
        played.append(played[-1].play(rng.choice(moves)))
    return played


def _is_late(position: Position) -> bool:
    empty = list(position.cells().values()).count(".")
    if position.game == "extreme":
        # Only playable cells count: those of closed SmallBoards stay empty.
        empty = len(_playable(position))
    return empty <= LATE_ENOUGH[position.game]


def _playable(position: Position) -> set[str]:
    closed = {line[0][0] + _small(line[0]) for line in position.lines()}
    marks = position.cells()
    return {
        cell for cell, mark in marks.items() if mark == "." and cell[0] + _small(cell) not in closed
    }


def _small(cell: str) -> str:
    return f"{(ord(cell[1]) - ord('a')) // 3}{(int(cell[2:]) - 1) // 3}"

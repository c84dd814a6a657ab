"""The picture of one more move, late in a game: drawn from the picture before it."""

from __future__ import annotations

from random import Random

from benchmarks.row import Row, format_rate
from benchmarks.timing import Effort, Rates, Side, interleaved
from quire.core import Position
from quire.games import find_game
from quire.picture import Picture

GOALS_MICROSECONDS = {("sos", "8x8"): 10, ("sos", "26x26"): 100}
BOARDS = (*GOALS_MICROSECONDS, ("line", "2000"), ("extreme", "2x9x9"), ("obstruction", "10x10"))


def late_move(game: str, size: str) -> tuple[Position, list[str], Picture]:
    """Return a position near the end of a random game, its moves, and the picture before it."""
    random = Random(f"{game} {size}")
    position = find_game(game).start(size)
    moves: list[str] = []
    previous = [position]
    while legal := position.legal_moves():
        some = random.sample(legal, min(20, len(legal)))
        # A line in a row of squares ends the game early; on a grid it is one more to draw.
        move = next((move for move in some if position.play(move).outcome() is None), some[0])
        position = position.play(move)
        previous.append(position)
        moves.append(move)
    kind = find_game(game)
    return previous[-2], moves[:-1], kind.draw(previous[-3], moves[:-2])


def side(game: str, size: str) -> Side:
    """Return the side that draws the same move again and again."""
    kind = find_game(game)
    position, moves, before = late_move(game, size)

    def run(repetitions: int) -> int:
        for _ in range(repetitions):
            kind.draw(position, moves, before=before)
        return repetitions

    return Side(f"{game} {size}", run, float)


def rows(effort: Effort) -> list[Row]:
    """Return a row for each board."""
    rates = interleaved([side(*board) for board in BOARDS], effort)
    return [_row(board, found) for board, found in zip(BOARDS, rates, strict=True)]


def _row(board: tuple[str, str], rates: Rates) -> Row:
    goal = GOALS_MICROSECONDS.get(board)
    return Row(
        what=f"picture of a move, `{' '.join(board)}`",
        ours=format_rate(rates.best, "call"),
        theirs="-",
        goal="" if goal is None else f"≤ {goal} µs",
        met=None if goal is None else 1e6 / rates.best <= goal,
        rates=(rates,),
    )

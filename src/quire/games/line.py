"""SOS on a line: its facts and how it looks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from quire import _native
from quire.core import Game, Position, Sizes
from quire.games._paper import LABEL_GAP, caption, letter_cells, retrace, stroke_through
from quire.picture import Label, Picture

_TITLE = "SOS on a line"

# Up to here every square has its number; longer lines have every fifth, to stay legible.
_LONGEST_FULLY_NUMBERED = 30


def _place(square: str) -> tuple[int, int]:
    return int(square) - 1, 0


def draw(position: Position, moves: Sequence[str] = ()) -> Picture:
    """The board as data: one row of squares, numbered from 1."""
    made = retrace(position, moves)
    last = made[-1][1] if made else None
    cells = letter_cells(position, last, _place)
    outcome = position.outcome()
    winner = outcome.winner if outcome else None
    strokes = tuple(
        stroke_through("line", [_place(square) for square in line], winner)
        for line in position.lines()
    )
    return Picture(
        position.game,
        position.size,
        caption(_TITLE, position, last),
        len(cells),
        1,
        cells,
        strokes,
        tuple(_labels(len(cells))),
    )


def _labels(squares: int) -> Iterator[Label]:
    for number in range(1, squares + 1):
        if squares <= _LONGEST_FULLY_NUMBERED or number == 1 or number % 5 == 0:
            yield Label(number - 0.5, -LABEL_GAP, str(number))


_SIZES = Sizes(
    summary="the number of squares, 3 to 2000",
    default="14",
    common=("7", "14", "20", "30", "50", "100"),
    normalise=partial(_native.normalise_size, "line"),
)

GAME = Game(
    key="line",
    title=_TITLE,
    summary="Write S or O into any square of one row; whoever completes S-O-S wins at once.",
    words="a letter, then the square's number from the left: S7",
    sizes=_SIZES,
    online_sizes=_SIZES,
    drawable=True,
    paint=draw,
)

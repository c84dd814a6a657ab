"""SOS on a grid: its facts, how it looks, and the other way to type a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from quire import _native
from quire.core import Game, Move, Position, Reason, Sizes
from quire.errors import IllegalMove
from quire.games._paper import grid_picture, letter_cells, place, retrace, stroke_through
from quire.picture import Picture, Stroke

_TITLE = "SOS"


def draw(position: Position, moves: Sequence[str] = ()) -> Picture:
    """The board as data. With the moves that led there each S-O-S has its maker."""
    made = retrace(position, moves)
    last = made[-1][1] if made else None
    cells = letter_cells(position, last, place)
    return grid_picture(_TITLE, position, last, cells, tuple(_strokes(position, made)))


def _strokes(position: Position, made: Iterable[tuple[Position, Move]]) -> list[Stroke]:
    makers = {
        frozenset(line): before.to_move for before, move in made for line in before.completes(move)
    }
    outcome = position.outcome()
    # Where the first S-O-S wins, whoever made it is known without the moves.
    default = outcome.winner if outcome and outcome.reason == Reason.LINE else None
    return [
        stroke_through("line", [place(cell) for cell in line], makers.get(frozenset(line), default))
        for line in position.lines()
    ]


def read(position: Position, text: str) -> list[Move]:
    """What a typed text may mean: `C A S` is row C, column A, letter S, and so is `S C A`.

    Readings off the board drop out; two different ones that are left are both given. A text of any
    other form is given back as it is. Raises IllegalMove if no reading is on the board.
    """
    typed = "".join(text.split())
    if len(typed) != 3 or not (typed.isascii() and typed.isalpha()):
        return [text]
    typed = typed.upper()
    if typed[0] not in "SO" and typed[2] not in "SO":
        return [text]
    on_board = position.cells()
    readings: list[Move] = []
    for row, column, letter in (tuple(typed), tuple(typed[1:] + typed[0])):
        cell = f"{column.lower()}{ord(row) - ord('A') + 1}"
        move = letter + cell
        if letter in "SO" and cell in on_board and move not in readings:
            readings.append(move)
    if not readings:
        last_row, last_column = (chr(ord("A") + at) for at in reversed(place(list(on_board)[-1])))
        raise IllegalMove(
            f"{text!r} is off the board: rows A to {last_row}, columns A to {last_column}"
        )
    return readings


_SIZES = Sizes(
    summary="columns x rows, 3 to 26 each; :3 for three players (2 to 8), :simple for the simple "
    "variant, where the first S-O-S wins",
    default="8x8",
    common=("3x3", "5x5", "8x8", "10x10", "16x16", "26x26", "5x5:simple", "8x8:3"),
    normalise=partial(_native.normalise_size, "sos"),
)

GAME = Game(
    key="sos",
    title=_TITLE,
    summary="Write S or O into any cell; each S-O-S in a straight line scores a point and "
    "another move.",
    words="a letter, then the cell's column and row: Sb3 (or row, column, letter: C B S)",
    sizes=_SIZES,
    online_sizes=_SIZES,
    drawable=True,
    paint=draw,
    has_points=lambda size: not size.endswith(":simple"),
    read=read,
)

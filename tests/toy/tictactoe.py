"""Tic-tac-toe: its facts and how it looks. It has no profile, so every default is used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from quire import _native
from quire.core import Game, Position, Sizes
from quire.games._paper import grid_picture, place, retrace, stroke_through
from quire.picture import Cell, Picture, StrokeKind, Tap

_TITLE = "Tic-tac-toe"
_MARKS = "XO"


def draw(position: Position, moves: Sequence[str] = (), start: Position | None = None) -> Picture:
    """The board as data."""
    last = retrace(position, moves, start).last(position)
    legal = set(position.legal_moves())
    cells = tuple(
        Cell(
            name,
            *place(name),
            "" if mark == "." else mark,
            _MARKS.index(mark) if mark in _MARKS else None,
            last=name == last,
            taps=(Tap(name, _MARKS[position.to_move]),) if name in legal else (),
        )
        for name, mark in position.cells().items()
    )
    outcome = position.outcome()
    winner = outcome.winner if outcome else None
    strokes = tuple(
        stroke_through(StrokeKind.LINE, place(line[0]), place(line[-1]), winner)
        for line in position.lines()
    )
    return grid_picture(_TITLE, position, last, cells, strokes)


_SIZES = Sizes(
    summary="columns x rows, 3 to 6 each",
    default="3x3",
    common=("3x3", "4x4"),
    normalise=partial(_native.normalise_size, "tictactoe"),
)

GAME = Game(
    key="tictactoe",
    title=_TITLE,
    summary="Mark an empty cell. Three in a row win.",
    sizes=_SIZES,
    online_sizes=_SIZES,
    drawable=True,
    paint=draw,
    marks=tuple(_MARKS),
)

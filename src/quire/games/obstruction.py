"""Obstruction: its facts and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from quire import _native
from quire.core import Game, Position, Sizes
from quire.errors import NotationError
from quire.games._paper import grid_picture, place, retrace
from quire.picture import Cell, Picture, Tap

_TITLE = "Obstruction"
_MARKS = "XO"
_SMALLEST_ONLINE = 5


def draw(position: Position, moves: Sequence[str] = ()) -> Picture:
    """The board as data: marks of both players, shaded cells, and the free ones."""
    made = retrace(position, moves)
    last = made[-1][1] if made else None
    legal = set(position.legal_moves())
    mover = _MARKS[position.to_move]
    cells = tuple(
        Cell(
            name,
            *place(name),
            mark=mark if mark in _MARKS else "",
            owner=_MARKS.index(mark) if mark in _MARKS else None,
            tint="shaded" if mark == "#" else "",
            last=name == last,
            taps=(Tap(name, mover),) if name in legal else (),
        )
        for name, mark in position.cells().items()
    )
    return grid_picture(_TITLE, position, last, cells)


def _normalise_online(text: str) -> str:
    size = _native.normalise_size("obstruction", text)
    if min(map(int, size.split("x"))) < _SMALLEST_ONLINE:
        raise NotationError(
            f"a board of {size} is for study only; online columns and rows are 5 to 10 each"
        )
    return size


_COMMON = tuple(f"{n}x{n}" for n in range(_SMALLEST_ONLINE, 11))

GAME = Game(
    key="obstruction",
    title=_TITLE,
    summary="Mark a free cell, which closes its neighbours to both players; whoever makes the "
    "last move wins.",
    words="the cell's column and row: c4",
    sizes=Sizes(
        summary="columns x rows, 1 to 10 each",
        default="6x6",
        common=_COMMON,
        normalise=partial(_native.normalise_size, "obstruction"),
    ),
    online_sizes=Sizes(
        summary="columns x rows, 5 to 10 each",
        default="6x6",
        common=_COMMON,
        normalise=_normalise_online,
    ),
    drawable=False,
    paint=draw,
    marks=tuple(_MARKS),
)

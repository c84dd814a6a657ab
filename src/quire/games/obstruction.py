"""Obstruction: its facts and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from operator import xor
from typing import cast

from quire import _native
from quire.core import Game, Position, Remark, Sizes
from quire.errors import NotationError
from quire.games._paper import (
    grid_picture,
    place,
    retrace,
    shortened,
)
from quire.picture import Cell, Picture, Tap

_TITLE = "Obstruction"
_MARKS = "XO"
_SMALLEST_ONLINE = 5

# What talk may spend on values.
_MEMORY = 2**24
_NODES = 60_000


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


def talk(position: Position) -> list[Remark]:
    """The regions, which are games of their own, with their Grundy values, and what those decide.

    A value that takes long to find is left out.
    """
    if position.outcome() is not None:
        return []
    solver = cast("_native._RegionSolver", _native.solver(position, _MEMORY))
    regions = sorted(solver.regions(position, nodes=_NODES), key=lambda it: -len(it[0]))
    remarks = []
    for cells, value in regions:
        worth = "" if value is None else f", value {value}"
        text = f"A region of {len(cells)}{worth}: {shortened(cells)}."
        remarks.append(Remark("region", text, tuple(cells)))
    values = [value for _cells, value in regions if value is not None]
    if len(values) == len(regions):
        total = reduce(xor, values)
        fate = "wins" if total else "loses"
        sum_of = " xor ".join(map(str, values))
        text = f"Together {sum_of} = {total}" if len(values) > 1 else f"The value is {total}"
        text += f": player {position.to_move + 1} {fate}."
        remarks.append(Remark("value", text, (str(total),)))
    return remarks


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
    talk=talk,
)

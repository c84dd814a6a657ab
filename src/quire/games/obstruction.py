"""Obstruction: its facts and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

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
    """The regions: free cells that touch, each a game of its own."""
    if position.outcome() is not None:
        return []
    remarks = []
    for region in regions(position):
        text = f"A region of {len(region)}: {shortened(region)}."
        remarks.append(Remark("region", text, tuple(region)))
    return remarks


def regions(position: Position) -> list[list[str]]:
    """The free cells, those together that touch by a side or a corner, the largest first."""
    left = {place(cell): cell for cell in position.legal_moves()}
    found = []
    while left:
        (x, y), first = left.popitem()
        region, edge = [first], [(x, y)]
        for x, y in edge:
            for near in [(x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1)]:
                if near in left:
                    region.append(left.pop(near))
                    edge.append(near)
        found.append(sorted(region, key=position.index))
    return sorted(found, key=lambda region: (-len(region), position.index(region[0])))


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

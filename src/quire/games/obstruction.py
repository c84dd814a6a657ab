"""Obstruction: its facts and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, partial, reduce
from operator import getitem, xor

from quire import _native
from quire.core import Facts, Game, Position, Remark, Sizes
from quire.errors import NotationError
from quire.games._paper import (
    LAST,
    TAP,
    Forms,
    grid_picture,
    marks_of,
    place,
    retrace,
    shortened,
)
from quire.games._symmetry import grid_views
from quire.picture import Cell, Picture, Tap
from quire.profile import ChampionPlan, LevelSettings, Profile

_TITLE = "Obstruction"
_MARKS = "XO"
_SMALLEST_ONLINE = 5

# Limits for the Grundy values in the remarks.
_MEMORY = 2**24
_NODES = 60_000


def draw(position: Position, moves: Sequence[str] = (), start: Position | None = None) -> Picture:
    """Return the board as data: the marks of both players, shaded cells, and the free ones."""
    last = retrace(position, moves, start).last(position)
    forms, places = _board(position.size)
    marks = marks_of(position)
    cells = list(map(getitem, forms, marks))
    tap = TAP + _MARKS[position.to_move]
    for move in position.legal_moves():
        at = places[move]
        cells[at] = forms[at][tap]
    if last is not None:
        at = places[last]
        cells[at] = forms[at][marks[at] + LAST]
    return grid_picture(_TITLE, position, last, tuple(cells))


@lru_cache(maxsize=100)  # all sizes, 1 to 10 on both sides
def _board(size: str) -> tuple[tuple[Forms, ...], dict[str, int]]:
    """Return every cell in all its forms, and the index of each."""
    names = list(_native.start("obstruction", size).cells())
    return tuple(map(_forms, names)), {name: at for at, name in enumerate(names)}


@cache  # bounded by the largest board
def _forms(name: str) -> Forms:
    x, y = place(name)
    forms = {".": Cell(name, x, y), "#": Cell(name, x, y, tint="shaded")}
    for owner, mark in enumerate(_MARKS):
        forms[mark] = Cell(name, x, y, mark, owner)
        forms[mark + LAST] = Cell(name, x, y, mark, owner, last=True)
        forms[TAP + mark] = Cell(name, x, y, taps=(Tap(name, mark),))
    return forms


def remarks_on(position: Position) -> list[Remark]:
    """Return the independent regions with their Grundy values, and who wins by them.

    A value that takes too long to compute is left out.

    Facts: the `value` of a region; of all together the `values`, their `total` and the `winner`.
    """
    if position.outcome() is not None:
        return []
    solver = _native.solver(position, _MEMORY)
    regions = sorted(solver.regions(position, nodes=_NODES), key=lambda region: -len(region[0]))
    remarks = []
    for cells, value in regions:
        worth = "" if value is None else f", value {value}"
        text = f"Region of {len(cells)} cells{worth}: {shortened(cells)}."
        facts: Facts = {} if value is None else {"value": value}
        remarks.append(Remark("region", text, tuple(cells), facts))
    values = tuple(value for _cells, value in regions if value is not None)
    if len(values) == len(regions):
        total = reduce(xor, values)
        result = "wins" if total else "loses"
        sum_of = " xor ".join(map(str, values))
        text = f"Nim-sum {sum_of} = {total}" if len(values) > 1 else f"Grundy value {total}"
        text += f": player {position.to_move + 1} {result}."
        winner = position.to_move if total else 1 - position.to_move
        facts = {"values": values, "total": total, "winner": winner}
        remarks.append(Remark("value", text, (str(total),), facts))
    return remarks


def _normalise_online(text: str) -> str:
    size = _native.normalise_size("obstruction", text)
    if min(map(int, size.split("x"))) < _SMALLEST_ONLINE:
        raise NotationError(f"{size} is too small to play online: use 5 to 10 columns and rows")
    return size


def _value_key(text: str) -> tuple[str, int]:
    board, _to_move = text.split()
    return board.replace("X", "#").replace("O", "#"), 0


_COMMON = tuple(f"{n}x{n}" for n in range(_SMALLEST_ONLINE, 11))

GAME = Game(
    key="obstruction",
    title=_TITLE,
    summary="Mark a free cell and block its neighbours for both players. The last player to move "
    "wins.",
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
    remarks=remarks_on,
    profile=Profile(
        words="column, row: c4",
        levels=(
            LevelSettings("mcts", 30, miss_rate=0.92),
            LevelSettings("mcts", 30, miss_rate=0.6),
            LevelSettings("mcts", 40, miss_rate=0.3),
            LevelSettings("mcts", 100, miss_rate=0.05),
            LevelSettings("mcts", 500),
            LevelSettings("mcts", 5000),
            LevelSettings("champion", 500),
            LevelSettings("champion", 100_000, perfect=True),
        ),
        champion=ChampionPlan(exact_share=0.8, search="mcts"),
        symmetries=partial(grid_views, 0),
        value_key=_value_key,
        openings=2,
        measured_size="8x8",
        proven_cells=49,
    ),
)

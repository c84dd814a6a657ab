"""Extreme Tic-Tac-Toe: its facts and how it looks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from quire import _native
from quire.core import Game, Move, Position, Sizes
from quire.games._paper import (
    LABEL_GAP,
    caption,
    column_labels,
    place,
    retrace,
    row_labels,
    stroke_through,
)
from quire.picture import Cell, Label, Picture, Stroke, Tap, Tint

_TITLE = "Extreme Tic-Tac-Toe"
_MARKS = "XO"
_SIDE = 9
_LEFT = {"1": 0, "2": _SIDE + 1}
"""Where each BigBoard begins; a column stays free between the two."""

SmallBoard = tuple[str, int, int]
"""Its BigBoard, then its column and row on it: ("2", 0, 1)."""


def draw(position: Position, moves: Sequence[str] = ()) -> Picture:
    """The board as data: won SmallBoards lie over their cells, and open cells are tinted."""
    retrace(position, moves)
    lines = position.lines()
    marks = position.cells()
    last = _last_move(position)
    won = {
        _small_board(line[0]): _MARKS.index(marks[line[0]])
        for line in lines
        if _small_board(line[0]) == _small_board(line[-1])
    }
    return Picture(
        position.game,
        position.size,
        caption(_TITLE, position, last),
        _LEFT["2"] + _SIDE,
        _SIDE,
        (*_cells(position, won, last), *_won_boards(won)),
        (*_rules(), *_winning_lines(lines, won)),
        tuple(_labels()),
    )


def _last_move(position: Position) -> Move | None:
    _board, _to_move, last, _bonus = str(position).split()
    return None if last == "-" else last


def _place(cell: str) -> tuple[int, int]:
    x, y = place(cell[1:])
    return _LEFT[cell[0]] + x, y


def _small_board(cell: str) -> SmallBoard:
    x, y = place(cell[1:])
    return cell[0], x // 3, y // 3


def _cells(position: Position, won: Mapping[SmallBoard, int], last: Move | None) -> Iterator[Cell]:
    marks = position.cells()
    legal = set(position.legal_moves())
    free = {name for name in marks if marks[name] == "." and _small_board(name) not in won}
    unfinished = {_small_board(name) for name in free}
    # Where every free cell may be played there is nothing to point out.
    open_tint: Tint = "open" if legal != free else ""
    mover = _MARKS[position.to_move]
    for name, mark in marks.items():
        x, y = _place(name)
        board = _small_board(name)
        if mark in _MARKS:
            tint: Tint = "" if board in won or board in unfinished else "drawn"
            yield Cell(name, x, y, mark, _MARKS.index(mark), tint, last=name == last)
        elif name in legal:
            yield Cell(name, x, y, tint=open_tint, taps=(Tap(name, mover),))
        else:
            yield Cell(name, x, y)


def _won_boards(won: Mapping[SmallBoard, int]) -> Iterator[Cell]:
    for (big, x, y), owner in sorted(won.items()):
        name = f"{big}:{'abc'[x]}{y + 1}"
        yield Cell(name, _LEFT[big] + 3 * x, 3 * y, _MARKS[owner], owner, "won", span=3)


def _rules() -> Iterator[Stroke]:
    for left in _LEFT.values():
        for edge in (3, 6):
            yield Stroke("rule", left + edge, 0, left + edge, _SIDE)
            yield Stroke("rule", left, edge, left + _SIDE, edge)


def _winning_lines(
    lines: Iterable[tuple[str, ...]], won: Mapping[SmallBoard, int]
) -> Iterator[Stroke]:
    for line in lines:
        if _small_board(line[0]) != _small_board(line[-1]):
            owner = won[_small_board(line[0])]
            yield stroke_through("line", [_place(cell) for cell in line], owner)


def _labels() -> Iterator[Label]:
    for big, left in _LEFT.items():
        yield Label(left + _SIDE / 2, -LABEL_GAP - 0.7, f"BigBoard {big}")
        yield from column_labels(_SIDE, left)
        yield from row_labels(_SIDE, left)


_SIZES = Sizes(
    summary="one size: two BigBoards of nine by nine cells, 2x9x9",
    default="2x9x9",
    common=("2x9x9",),
    normalise=partial(_native.normalise_size, "extreme"),
)

GAME = Game(
    key="extreme",
    title=_TITLE,
    summary="Win three SmallBoards in a line on either BigBoard; each move names the SmallBoards "
    "of the next one.",
    words="the BigBoard, then the cell's column and row on it: 1e5",
    sizes=_SIZES,
    online_sizes=_SIZES,
    drawable=True,
    paint=draw,
    marks=tuple(_MARKS),
    has_points=lambda size: True,
    win_points=86,
)

"""Positions that are the same but for a turn or a mirror, brought to one form.

A grid has eight symmetries (four if it is not square: turning by a quarter gives another board,
which counts as the same too), a line has its mirror, and Extreme's two BigBoards may be exchanged
besides. What the answer does not depend on (who has made which points so far, whose marks are on
the board) is left out of the form. This is the one place where that is written down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

from quire.core import Move, Position
from quire.games._paper import place


@dataclass(frozen=True, slots=True)
class View:
    """A position as one symmetry shows it: its text, and how moves are carried there and back."""

    text: str
    there: Callable[[Move], Move]
    back: Callable[[Move], Move]


@dataclass(frozen=True, slots=True)
class Form:
    """What all positions with the same answer share.

    `value` of the position is that of the form plus `base`; `there` and `back` carry moves.
    """

    key: str
    base: int
    there: Callable[[Move], Move]
    back: Callable[[Move], Move]


def views(position: Position) -> Iterator[View]:
    """The position through each symmetry of its board, as it is first.

    >>> import quire
    >>> [view.text for view in views(quire.parse("line", "S...O 1"))]
    ['S...O 1', 'O...S 1']
    """
    return _SHAPES[position.game](str(position))


def form(position: Position) -> Form:
    """The one form of a position that goes on between two players.

    >>> import quire
    >>> form(quire.parse("sos", "..S/.../... 2 1-3")).key
    '.../.../..S'
    """
    strip = _ESSENCES[position.game]
    key, base, chosen = min(
        ((*strip(view.text), view) for view in views(position)), key=lambda it: it[0]
    )
    return Form(key, base, chosen.there, chosen.back)


# --- what the answer depends on: the key, and the part of the value that is already certain ---


def _sos_essence(text: str) -> tuple[str, int]:
    board, to_move, points = text.split()
    if points.startswith("simple"):
        return f"{board} simple", 0
    first, second = map(int, points.split("-"))
    return board, first - second if to_move == "1" else second - first


def _line_essence(text: str) -> tuple[str, int]:
    squares, _to_move = text.split()
    return squares, 0


def _obstruction_essence(text: str) -> tuple[str, int]:
    board, _to_move = text.split()
    return board.replace("X", "#").replace("O", "#"), 0


def _extreme_essence(text: str) -> tuple[str, int]:
    boards, to_move, last, bonus = text.split()
    if to_move == "2":
        boards = boards.translate(str.maketrans("XO", "OX"))
    return f"{boards} {last} {bonus}", 0


_ESSENCES: dict[str, Callable[[str], tuple[str, int]]] = {
    "sos": _sos_essence,
    "line": _line_essence,
    "extreme": _extreme_essence,
    "obstruction": _obstruction_essence,
}


# --- grids ---


@dataclass(frozen=True, slots=True)
class _Turn:
    """One of the eight ways to lay a sheet of squared paper: transposed or not, then mirrored."""

    columns: int
    rows: int
    transposed: bool
    across: bool
    down: bool

    def board(self, lines: list[str]) -> list[str]:
        if self.transposed:
            lines = ["".join(column) for column in zip(*lines, strict=True)]
        if self.across:
            lines = [line[::-1] for line in lines]
        return lines[::-1] if self.down else lines

    def there(self, cell: str) -> str:
        x, y = place(cell)
        return _name(*self._mirrored(*((y, x) if self.transposed else (x, y))))

    def back(self, cell: str) -> str:
        x, y = self._mirrored(*place(cell))
        return _name(*((y, x) if self.transposed else (x, y)))

    def _mirrored(self, x: int, y: int) -> tuple[int, int]:
        columns, rows = (self.rows, self.columns) if self.transposed else (self.columns, self.rows)
        return columns - 1 - x if self.across else x, rows - 1 - y if self.down else y


def _turns(lines: list[str]) -> Iterator[_Turn]:
    for transposed, across, down in product((False, True), repeat=3):
        yield _Turn(len(lines[0]), len(lines), transposed, across, down)


def _name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


def _grid_views(mark: int, text: str) -> Iterator[View]:
    """A board of rows; a move is so many characters of mark, then its cell."""
    board, _, rest = text.partition(" ")
    lines = board.split("/")
    for turn in _turns(lines):
        yield View(
            f"{'/'.join(turn.board(lines))} {rest}",
            partial(_carried, turn.there, mark),
            partial(_carried, turn.back, mark),
        )


def _carried(cell: Callable[[str], str], mark: int, move: Move) -> Move:
    return move[:mark] + cell(move[mark:])


def _extreme_views(text: str) -> Iterator[View]:
    """Both BigBoards are turned alike, since a move on either names a SmallBoard on both."""
    boards, to_move, last, bonus = text.split()
    first, second = (board.split("/") for board in boards.split("|"))
    for exchanged, turn in product((False, True), _turns(first)):
        there = partial(_on_big_board, turn.there, exchanged)
        turned = ["/".join(turn.board(lines)) for lines in (first, second)]
        yield View(
            f"{'|'.join(turned[::-1] if exchanged else turned)} {to_move} "
            f"{last if last == '-' else there(last)} {bonus}",
            there,
            partial(_on_big_board, turn.back, exchanged),
        )


def _on_big_board(cell: Callable[[str], str], exchanged: bool, move: Move) -> Move:
    big = {"1": "2", "2": "1"}[move[0]] if exchanged else move[0]
    return big + cell(move[1:])


# --- the line ---


def _line_views(text: str) -> Iterator[View]:
    squares, _, to_move = text.partition(" ")
    mirror = partial(_mirrored_square, len(squares))
    yield View(text, str, str)
    yield View(f"{squares[::-1]} {to_move}", mirror, mirror)


def _mirrored_square(squares: int, move: Move) -> Move:
    return f"{move[0]}{squares + 1 - int(move[1:])}"


_SHAPES: dict[str, Callable[[str], Iterator[View]]] = {
    "sos": partial(_grid_views, 1),
    "line": _line_views,
    "extreme": _extreme_views,
    "obstruction": partial(_grid_views, 0),
}

"""Symmetries of squared paper: the eight ways to turn and mirror a grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product

from quire.core import Move
from quire.games._notation import place
from quire.profile import View


@dataclass(frozen=True, slots=True)
class GridTurn:
    """One symmetry of a grid: transposed or not, then mirrored."""

    columns: int
    rows: int
    transposed: bool
    across: bool
    down: bool

    def board(self, lines: list[str]) -> list[str]:
        """Return the rows of the board after the turn."""
        if self.transposed:
            lines = ["".join(column) for column in zip(*lines, strict=True)]
        if self.across:
            lines = [line[::-1] for line in lines]
        return lines[::-1] if self.down else lines

    def there(self, cell: str) -> str:
        """Return where a cell goes."""
        x, y = place(cell)
        return _name(*self._mirrored(*((y, x) if self.transposed else (x, y))))

    def back(self, cell: str) -> str:
        """Return where a cell came from."""
        x, y = self._mirrored(*place(cell))
        return _name(*((y, x) if self.transposed else (x, y)))

    def _mirrored(self, x: int, y: int) -> tuple[int, int]:
        columns, rows = (self.rows, self.columns) if self.transposed else (self.columns, self.rows)
        return columns - 1 - x if self.across else x, rows - 1 - y if self.down else y


def grid_turns(lines: list[str]) -> Iterator[GridTurn]:
    """Yield the eight turns of a board, the one that changes nothing first."""
    for transposed, across, down in product((False, True), repeat=3):
        yield GridTurn(len(lines[0]), len(lines), transposed, across, down)


def grid_views(mark: int, text: str) -> Iterator[View]:
    """Yield the views of a board of rows; a move is `mark` characters, then its cell."""
    board, _, rest = text.partition(" ")
    lines = board.split("/")
    for turn in grid_turns(lines):
        yield View(
            f"{'/'.join(turn.board(lines))} {rest}",
            partial(_mapped, turn.there, mark),
            partial(_mapped, turn.back, mark),
        )


def _mapped(cell: Callable[[str], str], mark: int, move: Move) -> Move:
    return move[:mark] + cell(move[mark:])


def _name(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"

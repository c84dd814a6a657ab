"""The university course's interface to Extreme Tic-Tac-Toe: a board of lists, classes with `move`.

The board consists of its lists only, so a bot can look ahead by copying it and playing on the copy.
A move is (BigBoard 0-1, row 0-8, column 0-8).
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass, field
from operator import index
from string import ascii_lowercase
from typing import Any, NoReturn

from quire.core import Position
from quire.games import extreme
from quire.match.agent import NO_LIMIT, Choice, Limit, require_not_over

Move = tuple[int, int, int]

GAME = extreme.GAME
"""The only game of the course."""

NO_MOVE: Move = (-1, -1, -1)
"""The last move before the first one."""

FLAGS = ("x", "o")
"""The marks of the two players, as the course writes them."""

_LINES = (
    *(tuple((row, column) for column in range(3)) for row in range(3)),
    *(tuple((row, column) for row in range(3)) for column in range(3)),
    tuple((i, i) for i in range(3)),
    tuple((i, 2 - i) for i in range(3)),
)


class BoardTampered(Exception):
    """A bot changed the board that it was given."""


class TimedOutExc(Exception):  # as the course calls it
    """The time for a move is up; raised inside `move`."""


Grid = list[list[str]]
"""The rows of one board."""


def _empty(rows: int) -> Grid:
    return [["-"] * rows for _ in range(rows)]


class BigBoard:
    """The two BigBoards as lists: `-` is empty or open, `d` a drawn SmallBoard.

    As in the course, a bot may add attributes to a board, and keep boards in a set.
    """

    def __init__(self) -> None:
        self.big_boards_status: tuple[Grid, Grid] = (_empty(9), _empty(9))
        self.small_boards_status: tuple[Grid, Grid] = (_empty(3), _empty(3))

    def find_valid_move_cells(self, old_move: Move) -> list[Move]:
        """Return every legal move after `old_move`: BigBoard by BigBoard, row by row."""
        open_boards = set(self._destinations(old_move))
        return [
            (board, row, column)
            for board in range(2)
            for row in range(9)
            for column in range(9)
            if (board, row // 3, column // 3) in open_boards
            and self.big_boards_status[board][row][column] == "-"
        ]

    def check_valid_move(self, old_move: Any, new_move: Any) -> bool:
        """Return whether `new_move` is legal after `old_move`; both have to be whole numbers."""
        if len(old_move) != 3 or len(new_move) != 3:
            return False
        if any(type(number) is not int for number in (*old_move, *new_move)):
            return False
        if old_move != NO_MOVE and not _is_on_board(old_move):
            return False
        return new_move in self.find_valid_move_cells(old_move)

    def update(self, old_move: Move, new_move: Move, ply: str) -> tuple[str, bool]:
        """Play a move; return `SUCCESSFUL` or `UNSUCCESSFUL`, and whether it won a SmallBoard."""
        if not self.check_valid_move(old_move, new_move):
            return "UNSUCCESSFUL", False
        board, row, column = new_move
        self.big_boards_status[board][row][column] = ply
        top, left = row - row % 3, column - column % 3
        cells = [self.big_boards_status[board][top + i][left : left + 3] for i in range(3)]
        small = self.small_boards_status[board]
        if _owns_line(cells, ply):
            small[row // 3][column // 3] = ply
            return "SUCCESSFUL", True
        if not any("-" in line for line in cells):
            small[row // 3][column // 3] = "d"
        return "SUCCESSFUL", False

    def find_terminal_state(self) -> tuple[str, str]:
        """Return (winner, `WON`), (`NONE`, `DRAW`) if no move is left, or (`CONTINUE`, `-`)."""
        for board in self.small_boards_status:
            for flag in FLAGS:
                if _owns_line(board, flag):
                    return flag, "WON"
        if any("-" in row for board in self.small_boards_status for row in board):
            return "CONTINUE", "-"
        return "NONE", "DRAW"

    def print_board(self) -> None:
        """Print both BigBoards and their SmallBoards, side by side."""
        for row in range(9):
            if row % 3 == 0:
                print()
            lines = (" ".join(_in_threes(board[row])) for board in self.big_boards_status)
            print("    ".join(lines))
        print()
        for row in range(3):
            print("    ".join(" ".join(board[row]) for board in self.small_boards_status))

    def _destinations(self, old_move: Move) -> Iterator[tuple[int, int, int]]:
        """Yield the SmallBoards that the next move may go to, as (BigBoard, row, column)."""
        _, row, column = old_move
        small = self.small_boards_status
        if tuple(old_move) != NO_MOVE:
            named = [(board, row % 3, column % 3) for board in range(2)]
            found = [cell for cell in named if small[cell[0]][cell[1]][cell[2]] == "-"]
            if found:
                yield from found
                return
        for board in range(2):
            for i in range(3):
                for j in range(3):
                    if small[board][i][j] == "-":
                        yield board, i, j


def _is_on_board(move: Move) -> bool:
    return all(0 <= number < limit for number, limit in zip(move, (2, 9, 9), strict=True))


def _owns_line(cells: list[list[str]], flag: str) -> bool:
    return any(all(cells[row][column] == flag for row, column in line) for line in _LINES)


def _in_threes(row: list[str]) -> Iterator[str]:
    for start in range(0, 9, 3):
        yield " ".join(row[start : start + 3])


def board_of(position: Position) -> BigBoard:
    """Return a position as a board of the course."""
    board = BigBoard()
    for cell, mark in position.cells().items():
        if mark in "XO":
            big, row, column = move_of(cell)
            board.big_boards_status[big][row][column] = FLAGS["XO".index(mark)]
    for big, grid in enumerate(board.big_boards_status):
        for row in range(3):
            for column in range(3):
                cells = [grid[3 * row + i][3 * column : 3 * column + 3] for i in range(3)]
                won = [flag for flag in FLAGS if _owns_line(cells, flag)]
                full = not any("-" in line for line in cells)
                board.small_boards_status[big][row][column] = (
                    won[0] if won else "d" if full else "-"
                )
    return board


def move_of(cell: str) -> Move:
    """Return a cell in Quire's notation as a move of the course.

    >>> move_of("1a1"), move_of("2e9")
    ((0, 0, 0), (1, 8, 4))
    """
    return int(cell[0]) - 1, int(cell[2]) - 1, ascii_lowercase.index(cell[1])


def cell_of(move: object) -> str:
    """Return a move of the course in Quire's notation; for anything else, a text that says so.

    >>> cell_of((1, 8, 4)), cell_of([0, 0, 0]), cell_of((0, 9, 0))
    ('2e9', '1a1', '1a10')
    >>> cell_of("nonsense")
    "'nonsense' is not (board 0-1, row 0-8, column 0-8)"
    """
    remedy = ""
    if isinstance(move, tuple | list) and len(move) == 3:
        with suppress(TypeError):
            board, row, column = map(index, move)  # NumPy integers are fine too
            if board >= 0 and row >= 0 and 0 <= column < 26:
                return f"{board + 1}{ascii_lowercase[column]}{row + 1}"
        if any(isinstance(number, float) for number in move):
            remedy = ": / gives floats in Python 3, write // for whole numbers"
    return f"{' '.join(repr(move)[:40].split())} is not (board 0-1, row 0-8, column 0-8){remedy}"


@dataclass(slots=True)
class CourseAgent:
    """A course bot as an agent for one game.

    Raises BoardTampered if it changes the board that it is given, and TimedOutExc inside its
    `move` when its time is up.
    """

    bot: Any
    name: str
    _board: BigBoard = field(default_factory=BigBoard)
    """The same board for the whole game, as in the course."""

    def __post_init__(self) -> None:
        if not callable(getattr(self.bot, "move", None)):
            raise TypeError(f"class {self.name} has no method move(self, board, old_move, flag)")

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """Return the bot's move."""
        require_not_over(position)
        last = str(position).split()[-2]
        _set(self._board, board_of(position))
        before = deepcopy(_content(self._board))
        old_move = NO_MOVE if last == "-" else move_of(last)
        with raise_at(limit.seconds):
            move = self.bot.move(self._board, old_move, FLAGS[position.to_move])
        if _content(self._board) != before:
            raise BoardTampered("MODIFIED THE BOARD")
        return Choice(cell_of(move))


def _set(board: BigBoard, wanted: BigBoard) -> None:
    """Write a board into another one, whose lists stay the same objects."""
    for name in _CONTENT:
        for grid, new in zip(getattr(board, name), getattr(wanted, name), strict=True):
            for row, cells in zip(grid, new, strict=True):
                row[:] = cells


_CONTENT = ("big_boards_status", "small_boards_status")


def _content(board: BigBoard) -> list[object]:
    """Return the lists that must not change; a deleted one counts as changed."""
    return [getattr(board, name, None) for name in _CONTENT]


@contextmanager
def raise_at(seconds: float | None) -> Iterator[None]:
    """Raise TimedOutExc in the code inside after these seconds of wall time."""
    if not seconds or not hasattr(signal, "setitimer"):
        yield
        return

    def time_out(*_: object) -> NoReturn:
        raise TimedOutExc(f"TIME OUT: no move within {seconds:.2g} s")

    signal.signal(signal.SIGALRM, time_out)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        # A bot may have set another handler, or an alarm that is still to come.
        signal.signal(signal.SIGALRM, signal.SIG_IGN)
        signal.setitimer(signal.ITIMER_REAL, 0)

"""Extreme Tic-Tac-Toe, naively: owners of SmallBoards are computed from the cells each time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property
from typing import ClassVar, Self

from quire.core import Outcome, Reason
from quire.errors import IllegalMove, NotationError

from .base import BaseOracle
from .text import fields_of, without_space

MARKS = "XO"
BIG_BOARDS = (0, 1)
ONLY_SIZE = "2x9x9"
PLACES = range(9)  # of a cell in its SmallBoard, or of a SmallBoard in its BigBoard, row by row
THREES = (
    *((0, 1, 2), (3, 4, 5), (6, 7, 8)),
    *((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    *((0, 4, 8), (2, 4, 6)),
)
CORNER, EDGE, CENTRE = 4, 6, 3
WORTH = (CORNER, EDGE, CORNER, EDGE, CENTRE, EDGE, CORNER, EDGE, CORNER)
WIN_POINTS = 86

MOVE = re.compile(r"([1-9][0-9]*)([a-z])([1-9][0-9]*)", re.IGNORECASE | re.ASCII)
ROW = re.compile(r"[XO.]{9}", re.IGNORECASE | re.ASCII)


def name(big: int, place: int, inside: int) -> str:
    """Return the cell's name, from BigBoard, place of the SmallBoard, and place inside it."""
    column = 3 * (place % 3) + inside % 3
    row = 3 * (place // 3) + inside // 3
    return f"{big + 1}{'abcdefghi'[column]}{row + 1}"


WHERE = {
    name(big, place, inside): (big, place, inside)
    for place in PLACES
    for big in BIG_BOARDS
    for inside in PLACES
}


@dataclass(frozen=True)
class ExtremeOracle(BaseOracle):
    """Two BigBoards of nine rows each, the player to move, the last move, the bonus flag."""

    boards: tuple[tuple[str, ...], tuple[str, ...]]
    to_move: int
    last: str | None
    bonus: bool

    game: ClassVar[str] = "extreme"
    players: ClassVar[int] = 2
    out: ClassVar[tuple[int, ...]] = ()

    @property
    def size(self) -> str:
        return ONLY_SIZE

    @classmethod
    def start(cls, size: str) -> Self:
        if without_space(size).lower() != ONLY_SIZE:
            raise NotationError(f"{size!r} is not a size: there is only {ONLY_SIZE}")
        empty = ("." * 9,) * 9
        return cls((empty, empty), 0, None, False)

    @classmethod
    def parse(cls, text: str) -> Self:
        fields = fields_of(text)
        if len(fields) != 4:
            raise NotationError(f"{text!r} is not the board, player, last move and + or -")
        board, player, last, flag = fields
        if player not in ("1", "2") or flag not in ("+", "-"):
            raise NotationError(f"{player!r} is not player 1 or 2, or {flag!r} neither + nor -")
        position = cls(
            _read_boards(board), int(player) - 1, None if last == "-" else last.lower(), flag == "+"
        )
        position._check_last_move()
        for big in BIG_BOARDS:
            for place in PLACES:
                if all(_lines_of(mark, position._smalls[big, place]) for mark in MARKS):
                    raise NotationError(f"both have three in a row around {name(big, place, 4)}")
        if all(position._big_lines(mark) for mark in MARKS):
            raise NotationError("both have three SmallBoards in a line")
        return position

    def _check_last_move(self) -> None:
        if self.last is None:
            if self.bonus:
                raise NotationError("a bonus move needs a last move")
            return
        by = self.to_move if self.bonus else 1 - self.to_move
        if self.last not in WHERE or self.cells()[self.last] != MARKS[by]:
            raise NotationError(f"the last move {self.last!r} is not a cell of player {by + 1}")

    @classmethod
    def all_moves(cls, size: str) -> tuple[str, ...]:
        cls.start(size)
        return tuple(WHERE)

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(
            sum(
                WORTH[place]
                for big in BIG_BOARDS
                for place in PLACES
                if self._owners[big, place] == mark
            )
            for mark in MARKS
        )

    def cells(self) -> dict[str, str]:
        return {
            f"{big + 1}{'abcdefghi'[x]}{y + 1}": self.boards[big][y][x]
            for big in BIG_BOARDS
            for y in range(9)
            for x in range(9)
        }

    @cached_property
    def _smalls(self) -> dict[tuple[int, int], str]:
        """Return the nine cells of every SmallBoard, row by row."""
        return {
            (big, place): "".join(
                row[3 * (place % 3) : 3 * (place % 3) + 3]
                for row in self.boards[big][3 * (place // 3) : 3 * (place // 3) + 3]
            )
            for big in BIG_BOARDS
            for place in PLACES
        }

    @cached_property
    def _owners(self) -> dict[tuple[int, int], str]:
        """Return the mark that has three in a row in each SmallBoard, or `.`."""
        return {
            where: next((mark for mark in MARKS if _lines_of(mark, small)), ".")
            for where, small in self._smalls.items()
        }

    def _is_closed(self, big: int, place: int) -> bool:
        return self._owners[big, place] != "." or "." not in self._smalls[big, place]

    def _big_lines(self, mark: str) -> list[tuple[int, tuple[int, int, int]]]:
        """Return the lines of three SmallBoards of this mark, with their BigBoard."""
        return [
            (big, three)
            for big in BIG_BOARDS
            for three in _lines_of(mark, "".join(self._owners[big, place] for place in PLACES))
        ]

    def lines(self) -> list[tuple[str, ...]]:
        found: list[tuple[str, ...]] = []
        for mark in MARKS:
            for big in BIG_BOARDS:
                for place in PLACES:
                    for three in _lines_of(mark, self._smalls[big, place]):
                        found.append(tuple(name(big, place, inside) for inside in three))
            for big, three in self._big_lines(mark):
                found.append(tuple(name(big, place, 4) for place in three))
        return found

    def _small_boards_to_move_in(self) -> list[tuple[int, int]]:
        still_open = [
            (big, place)
            for big in BIG_BOARDS
            for place in PLACES
            if not self._is_closed(big, place)
        ]
        if self.last is None:
            return still_open
        _, _, named = WHERE[self.last]
        return [(big, place) for big, place in still_open if place == named] or still_open

    def _canonical(self, move: str) -> str:
        match = MOVE.fullmatch(without_space(move))
        if match is None:
            raise NotationError(f"{move!r} is not a BigBoard and a cell, like 1e5")
        return match[0].lower()

    def legal_moves(self) -> list[str]:
        if self.outcome() is not None:
            return []
        allowed = self._small_boards_to_move_in()
        return [
            cell
            for cell, (big, place, inside) in WHERE.items()
            if (big, place) in allowed and self._smalls[big, place][inside] == "."
        ]

    def play(self, move: str) -> Self:
        cell = self._canonical(move)
        if cell not in self.legal_moves():
            raise IllegalMove(f"{move!r} is not legal in {self}")
        mark = MARKS[self.to_move]
        big, place, _ = WHERE[cell]
        x, y = "abcdefghi".index(cell[1]), int(cell[2]) - 1
        rows = list(self.boards[big])
        rows[y] = rows[y][:x] + mark + rows[y][x + 1 :]
        boards = (tuple(rows), self.boards[1]) if big == 0 else (self.boards[0], tuple(rows))
        passed = type(self)(boards, 1 - self.to_move, cell, False)
        won_it = passed._owners[big, place] == mark
        # A finished game has no bonus move.
        if won_it and not self.bonus and passed.outcome() is None:
            return type(self)(boards, self.to_move, cell, True)
        return passed

    def leave(self, player: int) -> Self:
        raise IllegalMove(f"player {player + 1} cannot leave a game for two")

    def outcome(self) -> Outcome | None:
        if self._big_lines("X"):
            return Outcome(0, Reason.LINE, (WIN_POINTS, 0), (1, 2))
        if self._big_lines("O"):
            return Outcome(1, Reason.LINE, (0, WIN_POINTS), (2, 1))
        if not all(self._is_closed(big, place) for big in BIG_BOARDS for place in PLACES):
            return None
        first, second = self.points
        if first == second:
            return Outcome(None, Reason.POINTS, self.points, (1, 1))
        if first > second:
            return Outcome(0, Reason.POINTS, self.points, (1, 2))
        return Outcome(1, Reason.POINTS, self.points, (2, 1))

    def __str__(self) -> str:
        board = "|".join("/".join(rows) for rows in self.boards)
        return f"{board} {self.to_move + 1} {self.last or '-'} {'+' if self.bonus else '-'}"


@cache
def _lines_of(mark: str, nine: str) -> tuple[tuple[int, int, int], ...]:
    """Return the rows, columns and diagonals of a 3x3 board full of this mark."""
    return tuple(three for three in THREES if all(nine[place] == mark for place in three))


def _read_boards(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    boards = [tuple(board.split("/")) for board in text.split("|")]
    if len(boards) != 2 or any(len(rows) != 9 for rows in boards):
        raise NotationError(f"{text!r} is not two BigBoards of nine rows")
    if not all(ROW.fullmatch(row) for rows in boards for row in rows):
        raise NotationError(f"{text!r}: a row has nine cells of X, O and .")
    first, second = (tuple(row.upper() for row in rows) for rows in boards)
    return first, second

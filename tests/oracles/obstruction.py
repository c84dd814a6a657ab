"""Obstruction, naively: only marks are stored, and the shading is computed each time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from quire.core import Outcome, Reason
from quire.errors import IllegalMove, NotationError

from .base import BaseOracle
from .text import fields_of, without_space

LONGEST = 10
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MARKS = "XO"

SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)", re.IGNORECASE | re.ASCII)
MOVE = re.compile(r"([a-z])([1-9][0-9]*)", re.IGNORECASE | re.ASCII)
ROW = re.compile(r"[XO.#]{1,10}", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class ObstructionOracle(BaseOracle):
    """The marks of both players, row by row: `X`, `O`, or `.`."""

    marks: tuple[str, ...]

    game: ClassVar[str] = "obstruction"
    players: ClassVar[int] = 2
    points: ClassVar[tuple[int, ...]] = (0, 0)
    out: ClassVar[tuple[int, ...]] = ()

    @classmethod
    def start(cls, size: str) -> Self:
        match = SIZE.fullmatch(without_space(size))
        if match is None or int(match[1]) > LONGEST or int(match[2]) > LONGEST:
            raise NotationError(f"{size!r} is not a size: columns and rows are 1 to {LONGEST}")
        return cls(("." * int(match[1]),) * int(match[2]))

    @classmethod
    def parse(cls, text: str) -> Self:
        fields = fields_of(text)
        if len(fields) != 2:
            raise NotationError(f"{text!r} is not the board and the player to move")
        board, player = fields
        rows = board.split("/")
        well_formed = all(ROW.fullmatch(row) for row in rows)
        if not well_formed or len(rows) > LONGEST or len({len(row) for row in rows}) != 1:
            raise NotationError(f"{board!r} is not a board of 1 to {LONGEST} columns and rows")
        board, rows = board.upper(), [row.upper() for row in rows]
        position = cls(tuple(row.replace("#", ".") for row in rows))
        for x, y in position._places():
            if position._mark(x, y) != "." and position._touches_a_mark(x, y):
                raise NotationError(f"the mark at {LETTERS[x]}{y + 1} has a neighbour")
        if board.count("X") - board.count("O") not in (0, 1):
            raise NotationError("X has as many marks as O, or one more")
        if str(position) != f"{board} {player}":
            raise NotationError(f"{text!r} is shaded wrongly, or not that player's turn")
        return position

    @classmethod
    def all_moves(cls, size: str) -> tuple[str, ...]:
        return tuple(cls.start(size).cells())

    @property
    def size(self) -> str:
        return f"{len(self.marks[0])}x{len(self.marks)}"

    @property
    def to_move(self) -> int:
        board = "".join(self.marks)
        return (board.count("X") + board.count("O")) % 2

    def _places(self) -> list[tuple[int, int]]:
        return [(x, y) for y in range(len(self.marks)) for x in range(len(self.marks[0]))]

    def _mark(self, x: int, y: int) -> str:
        return self.marks[y][x]

    def _touches_a_mark(self, x: int, y: int) -> bool:
        """Return whether one of the up to eight neighbours of this cell is marked."""
        near = "".join(row[max(x - 1, 0) : x + 2] for row in self.marks[max(y - 1, 0) : y + 2])
        return len(near.replace(".", "")) > (self._mark(x, y) != ".")  # more than its own

    def cells(self) -> dict[str, str]:
        return self._cells

    @cached_property
    def _cells(self) -> dict[str, str]:
        cells = {}
        for x, y in self._places():
            shaded = self._mark(x, y) == "." and self._touches_a_mark(x, y)
            cells[f"{LETTERS[x]}{y + 1}"] = "#" if shaded else self._mark(x, y)
        return cells

    def lines(self) -> list[tuple[str, ...]]:
        return []

    def _canonical(self, move: str) -> str:
        match = MOVE.fullmatch(without_space(move))
        if match is None:
            raise NotationError(f"{move!r} is not a cell, like c4")
        return match[0].lower()

    def legal_moves(self) -> list[str]:
        return [cell for cell, mark in self.cells().items() if mark == "."]

    def play(self, move: str) -> Self:
        cell = self._canonical(move)
        if cell not in self.legal_moves():
            raise IllegalMove(f"{move!r} is not legal in {self}")
        x, y = LETTERS.index(cell[0]), int(cell[1:]) - 1
        rows = list(self.marks)
        rows[y] = rows[y][:x] + MARKS[self.to_move] + rows[y][x + 1 :]
        return type(self)(tuple(rows))

    def leave(self, player: int) -> Self:
        raise IllegalMove(f"player {player + 1} cannot leave a game for two")

    def outcome(self) -> Outcome | None:
        if self.legal_moves():
            return None
        winner = 1 - self.to_move
        return Outcome(winner, Reason.LAST_MOVE, (0, 0), (1, 2) if winner == 0 else (2, 1))

    def __str__(self) -> str:
        marks = "".join(self.cells().values())
        columns = len(self.marks[0])
        rows = [marks[at : at + columns] for at in range(0, len(marks), columns)]
        return f"{'/'.join(rows)} {self.to_move + 1}"

"""SOS on a line, naively: every three adjacent squares are checked for S-O-S."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from quire.core import Outcome, Reason
from quire.errors import IllegalMove, NotationError

from .base import BaseOracle
from .text import fields_of, without_space

SHORTEST, LONGEST = 3, 2000

SIZE = re.compile(r"[1-9][0-9]{0,3}")
MOVE = re.compile(r"([SO])([1-9][0-9]*)", re.IGNORECASE | re.ASCII)
SQUARES = re.compile(r"[SO.]+", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class LineOracle(BaseOracle):
    """A line of squares, each `S`, `O` or `.`."""

    squares: str

    game: ClassVar[str] = "line"
    players: ClassVar[int] = 2
    points: ClassVar[tuple[int, ...]] = (0, 0)
    out: ClassVar[tuple[int, ...]] = ()

    @classmethod
    def start(cls, size: str) -> Self:
        number = without_space(size)
        if not SIZE.fullmatch(number) or not SHORTEST <= int(number) <= LONGEST:
            raise NotationError(
                f"{size!r} is not a size: a line has {SHORTEST} to {LONGEST} squares"
            )
        return cls("." * int(number))

    @classmethod
    def parse(cls, text: str) -> Self:
        fields = fields_of(text)
        if len(fields) != 2:
            raise NotationError(f"{text!r} is not the squares and the player to move")
        squares, player = fields
        if not SQUARES.fullmatch(squares) or not SHORTEST <= len(squares) <= LONGEST:
            raise NotationError(f"{squares!r} is not a line of {SHORTEST} to {LONGEST} squares")
        position = cls(squares.upper())
        if player != str(position.to_move + 1):
            raise NotationError(f"player {position.to_move + 1} is to move, not {player!r}")
        return position

    @classmethod
    def all_moves(cls, size: str) -> tuple[str, ...]:
        squares = range(1, int(cls.start(size).size) + 1)
        return tuple(f"{letter}{square}" for square in squares for letter in "SO")

    @property
    def size(self) -> str:
        return str(len(self.squares))

    @property
    def to_move(self) -> int:
        letters = [mark for mark in self.squares if mark != "."]
        return len(letters) % 2

    def cells(self) -> dict[str, str]:
        return {str(place + 1): mark for place, mark in enumerate(self.squares)}

    def lines(self) -> list[tuple[str, ...]]:
        return [
            (str(place + 1), str(place + 2), str(place + 3))
            for place in range(len(self.squares) - 2)
            if self.squares[place : place + 3] == "SOS"
        ]

    def _canonical(self, move: str) -> str:
        match = MOVE.fullmatch(without_space(move))
        if match is None:
            raise NotationError(f"{move!r} is not a letter and a square, like S7")
        return match[0].upper()

    def legal_moves(self) -> list[str]:
        return self._legal_moves

    @cached_property
    def _legal_moves(self) -> list[str]:
        if self.outcome() is not None:
            return []
        empty = [cell for cell, mark in self.cells().items() if mark == "."]
        return [letter + cell for cell in empty for letter in "SO"]

    def play(self, move: str) -> Self:
        canonical = self._canonical(move)
        if canonical not in self.legal_moves():
            raise IllegalMove(f"{move!r} is not legal in {self}")
        letter, place = canonical[0], int(canonical[1:]) - 1
        return type(self)(self.squares[:place] + letter + self.squares[place + 1 :])

    def leave(self, player: int) -> Self:
        raise IllegalMove(f"player {player + 1} cannot leave a game for two")

    def outcome(self) -> Outcome | None:
        if self.lines():
            winner = 1 - self.to_move
            return Outcome(winner, Reason.LINE, (0, 0), (1, 2) if winner == 0 else (2, 1))
        if "." not in self.squares:
            return Outcome(None, Reason.FULL, (0, 0), (1, 1))
        return None

    def __str__(self) -> str:
        return f"{self.squares} {self.to_move + 1}"

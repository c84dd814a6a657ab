"""SOS on a grid, naively: every three cells in a row are read, and may be S-O-S."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import ClassVar, Self

from quire.core import Outcome, Reason
from quire.errors import IllegalMove, NotationError

from .base import BaseOracle
from .text import fields_of, without_space

SHORTEST, LONGEST = 3, 26
MIN_PLAYERS, MAX_PLAYERS = 2, 8
MAX_POINTS = 9999  # of a composed position, in addition to those of its lines
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ACROSS, DOWN, FALLING, RISING = (1, 0), (0, 1), (1, 1), (-1, 1)

SIZE = re.compile(r"([1-9][0-9]?)x([1-9][0-9]?)(?::([2-8]))?(:simple)?", re.I | re.ASCII)
MOVE = re.compile(r"([SO])([a-z])([1-9][0-9]*)", re.I | re.ASCII)
ROW = re.compile(r"[SO.]+", re.I | re.ASCII)
POINTS = re.compile(r"x|0|[1-9][0-9]*", re.I | re.ASCII)
SIMPLE = re.compile(r"simple-([2-8])((?:x[1-8])*)", re.I | re.ASCII)


@dataclass(frozen=True)
class SosOracle(BaseOracle):
    """A board of `S`, `O` and `.`, row by row, and the state that letters do not show."""

    board: tuple[str, ...]
    to_move: int
    points: tuple[int, ...]
    out: tuple[int, ...]
    simple: bool

    game: ClassVar[str] = "sos"

    @classmethod
    def start(cls, size: str) -> Self:
        match = SIZE.fullmatch(without_space(size))
        if match is None:
            raise NotationError(f"{size!r} is not a size like 8x8, 5x5:3 or 5x5:3:simple")
        columns, rows, players = int(match[1]), int(match[2]), int(match[3] or 2)
        if not (SHORTEST <= columns <= LONGEST and SHORTEST <= rows <= LONGEST):
            raise NotationError(f"{size!r}: columns and rows are {SHORTEST} to {LONGEST}")
        return cls(("." * columns,) * rows, 0, (0,) * players, (), match[4] is not None)

    @classmethod
    def parse(cls, text: str) -> Self:
        fields = fields_of(text)
        if len(fields) != 3:
            raise NotationError(f"{text!r} is not the board, the player to move and the points")
        board = _read_board(fields[0])
        simple = SIMPLE.fullmatch(fields[2])
        points, out = _read_simple(simple) if simple else _read_points(fields[2])
        playing = [str(player + 1) for player in range(len(points)) if player not in out]
        if fields[1] not in playing:
            raise NotationError(f"{fields[1]!r} is not a player who can move")
        position = cls(board, int(fields[1]) - 1, points, out, simple is not None)
        if max(points) > MAX_POINTS + len(position.lines()):
            raise NotationError(f"{fields[2]!r} has more than {MAX_POINTS} points")
        return position

    @classmethod
    def all_moves(cls, size: str) -> tuple[str, ...]:
        return tuple(letter + cell for cell in cls.start(size).cells() for letter in "SO")

    @property
    def size(self) -> str:
        players = f":{self.players}" if self.players > 2 else ""
        variant = ":simple" if self.simple else ""
        return f"{len(self.board[0])}x{len(self.board)}{players}{variant}"

    @property
    def players(self) -> int:
        return len(self.points)

    def _playing(self) -> list[int]:
        return [player for player in range(self.players) if player not in self.out]

    def _neighbour_in_turn(self, player: int, step: int) -> int:
        """Return the first player still in, going round by `step` (1: next, -1: previous)."""
        player = (player + step) % self.players
        while player in self.out:
            player = (player + step) % self.players
        return player

    def cells(self) -> dict[str, str]:
        return {
            f"{LETTERS[x]}{y + 1}": mark
            for y, row in enumerate(self.board)
            for x, mark in enumerate(row)
        }

    def lines(self) -> list[tuple[str, ...]]:
        return self._lines

    @cached_property
    def _lines(self) -> list[tuple[str, ...]]:
        marks = "".join(self.board)
        return [
            names
            for (first, middle, last), names in _threes(len(self.board[0]), len(self.board))
            if marks[middle] == "O" and marks[first] == marks[last] == "S"
        ]

    def _canonical(self, move: str) -> str:
        match = MOVE.fullmatch(without_space(move))
        if match is None:
            raise NotationError(f"{move!r} is not a letter and a cell, like Sb3")
        return match[1].upper() + match[2].lower() + match[3]

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
        letter, x, y = canonical[0], LETTERS.index(canonical[1]), int(canonical[2:]) - 1
        rows = list(self.board)
        rows[y] = rows[y][:x] + letter + rows[y][x + 1 :]
        after = replace(self, board=tuple(rows))
        scored = len(after.lines()) - len(self.lines())
        if scored == 0 or self.simple:
            return replace(after, to_move=self._neighbour_in_turn(self.to_move, 1))
        points = list(self.points)
        points[self.to_move] += scored
        return replace(after, points=tuple(points))

    def leave(self, player: int) -> Self:
        if self.players == MIN_PLAYERS:
            raise IllegalMove(f"player {player + 1} cannot leave a game for two")
        if player not in self._playing():
            raise IllegalMove(f"player {player + 1} is not in the game")
        if self.outcome() is not None:
            raise IllegalMove("the game is over")
        points = tuple(0 if who == player else has for who, has in enumerate(self.points))
        after = replace(self, points=points, out=tuple(sorted((*self.out, player))))
        if player == self.to_move:
            return replace(after, to_move=after._neighbour_in_turn(player, 1))
        return after

    def outcome(self) -> Outcome | None:
        playing = self._playing()
        if len(playing) == 1:
            return self._won_by(playing[0], Reason.RESIGNATION)
        if self.simple and self.lines():
            return self._won_by(self._neighbour_in_turn(self.to_move, -1), Reason.LINE)
        if "." in "".join(self.board):
            return None
        reason = Reason.FULL if self.simple else Reason.POINTS
        ranks = self._ranks(
            [1 + sum(self.points[other] > self.points[who] for other in playing) for who in playing]
        )
        winner = ranks.index(1) if ranks.count(1) == 1 else None
        return Outcome(winner, reason, self.points, ranks)

    def _won_by(self, winner: int, reason: Reason) -> Outcome:
        ranks = self._ranks([1 if player == winner else 2 for player in self._playing()])
        return Outcome(winner, reason, self.points, ranks)

    def _ranks(self, of_those_in: list[int]) -> tuple[int, ...]:
        """Return all ranks: players who are out share the place after all who are in."""
        ranks = dict(zip(self._playing(), of_those_in, strict=True))
        return tuple(ranks.get(player, 1 + len(ranks)) for player in range(self.players))

    def __str__(self) -> str:
        if self.simple:
            out = "".join(f"x{player + 1}" for player in self.out)
            points = f"simple-{self.players}{out}"
        else:
            points = "-".join(
                "x" if player in self.out else str(has) for player, has in enumerate(self.points)
            )
        return f"{'/'.join(self.board)} {self.to_move + 1} {points}"


@cache
def _threes(columns: int, rows: int) -> list[tuple[tuple[int, ...], tuple[str, ...]]]:
    """Return every three cells in a row: their places in the text of the board, and names."""
    threes = [
        [(x, y), (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)]
        for y in range(rows)
        for x in range(columns)
        for dx, dy in (ACROSS, DOWN, FALLING, RISING)
        if 0 <= x + 2 * dx < columns and y + 2 * dy < rows
    ]
    return [
        (tuple(y * columns + x for x, y in three), tuple(f"{LETTERS[x]}{y + 1}" for x, y in three))
        for three in threes
    ]


def _read_board(text: str) -> tuple[str, ...]:
    rows = text.split("/")
    if not all(ROW.fullmatch(row) for row in rows):
        raise NotationError(f"{text!r} is not rows of S, O and .")
    if len({len(row) for row in rows}) != 1:
        raise NotationError(f"{text!r}: the rows differ in length")
    if not (SHORTEST <= len(rows) <= LONGEST and SHORTEST <= len(rows[0]) <= LONGEST):
        raise NotationError(f"{text!r}: columns and rows are {SHORTEST} to {LONGEST}")
    return tuple(row.upper() for row in rows)


def _read_points(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points of each player, and who is out, from `3-x-1`."""
    fields = text.split("-")
    if not all(POINTS.fullmatch(field) for field in fields):
        raise NotationError(f"{text!r} is not the points joined by -")
    if not MIN_PLAYERS <= len(fields) <= MAX_PLAYERS:
        raise NotationError(f"{text!r}: {MIN_PLAYERS} to {MAX_PLAYERS} may play")
    out = tuple(player for player, field in enumerate(fields) if field in "xX")
    if out and len(fields) == MIN_PLAYERS:
        raise NotationError(f"{text!r}: nobody can be out of a game for two")
    return tuple(0 if field in "xX" else int(field) for field in fields), out


def _read_simple(match: re.Match[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the points (all zero), and who is out, from `simple-4x2x3`."""
    players = int(match[1])
    out = tuple(int(number) - 1 for number in match[2].lower().split("x")[1:])
    if out and players == MIN_PLAYERS:
        raise NotationError(f"{match[0]!r}: nobody can be out of a game for two")
    if list(out) != sorted(set(out)) or any(player >= players for player in out):
        raise NotationError(f"{match[0]!r}: those who are out are players, each once, in order")
    return (0,) * players, out

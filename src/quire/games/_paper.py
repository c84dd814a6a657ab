"""Shared by the games' drawings: squared paper, the moves so far, and the caption."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import getitem

from quire import _native
from quire.core import LEAVE_PREFIX, Move, Outcome, Position, step
from quire.errors import NotationError, QuireError
from quire.picture import Cell, Label, Picture, Stroke, StrokeKind, Tap

LABEL_GAP = 0.4
"""Distance from the board to the centre of a label, in cells."""

_LETTERS = "SO"

# A server draws after every move, so everything that a board shows is made once, and an unchanged
# cell is the same object in the next picture. A cell's name has the same place on boards of all
# sizes, so there are few cells to cache.
SIZES_KEPT = 64
_NAMES_KEPT = 4096
_STROKES_KEPT = 8192


@lru_cache(maxsize=_NAMES_KEPT)
def place(cell: str) -> tuple[int, int]:
    """Return the column and row of a cell, counted from 0 at the top left.

    >>> place("b3")
    (1, 2)
    """
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def column_labels(columns: int, left: int = 0) -> list[Label]:
    """Return the letters of the columns, above the board."""
    return [Label(left + x + 0.5, -LABEL_GAP, chr(ord("a") + x)) for x in range(columns)]


def row_labels(rows: int, left: int = 0) -> list[Label]:
    """Return the numbers of the rows, to the left of the board."""
    return [Label(left - LABEL_GAP, y + 0.5, str(y + 1)) for y in range(rows)]


Forms = dict[str, Cell]
"""Every appearance of one cell, by its mark and what else the picture depends on."""

LAST = "!"
"""Appended to the mark of the last move."""

TAP = "+"
"""Prepended to a mark that may be written into an empty cell."""


@lru_cache(maxsize=_NAMES_KEPT)
def _letter_forms(name: str, x: int, y: int) -> Forms:
    """Return the forms of a cell: `.` is empty, and `-` is empty when the game is over."""
    taps = tuple(Tap(letter + name, letter) for letter in _LETTERS)
    marked = {letter: Cell(name, x, y, letter) for letter in _LETTERS}
    last = {letter + LAST: Cell(name, x, y, letter, last=True) for letter in _LETTERS}
    return {".": Cell(name, x, y, taps=taps), "-": Cell(name, x, y), **marked, **last}


@lru_cache(maxsize=SIZES_KEPT)
def _letter_board(
    game: str, size: str, place_of: Callable[[str], tuple[int, int]]
) -> tuple[Forms, ...]:
    cells = _native.start(game, size).cells()
    return tuple(_letter_forms(name, *place_of(name)) for name in cells)


def letter_cells(
    position: Position, last: Move | None, place_of: Callable[[str], tuple[int, int]]
) -> tuple[Cell, ...]:
    """Return the cells of a game in which a move writes a letter into any empty cell."""
    forms = _letter_board(position.game, position.size, place_of)
    marks = marks_of(position)
    if position.outcome() is not None:
        marks = marks.replace(".", "-")
    cells = list(map(getitem, forms, marks))
    if last is not None:
        x, y = place_of(last[1:])
        at = y * (cells[-1].x + 1) + x
        cells[at] = forms[at][marks[at] + LAST]
    return tuple(cells)


def marks_of(position: Position) -> str:
    """Return the marks of all cells in order, as in `position.cells()` but faster."""
    board, _, _ = str(position).partition(" ")
    return board.replace("/", "").replace("|", "")


@lru_cache(maxsize=SIZES_KEPT)
def _grid_labels(columns: int, rows: int) -> tuple[Label, ...]:
    return (*column_labels(columns), *row_labels(rows))


def grid_picture(
    title: str,
    position: Position,
    last: Move | None,
    cells: tuple[Cell, ...],
    strokes: tuple[Stroke, ...] = (),
) -> Picture:
    """Return one board of squares, with letters above and numbers on the left."""
    columns, rows = cells[-1].x + 1, cells[-1].y + 1
    return Picture(
        position.game,
        position.size,
        caption(title, position, last),
        columns,
        rows,
        cells,
        strokes,
        _grid_labels(columns, rows),
    )


@lru_cache(maxsize=_STROKES_KEPT)
def stroke_through(
    kind: StrokeKind, first: tuple[int, int], last: tuple[int, int], owner: int | None
) -> Stroke:
    """Return a stroke from the centre of one cell to the centre of another."""
    (x1, y1), (x2, y2) = first, last
    return Stroke(kind, x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5, owner)


def shortened(items: Sequence[str], most: int = 12) -> str:
    """Return the items as a list in words; only the first `most` if there are more.

    >>> shortened(["a1", "b2", "c3"], most=2)
    'a1, b2 and 1 more'
    """
    if len(items) <= most:
        return ", ".join(items)
    return f"{', '.join(items[:most])} and {len(items) - most} more"


@lru_cache(maxsize=SIZES_KEPT)
def _every_move(game: str, size: str) -> tuple[Move, ...]:
    return _native.moves(game, size)


def canonical(position: Position, move: str) -> Move:
    """Return a move in canonical notation, however it was typed; it need not be legal."""
    return _every_move(position.game, position.size)[position.index(move)]


@dataclass(frozen=True, slots=True)
class History:
    """The moves that led to a position, as they were typed, and who made each of them."""

    moves: list[str]
    players: list[int]

    def last(self, position: Position) -> Move | None:
        """Return the last move in canonical notation; None if there is none."""
        return canonical(position, self.moves[-1]) if self.moves else None


def retrace(position: Position, entries: Sequence[str], start: Position | None = None) -> History:
    """Return the moves that led to a position, from the start of the game or another one.

    `entries` are those of a record; entries of players who left are not moves and are skipped.
    Raises NotationError if they don't lead to the position; an empty list is always valid.
    """
    moves: list[str] = []
    players: list[int] = []
    if not entries:
        return History(moves, players)
    before = _native.start(position.game, position.size) if start is None else start
    number, entry = 0, ""
    try:
        for number, entry in enumerate(entries, 1):  # noqa: B007 - the error says where
            if entry[:1] == LEAVE_PREFIX:
                before = step(before, entry)
            else:
                players.append(before.to_move)
                moves.append(entry)
                before = before.play(entry)
    except QuireError as error:
        raise NotationError(
            f"these moves don't lead to this position: move {number}, {entry!r}: {error}"
        ) from error
    if before != position:
        raise NotationError(f"these moves lead to '{before}', not to '{position}'")
    return History(moves, players)


def caption(title: str, position: Position, last: Move | None) -> str:
    """Describe a position in one line, in ASCII so that it prints everywhere."""
    outcome = position.outcome()
    if outcome is None:
        state = f"player {position.to_move + 1} to move"
        points = _points(position.points, position.out)
    else:
        state = _ending(outcome)
        points = _points(outcome.points, position.out)
    facts = [f"{title} {position.size}", state]
    if points:
        facts.append(points)
    if last is not None:
        facts.append(f"last move {last}")
    return ", ".join(facts)


def _points(points: Sequence[int], out: Sequence[int]) -> str:
    if not any(points):
        return ""
    return "-".join("x" if player in out else str(n) for player, n in enumerate(points))


def _ending(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return f"player {outcome.winner + 1} wins"
    first = [player + 1 for player, rank in enumerate(outcome.ranks) if rank == 1]
    if len(first) == len(outcome.ranks):
        return "draw"
    return f"draw between players {_listed(first)}"


def _listed(numbers: Iterable[int]) -> str:
    *others, last = map(str, numbers)
    return f"{', '.join(others)} and {last}" if others else last

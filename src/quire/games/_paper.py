"""What the games' drawings share: squared paper, the way a game went, and its caption."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import getitem

from quire import _native
from quire.core import DEPARTURE, Move, Outcome, Position, step
from quire.errors import NotationError, QuireError
from quire.picture import Cell, Label, Picture, Stroke, StrokeKind, Tap

LABEL_GAP = 0.4
"""How far the middle of a label lies outside the board, in cells."""

_LETTERS = "SO"

# A server draws after every move. So whatever a board shows is made once, and a cell that did not
# change is the same object in the next picture. A cell's name says where it lies, on boards of all
# sizes: there are few cells to keep, and a size keeps no more than references to them.
SIZES_KEPT = 64
_NAMES_KEPT = 4096
_STROKES_KEPT = 8192


@lru_cache(maxsize=_NAMES_KEPT)
def place(cell: str) -> tuple[int, int]:
    """The column and row of a cell, counted from 0 at the top left.

    >>> place("b3")
    (1, 2)
    """
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def column_labels(columns: int, left: int = 0) -> list[Label]:
    """The columns' letters, above the board."""
    return [Label(left + x + 0.5, -LABEL_GAP, chr(ord("a") + x)) for x in range(columns)]


def row_labels(rows: int, left: int = 0) -> list[Label]:
    """The rows' numbers, left of the board."""
    return [Label(left - LABEL_GAP, y + 0.5, str(y + 1)) for y in range(rows)]


Forms = dict[str, Cell]
"""Every look of one cell, by its mark and what else the picture depends on."""

LAST = "!"
"""Follows the mark of the last move."""

TAP = "+"
"""Goes before the mark that may be written into an empty cell."""


@lru_cache(maxsize=_NAMES_KEPT)
def _letter_forms(name: str, x: int, y: int) -> Forms:
    """`.` is empty, and `-` is empty when nobody may write any more."""
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
    """The cells of a game whose moves write a letter into any empty cell."""
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
    """The marks of all cells in their order: what `position.cells()` has, and sooner."""
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
    """One board of squares, with letters above and numbers at the left."""
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
    """A stroke from the centre of one cell to the centre of another."""
    (x1, y1), (x2, y2) = first, last
    return Stroke(kind, x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5, owner)


def shortened(items: Sequence[str], most: int = 12) -> str:
    """The items as a list in words, the first ones only if there are many.

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
    """A move in canonical writing, however it was typed; it need not be legal."""
    return _every_move(position.game, position.size)[position.index(move)]


@dataclass(frozen=True, slots=True)
class Course:
    """The moves that led to a position, as they are written, and who made each of them."""

    moves: list[str]
    players: list[int]

    def last(self, position: Position) -> Move | None:
        """The last of them, in canonical writing; None if there is none."""
        return canonical(position, self.moves[-1]) if self.moves else None


def retrace(position: Position, entries: Sequence[str], start: Position | None = None) -> Course:
    """How a game came to a position, from the start of the board or another one.

    `entries` are those of a record; those where a player left the game are not moves and are
    skipped. Raises NotationError if they do not lead to the position. No entries are always valid.
    """
    moves: list[str] = []
    players: list[int] = []
    if not entries:
        return Course(moves, players)
    before = _native.start(position.game, position.size) if start is None else start
    number, entry = 0, ""
    try:
        for number, entry in enumerate(entries, 1):  # noqa: B007 - the error says where
            if entry[:1] == DEPARTURE:
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
    return Course(moves, players)


def caption(title: str, position: Position, last: Move | None) -> str:
    """A position in one line of words, in ASCII so that it prints everywhere."""
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

"""What the games' drawings share: squared paper, the way a game went, and its caption."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from quire import _native
from quire.core import Move, Outcome, Position, step
from quire.errors import NotationError, QuireError
from quire.picture import Cell, Label, Picture, Stroke, StrokeKind, Tap

LABEL_GAP = 0.4
"""How far the middle of a label lies outside the board, in cells."""


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


def letter_cells(
    position: Position, last: Move | None, place_of: Callable[[str], tuple[int, int]]
) -> tuple[Cell, ...]:
    """The cells of a game whose moves write a letter into any empty cell."""
    taps: defaultdict[str, list[Tap]] = defaultdict(list)
    for move in position.legal_moves():
        taps[move[1:]].append(Tap(move, move[0]))
    return tuple(
        Cell(
            name,
            *place_of(name),
            mark="" if mark == "." else mark,
            last=last is not None and last[1:] == name,
            taps=tuple(taps[name]),
        )
        for name, mark in position.cells().items()
    )


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
        (*column_labels(columns), *row_labels(rows)),
    )


def stroke_through(
    kind: StrokeKind, places: Sequence[tuple[int, int]], owner: int | None
) -> Stroke:
    """A stroke from the centre of the first cell to the centre of the last."""
    (x1, y1), (x2, y2) = places[0], places[-1]
    return Stroke(kind, x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5, owner)


def shortened(items: Sequence[str], most: int = 12) -> str:
    """The items as a list in words, the first ones only if there are many.

    >>> shortened(["a1", "b2", "c3"], most=2)
    'a1, b2 and 1 more'
    """
    if len(items) <= most:
        return ", ".join(items)
    return f"{', '.join(items[:most])} and {len(items) - most} more"


def retrace(position: Position, entries: Sequence[str]) -> list[tuple[Position, Move]]:
    """The moves that led to a position, in canonical writing, each with the position before it.

    `entries` are those of a record: where a player went out is no move and is left out. Raises
    NotationError where they do not lead to the position; no entries at all claim nothing.
    """
    if not entries:
        return []
    every_move = _native.moves(position.game, position.size)
    made: list[tuple[Position, Move]] = []
    before = _native.start(position.game, position.size)
    for number, entry in enumerate(entries, 1):
        try:
            after = step(before, entry)
        except QuireError as error:
            raise NotationError(
                f"the moves do not lead to this position: move {number}, {entry!r}: {error}"
            ) from error
        if after.out == before.out:
            made.append((before, every_move[before.index(entry)]))
        before = after
    if before != position:
        raise NotationError(
            f"the moves do not lead to this position: they end in '{before}', not in '{position}'"
        )
    return made


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

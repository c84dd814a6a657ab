"""A board as data: what every renderer draws from, knowing no rules.

The unit is one cell. A cell at (x, y) has its centre at (x + span / 2, y + span / 2) and is the
square around it, unless it has a polygon. So the centre of the square at the top left is
(0.5, 0.5). Players are numbered from 0, as in all of the API. Pictures are made in native/pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import compress
from operator import is_not
from typing import Literal, NamedTuple

Tint = Literal["", "open", "shaded", "won", "drawn"]
Worth = Literal["good", "even", "bad", ""]


class StrokeKind(StrEnum):
    """What a stroke is: a scored line, or a rule of the printed board."""

    LINE = "line"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Tap:
    """A move that choosing a cell can play, and the mark it would leave."""

    move: str
    label: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A square of the board, or a polygon: a hexagon, an edge between two boxes.

    `tint` is the background under the mark: "open" (the next move may go here, if not every empty
    cell is open), "shaded" (blocked for everyone), "won" (belongs to `owner`), "drawn" (closed,
    without an owner). A cell with `span` above 1 lies over smaller ones: a won SmallBoard.
    `polygon` has the corners in order, measured from the centre; none if the cell is a square. It
    must be convex.
    """

    name: str
    x: float
    y: float
    mark: str = ""
    owner: int | None = None
    tint: Tint = ""
    span: int = 1
    last: bool = False
    taps: tuple[Tap, ...] = ()
    polygon: tuple[tuple[float, float], ...] = ()

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the cell, where its mark is."""
        return self.x + self.span / 2, self.y + self.span / 2

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners in order, on the board.

        >>> Cell("b1", 1, 0).corners
        ((1, 0), (2, 0), (2, 1), (1, 1))
        """
        if self.polygon:
            x, y = self.centre
            return tuple((x + across, y + down) for across, down in self.polygon)
        right, bottom = self.x + self.span, self.y + self.span
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight line on the board, in the colour of its owner if it has one."""

    kind: StrokeKind
    x1: float
    y1: float
    x2: float
    y2: float
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """A text centred at (x, y), outside the cells: a column's letter, a row's number."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """A note on an empty cell: lines of text, on a background that shows its worth as well.

    A note that is `best` is framed. The text must say everything that the background shows.
    """

    x: float
    y: float
    lines: tuple[str, ...]
    worth: Worth = ""
    best: bool = False


class CaptionFacts(NamedTuple):
    """What a caption says after the title and the size, without words."""

    to_move: int | None
    """None once the game is over."""
    leaders: tuple[int, ...]
    """The players with the first rank, once it is over: one has won, several share a draw."""
    points: tuple[int, ...]
    out: tuple[int, ...]
    """The players who have left."""
    last: str | None
    """The last move, if it is known."""


def caption_of(facts: CaptionFacts) -> str:
    """Return the facts in words, in ASCII so that they print everywhere.

    >>> caption_of(CaptionFacts(0, (), (2, 1), (), "Sb3"))
    'player 1 to move, 2-1, last move Sb3'
    """
    words = [_state(facts)]
    if any(facts.points):
        out = facts.out
        words.append("-".join("x" if p in out else str(n) for p, n in enumerate(facts.points)))
    if facts.last is not None:
        words.append(f"last move {facts.last}")
    return ", ".join(words)


def _state(facts: CaptionFacts) -> str:
    if facts.to_move is not None:
        return f"player {facts.to_move + 1} to move"
    *others, last = (str(player + 1) for player in facts.leaders)
    if not others:
        return f"player {last} wins"
    if len(facts.leaders) == len(facts.points):
        return "draw"
    return f"draw between players {', '.join(others)} and {last}"


@dataclass(frozen=True, slots=True)
class Picture:
    """A position as it is drawn. `caption` describes it in one line of words."""

    game: str
    size: str
    caption: str
    width: int
    height: int
    cells: tuple[Cell, ...]
    strokes: tuple[Stroke, ...] = ()
    labels: tuple[Label, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def covered(self) -> frozenset[tuple[float, float]]:
        """The coordinates (x, y) of the cells that lie under larger ones."""
        return frozenset(
            (cell.x + across, cell.y + down)
            for cell in self.cells
            if cell.span > 1
            for across in range(cell.span)
            for down in range(cell.span)
        )

    def to_json(self) -> str:
        """Return the picture as one line of JSON.

        >>> Picture("sos", "3x3", "empty", 3, 3, ()).to_json()[:30]
        '{"game":"sos","size":"3x3","ca'
        """
        import msgspec

        return msgspec.json.encode(self).decode()

    def _repr_svg_(self) -> str:
        """Show the board in a notebook."""
        from quire.render.svg import to_svg

        return to_svg(self)


@dataclass(frozen=True, slots=True)
class PictureChange:
    """The difference between two pictures of one board; cells are identified by name.

    `cells` are those that are new or changed, `gone` the names of those that were removed.
    `strokes` and `notes` are complete lists, or None if unchanged.
    """

    caption: str
    cells: tuple[Cell, ...] = ()
    gone: tuple[str, ...] = ()
    strokes: tuple[Stroke, ...] | None = None
    notes: tuple[Note, ...] | None = None


def changes(before: Picture, after: Picture) -> PictureChange:
    """Return the difference between two pictures. Raises ValueError if the boards differ.

    >>> empty = Picture("line", "3", "empty", 3, 1, (Cell("1", 0, 0), Cell("2", 1, 0)))
    >>> changes(empty, replace(empty, cells=(Cell("1", 0, 0), Cell("2", 1, 0, "S")))).cells[0].mark
    'S'
    """
    if (before.game, before.size) != (after.game, after.size):
        raise ValueError(
            f"can't compare pictures of different boards: {before.game} {before.size} and "
            f"{after.game} {after.size}"
        )
    cells, gone = _changed_cells(before.cells, after.cells)
    return PictureChange(
        after.caption,
        cells,
        gone,
        None if before.strokes == after.strokes else after.strokes,
        None if before.notes == after.notes else after.notes,
    )


def _changed_cells(
    before: tuple[Cell, ...], after: tuple[Cell, ...]
) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
    """Return the cells that are new or changed, and the names of those that were removed."""
    if len(before) == len(after):
        # Unchanged cells are mostly the same objects, so this finds the few that may differ.
        places = list(compress(range(len(after)), map(is_not, before, after)))
        if all(before[at].name == after[at].name for at in places):
            return tuple(after[at] for at in places if before[at] != after[at]), ()
    old = {cell.name: cell for cell in before}
    differ = tuple(cell for cell in after if cell != old.pop(cell.name, None))
    return differ, tuple(old)


def apply_change(before: Picture, change: PictureChange) -> Picture:
    """Apply a change to a picture: the inverse of `changes`.

    Cells keep their order; larger cells, which lie over others, come last, by name.
    """
    cells = {cell.name: cell for cell in before.cells}
    for name in change.gone:
        del cells[name]
    new = any(cell.name not in cells for cell in change.cells)
    cells.update((cell.name, cell) for cell in change.cells)
    ordered = list(cells.values())
    if new:
        ordered.sort(key=lambda cell: cell.name if cell.span > 1 else "")
    return replace(
        before,
        caption=change.caption,
        cells=tuple(ordered),
        strokes=before.strokes if change.strokes is None else change.strokes,
        notes=before.notes if change.notes is None else change.notes,
    )

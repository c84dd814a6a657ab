"""The SVG parts of a picture: every line, mark and label, with the layer it is drawn in.

Everything shown by colour is also shown by shape: the players' lines have different dashes, open
cells have a dot, shaded ones a hatch, the last move corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum, auto
from functools import lru_cache
from html import escape
from math import ceil
from typing import Literal, NamedTuple

from quire.picture import Cell, Note, Picture, Stroke, StrokeKind
from quire.render import polygon
from quire.render.palette import DASHES, SHADED_OPACITY, WON_OPACITY
from quire.render.strokes import between_marks, side_by_side

# All lengths below are in cells.
_MARGIN = 0.3
_LABEL_REACH = 0.25
_LINE_WIDTH = 0.085
_BAND_WIDTH = 0.36
_BAND_OPACITY = 0.14


class Depth(IntEnum):
    """The drawing order, from the bottom to the top."""

    PAPER = auto()
    WORTH_GOOD = auto()
    WORTH_EVEN = auto()
    WORTH_BAD = auto()
    OPEN = auto()
    SHADED = auto()
    DRAWN = auto()
    HATCH = auto()
    LAST = auto()
    GRID = auto()
    DOT = auto()
    COVERED_MARK = auto()
    WON = auto()
    RULE = auto()
    BAND = auto()
    LINE = auto()
    LARGE_MARK = auto()
    MARK = auto()
    NOTE = auto()
    RING = auto()
    LABEL = auto()


class Layer(NamedTuple):
    """Parts of one style: subpaths of a path, elements of a group, or elements by themselves."""

    depth: Depth
    order: int
    """Order among layers of the same depth: one player after another."""
    tag: Literal["path", "g", ""]
    attributes: str = ""

    def join(self, parts: Sequence[str]) -> str:
        """Return the SVG of the layer."""
        if self.tag == "path":
            return f'<path {self.attributes} d="{"".join(parts)}"/>'
        if self.tag == "g":
            return f"<g {self.attributes}>{''.join(parts)}</g>"
        return "\n".join(parts)


Part = tuple[Layer, str]

_TINTS = {
    "open": (Depth.OPEN, "q-marker-soft", ""),
    "shaded": (Depth.SHADED, "q-even", f' fill-opacity="{SHADED_OPACITY}"'),
    "drawn": (Depth.DRAWN, "q-even", ""),
}
_WORTHS = {"good": Depth.WORTH_GOOD, "even": Depth.WORTH_EVEN, "bad": Depth.WORTH_BAD}


class Canvas:
    """The board of a picture in pixels, `unit` per cell; draws its parts."""

    def __init__(self, picture: Picture, unit: int) -> None:
        self.unit = unit
        corners = [corner for cell in picture.cells if cell.polygon for corner in cell.corners]
        labels = [(label.x, label.y) for label in picture.labels]
        left, right = _extent(picture.width, [x for x, _ in labels], [x for x, _ in corners])
        top, bottom = _extent(picture.height, [y for _, y in labels], [y for _, y in corners])
        # Whole pixels keep the grid crisp.
        self.left, self.top = ceil(-left * unit), ceil(-top * unit)
        self.width, self.height = self.left + ceil(right * unit), self.top + ceil(bottom * unit)

    def parts(self, picture: Picture) -> Iterator[Part]:
        """Yield all parts of a picture."""
        covered = picture.covered
        under = [cell for cell in picture.cells if cell.span == 1 and (cell.x, cell.y) in covered]
        plain = [
            cell for cell in picture.cells if cell.span == 1 and (cell.x, cell.y) not in covered
        ]
        over = [cell for cell in picture.cells if cell.span > 1]
        for cell in (*plain, *under, *over):
            is_covered = cell.span == 1 and (cell.x, cell.y) in covered
            yield from self.cell(cell, covered=is_covered)
        yield from self.surroundings(picture)

    def cell(self, cell: Cell, *, covered: bool) -> Iterator[Part]:
        """Yield the parts of a cell, which may be covered by a larger one."""
        shape = self._outline(cell)
        if cell.span > 1:
            yield Layer(Depth.WON, 0, ""), _element("q-paper", shape, ' fill-opacity="0.55"')
            opacity = f' fill-opacity="{WON_OPACITY}"'
            yield Layer(Depth.WON, 0, ""), _element(_player(cell.owner), shape, opacity)
            yield from self._mark(cell, Depth.LARGE_MARK)
        else:
            if cell.tint in _TINTS:
                yield _fill(*_TINTS[cell.tint]), shape
            if cell.tint == "shaded":
                yield _outline(Depth.HATCH, "q-rule", "1.1"), self._hatch(cell)
            crisp = "" if cell.polygon else ' shape-rendering="crispEdges"'
            yield _outline(Depth.GRID, "q-rule", "1", extra=crisp), shape
            if cell.tint == "open" and not cell.mark:
                yield _outline(Depth.DOT, "q-ink-3", self._px(0.13)), self._centre(cell)
            yield from self._mark(cell, Depth.COVERED_MARK if covered else Depth.MARK)
        if cell.last:
            yield _fill(Depth.LAST, "q-last"), self._inset(cell)
            yield _outline(Depth.RING, "q-last-edge", self._px(0.05)), self._corners(cell)

    def surroundings(self, picture: Picture) -> Iterator[Part]:
        """Yield everything except the cells."""
        paper = (
            f'<rect class="q-paper" fill="currentColor" width="{self.width}" '
            f'height="{self.height}" rx="3"/>'
        )
        yield Layer(Depth.PAPER, 0, ""), paper
        rule = _outline(Depth.RULE, "q-ink-2", str(max(2, self.unit // 20)))
        yield from (
            (rule, self._segment(stroke))
            for stroke in picture.strokes
            if stroke.kind == StrokeKind.RULE
        )
        yield from self._lines(picture)
        polygons = {(cell.x, cell.y): cell for cell in picture.cells if cell.polygon}
        for note in picture.notes:
            cell = polygons.get((note.x, note.y), Cell("", note.x, note.y))
            if note.worth:
                fill = _fill(_WORTHS[note.worth], f"q-{note.worth}")
                yield fill, self._outline(cell)
            yield Layer(Depth.NOTE, 0, ""), "\n".join(self._note(note, cell))
        style = f'class="q-ink-3" fill="currentColor" font-size="{self._px(0.29)}"'
        for label in picture.labels:
            yield Layer(Depth.LABEL, 0, "g", style), self._text(label.x, label.y, label.text)

    def _px(self, cells: float) -> str:
        return _number(cells * self.unit)

    def _point(self, x: float, y: float) -> str:
        return f"{self._px(x + self.left / self.unit)} {self._px(y + self.top / self.unit)}"

    def _square(self, x: float, y: float, span: float) -> str:
        side = self._px(span)
        return f"M{self._point(x, y)}h{side}v{side}h-{side}z"

    def _path(self, *points: tuple[float, float]) -> str:
        return "M" + "L".join(self._point(*point) for point in points)

    def _outline(self, cell: Cell) -> str:
        if cell.polygon:
            return f"{self._path(*cell.corners)}z"
        return self._square(cell.x, cell.y, cell.span)

    def _inset(self, cell: Cell) -> str:
        """Return the outline, a little smaller."""
        if cell.polygon:
            return f"{self._path(*polygon.scaled(cell, 0.88))}z"
        return self._square(cell.x + 0.06, cell.y + 0.06, cell.span - 0.12)

    def _centre(self, cell: Cell) -> str:
        return f"M{self._point(*cell.centre)}h0"

    def _hatch(self, cell: Cell) -> str:
        if cell.polygon:
            return "".join(self._path(*ends) for ends in polygon.hatch(cell))
        return "".join(
            f"M{self._point(cell.x + max(0, k - 1), cell.y + min(k, 1))}"
            f"L{self._point(cell.x + min(k, 1), cell.y + max(0, k - 1))}"
            for k in (0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75)
        )

    def _lines(self, picture: Picture) -> Iterator[Part]:
        # A line through large marks is scaled like them.
        step = max((cell.span for cell in picture.cells), default=1)
        scale = 2 if step > 1 else 1
        has_polygons = any(cell.polygon for cell in picture.cells)
        centres = {cell.centre for cell in picture.cells} if has_polygons else None
        for stroke in side_by_side(
            [stroke for stroke in picture.strokes if stroke.kind == StrokeKind.LINE]
        ):
            owner = stroke.owner
            order = -1 if owner is None else owner
            ends = {(stroke.x1, stroke.y1), (stroke.x2, stroke.y2)}
            # A line along the edge of a cell strikes no marks.
            strikes = centres is None or not centres.isdisjoint(ends)
            if strikes or owner is not None:
                width = self._px(scale * _BAND_WIDTH)
                fade = f' stroke-opacity="{_BAND_OPACITY}"'
                # Each band is an element, so that they darken where they cross.
                band = _outline(Depth.BAND, _player(owner), width, extra=fade).attributes
                path = f'<path {band} d="{self._segment(stroke)}"/>'
                yield Layer(Depth.BAND, order, ""), path
            pattern = "" if owner is None else self._dashes(owner, scale)
            width = self._px(scale * _LINE_WIDTH / (2 if owner is None else 1))
            layer = _outline(Depth.LINE, _player(owner), width, order=order, extra=pattern)
            pieces = between_marks(stroke, step) if strikes else (stroke,)
            yield from ((layer, self._segment(piece)) for piece in pieces)

    def _dashes(self, owner: int, scale: int) -> str:
        dashes = " ".join(self._px(scale * dash / 48) for dash in DASHES[owner % len(DASHES)])
        return f' stroke-dasharray="{dashes}"' if dashes else ""

    def _segment(self, stroke: Stroke) -> str:
        start, end = self._point(stroke.x1, stroke.y1), self._point(stroke.x2, stroke.y2)
        return f"M{start}L{end}"

    def _corners(self, cell: Cell) -> str:
        """Return two opposite corners of a cell."""
        if cell.polygon:
            marks = polygon.corner_marks(cell, 0.8, 0.3)
            return "".join(self._path(*points) for points in marks)
        (x, y), far, arm = (cell.x + 0.1, cell.y + 0.1), cell.span - 0.2, 0.22
        upper = f"M{self._point(x, y + arm)}L{self._point(x, y)}L{self._point(x + arm, y)}"
        right, low = x + far, y + far
        lower = f"M{self._point(right, low - arm)}L{self._point(right, low)}"
        return f"{upper}{lower}L{self._point(right - arm, low)}"

    def _mark(self, cell: Cell, depth: Depth) -> Iterator[Part]:
        fade = ' opacity="0.6"' if depth is Depth.COVERED_MARK else ""
        if cell.owner is not None and cell.mark in ("X", "O"):
            width = self._px(0.1 if cell.span == 1 else 0.09 * cell.span)
            layer = _outline(depth, _player(cell.owner), width, order=cell.owner, extra=fade)
            yield layer, self._shape(cell)
        elif cell.mark:
            style = f'class="q-ink" fill="currentColor" font-size="{self._px(0.58)}" '
            middle = cell.span / 2
            size = f' font-size="{self._px(0.58 * cell.span)}"' if cell.span > 1 else ""
            letter = self._text(cell.x + middle, cell.y + middle, cell.mark, size)
            yield Layer(depth, -1, "g", f'{style}font-weight="600"{fade}'), letter

    def _shape(self, cell: Cell) -> str:
        """Return a cross or a ring as a path, so that it doesn't depend on a font."""
        near, far, reach = 0.24 * cell.span, 0.76 * cell.span, 0.27 * cell.span
        if cell.mark == "X":
            x, y = cell.x, cell.y
            falling = f"M{self._point(x + near, y + near)}L{self._point(x + far, y + far)}"
            return f"{falling}M{self._point(x + far, y + near)}L{self._point(x + near, y + far)}"
        radius = self._px(reach)
        left = self._point(cell.x + cell.span / 2 - reach, cell.y + cell.span / 2)
        half = f"a{radius} {radius} 0 1 1"
        return f"M{left}{half} {self._px(2 * reach)} 0{half} -{self._px(2 * reach)} 0z"

    def _ring(self, name: str, cell: Cell) -> str:
        style = f'fill="none" stroke="currentColor" stroke-width="{self._px(0.06)}"/>'
        if cell.polygon:
            return f'<path class="{name}" d="{self._inset(cell)}" {style}'
        x, y = self._point(cell.x + 0.06, cell.y + 0.06).split()
        side = self._px(cell.span - 0.12)
        return (
            f'<rect class="{name}" x="{x}" y="{y}" width="{side}" height="{side}" '
            f'rx="{self._px(0.12)}" {style}'
        )

    def _note(self, note: Note, cell: Cell) -> Iterator[str]:
        size = min(0.36, 1.15 / max(map(len, note.lines)))
        yield f'<g class="q-ink" fill="currentColor" font-size="{self._px(size)}">'
        for row, line in enumerate(note.lines, 1):
            yield self._text(note.x + 0.5, note.y + row / (len(note.lines) + 1), line)
        yield "</g>"
        if note.best:
            yield self._ring("q-ink", cell)

    def _text(self, x: float, y: float, text: str, size: str = "") -> str:
        across, down = self._point(x, y).split()
        return f'<text x="{across}" y="{down}" dy=".355em"{size}>{escape(text, quote=False)}</text>'


def _player(owner: int | None) -> str:
    return "q-ink-3" if owner is None else f"q-p{owner % len(DASHES) + 1}"


def _element(name: str, d: str, extra: str) -> str:
    return f'<path class="{name}" fill="currentColor"{extra} d="{d}"/>'


def _extent(size: int, labels: list[float], corners: list[float]) -> tuple[float, float]:
    """Return where the drawing begins and ends in one direction, in cells."""
    low, high = min([0.0, *corners]), max([float(size), *corners])
    low = min([low, *(it - _LABEL_REACH for it in labels)])
    return low - _MARGIN, max([high, *(it + _LABEL_REACH for it in labels)]) + _MARGIN


@lru_cache(maxsize=4096)
def _number(pixels: float) -> str:
    return f"{pixels:.2f}".rstrip("0").rstrip(".")


@lru_cache(maxsize=256)
def _fill(depth: Depth, name: str, extra: str = "") -> Layer:
    return Layer(depth, 0, "path", f'class="{name}" fill="currentColor"{extra}')


@lru_cache(maxsize=256)
def _outline(depth: Depth, name: str, width: str, *, order: int = 0, extra: str = "") -> Layer:
    style = f'class="{name}" fill="none" stroke="currentColor" stroke-width="{width}" '
    return Layer(depth, order, "path", f'{style}stroke-linecap="round"{extra}')

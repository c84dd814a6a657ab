"""A picture as SVG text: self-contained, in light or dark, legible without colour.

Whatever a colour says is said in shape as well: the players' lines are dashed differently, open
cells have a dot, shaded ones a hatch, the last move a ring.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2s
from html import escape
from math import ceil, hypot
from typing import Literal

from quire.picture import Cell, Label, Picture, Stroke
from quire.render.folding import folded
from quire.render.palette import COLOURS, DASHES, WON_OPACITY

Theme = Literal["auto", "light", "dark"]

# All lengths below are in cells.
_MARGIN = 0.3
_LABEL_REACH = 0.25
_LINE_WIDTH = 0.085
_CLEARING = 0.56
_LANE = 0.12
_WIDEST_ROW = 40
_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"


def to_svg(picture: Picture, *, cell: int = 48, theme: Theme = "auto") -> str:
    """The picture as an SVG document, `cell` pixels to a cell; "auto" follows the reader's system.

    It can stand alone or inside a page: its styles hold for itself only. A picture of one row that
    is very wide is folded into several rows.
    """
    return _Sheet(folded(picture, _WIDEST_ROW), cell, theme).document()


def document(caption: str, body: str, width: int, height: int, theme: Theme) -> str:
    """A whole SVG document around what is drawn, with our colours and its caption as title."""
    title = escape(caption, quote=False)
    name = "quire-" + blake2s((title + body).encode(), digest_size=6).hexdigest()
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="quire-{theme}" role="img" '
        f'aria-labelledby="{name}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">\n'
        f'<title id="{name}">{title}</title>\n'
        f"<style>{_style(theme)}</style>\n{body}\n</svg>\n"
    )


class _Sheet:
    """One picture on its way to SVG: knows where a cell lies in pixels."""

    def __init__(self, picture: Picture, unit: int, theme: Theme) -> None:
        self.picture = picture
        self.unit = unit
        self.theme: Theme = theme
        xs = [label.x for label in picture.labels]
        ys = [label.y for label in picture.labels]
        left = min([0.0, *(x - _LABEL_REACH for x in xs)]) - _MARGIN
        top = min([0.0, *(y - _LABEL_REACH for y in ys)]) - _MARGIN
        right = max([picture.width, *(x + _LABEL_REACH for x in xs)]) + _MARGIN
        bottom = max([picture.height, *(y + _LABEL_REACH for y in ys)]) + _MARGIN
        # Whole pixels keep the grid crisp.
        self.left, self.top = ceil(-left * unit), ceil(-top * unit)
        self.width, self.height = self.left + ceil(right * unit), self.top + ceil(bottom * unit)
        self.overlays = [cell for cell in picture.cells if cell.span > 1]
        covered = picture.covered
        small = [cell for cell in picture.cells if cell.span == 1]
        self.covered = [cell for cell in small if (cell.x, cell.y) in covered]
        self.plain = [cell for cell in small if (cell.x, cell.y) not in covered]

    def document(self) -> str:
        body = "\n".join(self._layers())
        return document(self.picture.caption, body, self.width, self.height, self.theme)

    def _layers(self) -> Iterator[str]:
        """The parts from the lowest to the topmost."""
        yield (
            f'<rect class="q-paper" fill="currentColor" width="{self.width}" '
            f'height="{self.height}" rx="{self._px(0.2)}"/>'
        )
        yield from self._worths()
        yield from self._grounds()
        yield from self._marks(self.covered, faded=True)
        yield from self._won()
        yield from self._rules()
        yield from self._lines()
        yield from self._marks(self.overlays)
        yield from self._marks(self.plain)
        yield from self._notes()
        yield from self._rings()
        yield from self._labels()

    def _px(self, cells: float) -> str:
        return f"{cells * self.unit:.2f}".rstrip("0").rstrip(".")

    def _point(self, x: float, y: float) -> str:
        return f"{self._px(x + self.left / self.unit)} {self._px(y + self.top / self.unit)}"

    def _square(self, cell: Cell) -> str:
        side = self._px(cell.span)
        return f"M{self._point(cell.x, cell.y)}h{side}v{side}h-{side}z"

    def _grounds(self) -> Iterator[str]:
        small = [*self.plain, *self.covered]
        by_tint: defaultdict[str, list[Cell]] = defaultdict(list)
        for cell in small:
            by_tint[cell.tint].append(cell)
        for tint in ("open", "shaded", "drawn"):
            if by_tint[tint]:
                yield _path(f"q-{tint}", "".join(map(self._square, by_tint[tint])))
        if by_tint["shaded"]:
            hatch = "".join(map(self._hatch, by_tint["shaded"]))
            yield _path("q-hatch", hatch, width="1.25")
        grid = "".join(map(self._square, small))
        yield _path("q-grid", grid, width="1", extra=' shape-rendering="crispEdges"')
        dots = (cell for cell in by_tint["open"] if not cell.mark)
        centres = "".join(map(self._centre, dots))
        if centres:
            yield _path("q-dot", centres, width=self._px(0.13))

    def _centre(self, cell: Cell) -> str:
        return f"M{self._point(cell.x + cell.span / 2, cell.y + cell.span / 2)}h0"

    def _hatch(self, cell: Cell) -> str:
        return "".join(
            f"M{self._point(cell.x + max(0, k - 1), cell.y + min(k, 1))}"
            f"L{self._point(cell.x + min(k, 1), cell.y + max(0, k - 1))}"
            for k in (0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75)
        )

    def _won(self) -> Iterator[str]:
        for cell in self.overlays:
            square = self._square(cell)
            yield _path("q-paper", square, extra=' fill-opacity="0.55"')
            yield _path(_player(cell.owner), square, extra=f' fill-opacity="{WON_OPACITY}"')

    def _rules(self) -> Iterator[str]:
        rules = [stroke for stroke in self.picture.strokes if stroke.kind == "rule"]
        if rules:
            ends = "".join(map(self._segment, rules))
            yield _path("q-rule", ends, width=str(max(2, self.unit // 20)))

    def _lines(self) -> Iterator[str]:
        by_owner: defaultdict[int | None, list[Stroke]] = defaultdict(list)
        for stroke in _side_by_side([s for s in self.picture.strokes if s.kind == "line"]):
            by_owner[stroke.owner].append(stroke)
        for owner in sorted(by_owner, key=lambda owner: -1 if owner is None else owner):
            ends = "".join(map(self._segment, by_owner[owner]))
            if owner is None:
                yield _path("q-nobody", ends, width=self._px(_LINE_WIDTH / 2))
                continue
            # A line through big marks is as much bigger itself.
            scale = 2 if self.overlays else 1
            dashes = " ".join(self._px(scale * dash / 48) for dash in DASHES[owner % len(DASHES)])
            pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
            width = self._px(scale * _LINE_WIDTH)
            yield _path(_player(owner), ends, width=width, extra=pattern)
        if by_owner:
            marked = "".join(self._centre(cell) for cell in self.plain if cell.mark)
            yield _path("q-paper", marked, width=self._px(_CLEARING))

    def _segment(self, stroke: Stroke) -> str:
        start, end = self._point(stroke.x1, stroke.y1), self._point(stroke.x2, stroke.y2)
        return f"M{start}L{end}"

    def _marks(self, cells: Iterable[Cell], *, faded: bool = False) -> Iterator[str]:
        letters: list[str] = []
        shapes: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        for cell in cells:
            if cell.owner is not None and cell.mark in ("X", "O"):
                shapes[cell.span, cell.owner].append(self._shape(cell))
            elif cell.mark:
                letters.append(self._letter(cell))
        fade = ' opacity="0.6"' if faded else ""
        if letters:
            yield (
                f'<g class="q-ink" fill="currentColor" font-size="{self._px(0.58)}" '
                f'font-weight="600"{fade}>{"".join(letters)}</g>'
            )
        for (span, owner), drawn in sorted(shapes.items()):
            width = self._px(0.1 if span == 1 else 0.09 * span)
            yield _path(_player(owner), "".join(drawn), width=width, extra=fade)

    def _letter(self, cell: Cell) -> str:
        middle = cell.span / 2
        x, y = self._point(cell.x + middle, cell.y + middle).split()
        size = f' font-size="{self._px(0.58 * cell.span)}"' if cell.span > 1 else ""
        return f'<text x="{x}" y="{y}" dy=".355em"{size}>{escape(cell.mark, quote=False)}</text>'

    def _shape(self, cell: Cell) -> str:
        """A cross or a ring, the players' own marks, as drawn by hand rather than by a font."""
        near, far, reach = 0.24 * cell.span, 0.76 * cell.span, 0.27 * cell.span
        if cell.mark == "X":
            x, y = cell.x, cell.y
            falling = f"M{self._point(x + near, y + near)}L{self._point(x + far, y + far)}"
            return f"{falling}M{self._point(x + far, y + near)}L{self._point(x + near, y + far)}"
        radius = self._px(reach)
        left = self._point(cell.x + cell.span / 2 - reach, cell.y + cell.span / 2)
        half = f"a{radius} {radius} 0 1 1"
        return f"M{left}{half} {self._px(2 * reach)} 0{half} -{self._px(2 * reach)} 0z"

    def _rings(self) -> Iterator[str]:
        for cell in self.picture.cells:
            if cell.last:
                yield self._ring("q-last", cell.x, cell.y, cell.span)

    def _ring(self, name: str, left: int, top: int, span: int) -> str:
        x, y = self._point(left + 0.06, top + 0.06).split()
        side = self._px(span - 0.12)
        return (
            f'<rect class="{name}" x="{x}" y="{y}" width="{side}" height="{side}" '
            f'rx="{self._px(0.12)}" fill="none" stroke="currentColor" '
            f'stroke-width="{self._px(0.06)}"/>'
        )

    def _worths(self) -> Iterator[str]:
        for worth in ("good", "even", "bad"):
            squares = [
                f"M{self._point(note.x, note.y)}h{self._px(1)}v{self._px(1)}h-{self._px(1)}z"
                for note in self.picture.notes
                if note.worth == worth
            ]
            if squares:
                yield _path(f"q-{worth}", "".join(squares))

    def _notes(self) -> Iterator[str]:
        for note in self.picture.notes:
            widest = max(map(len, note.lines))
            size = min(0.36, 1.15 / widest)
            yield f'<g class="q-ink" fill="currentColor" font-size="{self._px(size)}">'
            for row, line in enumerate(note.lines, 1):
                x, y = self._point(note.x + 0.5, note.y + row / (len(note.lines) + 1)).split()
                yield f'<text x="{x}" y="{y}" dy=".355em">{escape(line, quote=False)}</text>'
            yield "</g>"
            if note.best:
                yield self._ring("q-ink", note.x, note.y, 1)

    def _labels(self) -> Iterator[str]:
        def text(label: Label) -> str:
            x, y = self._point(label.x, label.y).split()
            return f'<text x="{x}" y="{y}" dy=".355em">{escape(label.text, quote=False)}</text>'

        if self.picture.labels:
            yield (
                f'<g class="q-label" fill="currentColor" font-size="{self._px(0.29)}">'
                f"{''.join(map(text, self.picture.labels))}</g>"
            )


def _player(owner: int | None) -> str:
    return "q-nobody" if owner is None else f"q-p{owner % len(DASHES) + 1}"


def _path(name: str, d: str, *, width: str = "", extra: str = "") -> str:
    """A path in the colour of that name: an outline of that width, or filled."""
    if not width:
        return f'<path class="{name}" fill="currentColor"{extra} d="{d}"/>'
    return (
        f'<path class="{name}" fill="none" stroke="currentColor" stroke-width="{width}" '
        f'stroke-linecap="round"{extra} d="{d}"/>'
    )


def _style(theme: Theme) -> str:
    """The colours as custom properties, each with a fixed value before it for readers without."""
    root = f".quire-{theme}"
    colours = COLOURS["dark" if theme == "dark" else "light"]
    rules = [f"{root}{{{_properties(colours)}}}"]
    if theme == "auto":
        dark = f"{root}{{{_properties(COLOURS['dark'])}}}"
        rules.append(f"@media (prefers-color-scheme:dark){{{dark}}}")
    rules.extend(
        f"{root} .q-{use}{{color:{colour};color:var(--quire-{use})}}"
        for use, colour in colours.items()
    )
    rules.append(f"{root} text{{font-family:{_FONT};text-anchor:middle}}")
    return "".join(rules)


def _properties(colours: dict[str, str]) -> str:
    return "".join(f"--quire-{use}:{colour};" for use, colour in colours.items())


def _side_by_side(strokes: Sequence[Stroke]) -> Iterator[Stroke]:
    """The strokes, moved apart sideways where different owners' lie on one another."""
    on_one_line: defaultdict[tuple[float, ...], list[Stroke]] = defaultdict(list)
    for stroke in strokes:
        on_one_line[_carrier(stroke)].append(stroke)
    for (across, down, _), group in on_one_line.items():
        for stroke in group:
            sharing = {other.owner for other in group if _overlap(stroke, other)}
            lanes = sorted(sharing, key=lambda owner: -1 if owner is None else owner)
            lane = (lanes.index(stroke.owner) - (len(lanes) - 1) / 2) * _LANE
            yield replace(
                stroke,
                x1=stroke.x1 - down * lane,
                y1=stroke.y1 + across * lane,
                x2=stroke.x2 - down * lane,
                y2=stroke.y2 + across * lane,
            )


def _carrier(stroke: Stroke) -> tuple[float, float, float]:
    """The endless line under a stroke: its direction, always to the right, and its place."""
    across, down = stroke.x2 - stroke.x1, stroke.y2 - stroke.y1
    length = hypot(across, down) * (-1 if (across, down) < (0, 0) else 1)
    across, down = across / length, down / length
    return round(across, 6), round(down, 6), round(stroke.x1 * down - stroke.y1 * across, 6)


def _overlap(one: Stroke, other: Stroke) -> bool:
    """Whether two strokes on one endless line share more than a point."""
    a, b = sorted([(one.x1, one.y1), (one.x2, one.y2)])
    c, d = sorted([(other.x1, other.y1), (other.x2, other.y2)])
    return max(a, c) < min(b, d)

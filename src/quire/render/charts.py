"""A graph of values over moves, as data and as SVG text: self-contained, legible without colour.

Proven points are filled and estimates hollow; a point that is marked has a ring and its mark as
text. Several series differ in their dashes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from math import ceil, floor
from textwrap import wrap

from quire.render.palette import DASHES
from quire.render.svg import Theme, document

_WIDTH, _HEIGHT = 760, 320
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 24, 28, 40
_DOT, _RING = 4, 8
_FOR_MARKS = 20  # above the highest and below the lowest point
_LINE_HEIGHT, _LINE_CHARACTERS = 20, 100  # of the text below


@dataclass(frozen=True, slots=True)
class Point:
    """The value after `x` moves; `mark` is shown next to it, and `words` as its tooltip."""

    x: int
    y: float
    exact: bool
    words: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """Points to be joined; `owner` is the player whose values they are."""

    owner: int
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph as data: `above` and `below` say what values over and under 0 mean.

    `lines` are written below it.
    """

    caption: str
    above: str
    below: str
    series: tuple[Series, ...]
    lines: tuple[str, ...] = ()


def to_svg(graph: Graph, *, theme: Theme = "auto") -> str:
    """Return the graph as an SVG document; "auto" follows the reader's system."""
    sheet = _Sheet(graph)
    return document(graph.caption, "\n".join(sheet.layers()), _WIDTH, sheet.height, theme)


class _Sheet:
    """A graph being drawn: maps values to pixels."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.lines = [part for line in graph.lines for part in wrap(line, _LINE_CHARACTERS)]
        self.height = _HEIGHT + _LINE_HEIGHT * len(self.lines)
        points = [point for series in graph.series for point in series.points]
        self.last = max((point.x for point in points), default=1) or 1
        self.reach = max(1, *(ceil(abs(point.y)) for point in points), 1)

    def layers(self) -> Iterator[str]:
        """Yield the parts from the bottom to the top."""
        yield (
            f'<rect class="q-paper" fill="currentColor" width="{_WIDTH}" height="{self.height}" '
            f'rx="3"/>'
        )
        yield from self._axes()
        for series in self.graph.series:
            yield from self._series(series)
        for number, line in enumerate(self.lines):
            yield _text(_WIDTH / 2, _HEIGHT + _LINE_HEIGHT * (number + 0.2), line, name="q-ink")

    def _x(self, move: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * move / self.last

    def _y(self, value: float) -> float:
        middle = (_TOP + _HEIGHT - _BOTTOM) / 2
        return middle - (middle - _TOP - _FOR_MARKS) * value / self.reach

    def _axes(self) -> Iterator[str]:
        step = max(1, ceil(self.reach / 5))
        right = _WIDTH - _RIGHT
        for value in range(-floor(self.reach / step) * step, self.reach + 1, step):
            name, width = ("q-rule", 1.5) if value == 0 else ("q-hairline", 1)
            y = self._y(value)
            yield (
                f'<path class="{name}" stroke="currentColor" stroke-width="{width}" '
                f'd="M{_LEFT} {y:.1f}H{right}"/>'
            )
            yield _text(_LEFT - 22, y, format_signed(value))
        for move in range(0, self.last + 1, _tick(self.last)):
            yield _text(self._x(move), _HEIGHT - _BOTTOM + 16, str(move))
        yield _text((_LEFT + right) / 2, _HEIGHT - 12, "moves")
        yield _text((_LEFT + right) / 2, 14, f"{self.graph.above} ↑   ↓ {self.graph.below}")

    def _series(self, series: Series) -> Iterator[str]:
        colour = f"q-p{series.owner % len(DASHES) + 1}"
        dashes = " ".join(map(str, DASHES[series.owner % len(DASHES)]))
        pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
        line = "L".join(f"{self._x(point.x):.1f} {self._y(point.y):.1f}" for point in series.points)
        yield (
            f'<path class="{colour}" fill="none" stroke="currentColor" stroke-width="2" '
            f'stroke-linejoin="round"{pattern} d="M{line}"/>'
        )
        for point in series.points:
            yield f"<g><title>{escape(point.words, quote=False)}</title>"
            yield from self._point(point, colour)
            yield "</g>"

    def _point(self, point: Point, colour: str) -> Iterator[str]:
        at = f'cx="{self._x(point.x):.1f}" cy="{self._y(point.y):.1f}"'
        yield f'<circle class="{colour}" fill="currentColor" {at} r="{_DOT}"/>'
        if not point.exact:
            yield f'<circle class="q-paper" fill="currentColor" {at} r="{_DOT - 2}"/>'
        if point.mark:
            yield (
                f'<circle class="q-ink" fill="none" stroke="currentColor" stroke-width="2" '
                f'{at} r="{_RING}"/>'
            )
            # Away from the middle, so that the line doesn't cross it.
            side = -1 if point.y >= 0 else 1
            where = self._y(point.y) + side * (_RING + 10)
            yield _text(self._x(point.x), where, point.mark, name="q-ink")


def format_signed(value: float) -> str:
    """Return a value with its sign, and estimates to one decimal place.

    >>> format_signed(2), format_signed(-0.25), format_signed(0), format_signed(-0.04)
    ('+2', '−0.2', '0', '0')
    """
    text = f"{value:+d}" if isinstance(value, int) else f"{value:+.1f}"
    return text.replace("-", "−") if any(digit in "123456789" for digit in text) else "0"


def _tick(moves: int) -> int:
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500) if moves / step <= 20)


def _text(x: float, y: float, text: str, *, name: str = "q-ink-2") -> str:
    return (
        f'<text class="{name}" fill="currentColor" font-size="13" x="{x:.1f}" y="{y:.1f}" '
        f'dy=".355em">{escape(text, quote=False)}</text>'
    )

"""A line chart over named places, as SVG text: legible without colour, in light and dark.

The places on the x axis are texts at even distances; values start at zero, or are logarithmic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from xml.sax.saxutils import escape

from quire.render.palette import DASHES
from quire.render.svg import document

_WIDTH, _HEIGHT = 760, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 76, 24, 44, 56
_DOT = 4
_STEM_GAP = 16


@dataclass(frozen=True, slots=True)
class Line:
    """Values at the places, in order; None for a missing value."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as data."""

    caption: str
    across: str
    """What the places are."""
    up: str
    """What the values are."""
    places: Sequence[str]
    lines: Sequence[Line]
    is_logarithmic: bool = False
    is_joined: bool = True
    """Whether a line joins the values; between places without an order, stems are better."""


def to_svg(chart: Chart) -> str:
    """Return the chart as an SVG document that follows the reader's light or dark theme."""
    body = "\n".join(_Sheet(chart).layers())
    return document(chart.caption, body, _WIDTH, _HEIGHT, "auto")


class _Sheet:
    """A chart being drawn: maps values to pixels."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        values = [value for line in chart.lines for value in line.values if value is not None]
        if chart.is_logarithmic:
            low, high = floor(log10(min(values))), ceil(log10(max(values)))
            self.ticks = [10.0**power for power in range(low, max(high, low + 1) + 1)]
        else:
            step = _step(max(values))
            self.ticks = [step * number for number in range(ceil(max(values) / step) + 1)]

    def layers(self) -> Iterator[str]:
        """Yield the parts from the bottom to the top."""
        yield (
            f'<rect class="q-paper" fill="currentColor" width="{_WIDTH}" height="{_HEIGHT}" '
            f'rx="3"/>'
        )
        for tick in self.ticks:
            y = self._y(tick)
            yield (
                f'<path class="q-hairline" stroke="currentColor" d="M{_LEFT} {y:.1f}'
                f'H{_WIDTH - _RIGHT}"/>'
            )
            yield _text(_LEFT - 36, y, _format(tick))
        for number, place in enumerate(self.chart.places):
            yield _text(self._x(number), _HEIGHT - _BOTTOM + 16, place)
        yield _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 14, self.chart.across)
        yield _text((_LEFT + _WIDTH - _RIGHT) / 2, 14, self.chart.up)
        for number, line in enumerate(self.chart.lines):
            yield from self._line(number, line)

    def _x(self, place: float) -> float:
        width = _WIDTH - _LEFT - _RIGHT
        return _LEFT + width * (place + 0.5) / max(1, len(self.chart.places))

    def _y(self, value: float) -> float:
        low, high = self.ticks[0], self.ticks[-1]
        if self.chart.is_logarithmic:
            part = (log10(value) - log10(low)) / (log10(high) - log10(low))
        else:
            part = (value - low) / (high - low)
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * part

    def _line(self, number: int, line: Line) -> Iterator[str]:
        colour = f"q-p{number % len(DASHES) + 1}"
        dashes = " ".join(map(str, DASHES[number % len(DASHES)]))
        pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
        there = [(at, value) for at, value in enumerate(line.values) if value is not None]
        points = [(self._x(at), self._y(value)) for at, value in there]
        if self.chart.is_joined:
            drawn = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        else:
            aside = _STEM_GAP * (number - (len(self.chart.lines) - 1) / 2)
            points = [(x + aside, y) for x, y in points]
            drawn = "M".join(f"{x:.1f} {_HEIGHT - _BOTTOM}V{y:.1f}" for x, y in points)
        stroke = (
            f'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"{pattern}'
        )
        yield f'<path class="{colour}" {stroke} d="M{drawn}"/>'
        for (at, value), (x, y) in zip(there, points, strict=True):
            words = escape(f"{line.name}, {self.chart.places[at]}: {_format(value)}")
            yield (
                f'<circle class="{colour}" fill="currentColor" cx="{x:.1f}" '
                f'cy="{y:.1f}" r="{_DOT}"><title>{words}</title></circle>'
            )
        # The legend: side by side below the title.
        left = _LEFT + number * (_WIDTH - _LEFT - _RIGHT) / len(self.chart.lines)
        yield f'<path class="{colour}" {stroke} d="M{left:.1f} 31h28"/>'
        yield _text(left + 36, 31, line.name, anchor="start")


def _step(most: float) -> float:
    """Return the distance between ticks, so that there are about five.

    >>> _step(480), _step(7.2), _step(0.03)
    (100.0, 2.0, 0.01)
    """
    power = 10.0 ** floor(log10(most / 5))
    return next(step * power for step in (1, 2, 5, 10) if most / (step * power) <= 5)


def _format(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return (
        f'<text class="q-ink-2" fill="currentColor" font-size="13" style="text-anchor:{anchor}" '
        f'x="{x:.1f}" y="{y:.1f}" dy=".355em">{escape(text)}</text>'
    )

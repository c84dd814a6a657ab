"""The plot of a tuning: one panel per parameter, its value over the games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from quire.arena.tuning.spsa import Parameter
from quire.arena.tuning.tuning import Step, Tuning
from quire.render.svg import Theme, document

_WIDTH, _PANEL, _BOTTOM = 760, 150, 40
_LEFT, _RIGHT, _TOP = 90, 24, 34


def to_svg(tuning: Tuning, steps: Sequence[Step], *, theme: Theme = "auto") -> str:
    """Return the plot as an SVG document."""
    names = ", ".join(parameter.name for parameter in tuning.parameters)
    height = _PANEL * len(tuning.parameters) + _BOTTOM
    body: list[str] = [
        f'<rect class="q-paper" fill="currentColor" width="{_WIDTH}" height="{height}" rx="3"/>'
    ]
    for place, parameter in enumerate(tuning.parameters):
        body.extend(_panel(tuning, steps, parameter, place * _PANEL))
    body.extend(_axis(tuning, height))
    return document(f"Tuning of {names}", "\n".join(body), _WIDTH, height, theme)


def _panel(
    tuning: Tuning, steps: Sequence[Step], parameter: Parameter, top: float
) -> Iterator[str]:
    values = [parameter.start, *(step.values[parameter.name] for step in steps)]
    low, high = min(values), max(values)
    # A value that hardly moves is shown as such, not blown up to the whole panel.
    room = max(high - low, parameter.step) * 0.1
    low, high = low - room, high + room

    def y(value: float) -> float:
        return top + _PANEL - 12 - (_PANEL - _TOP - 12) * (value - low) / (high - low)

    pairs = [0, *(step.pairs for step in steps)]
    points = "L".join(
        f"{_x(tuning, pair):.1f} {y(value):.1f}" for pair, value in zip(pairs, values, strict=True)
    )
    last = f"{values[-1]:.4g}"
    yield _text(_WIDTH / 2, top + 18, f"{parameter.name}: {parameter.start:g} to {last}", "q-ink")
    for value in (max(values), min(values)):
        yield (
            f'<path class="q-hairline" stroke="currentColor" d="M{_LEFT} {y(value):.1f}'
            f'H{_WIDTH - _RIGHT}"/>'
        )
        yield _text(_LEFT / 2, y(value), f"{value:.4g}")
    yield (
        f'<path class="q-rule" stroke="currentColor" stroke-dasharray="4 4" '
        f'd="M{_LEFT} {y(parameter.start):.1f}H{_WIDTH - _RIGHT}"/>'
    )
    yield (
        f'<path class="q-p1" fill="none" stroke="currentColor" stroke-width="2" '
        f'stroke-linejoin="round" d="M{points}"/>'
    )


def _axis(tuning: Tuning, height: float) -> Iterator[str]:
    for part in range(5):
        pairs = round(tuning.pairs * part / 4)
        yield _text(_x(tuning, pairs), height - 26, f"{2 * pairs:,}")
    yield _text((_LEFT + _WIDTH - _RIGHT) / 2, height - 9, "games")


def _x(tuning: Tuning, pairs: int) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT - 10) * pairs / tuning.pairs


def _text(x: float, y: float, text: str, name: str = "q-ink-2") -> str:
    return (
        f'<text class="{name}" fill="currentColor" font-size="13" x="{x:.1f}" y="{y:.1f}" '
        f'dy=".355em">{escape(text, quote=False)}</text>'
    )

"""Lines that share their place: moved apart where they overlap, and cut where they strike marks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil, hypot

from quire.picture import Stroke

# In cells.
_GAP = 0.27
"""Distance that a player's line keeps from the middle of a mark."""
_LANE = 0.12


def side_by_side(strokes: Sequence[Stroke]) -> Iterator[Stroke]:
    """Yield the strokes, moved apart sideways where those of different owners overlap."""
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


def between_marks(stroke: Stroke, step: int) -> Iterator[Stroke]:
    """Yield the parts of a stroke that lie between the marks it strikes, `step` cells apart."""
    dx, dy = stroke.x2 - stroke.x1, stroke.y2 - stroke.y1
    length = max(abs(dx), abs(dy))
    # Marks are in the middle of cells; a folded line may start at the edge of one.
    along = stroke.x1 if abs(dx) >= abs(dy) else stroke.y1
    first = 0.0 if step > 1 else (round(along, 6) + 0.5) % 1
    gap = _GAP * step
    for n in range(-1, ceil(length / step) + 1):
        start = max(0.0, n * step + first + gap)
        end = min(length, (n + 1) * step + first - gap)
        if end > start + 0.05:
            yield replace(
                stroke,
                x1=stroke.x1 + dx * start / length,
                y1=stroke.y1 + dy * start / length,
                x2=stroke.x1 + dx * end / length,
                y2=stroke.y1 + dy * end / length,
            )


def _carrier(stroke: Stroke) -> tuple[float, float, float]:
    """Return the infinite line through a stroke: its direction, always to the right, and offset."""
    across, down = stroke.x2 - stroke.x1, stroke.y2 - stroke.y1
    length = hypot(across, down) * (-1 if (across, down) < (0, 0) else 1)
    across, down = across / length, down / length
    return round(across, 6), round(down, 6), round(stroke.x1 * down - stroke.y1 * across, 6)


def _overlap(one: Stroke, other: Stroke) -> bool:
    """Return whether two strokes on the same infinite line share more than a point."""
    a, b = sorted([(one.x1, one.y1), (one.x2, one.y2)])
    c, d = sorted([(other.x1, other.y1), (other.x2, other.y2)])
    return max(a, c) < min(b, d)

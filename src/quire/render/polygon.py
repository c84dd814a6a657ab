"""The geometry of cells that are polygons: smaller copies, hatches, corners. All are convex."""

from __future__ import annotations

from collections.abc import Iterator

from quire.picture import Cell

Point = tuple[float, float]

HATCH_STEP = 0.25


def scaled(cell: Cell, scale: float) -> list[Point]:
    """Return the corners of a smaller or larger copy with the same centre.

    >>> scaled(Cell("a1", 0, 0), 0.5)
    [(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)]
    """
    (x, y), corners = cell.centre, cell.corners
    return [(x + (cx - x) * scale, y + (cy - y) * scale) for cx, cy in corners]


def hatch(cell: Cell) -> Iterator[tuple[Point, Point]]:
    """Yield rising lines across a cell, the same distance apart as in a square.

    >>> len(list(hatch(Cell("a1", 0, 0))))
    7
    """
    corners = cell.corners
    offset = cell.x + cell.y
    sums = [x + y - offset for x, y in corners]
    step = int(min(sums) / HATCH_STEP)
    while (level := step * HATCH_STEP) < max(sums):
        crossed = sorted(
            (ax + (bx - ax) * t, ay + (by - ay) * t)
            for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
            if (t := _share(ax + ay - offset, bx + by - offset, level)) is not None
        )
        if crossed and crossed[0] != crossed[-1]:
            yield crossed[0], crossed[-1]
        step += 1


def corner_marks(cell: Cell, scale: float, arm: float) -> Iterator[tuple[Point, Point, Point]]:
    """Yield two opposite corners of a scaled copy, each with the ends of its two arms."""
    corners = scaled(cell, scale)
    for at in (0, len(corners) // 2):
        corner = corners[at]
        before, after = corners[at - 1], corners[(at + 1) % len(corners)]
        yield _towards(corner, before, arm), corner, _towards(corner, after, arm)


def _share(start: float, end: float, level: float) -> float | None:
    """Return how far between two values a level is; None if it is not between them."""
    if start == end or not min(start, end) <= level <= max(start, end):
        return None
    return (level - start) / (end - start)


def _towards(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share

"""Folding: a picture that is one long row, laid out in several."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil

from quire.picture import Picture, Stroke


def folded(picture: Picture, max_cells: int) -> Picture:
    """Return the picture; a single row with more than `max_cells` is split into several rows.

    An empty row between two leaves room for labels. A stroke across a fold becomes two.
    """
    if picture.height != 1 or picture.width <= max_cells:
        return picture
    rows = ceil(picture.width / max_cells)
    # Multiples of five keep the numbers of squares aligned.
    columns = ceil(picture.width / rows / 5) * 5

    def home(x: float) -> tuple[int, int]:
        row = int(x // columns)
        return row * columns, 2 * row

    cells, labels, notes, strokes = [], [], [], []
    for cell in picture.cells:
        left, down = home(cell.x)
        cells.append(replace(cell, x=cell.x - left, y=cell.y + down))
    for label in picture.labels:
        left, down = home(label.x)
        labels.append(replace(label, x=label.x - left, y=label.y + down))
    for note in picture.notes:
        left, down = home(note.x)
        notes.append(replace(note, x=note.x - left, y=note.y + down))
    for stroke in picture.strokes:
        for part in _parts(stroke, columns):
            left, down = home((part.x1 + part.x2) / 2)
            x1, x2 = part.x1 - left, part.x2 - left
            strokes.append(replace(part, x1=x1, y1=part.y1 + down, x2=x2, y2=part.y2 + down))
    return replace(
        picture,
        width=columns,
        height=2 * ceil(picture.width / columns) - 1,
        cells=tuple(cells),
        labels=tuple(labels),
        notes=tuple(notes),
        strokes=tuple(strokes),
    )


def _parts(stroke: Stroke, columns: int) -> Iterator[Stroke]:
    """Yield a stroke along the row, cut at every fold."""
    start, end = sorted((stroke.x1, stroke.x2))
    while start < end:
        cut = min(end, (start // columns + 1) * columns)
        yield replace(stroke, x1=start, x2=cut)
        start = cut

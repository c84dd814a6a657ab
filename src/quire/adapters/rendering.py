"""Positions as text and as SVG, for the render modes of environments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quire.core import Position
from quire.games import draw
from quire.render.svg import to_svg


def require_mode(mode: str | None, modes: Iterable[str]) -> None:
    """Raise ValueError unless the mode is None or one of these."""
    if mode is not None and mode not in modes:
        raise ValueError(f"unknown render mode {mode!r}; choose from {', '.join(modes)}")


def rendered(position: Position, moves: Sequence[str], mode: str) -> str:
    """Return the board after these moves as SVG ("svg") or as text."""
    picture = draw(position, moves)
    if mode == "svg":
        return to_svg(picture)
    marks = position.cells()
    rows = [[" "] * picture.width for _ in range(picture.height)]
    for cell in picture.cells:
        if cell.name in marks:  # not a larger cell over others
            rows[int(cell.y)][int(cell.x)] = marks[cell.name]
    return "\n".join([*map(" ".join, rows), picture.caption])

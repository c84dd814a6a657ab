"""Many pictures of one board as a single SVG, whose elements are shown and hidden.

A part that occurs in several pictures is drawn once. A frame is the set of elements that are shown,
so a page can step through a game without drawing anything itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from quire.picture import Cell, Picture
from quire.render.folding import folded
from quire.render.parts import Canvas, Layer, Part, looks
from quire.render.svg import WIDEST_ROW, Theme, document

Frame = frozenset[int]
"""The numbers of the elements that are shown; the one with number 7 has the id `e7`."""


class Frames:
    """The elements of all pictures so far; those of the first picture are shown at the start."""

    def __init__(self, first: Picture, *, cell: int = 48) -> None:
        self._caption = first.caption
        self._canvas = Canvas(folded(first, WIDEST_ROW), cell)
        self._numbers: dict[Part, int] = {}
        self._cells: dict[tuple[Cell, bool, bool], tuple[int, ...]] = {}
        self._rest: dict[tuple[object, ...], tuple[int, ...]] = {}
        self.first = self.add(first)

    def add(self, picture: Picture) -> Frame:
        """The frame that shows this picture, which must be of the same board as the first."""
        picture = folded(picture, WIDEST_ROW)
        shown = set(self._surroundings(picture))
        for look in looks(picture):
            numbers = self._cells.get(look)
            if numbers is None:
                cell, covered, has_lines = look
                parts = self._canvas.cell(cell, covered=covered, has_lines=has_lines)
                numbers = self._cells[look] = self._numbered(parts)
            shown.update(numbers)
        return frozenset(shown)

    def _surroundings(self, picture: Picture) -> tuple[int, ...]:
        key = (picture.strokes, picture.labels, picture.notes, bool(picture.covered))
        if key not in self._rest:
            self._rest[key] = self._numbered(self._canvas.surroundings(picture))
        return self._rest[key]

    def _numbered(self, parts: Iterable[Part]) -> tuple[int, ...]:
        numbers = self._numbers
        return tuple(numbers.setdefault(part, len(numbers)) for part in parts)

    def svg(self, theme: Theme = "auto") -> str:
        """All elements as one document, layer by layer; those not in the first frame are hidden."""
        layers: defaultdict[Layer, list[str]] = defaultdict(list)
        for (layer, part), number in self._numbers.items():
            layers[layer].append(self._element(layer, part, number))
        body = "\n".join(
            f"<g {layer.attributes}>{''.join(layers[layer])}</g>" for layer in sorted(layers)
        )
        return document(self._caption, body, self._canvas.width, self._canvas.height, theme)

    def _element(self, layer: Layer, part: str, number: int) -> str:
        hidden = "" if number in self.first else ' display="none"'
        name = f'id="e{number}"{hidden}'
        if layer.tag == "path":
            return f'<path {name} d="{part}"/>'
        tag, rest = part.split(" ", 1)
        return f"{tag} {name} {rest}"

"""Many pictures of one board as a single SVG, whose elements are shown and hidden.

A part that occurs in several pictures is drawn once. A frame is the set of elements that are shown,
so a page can step through a game without drawing anything itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import zip_longest

from quire.picture import Cell, Picture
from quire.render.folding import folded
from quire.render.parts import Canvas, Layer, Part
from quire.render.svg import MAX_ROW_CELLS, Theme, document

Frame = frozenset[int]
"""The numbers of the elements that are shown; the one with number 7 has the id `e7`."""


class Frames:
    """The elements of all pictures so far; those of the first picture are shown at the start."""

    def __init__(self, first: Picture, *, cell: int = 48) -> None:
        self._caption = first.caption
        self._canvas = Canvas(folded(first, MAX_ROW_CELLS), cell)
        self._numbers: dict[Part, int] = {}
        self._known: dict[tuple[Cell, bool], tuple[int, ...]] = {}
        self._rest: dict[tuple[object, ...], tuple[int, ...]] = {}
        self._last_rest: tuple[tuple[object, ...], tuple[int, ...]] = ((), ())
        self._last: tuple[Cell, ...] = ()
        self._last_setting: tuple[object, ...] = ()
        self._shown: set[int] = set()
        self.first = self.add(first)

    def add(self, picture: Picture) -> Frame:
        """Return the frame that shows this picture, which must be of the same board."""
        picture = folded(picture, MAX_ROW_CELLS)
        covered = picture.covered
        setting = (covered, len(picture.cells))
        if setting != self._last_setting:
            self._last, self._last_setting, self._shown = (), setting, set()
        # Unchanged cells are mostly the same objects, so few have to be looked up.
        pairs = zip_longest(self._last, picture.cells)
        changed = [(old, new) for old, new in pairs if old is not new]
        for old, _ in changed:
            if old is not None:
                self._shown.difference_update(self._cell(old, covered))
        for _, new in changed:
            self._shown.update(self._cell(new, covered))
        self._last = picture.cells
        return frozenset(self._shown.union(self._surroundings(picture)))

    def _cell(self, cell: Cell, covered: frozenset[tuple[float, float]]) -> tuple[int, ...]:
        key = (cell, cell.span == 1 and (cell.x, cell.y) in covered)
        if key not in self._known:
            parts = self._canvas.cell(cell, covered=key[1])
            self._known[key] = self._numbered(parts)
        return self._known[key]

    def _surroundings(self, picture: Picture) -> tuple[int, ...]:
        key = (picture.strokes, picture.labels, picture.notes, bool(picture.covered))
        if key != self._last_rest[0]:
            if key not in self._rest:
                self._rest[key] = self._numbered(self._canvas.surroundings(picture))
            self._last_rest = (key, self._rest[key])
        return self._last_rest[1]

    def _numbered(self, parts: Iterable[Part]) -> tuple[int, ...]:
        numbers = self._numbers
        return tuple(numbers.setdefault(part, len(numbers)) for part in parts)

    def svg(self, theme: Theme = "auto") -> str:
        """Return all elements as one document, layer by layer; only the first frame is shown."""
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

"""Hexagons and edges as SVG: the same parts as squares, inside their own outline."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import msgspec
import pytest

from quire.picture import Cell, Picture
from quire.render.frames import Frames
from quire.render.polygon import hatch
from quire.render.svg import to_svg
from tests.render.shapes import shapes

SVG = "{http://www.w3.org/2000/svg}"
HEXAGON = ((0, -0.5), (0.5, -0.25), (0.5, 0.25), (0, 0.5), (-0.5, 0.25), (-0.5, -0.25))


def drawn(picture: Picture) -> list[tuple[str, str]]:
    """Return the class and the shape of every path."""
    root = ElementTree.fromstring(to_svg(picture, cell=100))
    return [(path.get("class", ""), path.get("d", "")) for path in root.iter(f"{SVG}path")]


def points(d: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", d)]


def test_polygon_survives_json() -> None:
    picture = shapes("hexagons")
    assert list(picture.cells[0].polygon) == list(HEXAGON)
    assert msgspec.json.decode(picture.to_json(), type=Picture) == picture


def test_corners_are_around_the_centre() -> None:
    cell = shapes("hexagons").cells[2]
    assert (cell.x, cell.y, cell.centre) == (0.5, 0.75, (1.0, 1.25))
    assert cell.corners[:2] == ((1.0, 0.75), (1.5, 1.0))
    assert Cell("b2", 1, 1, span=3).corners == ((1, 1), (4, 1), (4, 4), (1, 4))


def test_every_hexagon_has_its_outline_and_its_mark() -> None:
    picture = shapes("hexagons")
    (grid,) = [d for name, d in drawn(picture) if name == "q-rule" and d.count("z") == 6]
    outlines = [points(part) for part in grid.split("z") if part]
    assert all(len(outline) == 6 for outline in outlines)
    # The right side of one hexagon is the left side of the next.
    assert set(outlines[0][1:3]) == set(outlines[1][4:6])
    text = to_svg(picture)
    assert "+1" in text
    assert 'class="q-good"' in text
    assert 'class="q-marker-soft"' in text
    assert 'class="q-last"' in text


@pytest.mark.parametrize("name", ["hexagons", "edges"])
def test_shapes_are_drawn_whole(name: str) -> None:
    """Also where they reach beyond the squares of the board."""
    picture = shapes(name)
    root = ElementTree.fromstring(to_svg(picture, cell=100))
    grid = [point for kind, d in drawn(picture) if kind == "q-rule" for point in points(d)]
    widest = max(x for cell in picture.cells for x, _ in cell.corners)
    assert max(x for x, _ in grid) - min(x for x, _ in grid) >= 100 * (widest - 0.5)
    for side, values in (("width", [x for x, _ in grid]), ("height", [y for _, y in grid])):
        assert 0 <= min(values) < max(values) <= float(root.attrib[side])


def test_hatch_stays_inside() -> None:
    shaded = next(cell for cell in shapes("hexagons").cells if cell.tint == "shaded")
    lines = list(hatch(shaded))
    assert len(lines) >= 5
    x, y = shaded.centre
    for end in (end for line in lines for end in line):
        across, down = abs(end[0] - x), abs(end[1] - y)
        assert across <= 0.5 + 1e-9
        assert down <= 0.5 - across / 2 + 1e-9


def test_edge_is_drawn_as_a_whole_line_in_its_owners_colour() -> None:
    lines = [d for name, d in drawn(shapes("edges")) if name == "q-p1"]
    ends = [points(part) for d in lines for part in d.split("M") if part]
    assert all(abs(a - c) + abs(b - d) == pytest.approx(100) for (a, b), (c, d) in ends)


def test_frames_show_polygons() -> None:
    picture = shapes("hexagons")
    frames = Frames(picture)
    assert frames.add(picture) == frames.first
    assert "L" in frames.svg()

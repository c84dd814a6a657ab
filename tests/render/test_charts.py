"""The graph of a game as SVG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from quire.render.charts import Graph, Point, Series, to_svg

SVG = "{http://www.w3.org/2000/svg}"


def points(*values: float, **extra: str) -> tuple[Point, ...]:
    return tuple(
        Point(x, value, isinstance(value, int), f"move {x}", **extra)
        for x, value in enumerate(values)
    )


def drawn(*series: Series) -> ElementTree.Element:
    graph = Graph("a game & its course", "up", "down", series)
    return ElementTree.fromstring(to_svg(graph))


def test_graph_is_well_formed_with_its_caption_as_title() -> None:
    root = drawn(Series(0, points(0, 1, -2)))
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == "a game & its course"
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == title.get("id")


def test_higher_values_are_higher_and_later_ones_further_right() -> None:
    (line,) = [
        path for path in drawn(Series(0, points(0, 3, -2))).iter(f"{SVG}path")
        if path.get("class") == "q-p1"
    ]  # fmt: skip
    places = [
        tuple(map(float, pair)) for pair in re.findall(r"([\d.]+) ([\d.]+)", line.get("d", ""))
    ]
    (x0, y0), (x1, y1), (x2, y2) = places
    assert x0 < x1 < x2
    assert y1 < y0 < y2


def test_estimates_are_hollow() -> None:
    root = drawn(Series(0, points(0, 0.5, 1)))
    holes = [shape for shape in root.iter(f"{SVG}circle") if shape.get("class") == "q-paper"]
    assert len(holes) == 1


def test_marked_point_has_a_ring_and_its_mark_as_text() -> None:
    marked = (*points(0, 1), Point(2, -1, True, "a mistake", mark="Sb3??"))
    root = drawn(Series(0, marked))
    rings = [shape for shape in root.iter(f"{SVG}circle") if shape.get("class") == "q-ink"]
    assert len(rings) == 1
    assert "Sb3??" in [text.text for text in root.iter(f"{SVG}text")]
    assert "a mistake" in [title.text for title in root.iter(f"{SVG}title")]


def test_series_differ_in_dashes() -> None:
    root = drawn(Series(0, points(0, 1)), Series(1, points(1, 0)), Series(2, points(1, 1)))
    lines = [
        shape for shape in root.iter(f"{SVG}path") if (shape.get("class") or "").startswith("q-p")
    ]
    patterns = {line.get("stroke-dasharray") for line in lines}
    assert len(patterns) == 3


@pytest.mark.parametrize("length", [1, 2, 37, 162, 2000])
def test_axis_numbers_do_not_overlap_at_any_length(length: int) -> None:
    root = drawn(Series(0, points(*[0] * length)))
    numbers = [shape.text for shape in root.iter(f"{SVG}text") if (shape.text or "").isdigit()]
    assert "0" in numbers
    assert len(numbers) <= 25


def test_no_values_give_an_empty_graph() -> None:
    assert drawn().find(f"{SVG}title") is not None

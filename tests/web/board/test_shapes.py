"""Hexagons and edges on a real screen: what is under a point of the board, and what a tap plays."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Route, expect

from quire.picture import Cell, Picture
from quire.wire.study_types import Line
from tests.render.shapes import shapes
from tests.web.person import People

FINENESS = 16
"""Points per cell and direction."""

UNCLEAR = 0.03
"""Points this near to an outline may be on either side of it on a screen, in cells."""

UNDER = """([board, points]) => {
    const { left, top, width } = document.querySelector(".cells").getBoundingClientRect();
    const unit = width / board;
    return points.map(([x, y]) => {
        const found = document.elementFromPoint(left + x * unit, top + y * unit);
        return found?.closest("[data-cell]")?.dataset.cell ?? null;
    });
}"""


def depth(cell: Cell, x: float, y: float) -> float:
    """Return how far inside a cell a point is; below zero, it is outside."""
    corners = (*cell.corners, cell.corners[0])
    sides = []
    for (ax, ay), (bx, by) in pairwise(corners):
        length = hypot(bx - ax, by - ay)
        sides.append(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length)
    return min(sides)


def cell_under(picture: Picture, x: float, y: float) -> str | None:
    """Return the name of the topmost cell there; "?" near an outline."""
    depths = [(cell, depth(cell, x, y)) for cell in picture.cells]
    if any(abs(it) < UNCLEAR for _, it in depths):
        return "?"
    inside = [cell for cell, it in depths if it > 0]
    top = [cell for cell in inside if cell.polygon] or inside  # edges lie over boxes
    return top[-1].name if top else None


@pytest.mark.parametrize(("name", "move"), [("hexagons", "a3"), ("edges", "vc1")])
def test_cells_are_tapped_inside_their_outlines(person: People, name: str, move: str) -> None:
    picture = shapes(name)
    tapped: list[list[str]] = []

    def replay(route: Route) -> None:
        line = msgspec.json.decode(route.request.post_data or "{}", type=Line)
        moves = line.moves
        if moves:
            tapped.append(moves)
        route.fulfill(json=replayed(picture, moves))

    ann = person(touch=True, viewport=(390, 844))
    ann.expect_error("wasm|ERR_FAILED")
    page = ann.page
    page.route("**/*.wasm", lambda route: route.abort())
    page.route("**/api/replay", replay)
    page.goto("/hotseat?game=line&size=3")
    expect(page.locator("[data-cell]")).to_have_count(len(picture.cells))
    steps = [number / FINENESS for number in range(-FINENESS, 4 * FINENESS)]
    points = [(x, y) for x in steps for y in steps]
    found = page.evaluate(UNDER, [picture.width, points])
    expected = [cell_under(picture, x, y) for x, y in points]
    clear = [(seen, it) for seen, it in zip(found, expected, strict=True) if it != "?"]
    assert [(seen, it) for seen, it in clear if seen != it] == []
    assert {it for _, it in clear} == {None, *(cell.name for cell in picture.cells)}
    with page.expect_response("**/api/replay"):
        page.locator(f"[data-cell={move}]").tap()
    expect(page.locator(f"[data-cell={move}]")).to_have_attribute("aria-disabled", "true")
    assert tapped == [[move]]


def replayed(picture: Picture, moves: list[str]) -> dict[str, Any]:
    """Return the answer of a server whose game has that board: what is tapped is taken."""
    facts = {"to_move": len(moves), "points": [0, 0], "position": "board", "outcome": None}
    taken = [
        {**msgspec.to_builtins(cell), "taps": [], "last": True}
        for cell in picture.cells
        if cell.name in moves
    ]
    change = {"caption": "", "cells": taken, "gone": [], "strokes": None, "notes": None}
    start = {"game": "line", "size": "3", "players": 2, "marks": [], "has_points": False}
    steps = [{**facts, "move": it, "player": 0, "change": change, "added": []} for it in moves]
    return {**start, **facts, "picture": msgspec.to_builtins(picture), "steps": steps}

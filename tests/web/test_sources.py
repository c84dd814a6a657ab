"""What holds in the page's sources: no markup from text, and the colours of the palette."""

from __future__ import annotations

import json
import re
from pathlib import Path

from quire.render.palette import COLOURS, DASHES

SOURCES = Path(__file__).parents[2] / "web" / "src"

MARKUP = (
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet|\beval\(|new Function"
)

OURS = {"desk", "desk-line", "accent", "on-accent", "shadow"}
"""What the palette of drawings does not know."""


def test_text_is_never_read_as_markup() -> None:
    scripts = [*SOURCES.rglob("*.ts"), *SOURCES.rglob("*.tsx")]
    assert scripts
    assert [it.name for it in scripts if re.search(MARKUP, it.read_text("utf-8"))] == []


def test_its_colours_are_those_of_the_palette() -> None:
    sheet = (SOURCES / "style" / "tokens.css").read_text("utf-8")
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\);", sheet)
    drawn = [it for it in pairs if it[0] not in OURS]
    assert {use: light for use, light, _ in drawn} == COLOURS["light"]
    assert {use: dark for use, _, dark in drawn} == COLOURS["dark"]


def test_its_lines_are_dashed_as_the_palettes() -> None:
    geometry = (SOURCES / "board" / "geometry.ts").read_text("utf-8")
    found = re.search(r"DASHES = (\[.*?\n\]);", geometry, re.DOTALL)
    assert found
    dashes = json.loads(re.sub(r",(\s*\])", r"\1", found[1]))
    assert [tuple(it) for it in dashes] == list(DASHES)

"""Rules for the page's sources: no markup from text, and colours from the palette only."""

from __future__ import annotations

import re
from pathlib import Path

from quire.render.palette import COLOURS

SOURCES = Path(__file__).parents[3] / "web" / "src"

MARKUP = (
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet|\beval\(|new Function"
)


def test_text_is_never_read_as_markup() -> None:
    scripts = [*SOURCES.rglob("*.ts"), *SOURCES.rglob("*.tsx")]
    assert scripts
    assert [script.name for script in scripts if re.search(MARKUP, script.read_text("utf-8"))] == []


def test_colours_come_from_the_palette() -> None:
    drawn = set(COLOURS["light"].values()) | set(COLOURS["dark"].values())
    sheets = [path for path in SOURCES.rglob("*.css") if not path.name.endswith(".gen.css")]
    assert sheets
    for sheet in sheets:
        found = set(re.findall(r"#[0-9a-f]{6}\b", sheet.read_text("utf-8")))
        assert not found & drawn, sheet.name

"""The page is small, and its files have names with a hash of their content."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from quire.server.site import page
from tests.needs import missing

SCRIPTS = 70_000
STYLES = 15_000
FONTS = 40_000
"""Maximum compressed size of all files together, in bytes."""

IMPORTED = re.compile(r'(?:\bimport|\bfrom)\s*"\./([^"]+\.js)"')
HASHED = re.compile(r"[\w.-]+-[\w-]{8}\.\w+")


@pytest.fixture(scope="module")
def static() -> Path:
    """The directory of the built page."""
    if not page.is_built():
        missing("The page", "make page")
    return page.STATIC


def loaded(static: Path, kind: str) -> set[Path]:
    """Return the files of that kind which every visit to the start page or a game loads."""
    html = (static / "index.html").read_text("utf-8")
    found = {static / name for name in re.findall(rf'(?:src|href)="/(assets/[^"]+\.{kind})"', html)}
    new = found
    while new:
        texts = [file.read_text("utf-8") for file in new]
        names = {name for text in texts for name in IMPORTED.findall(text)}
        new = {static / "assets" / name for name in names} - found
        found = found | new
    return found


def compressed_size(files: set[Path]) -> int:
    """Return their compressed size in bytes."""
    return sum(len(gzip.compress(file.read_bytes(), mtime=0)) for file in files)


def test_scripts_are_small(static: Path) -> None:
    scripts = loaded(static, "js")
    assert any(file.name.startswith("index-") for file in scripts)
    assert compressed_size(scripts) <= SCRIPTS, sorted(
        (file.name, compressed_size({file})) for file in scripts
    )


def test_styles_are_small(static: Path) -> None:
    assert 0 < compressed_size(set((static / "assets").glob("*.css"))) <= STYLES


def test_fonts_are_small_and_have_their_licence(static: Path) -> None:
    fonts = list((static / "assets").glob("*.woff2"))
    assert 0 < sum(font.stat().st_size for font in fonts) <= FONTS
    for font in fonts:
        name = re.split(r"-tr|-[\w-]{8}\.", font.name)[0]
        licence = (static / "fonts" / f"{name}-OFL.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE" in licence


def test_other_pages_are_loaded_lazily(static: Path) -> None:
    at_once = {file.name.split("-")[0] for file in loaded(static, "js")}
    later = {
        *("analysis", "history", "hotseat", "leaderboard", "lean", "player", "puzzles"),
        *("replay", "rules", "settings", "tournaments", "tr"),
    }
    built = {path.name.split("-")[0] for path in (static / "assets").glob("*.js")}
    assert later <= built
    assert not later & at_once


def test_file_names_change_with_content(static: Path) -> None:
    assets = [path.name for path in (static / "assets").iterdir()]
    assert [name for name in assets if not HASHED.fullmatch(name)] == []
    others = {path.name for path in static.iterdir() if path.suffix in (".js", ".css")}
    assert others <= {"sw.js"}, "the worker alone has to keep its name"

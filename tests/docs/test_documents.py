"""The documentation names files that exist, and describes every room."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLACES = (ROOT, ROOT / "src" / "quire", ROOT / "web" / "src")
SOURCES = ("benchmarks", "docs", "native", "src", "tests", "web/src", "web/tests")
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.*-]*|[\w-]+\.(?:py|hpp|ts|tsx))`")
BUILT = ("src/quire/server/static", "src/quire/server/docs", "build/", "web/node_modules")


def named_paths(document: str) -> set[str]:
    return set(PATH.findall((ROOT / document).read_text("utf-8")))


@pytest.mark.parametrize("document", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_path_in_the_document_exists(document: str) -> None:
    named = {path for path in named_paths(document) if not path.startswith(BUILT)}
    names = {path.name for place in SOURCES for path in (ROOT / place).rglob("*.*")}
    names |= {path.name for path in ROOT.iterdir()}
    assert len(named) > 5
    missing = [
        path
        for path in named
        if not any(list(place.glob(path.rstrip("/"))) for place in PLACES)
        and not ("/" not in path and path in names)
        and not (path.endswith("/") and _is_inner_room(path))
    ]
    assert missing == []


def _is_inner_room(path: str) -> bool:
    """Return whether some room has a directory of that name: `play/` stands for `server/play/`."""
    rooms = (*PLACES[1:], ROOT / "native")
    return any(directory.is_dir() for room in rooms for directory in room.rglob(path.rstrip("/")))


def test_every_room_is_described() -> None:
    text = (ROOT / "docs/architecture.md").read_text("utf-8")
    python = [path for path in (ROOT / "src/quire").iterdir() if (path / "__init__.py").is_file()]
    native = [
        directory for directory in (ROOT / "native").iterdir() if directory.name != "third_party"
    ]
    web = [directory for directory in (ROOT / "web/src").iterdir() if directory.is_dir()]
    expected = {
        *(f"`{directory.name}/`" for directory in python),
        *(f"`native/{directory.name}/`" for directory in native if directory.is_dir()),
        *(f"`web/src/{directory.name}/`" for directory in web),
    }
    assert {room for room in expected if room not in text} == set()

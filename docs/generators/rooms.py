"""The drawing of the rooms in docs/architecture.md, from the source tree and its layers."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from quire.render.svg import document

ROOT = Path(__file__).parents[2]
NATIVE = ("core", "games", "pictures", "engine", "bindings", "sandbox", "wasm")
"""In the order of their dependencies."""

WIDTH, ROW, GAP = 560, 44, 8
WEB_WIDTH = 260
DATA = {"build", "docs", "static", "migrations", "weights", "versions"}
"""Directories without source code."""


class Box(NamedTuple):
    """A room: its name, its sub-rooms, and where it is drawn."""

    title: str
    rooms: str
    x: float
    y: float
    width: float


def layers() -> list[list[str]]:
    """Return the layers of the package, the topmost first, as import-linter checks them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    contract = next(it for it in contracts if it["type"] == "layers")
    rows = [line.replace(":", "|").split("|") for line in contract["layers"]]
    return [
        [name.strip().removeprefix("quire.") for name in row]
        for row in rows
        if "__main__" not in row[0]
    ]


def drawing() -> str:
    """Return the rooms as SVG: the package by layers, the native core below, the page beside it."""
    rows = layers()
    parts = [_heading("src/quire", GAP, 20), _heading("web/src", WIDTH + 3 * GAP, 20)]
    for number, names in enumerate(rows):
        parts += map(_drawn, _row(names, ROOT / "src/quire", 32 + number * (ROW + GAP)))
    below = 32 + len(rows) * (ROW + GAP) + 24
    parts.append(_heading("native (C++), bound as quire._native", GAP, below - 8))
    native = [name for name in NATIVE if (ROOT / "native" / name).is_dir()]
    parts += map(_drawn, _row(native, ROOT / "native", below, WIDTH + WEB_WIDTH + 2 * GAP))
    parts += map(_drawn, _web(32))
    width, height = WIDTH + WEB_WIDTH + 4 * GAP, below + ROW + 2 * GAP
    paper = f'<rect class="q-paper" fill="currentColor" width="{width}" height="{height}" rx="3"/>'
    caption = "The rooms of Quire: each imports only from rooms below it"
    return document(caption, "\n".join([paper, *parts]), width, height, "auto")


def _row(names: list[str], directory: Path, y: float, total: float = WIDTH) -> Iterator[Box]:
    width = (total - GAP * (len(names) - 1)) / len(names)
    for place, name in enumerate(names):
        title = name if (directory / name).is_dir() else f"{name}.py"
        yield Box(title, _rooms(directory / name), GAP + place * (width + GAP), y, width)


def _web(top: float) -> Iterator[Box]:
    names = sorted(path.name for path in (ROOT / "web/src").iterdir() if path.is_dir())
    for place, name in enumerate(names):
        rooms = _rooms(ROOT / "web/src" / name)
        yield Box(name, rooms, WIDTH + 3 * GAP, top + place * (ROW + GAP), WEB_WIDTH)


def _rooms(path: Path) -> str:
    if not path.is_dir():
        return ""
    inner = (it.name for it in path.iterdir() if it.is_dir() and _has_files(it))
    return " · ".join(sorted(set(inner) - DATA))


def _has_files(path: Path) -> bool:
    return any(it.is_file() and it.suffix != ".pyc" for it in path.rglob("*"))


def _heading(text: str, x: float, y: float) -> str:
    return _text(text, x, y, "q-ink-2", 13, "start")


def _drawn(box: Box) -> str:
    middle = box.x + box.width / 2
    title_y = box.y + (19 if box.rooms else 27)
    lines = [
        f'<rect class="q-rule" x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{ROW}" '
        'rx="6" fill="none" stroke="currentColor" stroke-width="1.5"/>',
        _text(box.title, middle, title_y, "q-ink", 15, "middle"),
    ]
    if box.rooms:
        lines.append(_text(box.rooms, middle, box.y + 36, "q-ink-2", 11, "middle"))
    return "\n".join(lines)


def _text(text: str, x: float, y: float, use: str, size: int, anchor: str) -> str:
    return (
        f'<text class="{use}" fill="currentColor" x="{x:g}" y="{y:g}" font-size="{size}" '
        f'style="text-anchor:{anchor}">{escape(text)}</text>'
    )

"""Pictures with cells that are not squares; the page's tests draw and tap the same ones."""

from __future__ import annotations

from pathlib import Path

import msgspec

from quire.picture import Picture

FOLDER = Path(__file__).parent


def shapes(name: str) -> Picture:
    """Return the picture in a file: `hexagons` or `edges`."""
    return msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Picture)

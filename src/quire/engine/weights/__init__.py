"""Learned evaluation weights, as they ship with the package."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

from quire import _native

SHIPPED = Path(__file__).parent


def pack(weights: Sequence[float]) -> bytes:
    """Return the content of a weight file: two bytes per weight, which is precise enough.

    >>> pack([0.5, -2.0]).hex()
    '003800c0'
    """
    return struct.pack(f"<{len(weights)}e", *weights)


def load(game: str) -> None:
    """Load the weights that ship for a game, if there is a file named after it."""
    file = SHIPPED / f"{game}.bin"
    if file.is_file():
        _native.set_weights(game, file.read_bytes())

"""What engines have learnt, as it ships with the package."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

from quire import _native

SHIPPED = Path(__file__).parent


def pack(weights: Sequence[float]) -> bytes:
    """The content of a file of weights: two bytes each, finer than what can be learnt from games.

    >>> pack([0.5, -2.0]).hex()
    '003800c0'
    """
    return struct.pack(f"<{len(weights)}e", *weights)


def load_extreme() -> None:
    """Has the native engines of extreme use the weights that ship."""
    _native.set_extreme_weights((SHIPPED / "extreme.bin").read_bytes())

"""What engines have learnt, as it ships with the package."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from importlib.resources import files

from quire import _native

_NUMBER = "e"
"""Two bytes a weight, as IEEE 754 has them: finer than what can be learnt from games."""


def pack(weights: Sequence[float]) -> bytes:
    """The content of a file of weights.

    >>> pack([0.5, -2.0]).hex()
    '003800c0'
    """
    return struct.pack(f"<{len(weights)}{_NUMBER}", *weights)


def unpack(content: bytes) -> array[float]:
    """The weights in a file's content.

    >>> unpack(pack([0.5, -2.0]))
    array('f', [0.5, -2.0])
    """
    count = len(content) // struct.calcsize(_NUMBER)
    return array("f", struct.unpack(f"<{count}{_NUMBER}", content))


def load_extreme() -> None:
    """Has the native engines of extreme use the weights that ship."""
    content = (files(__package__) / "extreme.bin").read_bytes()
    _native.set_extreme_weights(unpack(content).tolist())

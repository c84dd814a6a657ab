"""Shared by the games' words: the place of a cell, and long lists shortened."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

_NAMES_KEPT = 1024


@lru_cache(maxsize=_NAMES_KEPT)
def place(cell: str) -> tuple[int, int]:
    """Return the column and row of a cell, counted from 0 at the top left.

    >>> place("b3")
    (1, 2)
    """
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def shortened(items: Sequence[str], most: int = 12) -> str:
    """Return the items as a list in words; only the first `most` if there are more.

    >>> shortened(["a1", "b2", "c3"], most=2)
    'a1, b2 and 1 more'
    """
    if len(items) <= most:
        return ", ".join(items)
    return f"{', '.join(items[:most])} and {len(items) - most} more"

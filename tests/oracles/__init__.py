"""The four games again: plain, slow, and written from the rules alone.

The native core is compared with these classes move by move. They share no code with it and little
with each other, so that a mistake in one place cannot hide in another.
"""

from __future__ import annotations

from typing import Protocol, Self

from quire.core import Position

from .extreme import ExtremeOracle
from .line import LineOracle
from .obstruction import ObstructionOracle
from .sos import SosOracle

__all__ = ["ORACLES", "Oracle", "perft"]


class Oracle(Position, Protocol):
    """A position class, and how to create one."""

    @classmethod
    def start(cls, size: str) -> Self: ...
    @classmethod
    def parse(cls, text: str) -> Self: ...
    @classmethod
    def all_moves(cls, size: str) -> tuple[str, ...]: ...


ORACLES: dict[str, type[Oracle]] = {
    "sos": SosOracle,
    "line": LineOracle,
    "extreme": ExtremeOracle,
    "obstruction": ObstructionOracle,
}


def perft(position: Position, depth: int) -> int:
    """Return the number of sequences of exactly `depth` moves."""
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves())

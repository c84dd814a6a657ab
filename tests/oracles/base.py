"""The parts of all oracles that hold no rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self

from quire.errors import IllegalMove


class BaseOracle(ABC):
    """The lines that a move completes and its index, from what a game provides."""

    @property
    @abstractmethod
    def size(self) -> str: ...
    @classmethod
    @abstractmethod
    def all_moves(cls, size: str) -> tuple[str, ...]: ...
    @abstractmethod
    def lines(self) -> list[tuple[str, ...]]: ...
    @abstractmethod
    def play(self, move: str) -> Self: ...
    @abstractmethod
    def _canonical(self, move: str) -> str: ...

    def completes(self, move: str) -> list[tuple[str, ...]]:
        before = self.lines()
        return [line for line in self.play(move).lines() if line not in before]

    def index(self, move: str) -> int:
        wanted, moves = self._canonical(move), self.all_moves(self.size)
        if wanted not in moves:
            raise IllegalMove(f"{move!r} is off the board")
        return moves.index(wanted)

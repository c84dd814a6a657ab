"""The weakest agent: any legal move, all equally likely."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quire.core import Position
from quire.engine.agents.greedy import choose_by_policy, seeds_of_moves
from quire.match.agent import NO_LIMIT, Choice, Limit


@dataclass(slots=True)
class RandomAgent:
    """Plays uniformly at random; the same seed plays the same game.

    >>> import quire
    >>> position = quire.start("line", "3")
    >>> RandomAgent(seed=7).choose(position).move in position.legal_moves()
    True
    """

    seed: int | None = None
    _seeds: Iterator[int] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._seeds = seeds_of_moves(self.seed)

    @property
    def name(self) -> str:
        """`random`."""
        return "random"

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """Return any legal move; it takes no time."""
        return choose_by_policy("random", position, next(self._seeds))

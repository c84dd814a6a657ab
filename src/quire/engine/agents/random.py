"""The weakest agent: any legal move, all equally likely."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from quire.core import Position
from quire.match.agent import NO_LIMIT, Choice, Limit, require_not_over


@dataclass(slots=True)
class RandomAgent:
    """Plays uniformly at random; the same seed plays the same game.

    >>> import quire
    >>> position = quire.start("line", "3")
    >>> RandomAgent(seed=7).choose(position).move in position.legal_moves()
    True
    """

    seed: int | None = None
    _random: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    @property
    def name(self) -> str:
        """`random`."""
        return "random"

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """Return any legal move; it takes no time."""
        require_not_over(position)
        return Choice(self._random.choice(position.legal_moves()), nodes=1)

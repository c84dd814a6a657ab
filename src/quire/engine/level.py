"""Eight levels for people, from beginner to champion; what each sees and misses.

A level thinks for a number of nodes, so that it plays alike on every machine, and overlooks moves
as people do: it plays the best of those that it noticed. `quire lab levels` measures the steps.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import cast

from quire.core import Position
from quire.engine import make_agent
from quire.engine.agent import NO_LIMIT, Choice, Limit
from quire.engine.thought import Thinker

LEVELS = 8


@dataclass(frozen=True, slots=True)
class Sight:
    """How a level looks at a position: with which engine, and how often it overlooks a move."""

    engine: str
    misses: float = 0.0
    perfect: bool = False
    """It cannot be beaten on the boards where levels are measured."""


SIGHTS = {
    "sos": (
        Sight("mcts:nodes=100", misses=0.85),
        Sight("mcts:nodes=100", misses=0.65),
        Sight("mcts:nodes=150", misses=0.4),
        Sight("mcts:nodes=300", misses=0.15),
        Sight("mcts:nodes=1500"),
        Sight("champion:nodes=200"),
        Sight("champion:nodes=1500"),
        Sight("champion:nodes=20000"),
    ),
    "line": (
        Sight("mcts:nodes=10", misses=0.93),
        Sight("mcts:nodes=30", misses=0.72),
        Sight("mcts:nodes=30", misses=0.44),
        Sight("mcts:nodes=40", misses=0.08),
        Sight("mcts:nodes=150"),
        Sight("mcts:nodes=600"),
        Sight("champion:nodes=1000", perfect=True),
        Sight("champion:nodes=1000", perfect=True),
    ),
    "extreme": (
        Sight("mcts:nodes=30", misses=0.7),
        Sight("mcts:nodes=60", misses=0.4),
        Sight("mcts:nodes=150", misses=0.15),
        Sight("mcts:nodes=800"),
        Sight("mcts:nodes=30,evaluation=yes"),
        Sight("mcts:nodes=200,evaluation=yes"),
        Sight("champion:nodes=1500"),
        Sight("champion:nodes=20000"),
    ),
    "obstruction": (
        Sight("mcts:nodes=30", misses=0.92),
        Sight("mcts:nodes=30", misses=0.6),
        Sight("mcts:nodes=40", misses=0.3),
        Sight("mcts:nodes=100", misses=0.05),
        Sight("mcts:nodes=500"),
        Sight("mcts:nodes=5000"),
        Sight("champion:nodes=1000"),
        Sight("champion:nodes=100000", perfect=True),
    ),
}


@dataclass(slots=True)
class LevelAgent:
    """An opponent for people; the same seed plays the same game."""

    level: int
    seed: int | None = None
    _random: random.Random = field(init=False, repr=False)
    _engines: dict[str, Thinker] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    @property
    def name(self) -> str:
        """`level3`."""
        return f"level{self.level}"

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """The best move that it notices."""
        sight = SIGHTS[position.game][self.level - 1]
        if sight.engine not in self._engines:
            engine = make_agent(sight.engine, seed=self._random.getrandbits(32))
            self._engines[sight.engine] = cast("Thinker", engine)
        thought = self._engines[sight.engine].think(position, limit)
        noticed = [it for it in thought.candidates if self._random.random() >= sight.misses]
        best = noticed[0] if noticed else self._random.choice(thought.candidates)
        return Choice(best.move, best.value, best.exact and not sight.misses, thought.nodes)

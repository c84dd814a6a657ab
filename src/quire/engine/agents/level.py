"""Eight levels for people, from beginner to champion; what each sees and misses.

A level thinks for a number of nodes, so that it plays alike on every machine, and overlooks moves
as people do: it plays the best of those that it noticed. `quire lab levels` measures the steps.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import cache
from typing import cast

from quire._native import Stop
from quire.core import Position
from quire.engine.agents.registry import make_agent
from quire.engine.agents.search_result import Progress, Thinker, Thought, within
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Limit

LEVELS = 8

MEASURED = {"sos": "6x6", "line": "21", "extreme": "2x9x9", "obstruction": "8x8"}
"""The board of each game where levels are measured."""

FEWEST = 20
"""Nodes that a large board leaves of more."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How a level looks at a position: with which engine, and how often it overlooks a move."""

    engine: str
    nodes: int
    """For a move, on the board where levels are measured and on smaller ones."""
    misses: float = 0.0
    perfect: bool = False
    """It cannot be beaten on the board where levels are measured."""

    def limit(self, position: Position) -> Limit:
        """The nodes for a move on this board.

        A node takes longer on a larger board, so that there are fewer: half as many on twice the
        cells. But as few as `FEWEST` stay, or what a level sees would be chance alone.
        """
        fewer = _measured_cells(position.game) / len(position.cells())
        scaled = max(FEWEST, round(self.nodes * fewer))
        return Limit(nodes=min(self.nodes, scaled))


SIGHTS = {
    "sos": (
        Sight("mcts", 100, misses=0.85),
        Sight("mcts", 100, misses=0.65),
        Sight("mcts", 150, misses=0.4),
        Sight("mcts", 300, misses=0.15),
        Sight("mcts", 1500),
        Sight("champion", 200),
        Sight("champion", 1500),
        Sight("champion", 20_000),
    ),
    "line": (
        Sight("mcts", 10, misses=0.93),
        Sight("mcts", 30, misses=0.72),
        Sight("mcts", 30, misses=0.44),
        Sight("mcts", 40, misses=0.08),
        Sight("mcts", 150),
        Sight("mcts", 600),
        Sight("champion", 1000, perfect=True),
        Sight("champion", 1000, perfect=True),
    ),
    "extreme": (
        Sight("mcts", 30, misses=0.7),
        Sight("mcts", 60, misses=0.4),
        Sight("mcts", 150, misses=0.15),
        Sight("mcts", 800),
        Sight("mcts:evaluation=yes", 30),
        Sight("mcts:evaluation=yes", 200),
        Sight("champion", 1500),
        Sight("champion", 20_000),
    ),
    "obstruction": (
        Sight("mcts", 30, misses=0.92),
        Sight("mcts", 30, misses=0.6),
        Sight("mcts", 40, misses=0.3),
        Sight("mcts", 100, misses=0.05),
        Sight("mcts", 500),
        Sight("mcts", 5000),
        Sight("champion", 500),
        Sight("champion", 100_000, perfect=True),
    ),
}


@dataclass(slots=True)
class LevelAgent(Thinker):
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

    def think(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> Thought:
        """What it thinks of the moves that it notices, the best of them first."""
        sight = SIGHTS[position.game][self.level - 1]
        if sight.engine not in self._engines:
            engine = make_agent(sight.engine, seed=self._random.getrandbits(32))
            self._engines[sight.engine] = cast("Thinker", engine)
        seen = self._engines[sight.engine].think(
            position, within(limit, sight.limit(position)), stop=stop, progress=progress
        )
        noticed = [it for it in seen.candidates if self._random.random() >= sight.misses]
        noticed = noticed or [self._random.choice(seen.candidates)]
        if sight.misses:  # who overlooks moves proves nothing
            noticed = [replace(it, exact=False) for it in noticed]
        best = noticed[0].move
        line = seen.line if seen.line[:1] == (best,) else (best,)
        return Thought(tuple(noticed), line, seen.depth, seen.nodes)


@cache
def _measured_cells(game: str) -> int:
    return len(find_game(game).start(MEASURED[game]).cells())

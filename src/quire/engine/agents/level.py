"""Eight levels for people, from beginner to champion.

A level searches a fixed number of nodes, so it plays the same on every machine, and overlooks moves
as people do: it plays the best of those it noticed. `quire lab levels` measures the steps.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import cache
from typing import cast

from quire._native import Stop
from quire.core import Position
from quire.engine.agents.registry import make_agent
from quire.engine.agents.search_result import Engine, Progress, SearchResult, combine_limits
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Limit
from quire.profile import LevelSettings

LEVELS = 8

MIN_NODES = 20
"""Minimum number of nodes per move on a large board."""


def level_settings(game: str) -> tuple[LevelSettings, ...]:
    """Return the eight levels of a game, weakest first."""
    return find_game(game).profile.levels


def level_limit(settings: LevelSettings, position: Position) -> Limit:
    """Return the nodes for a move on this board: half as many on twice the cells.

    A node takes longer on a larger board. With fewer than `MIN_NODES` a level would play at
    random.
    """
    fewer = _measured_cells(position.game) / len(position.cells())
    scaled = max(MIN_NODES, round(settings.nodes * fewer))
    return Limit(nodes=min(settings.nodes, scaled))


@dataclass(slots=True)
class LevelAgent(Engine):
    """A computer player for people; the same seed plays the same game."""

    level: int
    seed: int | None = None
    _random: random.Random = field(init=False, repr=False)
    _engines: dict[str, Engine] = field(init=False, repr=False, default_factory=dict)

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
    ) -> SearchResult:
        """Return the moves that it notices with their values, the best first."""
        settings = level_settings(position.game)[self.level - 1]
        if settings.agent not in self._engines:
            engine = make_agent(settings.agent, seed=self._random.getrandbits(32))
            self._engines[settings.agent] = cast("Engine", engine)
        seen = self._engines[settings.agent].think(
            position,
            combine_limits(limit, level_limit(settings, position)),
            stop=stop,
            progress=progress,
        )
        noticed = [
            candidate
            for candidate in seen.candidates
            if self._random.random() >= settings.miss_rate
        ]
        noticed = noticed or [self._random.choice(seen.candidates)]
        if settings.miss_rate:  # a level that misses moves proves nothing
            noticed = [replace(candidate, exact=False) for candidate in noticed]
        best = noticed[0].move
        line = seen.line if seen.line[:1] == (best,) else (best,)
        return SearchResult(tuple(noticed), line, seen.depth, seen.nodes)


@cache
def _measured_cells(game: str) -> int:
    facts = find_game(game)
    return len(facts.start(facts.profile.measured_size).cells())

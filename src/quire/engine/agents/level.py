"""Eight levels for people, from beginner to champion.

The core plays them, here and in the browser; their settings are in the profiles of the games. A
level searches a fixed number of nodes, so it plays the same on every machine, and overlooks moves
as people do: it plays the best of those it noticed. `quire lab levels` measures the steps.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache

from quire import _native
from quire._native import Stop
from quire.core import Position
from quire.engine.agents.champion import known_answer, plan_of
from quire.engine.agents.search_result import (
    Engine,
    NativeEngine,
    Progress,
    SearchResult,
    think_natively,
)
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Limit
from quire.profile import LevelSettings

LEVELS = 8


def level_settings(game: str) -> tuple[LevelSettings, ...]:
    """Return the eight levels of a game, weakest first."""
    return find_game(game).profile.levels


def level_limit(settings: LevelSettings, position: Position) -> Limit:
    """Return the nodes for a move on this board: half as many on twice the cells.

    A node takes longer on a larger board.
    """
    cells = len(position.cells())
    return Limit(nodes=_native.level_nodes(settings.nodes, _measured_cells(position.game), cells))


@dataclass(slots=True)
class LevelAgent(Engine):
    """A computer player for people; the same seed plays the same game."""

    level: int
    seed: int | None = None
    _engines: dict[tuple[type, int], NativeEngine] = field(
        default_factory=dict, init=False, repr=False
    )

    def __post_init__(self) -> None:
        if self.seed is None:
            self.seed = random.getrandbits(64)

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
        engine, known = self._engine_for(position), None
        if level_settings(position.game)[self.level - 1].agent == "champion":
            known = known_answer(position)
        return think_natively(engine, position, limit, 1, stop, progress, known)

    def _engine_for(self, position: Position) -> NativeEngine:
        kind = type(position), position.players
        if kind not in self._engines:
            settings = level_settings(position.game)[self.level - 1]
            self._engines[kind] = _native.level(
                position,
                seed=(self.seed or 0) & ((1 << 64) - 1),
                agent=settings.agent,
                nodes=settings.nodes,
                miss_rate=settings.miss_rate,
                plan=plan_of(position.game),
                measured_size=measured_size(position.game),
            )
        return self._engines[kind]


def measured_size(game: str) -> str:
    """Return the size where the levels of a game are measured."""
    facts = find_game(game)
    return facts.profile.measured_size or facts.sizes.default


@cache
def _measured_cells(game: str) -> int:
    return len(find_game(game).start(measured_size(game)).cells())

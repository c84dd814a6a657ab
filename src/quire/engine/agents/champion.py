"""The strongest agent: exact where possible, otherwise the best search for the game.

The core decides how; which search a game has is in its profile. `quire lab strength` measures it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from quire import _native
from quire._native import Stop
from quire.core import Move, Position
from quire.engine.agents.search_result import (
    Engine,
    NativeEngine,
    Progress,
    SearchResult,
    combine_limits,
    think_natively,
)
from quire.engine.solver.book import SHIPPED_BOOK
from quire.engine.units import check_threads, enough_memory
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Limit


@dataclass(slots=True)
class ChampionAgent(Engine):
    """The strongest opponent within the limit; reproducible with a seed and a node limit."""

    seed: int = 0
    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1
    memory: int = 1 << 28
    _engines: dict[tuple[type, int], NativeEngine] = field(
        default_factory=dict, init=False, repr=False
    )

    def __post_init__(self) -> None:
        check_threads(self.threads)

    @property
    def name(self) -> str:
        """`champion`."""
        return "champion"

    def think(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """Return proven candidates if the position is solved in time, else those of the search."""
        whole = combine_limits(limit, Limit(self.seconds, self.nodes))
        with enough_memory("champion", self.memory):
            engine = self._engine_for(position)
            known = known_answer(position)
            return think_natively(engine, position, whole, self.threads, stop, progress, known)

    def _engine_for(self, position: Position) -> NativeEngine:
        kind = type(position), position.players
        if kind not in self._engines:
            self._engines[kind] = _native.champion(
                position,
                seed=self.seed & ((1 << 64) - 1),
                memory=self.memory,
                plan=plan_of(position.game),
            )
        return self._engines[kind]


def plan_of(game: str) -> tuple[float, str, int]:
    """Return the plan in a game's profile as the core takes it."""
    plan = find_game(game).profile.champion
    return plan.exact_share, plan.search, plan.max_empty_cells


def known_answer(position: Position) -> tuple[float, Sequence[Move]] | None:
    """Return the value and the best moves of a position in the shipped book."""
    if position.players > 2 or position.outcome() is not None:
        return None
    entry = SHIPPED_BOOK.find(position)
    return None if entry is None else (entry.value, entry.best_moves)

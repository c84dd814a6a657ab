"""Alpha-beta search with iterative deepening and game-specific heuristics."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from quire import _native
from quire.core import Position
from quire.engine.agents.search_result import (
    Engine,
    NativeEngine,
    Progress,
    SearchResult,
    combine_limits,
    think_natively,
)
from quire.engine.units import check_threads, enough_memory
from quire.match.agent import NO_LIMIT, Limit

MEMORY = 32 << 20
"""Default size of the table in bytes: enough for a few seconds of search."""


@dataclass(slots=True)
class SearchAgent(Engine):
    """Searches for the best move; the same seed and nodes give the same move.

    `nodes` and `seconds` limit each move, in addition to the limit of the call; `memory` is in
    bytes. With `every_move` every candidate has its own value; otherwise all but the best have
    only a bound.

    >>> import quire
    >>> SearchAgent(seed=1, nodes=1000).choose(quire.parse("line", "SO.. 1")).move
    'S3'
    """

    seed: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1
    memory: int = MEMORY
    every_move: bool = False
    _engine: NativeEngine | None = field(default=None, init=False, repr=False)
    _kind: type | None = field(default=None, init=False, repr=False)

    def __post_init__(self) -> None:
        check_threads(self.threads)

    @property
    def name(self) -> str:
        """`search`."""
        return "search"

    def think(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        stop: _native.Stop | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """Search every move; the table is reused for the next search."""
        whole = combine_limits(limit, Limit(self.seconds, self.nodes))
        with enough_memory("search", self.memory):
            engine = self._engine_for(position)
            return think_natively(engine, position, whole, self.threads, stop, progress)

    def _engine_for(self, position: Position) -> NativeEngine:
        if self._engine is None or self._kind is not type(position):
            seed = random.getrandbits(63) if self.seed is None else self.seed % (1 << 64)
            self._engine = _native.search(
                position, seed=seed, memory=self.memory, every_move=self.every_move
            )
            self._kind = type(position)
        return self._engine

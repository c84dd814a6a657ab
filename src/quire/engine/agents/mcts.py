"""Monte Carlo tree search: plays well at any game, from the rules alone."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from quire import _native
from quire._native import Stop
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
from quire.errors import NotationError
from quire.match.agent import NO_LIMIT, Limit

MIN_MEMORY, MAX_MEMORY = 1 << 20, 1 << 37


@dataclass(slots=True)
class MctsAgent(Engine):
    """Chooses by random playouts, more of them where it goes well; deterministic for a seed.

    A node is a simulation: one walk down the tree and one playout. `exploration` and `rave` default
    to what proved best for the game; with `evaluation`, leaves are judged by the game's evaluation
    function, if it has one, instead of a playout. `memory` is in bytes. The tree is reused for the
    next move of the same game.

    >>> import quire
    >>> agent = MctsAgent(seed=1, nodes=500)
    >>> choice = agent.choose(quire.parse("line", "S.S..... 1"))
    >>> choice.move, choice.value, choice.exact
    ('O2', 1.0, True)
    """

    seed: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1
    exploration: float | None = None
    rave: bool | None = None
    evaluation: bool = False
    memory: int = 256 << 20
    _engines: dict[tuple[type, int], NativeEngine] = field(
        default_factory=dict, init=False, repr=False
    )

    def __post_init__(self) -> None:
        check_threads(self.threads)
        Limit(self.seconds, self.nodes)  # raises if one of them is invalid
        if self.exploration is not None and not 0 <= self.exploration <= 1000:
            raise NotationError(f"exploration must be 0 to 1000, not {self.exploration}")
        if not MIN_MEMORY <= self.memory <= MAX_MEMORY:
            raise NotationError(
                f"memory must be {MIN_MEMORY} to {MAX_MEMORY} bytes, not {self.memory}"
            )
        if self.seed is None:
            self.seed = random.getrandbits(64)

    @property
    def name(self) -> str:
        """`mcts`."""
        return "mcts"

    def think(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """Search every move, within the limit and the agent's own. Raises MatchOver."""
        whole = combine_limits(limit, Limit(self.seconds, self.nodes))
        with enough_memory("mcts", self.memory):
            engine = self._engine_for(position)
            return think_natively(engine, position, whole, self.threads, stop, progress)

    def _engine_for(self, position: Position) -> NativeEngine:
        kind = type(position), position.players  # the tuning depends on both
        if kind not in self._engines:
            self._engines[kind] = _native.mcts(
                position,
                seed=(self.seed or 0) & ((1 << 64) - 1),
                memory=self.memory,
                exploration=self.exploration,
                rave=self.rave,
                evaluation=self.evaluation,
            )
        return self._engines[kind]

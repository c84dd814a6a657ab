"""The strongest agent: exact where possible, otherwise the best search for the game.

Which agent searches a game is in its profile; `quire lab strength` measures it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

from quire._native import Stop
from quire.core import Move, Position
from quire.engine.agents.budget import Budget
from quire.engine.agents.registry import make_agent
from quire.engine.agents.search_result import (
    Candidate,
    Engine,
    Progress,
    SearchResult,
    combine_limits,
)
from quire.engine.solver.book import SHIPPED_BOOK
from quire.engine.solver.solve import Solver
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Limit, require_not_over
from quire.profile import ChampionPlan


@dataclass(frozen=True, slots=True)
class Proven:
    """A proven value and the moves that reach it."""

    value: int
    best: tuple[Move, ...]
    nodes: int

    def search_result(self, searched: SearchResult | None, nodes: int) -> SearchResult:
        """Return the proven moves as candidates, those that the search prefers first."""
        searched_moves = () if searched is None else searched.candidates
        order = {candidate.move: place for place, candidate in enumerate(searched_moves)}
        moves = sorted(self.best, key=lambda move: order.get(move, len(order)))
        candidates = tuple(Candidate(move, self.value, True, self.nodes) for move in moves)
        return SearchResult(candidates, (moves[0],), 0, nodes)


@dataclass(slots=True)
class ChampionAgent(Engine):
    """The strongest opponent within the limit; reproducible with a seed and a node limit."""

    seed: int = 0
    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1
    memory: int = 1 << 28
    _searches: dict[str, Engine] = field(init=False, repr=False, default_factory=dict)
    _solver: Solver = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._solver = Solver(memory=self.memory, threads=self.threads)

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
        require_not_over(position)
        budget = Budget(combine_limits(limit, Limit(self.seconds, self.nodes)))
        proven = self._proven(position, budget, stop, progress)
        if proven is not None and len(proven.best) == 1:
            return proven.search_result(None, budget.nodes)
        # If several moves are proven best, the search finds the one that is hardest to answer.
        searched = self._search(_plan(position).search).think(
            position, budget.share(), stop=stop, progress=progress
        )
        budget.nodes += searched.nodes
        if proven is not None:
            return proven.search_result(searched, budget.nodes)
        return replace(searched, nodes=budget.nodes)

    def _proven(
        self, position: Position, budget: Budget, stop: Stop | None, progress: Progress | None
    ) -> Proven | None:
        """Return the exact answer, from the shipped book or within the solver's share."""
        if position.players > 2:
            return None
        if (entry := SHIPPED_BOOK.find(position)) is not None and entry.best_moves:
            return Proven(entry.value, entry.best_moves, 0)
        plan = _plan(position)
        if plan.exact_share == 0 or _empty_cells(position) > plan.max_empty_cells:
            return None
        best: tuple[Move, ...] = ()
        value = None
        # One winning move is enough, and is found much faster than all; if there is none, the
        # search chooses among all best moves.
        for all_best in (False, True):
            found = self._solver.solve(
                position,
                budget.share(plan.exact_share),
                all_best=all_best,
                stop=stop,
                progress=progress,
            )
            budget.nodes += found.nodes  # whether the search succeeded or not
            if found.value is not None:
                value, best = found.value, found.best_moves or best
            if value is None or value > 0 or found.all_best:
                break
        return Proven(value, best, budget.nodes) if value is not None and best else None

    def _search(self, spec: str) -> Engine:
        if spec not in self._searches:
            options = {"seed": self.seed, "threads": self.threads, "memory": self.memory}
            self._searches[spec] = cast("Engine", make_agent(spec, **options))
        return self._searches[spec]


def _plan(position: Position) -> ChampionPlan:
    return find_game(position.game).profile.champion


def _empty_cells(position: Position) -> int:
    return list(position.cells().values()).count(".")

"""The exact agent: plays proven best moves only, and fails if none is proven in time."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from quire._native import Stop
from quire.core import Move, Position
from quire.engine.agents.budget import Budget
from quire.engine.agents.search_result import (
    Candidate,
    Engine,
    Progress,
    SearchResult,
    combine_limits,
)
from quire.engine.solver.book import SHIPPED_BOOK
from quire.engine.solver.solve import Solver, check_players
from quire.errors import AgentFailed
from quire.match.agent import NO_LIMIT, Limit, require_not_over

DEFAULT_SECONDS = 10.0

MEMORY = 1 << 30
"""Default size of the solver's tables in bytes: several agents may run at once."""

# Looking for traps must not cost more than finding the move, so moves and nodes are limited.
_TRAPS_TRIED = 16
_TRAP_NODES = 20_000


@dataclass(slots=True)
class PerfectAgent(Engine):
    """Plays a proven best move, chosen by the seed; raises AgentFailed if none is proven in time.

    If it can't win, it prefers the move that leaves the opponent the fewest good answers. `seconds`
    limits each move; `memory` and `threads` are the solver's.

    >>> import quire
    >>> choice = PerfectAgent(seed=1).choose(quire.parse("line", "S.S.... 1"))
    >>> choice.move, choice.value, choice.exact
    ('O2', 1, True)
    """

    seed: int | None = None
    threads: int | None = 1
    memory: int | None = MEMORY
    seconds: float | None = None
    _random: random.Random = field(init=False, repr=False)
    _solver: Solver = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._solver = Solver(threads=self.threads, memory=self.memory)

    @property
    def name(self) -> str:
        """`perfect`."""
        return "perfect"

    def think(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> SearchResult:
        """Return the proven best moves, the chosen one first."""
        require_not_over(position)
        check_players(position)
        own = Limit(DEFAULT_SECONDS if limit == NO_LIMIT and self.seconds is None else self.seconds)
        budget = Budget(combine_limits(limit, own))
        known = SHIPPED_BOOK.find(position, all_best=False)
        if known is not None:
            best, value = list(known.best_moves), known.value
        else:
            best, value = self._solved(position, budget, stop, progress)
        # A book entry may have a value but no moves.
        best = best or self._solved(position, budget, stop, progress)[0]
        chosen = best[0]
        if len(best) > 1:
            self._random.shuffle(best)
            chosen = best[0] if value > 0 else self._trickiest(position, best, budget, stop)
        ordered = (chosen, *(move for move in best if move != chosen))
        candidates = tuple(Candidate(move, value, True, 0) for move in ordered)
        return SearchResult(candidates, (chosen,), 1, budget.nodes)

    def _solved(
        self, position: Position, budget: Budget, stop: Stop | None, progress: Progress | None
    ) -> tuple[list[Move], int]:
        """Return proven best moves and the value; all best moves if that costs little more."""
        first = self._solver.solve(
            position, budget.share(), all_best=False, stop=stop, progress=progress
        )
        budget.nodes += first.nodes
        if first.value is None:
            raise AgentFailed(
                f"perfect could not prove a move on {position.game} {position.size} in "
                f"{first.seconds:.1f} s ({first.nodes} nodes): give it more time, as in "
                "perfect:seconds=60, or use another agent"
            )
        if first.all_best:
            return list(first.best_moves), first.value
        again = budget.share(max_nodes=first.nodes + _TRAP_NODES)
        every = self._solver.solve(position, again, stop=stop, progress=progress)
        budget.nodes += every.nodes
        known = every.best_moves if every.exact else ()
        return list(known or first.best_moves), first.value

    def _trickiest(
        self, position: Position, best: list[Move], budget: Budget, stop: Stop | None
    ) -> Move:
        """Return the move after which the smallest share of the opponent's answers is right."""
        shares = {}
        for move in best[:_TRAPS_TRIED]:
            after = position.play(move)
            if after.outcome() is not None or after.to_move == position.to_move:
                continue
            share = budget.share(max_nodes=_TRAP_NODES)
            found = self._solver.solve(after, share, stop=stop)
            budget.nodes += found.nodes
            if found.exact and found.all_best:
                shares[move] = len(found.best_moves) / len(after.legal_moves())
        return min(shares, key=shares.__getitem__, default=best[0])

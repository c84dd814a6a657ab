"""The best of all engines at every moment: exact where that is in reach, else the best search.

Which engine searches which game was decided by measurement: `quire lab strength`.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import cast

from quire._native import Stop
from quire.core import Move, Position
from quire.engine import make_agent
from quire.engine.agent import NO_LIMIT, Choice, Limit
from quire.engine.book import Book
from quire.engine.solution import Solver
from quire.engine.thought import Candidate, Progress, Thinker, Thought, within
from quire.errors import MatchOver


@dataclass(frozen=True, slots=True)
class Plan:
    """How the champion thinks about one game."""

    exact: float
    """The share of the limit that the exact solver may spend before the search."""
    search: str
    """The agent that searches what the solver does not finish."""
    late: int = 1000
    """The solver is asked only where there are no more empty cells than this."""


PLANS = {
    "sos": Plan(exact=0.0, search="search"),  # which asks the solver itself
    "line": Plan(exact=0.9, search="mcts"),
    "extreme": Plan(exact=0.2, search="mcts:evaluation=yes", late=40),
    "obstruction": Plan(exact=0.8, search="mcts"),
}


SHIPPED = Book(None)
"""Only what ships with the package: what a user solved must not change how the champion plays."""


@dataclass(frozen=True, slots=True)
class Proven:
    """A proven value and the moves that reach it."""

    value: int
    best: tuple[Move, ...]
    nodes: int

    def thought(self, search: Thought | None) -> Thought:
        """The proven moves as candidates, those that the search prefers first."""
        liked = [] if search is None else [it.move for it in search.candidates]
        order = {move: place for place, move in enumerate(liked)}
        moves = sorted(self.best, key=lambda move: order.get(move, len(order)))
        candidates = tuple(Candidate(move, self.value, True, self.nodes) for move in moves)
        return Thought(candidates, (moves[0],), 0, self.nodes + (search.nodes if search else 0))


@dataclass(slots=True)
class ChampionAgent:
    """The strongest opponent within the limit; reproducible with a seed and a node limit."""

    seed: int = 0
    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1
    memory: int = 1 << 28
    _searches: dict[str, Thinker] = field(init=False, repr=False, default_factory=dict)
    _solver: Solver = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._solver = Solver(memory=self.memory, threads=self.threads)

    @property
    def name(self) -> str:
        """`champion`."""
        return "champion"

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """The best move that it finds."""
        return self.think(position, limit).choice()

    def think(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> Thought:
        """Proven candidates if the position is solved in time, else those of the search."""
        if position.outcome() is not None:
            raise MatchOver("the game is over: there is no move to choose")
        whole = within(limit, Limit(self.seconds, self.nodes))
        began = time.perf_counter()
        proven = self._proven(position, whole, stop, progress)
        if proven is not None and len(proven.best) == 1:
            return proven.thought(None)
        spent = Limit(time.perf_counter() - began, 0 if proven is None else proven.nodes)
        # Where several moves are proven best, the search tells which is hardest to answer.
        thought = self._search(PLANS[position.game].search).think(
            position, _rest(whole, spent), stop=stop, progress=progress
        )
        return thought if proven is None else proven.thought(thought)

    def _proven(
        self, position: Position, whole: Limit, stop: Stop | None, progress: Progress | None
    ) -> Proven | None:
        """The exact answer, from the shipped book or within the solver's share of the limit."""
        if position.players > 2:
            return None
        if (entry := SHIPPED.find(position)) is not None and entry.best_moves:
            return Proven(entry.value, entry.best_moves, 0)
        plan = PLANS[position.game]
        if plan.exact == 0 or _empty(position) > plan.late:
            return None
        found = self._solver.solve(position, _part(whole, plan.exact), stop=stop, progress=progress)
        if found.value is None or not found.best_moves:
            return None
        return Proven(found.value, found.best_moves, found.nodes)

    def _search(self, spec: str) -> Thinker:
        if spec not in self._searches:
            options = {"seed": self.seed, "threads": self.threads, "memory": self.memory}
            self._searches[spec] = cast("Thinker", make_agent(spec, **options))
        return self._searches[spec]


def _part(limit: Limit, share: float) -> Limit:
    """That share of a limit, at least a node."""
    return Limit(
        None if limit.seconds is None else limit.seconds * share,
        None if limit.nodes is None else max(1, int(limit.nodes * share)),
    )


def _rest(limit: Limit, spent: Limit) -> Limit:
    """What is left of a limit, at least a node."""
    return Limit(
        None if limit.seconds is None else max(0.0, limit.seconds - (spent.seconds or 0.0)),
        None if limit.nodes is None else max(1, limit.nodes - (spent.nodes or 0)),
    )


def _empty(position: Position) -> int:
    return list(position.cells().values()).count(".")

"""Balanced openings: random ones of which the solver or an engine says that they are even."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quire.arena.conditions.opening import random_opening
from quire.core import Game, Move, Position
from quire.engine import make_agent
from quire.engine.solver.solve import Solver
from quire.engine.solver.symmetry import canonical_form
from quire.errors import NotationError
from quire.match.agent import Limit

MAX_ATTEMPTS_PER_OPENING = 200
"""Random openings to try for each one that is wanted."""

SOLVER = "solver"
"""What judges openings exactly."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a position for player 1, and whether it is proven."""

    value: float
    exact: bool


@dataclass(frozen=True, slots=True)
class JudgedOpening:
    """An opening with its score."""

    moves: tuple[Move, ...]
    score: Score


Judge = Callable[[Position], Score | None]
"""Returns the score of a position; None if it is unknown."""


def solver_judge(limit: Limit) -> Judge:
    """Return a judge that solves positions; those that take longer have no score."""
    solver = Solver(threads=1)

    def judge(position: Position) -> Score | None:
        found = solver.solve(position, limit, all_best=False)
        return None if found.value is None else _for_first(position, found.value, exact=True)

    return judge


def engine_judge(spec: str, limit: Limit) -> Judge:
    """Return a judge that asks a built-in agent. Raises NotationError if it gives no scores."""
    agent = make_agent(spec)

    def judge(position: Position) -> Score | None:
        choice = agent.choose(position, limit)
        if choice.value is None:
            raise NotationError(f"{spec} gives no scores: use mcts, search or champion")
        return _for_first(position, choice.value, exact=choice.exact)

    return judge


def _for_first(position: Position, value: float, *, exact: bool) -> Score:
    return Score(value if position.to_move == 0 else -value, exact)


@dataclass(slots=True)
class OpeningGenerator:
    """Draws openings of a number of moves, and keeps the even ones, no two alike by symmetry.

    In a game that some player always wins, nothing is even by the solver: as many openings are
    kept that player 1 wins as that player 2 wins.
    """

    game: Game
    size: str
    plies: int
    max_score: float
    judge: Judge
    seed: int = 1
    attempts: int = 0
    """Random openings tried so far."""

    def openings(self, count: int) -> Iterator[JudgedOpening]:
        """Yield openings, as many as are wanted or can be found."""
        start = self.game.start(self.size)
        if start.players != 2:
            raise NotationError("only openings of two-player games can be balanced")
        chance = random.Random(self.seed)
        scores: dict[str, Score | None] = {}  # None once it is taken, or if it is unknown
        won = [0, 0]
        while sum(won) < count and self.attempts < MAX_ATTEMPTS_PER_OPENING * count:
            self.attempts += 1
            opening = random_opening(start, self.plies, chance)
            if opening is None:
                continue
            position = opening.position(self.game, self.size)
            key = canonical_form(position).key
            if key not in scores:
                scores[key] = self.judge(position)
            score = scores[key]
            if score is None or not self._is_balanced(score, won):
                continue
            scores[key] = None
            won[score.value < 0] += 1
            yield JudgedOpening(opening.moves, score)

    def _is_balanced(self, score: Score, won: list[int]) -> bool:
        if score.exact and not self.game.drawable:
            winner = int(score.value < 0)
            return won[winner] <= won[1 - winner]
        return abs(score.value) <= self.max_score


def default_max_score(game: Game, size: str) -> float:
    """Return the largest score of an even opening: one point, or a quarter of a win."""
    return 1.0 if game.decided_by_points(size) else 0.25

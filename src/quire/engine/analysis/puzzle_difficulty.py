"""What makes a puzzle hard for people: what else looks good, and how late that proves wrong.

A glance is a tree search of a few nodes per move. `quire lab puzzles` compares the difficulty with
how often the computer levels find the solution.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from quire._native import Solver as NativeSolver
from quire._native import Stop
from quire.core import Move, Position
from quire.engine.agents.mcts import MctsAgent
from quire.engine.agents.search_result import Candidate
from quire.engine.solver.solve import outcome_of
from quire.match.agent import Limit

MAX_DISTANCE = 12
"""Moves that the refutation is followed."""

_NODES_PER_MOVE = 8
_SEEDS = (1, 2, 3)
_MEMORY = 2**22
_SOLVER_NODES = 100_000
_CLEAR = 0.5  # how near the truth a glance must be, on a scale from -1 (lost) to 1 (won)
_RESULTS = {"win": 1, "draw": 0, "loss": -1}


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a puzzle hard, and how much.

    `tempting` is the number of other moves that look as good as the solution. `distance` is the
    number of moves, from the most tempting one on, after which a glance sees what is wrong with it.
    """

    tempting: int
    distance: int
    difficulty: float


def difficulty_of(
    solver: NativeSolver,
    position: Position,
    solution: Move,
    line_moves: int,
    stop: Stop | None = None,
) -> Difficulty:
    """Return how hard the solution is to find; `line_moves` is how many moves the player makes."""
    looks = glance(position, stop)
    own = looks[solution]
    others = {move: value for move, value in looks.items() if move != solution}
    tempting = sum(value >= own for value in others.values())
    most = max(others, key=lambda move: others[move])
    distance = _distance(solver, position.play(most), stop)
    quiet = solution not in obvious_moves(position)
    hard = score(len(looks), tempting, distance, line_moves, quiet=quiet)
    return Difficulty(tempting, distance, hard)


def score(moves: int, tempting: int, distance: int, line_moves: int, *, quiet: bool) -> float:
    """Return the difficulty, from 0 in steps of 0.01.

    `moves` is how many there are to choose from; a `quiet` solution is not an obvious one.

    >>> score(1, 0, 0, 1, quiet=False), score(16, 7, 4, 3, quiet=True)
    (0.0, 9.0)
    """
    choice = math.log2(1 + tempting) + math.log2(moves) / 2 + 2 * quiet
    return round(choice + distance / 4 + (line_moves - 1) / 2, 2)


def obvious_moves(position: Position) -> list[Move]:
    """Return the obvious moves: those that win at once, else those that complete the most lines.

    >>> import quire
    >>> obvious_moves(quire.parse("line", "S.S... 1"))
    ['O2']
    """
    moves = position.legal_moves()

    def gain(move: Move) -> tuple[bool, int]:
        outcome = position.play(move).outcome()
        return bool(outcome and outcome.winner == position.to_move), len(position.completes(move))

    gains = {move: gain(move) for move in moves}
    best = max(gains.values(), default=(False, 0))
    return [move for move in moves if gains[move] == best] if best > (False, 0) else []


def glance(position: Position, stop: Stop | None = None) -> dict[Move, float]:
    """Return what each move looks worth at a glance, -1 to 1 for the player to move."""
    looks = dict.fromkeys(position.legal_moves(), 0.0)
    limit = Limit(nodes=_NODES_PER_MOVE * len(looks))
    for seed in _SEEDS:
        for it in _search(position, seed, limit, stop):
            looks[it.move] += it.value / len(_SEEDS)
    return looks


def _search(
    position: Position, seed: int, limit: Limit, stop: Stop | None
) -> tuple[Candidate, ...]:
    agent = MctsAgent(seed=seed, memory=_MEMORY)
    return agent.think(position, limit, stop=stop).candidates


def _distance(solver: NativeSolver, position: Position, stop: Stop | None) -> int:
    """Return after how many moves of best play a glance sees the result."""
    distance = 0
    while distance < MAX_DISTANCE and position.outcome() is None:
        lower, upper, best, *_ = solver.solve(position, nodes=_SOLVER_NODES, stop=stop)
        if lower != upper or not best:
            break
        looks = max(glance(position, stop).values())
        if abs(looks - _RESULTS[outcome_of(lower) or "draw"]) < _CLEAR:
            break
        position = position.play(best[0])
        distance += 1
    return distance

"""The line of a puzzle: how long the opponent can ask for the only move again."""

from __future__ import annotations

from quire._native import Solver as NativeSolver
from quire._native import Stop
from quire.core import Move, Position
from quire.engine.solver.solve import outcome_of

MAX_MOVES = 4
"""Moves of the player in a line."""

_SOLVER_NODES = 20_000  # for a position of the line


def solution_line(
    solver: NativeSolver, position: Position, solution: Move, stop: Stop | None = None
) -> tuple[Move, ...]:
    """Return the solution and what follows, as long as only one move keeps the result.

    The opponent answers with a move that keeps the player's choice as narrow.
    """
    player, line = position.to_move, [solution]
    at, moves = position.play(solution), 1
    while moves < MAX_MOVES and at.outcome() is None and not (stop and stop.is_set()):
        more = [] if at.to_move == player else _answers(solver, at, player, stop)
        for move in more:
            at = at.play(move)
        only = only_move(solver, at, player, stop)
        if only is None:
            break
        line += [*more, only]
        at = at.play(only)
        moves += 1
    return tuple(line)


def only_move(
    solver: NativeSolver, position: Position, player: int, stop: Stop | None = None
) -> Move | None:
    """Return the only one of several moves that keeps the player's win or draw, if there is one."""
    if position.outcome() is not None or position.to_move != player:
        return None
    lower, upper, best, complete, *_ = solver.solve(position, nodes=_SOLVER_NODES, stop=stop)
    moves = position.legal_moves()
    if lower != upper or lower < 0 or not complete or len(best) != 1 or len(moves) == 1:
        return None
    for move in moves:
        if move != best[0]:
            value = _value_after(solver, position, move, stop)
            if value is None or outcome_of(value) == outcome_of(lower):
                return None
    return best[0]


def _answers(
    solver: NativeSolver, position: Position, player: int, stop: Stop | None
) -> list[Move]:
    """Return the opponent's moves up to the player's turn: best play that leaves an only move."""
    answers: list[Move] = []
    while position.outcome() is None and position.to_move != player:
        lower, upper, best, *_ = solver.solve(position, nodes=_SOLVER_NODES, stop=stop)
        if lower != upper or not best:
            break
        narrow = (it for it in best if only_move(solver, position.play(it), player, stop))
        answers.append(next(narrow, best[0]))
        position = position.play(answers[-1])
    return answers


def _value_after(
    solver: NativeSolver, position: Position, move: Move, stop: Stop | None
) -> int | None:
    """Return the proven value of a move for the player who makes it; None if it takes too long."""
    after = position.play(move)
    lower, upper, *_ = solver.solve(after, nodes=_SOLVER_NODES, stop=stop)
    if lower != upper:
        return None
    return lower if after.to_move == position.to_move else -lower

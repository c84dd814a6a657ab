"""Plain alpha-beta, the second opinion, against the exhaustive solver, which prunes nothing."""

from __future__ import annotations

import pytest

import quire
from quire import _native
from quire.core import Position
from tests.brute_force import SMALL_BOARDS, brute_force, late_positions

MEMORY = 2**26


@pytest.mark.slow
@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_agrees_with_the_exhaustive_solver(game: str, size: str) -> None:
    for position in late_positions(game, size, seed=51, count=40):
        exhaustive = _native.exhaustive(position, MEMORY).solve(position)
        assert _native.alphabeta(position, MEMORY).solve(position)[:5] == exhaustive[:5]


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_agrees_with_the_oracles(game: str, size: str) -> None:
    for position in late_positions(game, size, seed=52, count=2):
        lower, upper, best, complete, _grundy, _nodes = _native.alphabeta(position, MEMORY).solve(
            position
        )
        assert ((lower, best), lower == upper, complete) == (brute_force(position), True, True)


WHOLE = (("sos", "3x3"), ("sos", "4x3:simple"), ("line", "10"), ("obstruction", "5x4"))


@pytest.mark.parametrize(("game", "size"), WHOLE)
def test_whole_games_with_one_table(game: str, size: str) -> None:
    """Entries of one search must not spoil the next, whatever the window was."""
    solver = _native.alphabeta(quire.start(game, size), MEMORY)
    exhaustive = _native.exhaustive(quire.start(game, size), MEMORY)
    positions: list[Position] = [quire.start(game, size)]
    while positions[-1].outcome() is None:
        moves = positions[-1].legal_moves()
        positions.append(positions[-1].play(moves[len(positions) * 7 % len(moves)]))
    for position in (*positions, *reversed(positions)):
        assert solver.solve(position)[:4] == exhaustive.solve(position)[:4]


def test_bounds_of_a_stopped_search_are_correct() -> None:
    position = quire.start("obstruction", "5x5")
    lower, upper, *_rest, nodes = _native.alphabeta(position, MEMORY).solve(position, nodes=50)
    assert nodes <= 50
    assert lower < upper
    exact, *_ = _native.alphabeta(position, MEMORY).solve(position)
    assert lower <= exact <= upper


def test_full_table_only_costs_time() -> None:
    position = quire.start("line", "9")
    small, large = (_native.alphabeta(position, memory).solve(position) for memory in (0, MEMORY))
    assert small[:4] == large[:4]
    assert small[5] > large[5]

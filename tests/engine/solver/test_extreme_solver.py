"""The solver of Extreme Tic-Tac-Toe against two that know only the rules."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import quire
from quire import _native
from quire.core import Position
from tests.brute_force import brute_force, late_positions

MEMORY = 1 << 22


def late_in_games(seed: int, games: int, most: int) -> Iterator[Position]:
    """Return positions of random games with at most that many playable cells."""
    rng = random.Random(seed)
    for _ in range(games):
        position: Position = quire.start("extreme")
        while position.outcome() is None:
            if str(position).count(".") <= 90 and playable(position) <= most:
                yield position
            position = position.play(rng.choice(position.legal_moves()))


def playable(position: Position) -> int:
    """Return the empty cells of open SmallBoards."""
    board, player, _, _ = str(position).split()
    return len(quire.parse("extreme", f"{board} {player} - -").legal_moves())


def test_agrees_with_the_oracle() -> None:
    solver = _native.solver(quire.start("extreme"), MEMORY)
    for position in late_positions("extreme", "2x9x9", seed=31, count=60):
        value, best = brute_force(position)
        lower, upper, moves, complete, _, _ = solver.solve(position)
        assert (lower, upper, moves, complete) == (value, value, best, True)


def test_agrees_with_the_exhaustive_solver() -> None:
    solver = _native.solver(quire.start("extreme"), MEMORY)
    results = []
    for position in late_in_games(1, games=800, most=11):
        plain = _native.exhaustive(position, 1 << 26).solve(position)
        assert solver.solve(position)[:4] == plain[:4], str(position)
        # Entries of other positions in the table change nothing.
        assert _native.solver(position, MEMORY).solve(position)[:4] == plain[:4]
        results.append(plain[0])
    assert len(results) > 1000
    assert set(results) == {-1, 0, 1}


def test_value_only_finds_one_best_move() -> None:
    for position in late_in_games(2, games=40, most=14):
        every = _native.solver(position, MEMORY).solve(position)
        one = _native.solver(position, MEMORY).solve(position, all_best=False)
        assert one[:2] == every[:2]
        assert one[2]
        assert set(one[2]) <= set(every[2])


@pytest.mark.parametrize("nodes", [0, 1, 10, 100, 1000])
def test_bounds_of_a_stopped_search_are_correct(nodes: int) -> None:
    for position in late_in_games(3, games=20, most=16):
        value, _, best, _, _, _ = _native.solver(position, MEMORY).solve(position)
        lower, upper, some, complete, _, spent = _native.solver(position, MEMORY).solve(
            position, nodes=nodes
        )
        assert lower <= value <= upper
        assert spent <= nodes
        if complete:
            assert some == best
        if lower == value:
            assert set(some) <= set(best)


def test_finished_game_has_its_result() -> None:
    rows = ["XXX......", ".........", "........."] * 3
    text = "/".join(rows) + "|" + "/".join(["." * 9] * 9)
    for player, value in (("1", 1), ("2", -1)):
        position = quire.parse("extreme", f"{text} {player} - -")
        assert _native.solver(position, MEMORY).solve(position) == (value, value, [], True, None, 0)


def test_threads_do_not_change_the_result() -> None:
    for number, position in enumerate(late_in_games(6, games=30, most=22)):
        if number % 5 == 0:
            one = _native.solver(position, MEMORY).solve(position)
            assert _native.solver(position, MEMORY).solve(position, threads=3)[:4] == one[:4]


def test_drawn_board_is_not_mistaken_for_an_empty_one() -> None:
    """One solver solves two positions that differ only in the first SmallBoard."""
    drawn, late = ("XOX", "XOO", "OXX"), ("..O", "...", ".X.")

    def position(first: tuple[str, str, str]) -> Position:
        rows = ["".join(drawn[row % 3] * 3) for row in range(9)]
        one = [first[row] + rows[row][3:] if row < 3 else rows[row] for row in range(9)]
        other = [rows[row][:6] + late[row - 6] if row > 5 else rows[row] for row in range(9)]
        return quire.parse("extreme", f"{'/'.join(one)}|{'/'.join(other)} 1 1e5 -")

    closed, open_ = position(drawn), position(("...", "...", "..."))
    solver = _native.solver(open_, MEMORY)
    solver.solve(closed)
    expected = _native.alphabeta(open_, 1 << 26).solve(open_)
    assert solver.solve(open_)[:3] == expected[:3]

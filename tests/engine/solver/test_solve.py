"""`quire.solve`: results match brute force, and what a stopped search reports is correct."""

from __future__ import annotations

import threading

import pytest

import quire
from quire import Limit, _native
from quire._native import Stop
from quire.engine.solver.solve import Solver
from quire.errors import QuireError
from tests.brute_force import SMALL_BOARDS, brute_force, late_positions


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_agrees_with_brute_force(game: str, size: str) -> None:
    for position in late_positions(game, size, seed=1, count=15):
        value, best = brute_force(position)
        found = quire.solve(position, memory=1 << 22)
        assert (found.value, sorted(found.best_moves)) == (value, sorted(best)), str(position)
        assert (found.lower, found.upper) == (value, value)
        assert found.exact
        assert found.all_best
        assert found.outcome == ("win" if value > 0 else "loss" if value < 0 else "draw")
        one = quire.solve(position, memory=1 << 22, all_best=False)
        assert one.value == value
        assert one.best_moves
        assert set(one.best_moves) <= set(best)


def test_best_moves_are_in_the_order_of_legal_moves() -> None:
    position = quire.start("sos", "3x3").play("Sb2")
    best = quire.solve(position).best_moves
    assert len(best) > 1
    assert list(best) == [move for move in position.legal_moves() if move in best]


def test_points_so_far_are_part_of_the_value() -> None:
    board = "S.S/.../..O"
    level = quire.solve(quire.parse("sos", f"{board} 1 0-0"))
    ahead = quire.solve(quire.parse("sos", f"{board} 1 5-2"))
    behind = quire.solve(quire.parse("sos", f"{board} 2 5-2"))
    assert level.value is not None
    assert (ahead.value, behind.value) == (level.value + 3, level.value - 3)
    assert ahead.best_moves == behind.best_moves == level.best_moves


@pytest.mark.parametrize(
    ("game", "text", "value", "outcome"),
    [
        ("line", "SOS 2", -1, "loss"),
        ("line", "OOO 2", 0, "draw"),
        ("sos", "SOS/SSS/SSS 1 1-0", 1, "win"),
        ("sos", "SOS/SSS/SSS 2 1-0", -1, "loss"),
        ("sos", "SOS/SSS/SSS 2 4-0", -4, "loss"),
        ("sos", "SOS/.../... 2 simple-2", -1, "loss"),
        ("obstruction", "X# 2", -1, "loss"),
    ],
)
def test_finished_game_has_its_value_and_no_best_moves(
    game: str, text: str, value: int, outcome: str
) -> None:
    found = quire.solve(quire.parse(game, text))
    assert (found.value, found.outcome) == (value, outcome)
    assert (found.best_moves, found.exact, found.all_best) == ((), True, True)
    assert found.nodes == 0
    assert found.grundy == (0 if game == "obstruction" else None)


@pytest.mark.parametrize("size", ["3x3:3", "5x5:8:simple"])
def test_more_than_two_players_are_refused(size: str) -> None:
    with pytest.raises(
        QuireError, match=r"only two-player positions can be solved; this one has [38] players"
    ):
        quire.solve(quire.start("sos", size))


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_bounds_of_a_stopped_search_are_correct(game: str, size: str) -> None:
    for position in late_positions(game, size, seed=2, count=4):
        value, best = brute_force(position)
        truth = "win" if value > 0 else "loss" if value < 0 else "draw"
        for nodes in (0, 1, 2, 5, 12, 30, 70):
            found = quire.solve(position, Limit(nodes=nodes), threads=1, memory=1 << 22)
            assert found.nodes <= nodes
            assert found.lower is None or found.lower <= value
            assert found.upper is None or found.upper >= value
            assert found.exact == (found.lower == found.upper is not None)
            assert (found.value is None) == (not found.exact)
            assert found.outcome in (truth, None)
            if found.exact:
                assert set(found.best_moves) <= set(best)


def test_time_limit_ends_an_endless_search() -> None:
    found = quire.solve(quire.start("sos", "8x8"), Limit(seconds=0.05), memory=1 << 22)
    assert not found.exact
    assert found.value is None
    assert not found.all_best


def test_another_thread_can_stop_it_and_progress_is_reported() -> None:
    stop = Stop()
    reports: list[tuple[int, float, float]] = []

    def on_progress(nodes: int, seconds: float, done: float) -> None:
        reports.append((nodes, seconds, done))
        stop.set()

    found = quire.solve(quire.start("sos", "8x8"), memory=1 << 22, stop=stop, progress=on_progress)
    assert not found.exact
    ((nodes, seconds, done),) = reports[:1]
    assert nodes > 0
    assert seconds > 0
    assert 0 <= done <= 1


def test_exception_in_on_progress_reaches_the_caller() -> None:
    def fail(nodes: int, seconds: float, done: float) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        quire.solve(quire.start("sos", "8x8"), memory=1 << 22, progress=fail)


def test_too_much_memory_is_an_error() -> None:
    with pytest.raises(QuireError, match=r"not enough memory .*give it less"):
        quire.solve(quire.start("sos", "3x3"), memory=1 << 60, book=False)


def test_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    quire.solve(quire.start("obstruction", "4x4"))
    assert capfd.readouterr() == ("", "")


def test_solver_reuses_its_table() -> None:
    solver = Solver(memory=1 << 26, threads=1)
    position = quire.start("obstruction", "5x4")
    first = solver.solve(position)
    again = solver.solve(position)
    assert (again.value, again.best_moves) == (first.value, first.best_moves)
    assert again.nodes < first.nodes


def test_solver_can_be_shared_by_threads() -> None:
    solver = Solver(memory=1 << 22)
    positions = [
        position
        for game, size in SMALL_BOARDS
        for position in late_positions(game, size, seed=3, count=3)
    ]
    found: dict[str, int | None] = {}

    def solve_all(mine: list[quire.Position]) -> None:
        for position in mine:
            found[str(position)] = solver.solve(position).value

    askers = [threading.Thread(target=solve_all, args=(positions[n::4],)) for n in range(4)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert found == {str(position): brute_force(position)[0] for position in positions}


def test_threads_do_not_change_the_answer() -> None:
    for position in late_positions("sos", "3x4", seed=4, count=10):
        one, two = (quire.solve(position, threads=n, memory=1 << 22) for n in (1, 2))
        assert (one.value, one.best_moves) == (two.value, two.best_moves)


UNSOLVABLE = [("sos", "8x8"), ("obstruction", "10x10")]
"""Games whose solver has a table to save, with a position that a short search does not solve."""


@pytest.mark.parametrize(("game", "size"), UNSOLVABLE)
def test_a_short_search_touches_little_memory(game: str, size: str) -> None:
    position = quire.start(game, size)
    solver = _native.solver(position, 1 << 24)
    solver.solve(position, nodes=1000)
    solver.solve(position, nodes=2000)
    table = memoryview(solver)
    assert any(table)
    assert not any(table[1 << 16 :])


@pytest.mark.parametrize(("game", "size"), UNSOLVABLE)
def test_a_table_that_is_saved_does_not_depend_on_the_limits(game: str, size: str) -> None:
    position = quire.start(game, size)
    solver = _native.solver(position, 1 << 20)
    solver.solve(position, nodes=1000, resumable=True)
    assert any(memoryview(solver)[1 << 19 :])

"""The Obstruction solver against definitions, a plain second solver, and published results."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from quire import _native
from quire.core import Position
from quire.engine.solver.checkpoint import Effort, load_table, save_table
from quire.errors import NotationError
from quire.games import parse, start
from tests.oracles.obstruction import ObstructionOracle

MEMORY = 1 << 22
Cell = tuple[int, int]


def solver(position: Position, memory: int = MEMORY) -> _native.Solver:
    return _native.solver(position, memory)


def mex(values: set[int]) -> int:
    return next(n for n in range(len(values) + 1) if n not in values)


def by_definition(position: ObstructionOracle, known: dict[tuple[str, ...], int]) -> int:
    """Return the Grundy value, from the oracle's moves alone."""
    free = tuple(position.legal_moves())
    if free not in known:
        known[free] = mex({by_definition(position.play(cell), known) for cell in free})
    return known[free]


@cache
def by_parts(cells: frozenset[Cell]) -> int:
    """Return the Grundy value of a connected set of cells that touches both axes."""
    return mex({of_set(cells - around(cell)) for cell in cells})


def of_set(cells: frozenset[Cell]) -> int:
    value, left = 0, set(cells)
    while left:
        part, edge = set(), [left.pop()]
        while edge:
            cell = edge.pop()
            part.add(cell)
            beside = around(cell) & left
            left -= beside
            edge += beside
        x, y = (min(cell[axis] for cell in part) for axis in (0, 1))
        value ^= by_parts(frozenset((u - x, v - y) for u, v in part))
    return value


def around(cell: Cell) -> frozenset[Cell]:
    x, y = cell
    return frozenset((u, v) for u in (x - 1, x, x + 1) for v in (y - 1, y, y + 1))


def cell_of(name: str) -> Cell:
    return ord(name[0]) - ord("a"), int(name[1:])


def free_cells(position: Position) -> frozenset[Cell]:
    return frozenset(map(cell_of, position.legal_moves()))


def random_positions(size: str, count: int, fewest: int, most: int) -> Iterator[Position]:
    """Return positions of random games within these numbers of free cells."""
    rng = random.Random(size)
    while count > 0:
        position: Position = start("obstruction", size)
        while len(position.legal_moves()) > most:
            position = position.play(rng.choice(position.legal_moves()))
        if len(position.legal_moves()) >= fewest:
            count -= 1
            yield position


def check(position: Position, value: int, winning: list[str], **how: bool | int) -> None:
    answer = solver(position).solve(position, **how)  # type: ignore[arg-type]
    sign = 1 if value else -1
    assert answer[:5] == (sign, sign, winning if value else position.legal_moves(), True, value)


@pytest.mark.parametrize("size", ["1x1", "2x3", "3x3", "4x3", "7x1", "2x6"])
def test_every_position_of_a_small_board_matches_the_definition(size: str) -> None:
    known: dict[tuple[str, ...], int] = {}
    seen: set[str] = set()
    open_positions = [ObstructionOracle.start(size)]
    made = solver(start("obstruction", size))
    while open_positions:
        position = open_positions.pop()
        if str(position) in seen:
            continue
        seen.add(str(position))
        moves = position.legal_moves()
        nexts = [position.play(move) for move in moves]
        open_positions += nexts
        value = by_definition(position, known)
        wins = [
            move
            for move, after in zip(moves, nexts, strict=True)
            if not by_definition(after, known)
        ]
        sign = 1 if value else -1
        answer = made.solve(parse("obstruction", str(position)))
        assert answer[:5] == (sign, sign, wins if value else moves, True, value), str(position)


@pytest.mark.parametrize(
    ("size", "most"),
    [("5x4", 12), ("5x5", 11), ("4x6", 11), ("10x2", 11), ("8x8", 9), ("10x10", 8)],
)
def test_random_positions_match_the_definition(size: str, most: int) -> None:
    known: dict[tuple[str, ...], int] = {}
    for position in random_positions(size, 40, 1, most):
        oracle = ObstructionOracle.parse(str(position))
        value = by_definition(oracle, known)
        wins = [
            move for move in oracle.legal_moves() if not by_definition(oracle.play(move), known)
        ]
        check(position, value, wins)


@pytest.mark.parametrize(
    ("size", "count", "most"),
    [("5x5", 300, 25), ("4x6", 300, 24), ("6x6", 300, 22), ("9x7", 200, 22), ("10x10", 300, 24)],
)
def test_random_positions_match_a_second_solver(size: str, count: int, most: int) -> None:
    for number, position in enumerate(random_positions(size, count, 4, most)):
        cells = free_cells(position)
        moves = position.legal_moves()
        wins = [move for move in moves if not of_set(cells - around(cell_of(move)))]
        check(position, of_set(cells), wins, second=number % 2 == 0, threads=1 + number % 3 // 2)


@pytest.mark.parametrize("size", ["5x5", "6x4", "7x7", "9x9"])
def test_winner_matches_exhaustive_search(size: str) -> None:
    for position in random_positions(size, 100, 8, 16):
        plain = _native.exhaustive(position, 1 << 28).solve(position)
        assert solver(position).solve(position)[:4] == plain[:4]


def test_published_values() -> None:
    six, eight = start("obstruction", "6x6"), start("obstruction", "8x8")
    assert solver(six).solve(six)[4] == 1
    assert solver(eight, 1 << 26).solve(eight)[:5:4] == (-1, 0)


@pytest.mark.parametrize("size", ["5x5", "5x7", "7x7", "5x9", "3x9"])
def test_middle_wins_on_odd_boards(size: str) -> None:
    columns, rows = map(int, size.split("x"))
    middle = "abcdefghij"[columns // 2] + str(rows // 2 + 1)
    for second in (False, True):
        position = start("obstruction", size)
        answer = solver(position).solve(position, second=second)
        assert answer[0] == 1
        assert middle in answer[2]


def test_one_best_move_without_grundy_value_takes_fewer_nodes() -> None:
    position = start("obstruction", "7x6")
    everything = solver(position).solve(position)
    less = solver(position).solve(position, all_best=False, grundy=False)
    assert less[:2] == everything[:2]
    assert less[4] is None
    assert set(less[2]) <= set(everything[2])
    assert less[5] < everything[5]


def test_same_position_takes_the_same_nodes_and_then_none() -> None:
    position = start("obstruction", "7x7")
    made = solver(position)
    first = made.solve(position)
    assert solver(position).solve(position) == first
    assert made.solve(position) == (*first[:5], 0)
    assert solver(position).solve(position, second=True)[5] not in (0, first[5])


def test_result_of_a_stopped_search_is_correct() -> None:
    for size in ("6x6", "6x7", "5x8"):
        position = start("obstruction", size)
        expected = solver(position).solve(position)
        for nodes in [*range(40), *range(40, expected[5], 61)]:
            lower, upper, best, all_best, grundy, spent = solver(position).solve(
                position, nodes=nodes
            )
            assert spent <= nodes
            assert lower <= expected[0] <= upper
            assert set(best) <= set(expected[2])
            assert not all_best or best == expected[2]
            assert grundy in (None, expected[4])


def test_search_can_be_stopped() -> None:
    position = start("obstruction", "10x10")
    stop = _native.Stop()
    stop.set()
    assert solver(position).solve(position, stop=stop, threads=2)[:4] == (-1, 1, [], False)


def test_regions_are_the_connected_parts_with_their_values() -> None:
    for size in ("6x6", "10x9"):
        for position in random_positions(size, 60, 0, 24):
            regions = solver(position).regions(position)
            assert sorted(c for cells, _ in regions for c in cells) == sorted(
                position.legal_moves()
            )
            for cells, grundy in regions:
                places = frozenset(map(cell_of, cells))
                assert grundy == of_set(places)
                assert not any(
                    around(cell_of(other)) & places
                    for other in set(position.legal_moves()) - set(cells)
                )


def test_regions_within_a_limit() -> None:
    position = start("obstruction", "10x10")
    ((cells, grundy),) = solver(position).regions(position, nodes=50)
    assert cells == position.legal_moves()
    assert grundy is None


SPENT = Effort(1234, 5.5)


def test_table_is_saved_and_loaded(tmp_path: Path) -> None:
    position = start("obstruction", "7x8")
    made = solver(position)
    answer = made.solve(position)
    file = tmp_path / "table"
    save_table(memoryview(made), file, "obstruction", SPENT)
    again = solver(position)
    assert load_table(memoryview(again), file, "obstruction") == SPENT
    assert again.solve(position) == (*answer[:5], 0)


def test_table_saved_midway_saves_work(tmp_path: Path) -> None:
    position = start("obstruction", "7x8")
    whole = solver(position).solve(position)
    made = solver(position)
    made.solve(position, nodes=whole[5] // 2, resumable=True)
    file = tmp_path / "table"
    save_table(memoryview(made), file, "obstruction", SPENT)
    again = solver(position)
    load_table(memoryview(again), file, "obstruction")
    answer = again.solve(position)
    assert answer[:5] == whole[:5]
    assert answer[5] < 0.6 * whole[5]


def test_damaged_table_does_not_change_the_result(tmp_path: Path) -> None:
    position = start("obstruction", "6x7")
    made = solver(position)
    expected = made.solve(position)
    rng = random.Random(1)
    table = memoryview(made)
    for _ in range(table.nbytes // 8):
        table[rng.randrange(table.nbytes)] = rng.randrange(256)
    assert made.solve(position)[:5] == expected[:5]


def test_table_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    position = start("obstruction", "5x5")
    file = tmp_path / "table"
    assert not load_table(memoryview(solver(position)), file, "obstruction")
    save_table(memoryview(solver(position)), file, "obstruction", SPENT)
    with pytest.raises(NotationError, match="use the same value as before"):
        load_table(memoryview(solver(position, MEMORY // 2)), file, "obstruction")
    with pytest.raises(
        NotationError, match="is a checkpoint of obstruction, not sos: finish that first"
    ):
        load_table(memoryview(solver(position)), file, "sos")
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(NotationError):
        load_table(memoryview(solver(position)), file, "obstruction")
    file.write_text("no table at all")
    with pytest.raises(NotationError):
        load_table(memoryview(solver(position)), file, "obstruction")

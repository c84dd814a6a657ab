"""The exact SOS solver against brute force, and what it guarantees when stopped."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

import quire
from quire import _native
from quire.core import Position
from tests.oracles.sos import SosOracle

MEMORY = 1 << 22
Exact = tuple[int, set[str]]
"""A value, and the moves that achieve it."""


def board_text(columns: int, marks: str) -> str:
    return "/".join(marks[at : at + columns] for at in range(0, len(marks), columns))


def solved(position: Position, solver: _native.Solver | None = None) -> Exact:
    """Return the solver's value and moves; it must be exact and have all best moves."""
    solver = solver or _native.solver(position, MEMORY)
    lower, upper, best, all_best, grundy, _ = solver.solve(position)
    assert (lower, all_best, grundy) == (upper, True, None)
    return lower, set(best)


def brute_force(oracle: SosOracle, known: dict[tuple[str, ...], int] | None = None) -> Exact:
    """Solve by trying every move to the end, with only the rules."""
    known = {} if known is None else known
    values: dict[str, int] = {}
    for move in oracle.legal_moves():
        after = oracle.play(move)
        # Points so far add the same to every variation.
        lead = after.points[oracle.to_move] - after.points[1 - oracle.to_move]
        if after.board not in known:
            mine = after.points[after.to_move] - after.points[1 - after.to_move]
            outcome = after.outcome()
            if outcome is None:
                known[after.board] = brute_force(after, known)[0] - mine
            elif oracle.simple:
                known[after.board] = -1 if outcome.winner is not None else 0
            else:
                known[after.board] = 0
        ahead = known[after.board]
        values[move] = lead + (ahead if after.to_move == oracle.to_move else -ahead)
    best = max(values.values())
    return best, {move for move, value in values.items() if value == best}


class Three:
    """Every position of 3x3, from the rows of three alone."""

    LINES = (
        *((y, y + 1, y + 2) for y in (0, 3, 6)),
        *((x, x + 3, x + 6) for x in (0, 1, 2)),
        (0, 4, 8),
        (2, 4, 6),
    )

    def __init__(self, *, simple: bool) -> None:
        self.simple = simple
        self.value = cache(self._value)

    def made(self, marks: str) -> int:
        return sum(marks[a] + marks[b] + marks[c] == "SOS" for a, b, c in self.LINES)

    def moves(self, marks: str) -> Iterator[tuple[str, int]]:
        """Yield each move and its value for the player who makes it."""
        for cell, mark in enumerate(marks):
            for letter in "SO" if mark == "." else "":
                after = marks[:cell] + letter + marks[cell + 1 :]
                points = self.made(after) - self.made(marks)
                name = f"{letter}{'abc'[cell % 3]}{cell // 3 + 1}"
                if self.simple:
                    yield name, 1 if points else -self.value(after)
                else:
                    yield name, points + self.value(after) if points else -self.value(after)

    def _value(self, marks: str) -> int:
        return max((value for _, value in self.moves(marks)), default=0)


@pytest.mark.parametrize("simple", [False, True])
def test_every_position_of_the_smallest_board_matches(simple: bool) -> None:
    three = Three(simple=simple)
    solver = _native.solver(quire.start("sos", "3x3"), MEMORY)
    seen = 0
    for letters in product(".SO", repeat=9):
        marks = "".join(letters)
        if "." not in marks or (simple and three.made(marks)):
            continue
        text = f"{board_text(3, marks)} 1 {'simple-2' if simple else '0-0'}"
        values = dict(three.moves(marks))
        value = max(values.values())
        best = {move for move, other in values.items() if other == value}
        assert solved(quire.parse("sos", text), solver) == (value, best), text
        seen += 1
    assert seen > 10_000


def composed(size: str, empty: int, rng: random.Random, *, block: bool) -> str:
    """Compose a full board except some cells, in one place or anywhere; any points and turn."""
    board, _, variant = size.partition(":")
    columns, rows = map(int, board.split("x"))
    letters = rng.choice(["S", "SSO", "SO", "SOO"])
    marks = [rng.choice(letters) for _ in range(columns * rows)]
    cells = rng.sample(range(columns * rows), empty)
    if block:
        width = min(columns, 4)
        x = rng.randrange(columns - width + 1)
        y = rng.randrange(rows - (empty - 1) // width)
        cells = [(y + n // width) * columns + x + n % width for n in range(empty)]
    for cell in cells:
        marks[cell] = "."
    points = "simple-2" if variant else f"{rng.randrange(9)}-{rng.randrange(9)}"
    return f"{board_text(columns, ''.join(marks))} {rng.choice('12')} {points}"


@pytest.mark.parametrize(
    ("size", "empty", "count"),
    [
        ("3x4", 4, 60),
        ("4x4", 4, 60),
        ("5x3", 5, 6),
        ("5x5", 4, 40),
        ("9x9", 3, 25),
        ("26x26", 2, 4),
        ("4x4:simple", 4, 120),
        ("6x5:simple", 4, 60),
    ],
)
def test_composed_positions_match_the_oracle(size: str, empty: int, count: int) -> None:
    rng = random.Random(size)
    for n in range(count):
        text = composed(size, empty, rng, block=n % 2 == 0)
        position = quire.parse("sos", text)
        if position.outcome() is None:
            assert solved(position) == brute_force(SosOracle.parse(text)), text


@pytest.mark.parametrize(
    ("size", "empty", "count"),
    [
        ("3x3", 9, 1),
        ("3x4", 9, 10),
        ("4x4", 8, 60),
        ("5x5", 9, 10),
        ("8x8", 8, 60),
        ("10x9", 8, 30),
        ("26x26", 7, 20),
        ("6x6", 10, 2),
        ("5x4:simple", 9, 40),
        ("8x8:simple", 10, 10),
    ],
)
def test_larger_positions_match_the_exhaustive_solver(size: str, empty: int, count: int) -> None:
    rng = random.Random(f"{size} {empty}")
    for n in range(count):
        text = composed(size, empty, rng, block=n % 2 == 0)
        position = quire.parse("sos", text)
        plain = _native.exhaustive(position, 1 << 30)
        assert solved(position) == solved(position, plain), text


def safe_game(size: str, empty: int, seed: int) -> Position:
    """Return a position after safe moves, as long as there were any."""
    rng = random.Random(f"{size} {seed}")
    position: Position = quire.start("sos", size)
    while len(position.legal_moves()) > 2 * empty:
        moves = rng.sample(position.legal_moves(), len(position.legal_moves()))
        safe = (move for move in moves if not gives(position.play(move)))
        position = position.play(next(safe, moves[0]))
    return position


def gives(position: Position) -> bool:
    return any(position.completes(move) for move in position.legal_moves())


def test_positions_after_safe_moves_match() -> None:
    for seed in range(3):
        position = safe_game("4x4", 10, seed)
        assert solved(position) == solved(position, _native.exhaustive(position, 1 << 30))


def test_points_so_far_are_part_of_the_value() -> None:
    board = "S.S/.../..."
    even, moves = solved(quire.parse("sos", f"{board} 1 0-0"))
    assert solved(quire.parse("sos", f"{board} 1 3-1")) == (even + 2, moves)
    assert solved(quire.parse("sos", f"{board} 2 3-1")) == (even - 2, moves)
    # One cell is left, which scores nothing: the game is decided.
    assert solved(quire.parse("sos", "OOO/O.O/OOO 2 9999-0")) == (-9999, {"Sb2", "Ob2"})
    # A game that is over has a value and no moves.
    assert solved(quire.parse("sos", "SOS/OOO/OOO 2 1-0")) == (-1, set())
    assert solved(quire.parse("sos", "SOS/.../... 2 simple-2")) == (-1, set())


def turned(text: str) -> Iterator[str]:
    """Return the eight images of a position on a square board."""
    board, rest = text.split(" ", 1)
    rows = board.split("/")
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        yield f"{'/'.join(rows)} {rest}"
        yield f"{'/'.join(row[::-1] for row in rows)} {rest}"


def test_symmetric_positions_have_the_same_value() -> None:
    for seed in range(4):
        text = str(safe_game("5x5", 13, seed))
        images = [quire.parse("sos", image) for image in turned(text)]
        values = {(solved(image)[0], len(solved(image)[1])) for image in images}
        assert len(values) == 1, text


def test_table_entries_serve_all_symmetries() -> None:
    text = str(safe_game("5x5", 14, 1))
    solver = _native.solver(quire.parse("sos", text), MEMORY)
    first = solver.solve(quire.parse("sos", text))[-1]
    for image in turned(text):
        assert solver.solve(quire.parse("sos", image))[-1] < first / 10


@pytest.mark.parametrize("nodes", [0, 1, 10, 100, 1000, 5000])
def test_bounds_of_a_stopped_search_are_correct(nodes: int) -> None:
    for seed in range(6):
        position = safe_game("5x5", 12, seed)
        value, _ = solved(position)
        answers = [_native.solver(position, MEMORY).solve(position, nodes=nodes) for _ in range(2)]
        assert answers[0] == answers[1], "one thread and a node limit: the same every time"
        lower, upper, best, all_best, _, spent = answers[0]
        assert lower <= value <= upper
        assert spent <= nodes
        assert not all_best or lower == upper
        for move in best:
            after = position.play(move)
            worth, _ = solved(after)
            assert (worth if after.to_move == position.to_move else -worth) >= lower


def test_stopped_search_can_be_resumed() -> None:
    position = safe_game("5x5", 14, 2)
    whole = _native.solver(position, MEMORY).solve(position)
    solver = _native.solver(position, MEMORY)
    spent = 0
    for _ in range(1000):
        answer = solver.solve(position, nodes=2000)
        spent += answer[-1]
        if answer[3]:
            break
    assert answer[:4] == whole[:4]
    assert spent < 3 * whole[-1]


def test_threads_do_not_change_the_result() -> None:
    for seed in range(3):
        position = safe_game("5x5", 14, seed)
        answer = _native.solver(position, MEMORY).solve(position, threads=3)
        assert (answer[0], set(answer[2])) == solved(position)


def test_value_only_finds_one_best_move() -> None:
    for seed in range(5):
        position = safe_game("5x5", 12, seed)
        value, moves = solved(position)
        answer = _native.solver(position, MEMORY).solve(position, all_best=False)
        assert answer[:2] == (value, value)
        assert answer[2]
        assert set(answer[2]) <= moves


@pytest.mark.parametrize("size", ["26x26", "9x8", "26x26:simple"])
def test_unsolvable_board_gets_bounds_at_once(size: str) -> None:
    position = quire.start("sos", size)
    lower, upper, best, all_best, _, nodes = _native.solver(position, MEMORY).solve(position)
    assert lower < 0 < upper
    assert (best, all_best, nodes) == ([], False, 0)


def test_tiny_table_only_costs_time() -> None:
    position = safe_game("5x5", 11, 3)
    assert solved(position, _native.solver(position, 0)) == solved(position)

"""The exact solver of line against others.

`by_search` knows the rules only (the oracle's), `_native.exhaustive` too; `by_parts` knows that
nobody wins a quiet line but by a pair, and searches the stretches that matter, parity and all;
`by_words` is the theorem in docs/games/line.md, word for word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

from quire import _native
from quire.core import Position
from tests.oracles.line import LineOracle

LOUD = re.compile(r"S\.S|SO\.|\.OS")


@cache
def _solver(wide: bool) -> _native.Solver:
    return _native.solver(_native.start("line", "2000" if wide else "14"), 0)


def solved(position: Position) -> tuple[int, list[str]]:
    """Return the solver's value and all best moves; it must be exact."""
    solver = _solver(isinstance(position, _native.LineWide))
    lower, upper, best, all_best, grundy, _ = solver.solve(position)
    assert lower == upper
    assert all_best
    assert grundy is None
    return lower, best


def at(squares: str) -> Position:
    letters = len(squares) - squares.count(".")
    return _native.parse("line", f"{squares} {letters % 2 + 1}")


def written(squares: str, move: str) -> str:
    place = int(move[1:]) - 1
    return squares[:place] + move[0] + squares[place + 1 :]


def best_of(squares: str, value: Callable[[str], int]) -> tuple[int, list[str]]:
    """Return value and best moves of an unfinished line, from the values of the next lines."""
    moves = {}
    for move in at(squares).legal_moves():
        after = written(squares, move)
        moves[move] = 1 if "SOS" in after else -value(after)
    best = max(moves.values())
    return best, [move for move, worth in moves.items() if worth == best]


@cache
def by_search(line: LineOracle) -> int:
    """Return the value by the rules alone, for the player to move."""
    if (outcome := line.outcome()) is not None:
        return 0 if outcome.winner is None else -1
    return max(-by_search(line.play(move)) for move in line.legal_moves())


def parts(squares: str) -> tuple[tuple[str, ...], int]:
    """The stretches of a quiet line where a pair may still arise; the other empty squares, mod 2.

    An S closes the stretch on either side and belongs to both. An O parts two stretches if it can
    be in no S-O-S any more: unless both squares beside it are empty.
    """
    living = re.sub(r"(?<!\.)O|O(?!\.)", " ", squares)
    stretches = living.replace("S", "S S").split()
    hopeful = [min(s, s[::-1]) for s in stretches if re.search(r"[.S]\.\.[.S]", s)]
    others = squares.count(".") - "".join(hopeful).count(".")
    return tuple(sorted(hopeful)), others % 2


def steps(stretches: tuple[str, ...], others: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield what every safe move makes of the stretches and the number of other squares."""
    for stretch in dict.fromkeys(stretches):
        rest = list(stretches)
        rest.remove(stretch)
        for letter, hole in product("SO", re.finditer(r"\.", stretch)):
            after = stretch[: hole.start()] + letter + stretch[hole.end() :]
            if not LOUD.search(after):
                new, more = parts(after)
                yield tuple(sorted([*rest, *new])), (others + more) % 2
    if others:
        yield stretches, 0


@cache
def pair_forced(stretches: tuple[str, ...], others: int) -> bool:
    """Return whether Maker gets a pair; he is to move if the number of empty squares is odd."""
    if "S..S" in stretches:
        return True
    if not stretches:
        return False
    after = (pair_forced(*state) for state in steps(stretches, others))
    maker_moves = ("".join(stretches).count(".") + others) % 2
    return any(after) if maker_moves else all(after)


def by_parts(squares: str) -> int:
    """Return the value of a line without S-O-S, by searching its stretches."""
    if LOUD.search(squares):
        return 1
    if not pair_forced(*parts(squares)):
        return 0
    return 1 if squares.count(".") % 2 else -1


def by_words(squares: str) -> int:
    """Return the value of a line without S-O-S, by the theorem of docs/games/line.md."""
    if LOUD.search(squares):
        return 1
    chances, short_before, free = 0, False, False
    for run in re.finditer(r"\.+", squares):
        left, right = squares[: run.start()], squares[run.end() :]
        soft_left, soft_right = left.endswith(".O"), right.startswith("O.")
        s_ends = left.endswith("S") + right.startswith("S")
        length = len(run[0]) - (soft_left and not free)
        worth = chances_in(length - soft_right, s_ends)
        chances += worth
        free = short_before and soft_left and soft_right and len(run[0]) == 1
        short_before = soft_right and chances_in(length, s_ends) > worth
    if squares.count(".") % 2:
        return 1 if chances >= 1 else 0
    return -1 if chances >= 2 else 0


def chances_in(length: int, s_ends: int) -> int:
    """Return how many chances a stretch counts for, with that many of its ends an S."""
    if s_ends == 2:
        return 0 if length == 4 else 1 if length in {3, 5, 6, 7, 9} else 2
    first, second = (3, 12) if s_ends else (7, 16)
    return (length >= first) + (length >= second)


COMPLETE = re.compile(r"SOS")
AT_ONCE = re.compile(rf"SOS|{LOUD.pattern}")
A_PAIR_TOO = re.compile(rf"S\.\.S|{AT_ONCE.pattern}")


def random_line(random: Random, size: int, letters: int, never: re.Pattern[str]) -> str:
    """Return a line after random moves, leaving out those that match `never`."""
    squares = "." * size
    for place in random.sample(range(size), letters):
        for letter in random.sample("SO", 2):
            after = squares[:place] + letter + squares[place + 1 :]
            if not never.search(after, max(0, place - 3), place + 4):
                squares = after
                break
    return squares


CHAINED = ("O.", "O..", "O...", "O.......", "O........")
PIECES = (*CHAINED, "S...", "S....", "S........", "S", "OO", ".")


def composed_line(random: Random, size: int, pieces: tuple[str, ...] = PIECES) -> str:
    """Compose a quiet line from pieces that matter to the theorem."""
    while True:
        squares = "".join(random.choices(pieces, k=size))[:size][:: random.choice((1, -1))]
        if "." in squares and not AT_ONCE.search(squares):
            return squares


@pytest.mark.parametrize("size", range(3, 9))
def test_every_short_line_matches_plain_search(size: int) -> None:
    for marks in product(".SO", repeat=size):
        squares = "".join(marks)
        if "SOS" in squares or "." not in squares:
            continue
        wanted = best_of(squares, lambda after: by_search(LineOracle(after)))
        assert solved(at(squares)) == wanted, squares


def test_finished_line_has_its_outcome_and_no_best_move() -> None:
    assert solved(at("SOS..")) == (-1, [])
    assert solved(at("SSOOS")) == (0, [])


def test_random_lines_match_exhaustive_search() -> None:
    random = Random(1)
    exhaustive = _native.exhaustive(_native.start("line", "14"), 1 << 28)
    for _ in range(3000):
        size = random.randint(9, 14)
        empty = random.randint(1, 8)
        never = random.choice((COMPLETE, AT_ONCE, A_PAIR_TOO))
        position = at(random_line(random, size, size - empty, never))
        lower, upper, best, *_ = exhaustive.solve(position)
        assert lower == upper
        assert solved(position) == (lower, best), str(position)


@pytest.mark.parametrize("size", range(3, 12))
def test_empty_lines_match_exhaustive_search(size: int) -> None:
    start = _native.start("line", str(size))
    lower, _, best, *_ = _native.exhaustive(start, 1 << 28).solve(start)
    assert solved(start) == (lower, best)


@pytest.mark.parametrize("size", range(12, 20))
def test_longer_empty_lines_match_search_by_parts(size: int) -> None:
    assert solved(at("." * size))[0] == by_parts("." * size)


def test_random_longer_lines_match_search_by_parts() -> None:
    random = Random(2)
    for size in [*range(15, 61)] * 15:
        letters = size - size // random.randint(2, 6)
        squares = random_line(random, size, letters, random.choice((AT_ONCE, A_PAIR_TOO)))
        assert solved(at(squares)) == best_of(squares, by_parts), squares


def test_composed_lines_match_search_by_parts() -> None:
    random = Random(3)
    for size in [*range(8, 21)] * 40:
        squares = composed_line(random, size)
        assert solved(at(squares)) == best_of(squares, by_parts), squares


@pytest.mark.parametrize("size", range(3, 10))
def test_every_short_line_matches_the_words_of_the_theorem(size: int) -> None:
    for marks in product(".SO", repeat=size):
        squares = "".join(marks)
        if "SOS" not in squares and "." in squares:
            assert solved(at(squares))[0] == by_words(squares), squares


def test_long_lines_match_the_words_of_the_theorem() -> None:
    random = Random(4)
    for size in [*range(30, 2000, 66)] * 5:
        for squares in (
            composed_line(random, random.randint(8, 40)),
            composed_line(random, size, CHAINED),
            random_line(random, size, random.randrange(size), A_PAIR_TOO),
            random_line(random, size, size - random.randint(1, 30), A_PAIR_TOO),
        ):
            assert solved(at(squares))[0] == by_words(squares), squares


def test_value_is_the_best_of_the_next_positions() -> None:
    random = Random(5)
    values = set()
    for never in [COMPLETE, AT_ONCE, A_PAIR_TOO, A_PAIR_TOO] * 4:
        position = at(random_line(random, 2000, random.randint(1900, 1999), never))
        after = {move: position.play(move) for move in position.legal_moves()}
        worth = {move: -solved(next_)[0] for move, next_ in after.items()}
        value, best = solved(position)
        assert value == max(worth.values())
        assert best == [move for move in worth if worth[move] == value]
        values.add(value)
    assert values == {-1, 0, 1}


def test_winner_on_the_empty_line_of_every_length() -> None:
    """The table in docs/games/line.md: first player, draw, or second player."""
    values = {size: solved(_native.start("line", str(size)))[0] for size in range(3, 2001)}
    drawn = {3, 4, 5, 6, 8, 10, 12, 14}
    assert values == {
        size: 0 if size in drawn else 1 if size % 2 else -1 for size in range(3, 2001)
    }

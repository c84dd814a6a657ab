"""Positions are equal exactly when their game and text are, and then hash the same."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire import _native
from quire.core import Position, replay
from tests.strategies import examples, wander


def played(game: str, size: str, entries: list[str]) -> Position:
    *_, last = replay(_native.start(game, size), entries)
    return last


def pool() -> list[Position]:
    """Positions of every game and many sizes, some of them reached more than once."""
    found: list[Position] = []
    for game, size in [
        *[("sos", size) for size in ("3x3", "3x3:simple", "3x3:3", "3x3:3:simple", "4x3", "3x4")],
        *[("sos", size) for size in ("8x8", "9x8", "26x26", "26x26:8")],
        *[("line", size) for size in ("3", "9", "64", "65", "2000")],
        ("extreme", "2x9x9"),
        *[("obstruction", size) for size in ("1x1", "3x3", "3x4", "8x8", "9x8", "10x10")],
    ]:
        for seed in range(3):
            start = _native.start(game, size)
            found += islice(replay(start, wander(start, Random(seed), 0)), 12)
    return found


def test_equal_means_the_same_game_and_text() -> None:
    for one, other in combinations(pool(), 2):
        same = (one.game, one.size, str(one)) == (other.game, other.size, str(other))
        assert (one == other) == same
        assert (one != other) != same
        if same:
            assert hash(one) == hash(other)


def test_different_positions_of_a_game_hash_differently() -> None:
    texts_by_hash = defaultdict(set)
    for position in pool():
        texts_by_hash[position.game, hash(position)].add(str(position))
    assert [texts for texts in texts_by_hash.values() if len(texts) > 1] == []


@pytest.mark.parametrize(
    ("game", "one", "other"),
    [
        ("sos", "SO./.../... 1 0-0", "SO./.../... 2 0-0"),
        ("sos", "SO./.../... 1 0-0", "SO./.../... 1 0-1"),
        ("sos", "SO./.../... 1 0-0", "SO./.../... 1 0-0-0"),
        ("sos", "SO./.../... 1 0-0", "SO./.../... 1 simple-2"),
        ("sos", "SO./.../... 1 0-0-0", "SO./.../... 1 0-0-x"),
        ("sos", "SO./.../... 1 0-x-0", "SO./.../... 1 0-0-x"),
        ("sos", "SO./.../... 1 simple-3", "SO./.../... 1 simple-3x2"),
        ("sos", "..../..../.... 1 0-0", ".../.../.../... 1 0-0"),
        ("line", "S.O. 1", "O.S. 1"),
        ("line", "... 1", ".... 1"),
        ("obstruction", "./././. 1", ".... 1"),
        ("obstruction", "X#O/### 1", "O#X/### 1"),
    ],
)
def test_every_part_of_the_text_matters(game: str, one: str, other: str) -> None:
    first, second = _native.parse(game, one), _native.parse(game, other)
    assert first != second
    assert hash(first) != hash(second)


@pytest.mark.parametrize(("last", "other"), [("1 1a1 +", "2 1a1 -"), ("2 1b2 -", "2 - -")])
def test_the_last_move_and_the_bonus_matter(last: str, other: str) -> None:
    empty = "/".join(["." * 9] * 7)
    board = f"X......../.X......./{empty}|{empty}/........./........."
    first, second = (_native.parse("extreme", f"{board} {rest}") for rest in (last, other))
    assert first != second
    assert hash(first) != hash(second)


@pytest.mark.parametrize("size", ["3x3", "5x4:3", "8x8", "9x8:8", "26x26", "6x6:simple"])
@given(random=st.randoms(use_true_random=False))
@examples(15)
def test_the_same_letters_in_another_order_are_the_same_position(size: str, random: Random) -> None:
    # Without an O there is no S-O-S, so that turns alternate and any order is a game.
    entries = [move for move in _native.moves("sos", size) if move.startswith("S")]
    entries = random.sample(entries, k=8)
    check_orders("sos", size, entries, random.sample(entries, k=8))


@pytest.mark.parametrize("size", ["14", "64", "65", "2000"])
@given(random=st.randoms(use_true_random=False))
@examples(15)
def test_the_same_squares_in_another_order_are_the_same_line(size: str, random: Random) -> None:
    letter = random.choice("SO")
    entries = [move for move in _native.moves("line", size) if move.startswith(letter)]
    entries = random.sample(entries, k=10)
    check_orders("line", size, entries, random.sample(entries, k=10))


@pytest.mark.parametrize("size", ["5x5", "8x8", "9x8", "10x10"])
@given(random=st.randoms(use_true_random=False))
@examples(15)
def test_the_same_marks_in_another_order_are_the_same_position(size: str, random: Random) -> None:
    entries = list(wander(_native.start("obstruction", size), random, 0))
    crosses, noughts = entries[::2], entries[1::2]
    random.shuffle(crosses)
    random.shuffle(noughts)
    other = list(entries)
    other[::2], other[1::2] = crosses, noughts
    check_orders("obstruction", size, entries, other)


def check_orders(game: str, size: str, entries: list[str], other: list[str]) -> None:
    first, second = played(game, size, entries), played(game, size, other)
    assert str(first) == str(second)
    assert first == second
    assert hash(first) == hash(second)
    assert len({first, second}) == 1


def test_two_ways_to_the_same_position_of_extreme() -> None:
    # The moves that change places both name the SmallBoards in the middle.
    check_orders(
        "extreme",
        "2x9x9",
        ["1b2", "1d4", "2b2", "1e5", "2e5"],
        ["2b2", "1d4", "1b2", "1e5", "2e5"],
    )

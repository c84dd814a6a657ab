"""Positions as Python values: pickled, copied, printed, hashed, shared, and immutable."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import islice
from random import Random
from threading import Barrier

import pytest

import quire
from quire import _native
from quire.core import Position, replay
from tests.strategies import wander

KINDS = sorted(name for name, value in vars(_native).items() if hasattr(value, "legal_moves"))
ATTRIBUTES = ["game", "size", "players", "to_move", "points", "out"]

BOARDS = {
    "Sos": ("sos", "8x8"),
    "SosWide": ("sos", "26x26:3"),
    "Line": ("line", "14"),
    "LineWide": ("line", "2000"),
    "Extreme": ("extreme", "2x9x9"),
    "Obstruction": ("obstruction", "8x8"),
    "ObstructionWide": ("obstruction", "10x10"),
}


def samples(kind: str) -> list[Position]:
    """Return the first positions of a random game of this kind, and its last."""
    start = _native.start(*BOARDS[kind])
    positions = list(replay(start, wander(start, Random(kind), 0)))
    return [*positions[:8], positions[-1]]


each_kind = pytest.mark.parametrize("kind", KINDS)


@each_kind
def test_there_are_samples_of_every_kind(kind: str) -> None:
    assert {type(position).__name__ for position in samples(kind)} == {kind}
    assert samples(kind)[-1].outcome() is not None


@each_kind
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_round_trip(kind: str, protocol: int) -> None:
    for position in samples(kind):
        again = pickle.loads(pickle.dumps(position, protocol))
        assert again == position
        assert type(again) is type(position)
        assert hash(again) == hash(position)
        assert str(again) == str(position)


@each_kind
def test_copies_are_equal(kind: str) -> None:
    for position in samples(kind):
        together = copy.deepcopy([position, {"it": position}])
        for again in (copy.copy(position), copy.deepcopy(position), together[0]):
            assert again == position
            assert type(again) is type(position)
        assert together == [position, {"it": position}]


@each_kind
def test_the_repr_evaluates_to_an_equal_position(kind: str) -> None:
    for position in samples(kind):
        assert eval(repr(position), {"quire": quire}) == position


@each_kind
def test_position_can_be_a_dictionary_key(kind: str) -> None:
    positions = samples(kind)
    again = [_native.parse(position.game, str(position)) for position in positions]
    assert set(positions) == set(again)
    assert len(set(positions) | set(again)) == len(positions)
    numbers = {position: number for number, position in enumerate(positions)}
    assert [numbers[position] for position in again] == list(range(len(positions)))


@each_kind
def test_position_equals_only_positions(kind: str) -> None:
    position = samples(kind)[0]
    others: list[object] = [None, 0, str(position), repr(position), position.cells(), object()]
    others += [type(position), *(samples(other)[0] for other in KINDS if other != kind)]
    for other in others:
        assert position != other
        assert other != position
        assert not position == other  # noqa: SIM201
    assert position.__eq__("a text") is NotImplemented


@each_kind
def test_positions_have_no_order(kind: str) -> None:
    one, other, *_ = samples(kind)
    with pytest.raises(TypeError):
        sorted([one, other])  # type: ignore[type-var]


@each_kind
def test_attributes_cannot_be_set(kind: str) -> None:
    position = samples(kind)[3]
    text = str(position)
    for name in [*ATTRIBUTES, "play", "cells", "anything_else"]:
        with pytest.raises(AttributeError):
            setattr(position, name, 1)
        with pytest.raises(AttributeError):
            delattr(position, name)
    assert str(position) == text


@each_kind
def test_the_classes_cannot_be_instantiated_or_subclassed(kind: str) -> None:
    cls = getattr(_native, kind)
    for arguments in ((), ("8x8",), (samples(kind)[0],)):
        with pytest.raises(TypeError):
            cls(*arguments)
    with pytest.raises(TypeError):
        object.__new__(cls)
    with pytest.raises(TypeError):
        type("Sub", (cls,), {})


@each_kind
def test_native_positions_satisfy_the_protocol(kind: str) -> None:
    for position in samples(kind):
        assert isinstance(position, quire.Position)
        assert isinstance(position.points, tuple)
        assert isinstance(position.out, tuple)
        assert len(position.points) == position.players
    assert not isinstance("a text", quire.Position)


@each_kind
def test_legal_moves_are_the_same_string_objects_each_time(kind: str) -> None:
    position, after, *_ = samples(kind)
    moves = quire.find_game(position.game).moves(position.size)
    in_action_space = {move: move for move in moves}
    for there in (position, after):
        first, second = there.legal_moves(), there.legal_moves()
        assert first is not second
        assert all(one is other for one, other in zip(first, second, strict=True))
        assert all(move is in_action_space[move] for move in first)


@each_kind
def test_index_is_the_place_in_the_moves_of_the_game(kind: str) -> None:
    position = samples(kind)[4]
    moves = quire.find_game(position.game).moves(position.size)
    assert all(moves[position.index(move)] == move for move in moves)
    legal = position.legal_moves()
    assert legal == [moves[at] for at in sorted(position.index(move) for move in legal)]


@contextmanager
def frequent_thread_switches() -> Iterator[None]:
    """Let threads switch as often as the interpreter can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(interval)


@each_kind
def test_threads_can_share_a_position(kind: str) -> None:
    shared = samples(kind)[2]
    threads = 4
    barrier = Barrier(threads)

    def game(seed: int) -> list[object]:
        entries = list(islice(wander(shared, Random(seed), 1), 60))
        *_, last = replay(shared, entries)
        return [entries, str(last), hash(last), last.outcome(), last.lines(), shared.cells()]

    def games(number: int) -> list[object]:
        barrier.wait(timeout=60)
        return [game(seed) for seed in range(number, number + 3)]

    alone = [[game(seed) for seed in range(number, number + 3)] for number in range(threads)]
    with frequent_thread_switches(), ThreadPoolExecutor(threads) as pool:
        together = list(pool.map(games, range(threads)))
    assert together == alone


def test_threads_can_request_the_moves_of_a_new_size_at_once() -> None:
    sizes = ["23x17", "17x23", "19x19"]
    threads = 6
    barrier = Barrier(threads)

    def moves(number: int) -> tuple[str, ...]:
        barrier.wait(timeout=60)
        return _native.moves("sos", sizes[number % len(sizes)])

    with frequent_thread_switches(), ThreadPoolExecutor(threads) as pool:
        together = list(pool.map(moves, range(threads)))
    for number, names in enumerate(together):
        size = sizes[number % len(sizes)]
        cells = _native.start("sos", size).cells()
        assert names == tuple(letter + cell for cell in cells for letter in "SO")


def test_threads_can_run_perft_and_playouts_at_once() -> None:
    position = quire.start("extreme")
    alone = _native.perft(position, 3), _native.playouts(position, 50, 7)

    def both(_: int) -> tuple[int, tuple[int, tuple[int, ...], int]]:
        return _native.perft(position, 3), _native.playouts(position, 50, 7)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(both, range(4))) == [alone] * 4

"""The learned evaluation of Extreme Tic-Tac-Toe: fair to both players, reproducible by seed."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest

import quire
from quire import _native
from quire.core import Position
from quire.engine.solver.symmetry import symmetries
from quire.engine.weights import SHIPPED, pack
from quire.lab.extreme_training import train
from tests.random_games import random_game


def unfinished_positions(seed: int) -> Iterator[Position]:
    return (
        position
        for position, _ in random_game("extreme", "2x9x9", seed)
        if position.outcome() is None
    )


def test_symmetric_positions_have_the_same_value() -> None:
    for seed in range(4):
        for position in unfinished_positions(seed):
            value = _native.evaluate(position)
            assert -1 < value < 1
            for view in symmetries(position):
                seen = quire.parse("extreme", view.text)
                assert _native.evaluate(seen) == pytest.approx(value, abs=1e-4)


def test_swapping_colours_and_turn_keeps_the_value() -> None:
    swap = str.maketrans("XO", "OX")
    for position in unfinished_positions(9):
        board, player, last, bonus = str(position).split()
        text = f"{board.translate(swap)} {3 - int(player)} {last} {bonus}"
        swapped = quire.parse("extreme", text)
        assert _native.evaluate(swapped) == _native.evaluate(position)


def test_good_position_has_a_higher_value_than_a_bad_one() -> None:
    empty = "/".join(["." * 9] * 9)
    two_of_three = "/".join(["XXX......", ".........", "........."] * 2 + ["........."] * 3)
    mine = quire.parse("extreme", f"{two_of_three}|{empty} 1 - -")
    theirs = quire.parse("extreme", f"{two_of_three}|{empty} 2 - -")
    assert _native.evaluate(mine) > 0.3
    assert _native.evaluate(theirs) < -0.1


def test_shipped_weights_have_the_right_number_and_are_small() -> None:
    content = (SHIPPED / "extreme.bin").read_bytes()
    weights = struct.unpack(f"<{len(content) // 2}e", content)
    assert len(weights) == _native.weight_count("extreme")
    assert len(content) <= 1 << 20
    assert all(abs(weight) < 100 for weight in weights)
    assert pack(weights) == content


def test_wrong_number_of_weights_is_refused() -> None:
    with pytest.raises(ValueError, match="weights, not 3"):
        _native.set_weights("extreme", pack([0.0, 1.0, 2.0]))


def test_finished_game_is_refused() -> None:
    over = [position for position, _ in random_game("extreme", "2x9x9", 1)][-1]
    with pytest.raises(ValueError, match="over"):
        _native.evaluate(over)


def test_same_seed_learns_the_same_with_any_threads() -> None:
    def learned_weights(seed: int, threads: int) -> list[bytes]:
        return [weights.content for weights in train(8, 2, 20, seed, threads)]

    first = learned_weights(5, threads=1)
    assert first == learned_weights(5, threads=3)
    assert first[0] != first[1] != learned_weights(6, threads=1)[1]


def test_learning_reduces_the_loss() -> None:
    training = _native.training(quire.start("extreme"), 3)
    training.play(60, nodes=20)
    losses = [training.learn()[0] for _ in range(3)]
    assert losses == sorted(losses, reverse=True)


def test_learning_can_be_stopped() -> None:
    stop = _native.Stop()
    stop.set()
    assert list(train(1000, 2, 100, seed=1, stop=stop)) == []

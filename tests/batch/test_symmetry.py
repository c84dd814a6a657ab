"""Symmetries of arrays are those of the boards: playing and turning commute."""

from __future__ import annotations

import numpy as np
import pytest

from quire.batch import Batch, Encoding, Symmetries
from tests.random_games import BOARDS

COUNTS = [
    ("sos", "4x4", 8),
    ("sos", "5x4:3", 4),
    ("sos", "4x4:simple", 8),
    ("line", "9", 2),
    ("extreme", "2x9x9", 16),
    ("obstruction", "5x5", 8),
    ("obstruction", "3x6", 4),
]


def test_every_game_is_compared() -> None:
    assert {game for game, _, _ in COUNTS} == {game for game, _ in BOARDS}


@pytest.mark.parametrize(("game", "size", "count"), COUNTS)
def test_playing_turned_moves_gives_the_turned_board(game: str, size: str, count: int) -> None:
    symmetries = Symmetries(Encoding(game, size))
    assert len(symmetries) == count
    assert len(np.unique(symmetries.places, axis=0)) == count
    which = np.arange(count)
    one = Batch(game, size, count, autoreset=False)
    other = Batch(game, size, count, autoreset=False)
    rng = np.random.default_rng(3)
    turn = rng.permutation(count)
    while not one.over().any():
        action = int(one.take([0]).random_actions(rng)[0])
        assert symmetries.actions[0, action] == action
        first, ended = one.step(np.full(count, action))
        second, also = other.step(symmetries.actions[turn, action])
        assert (first == second).all()
        assert (ended == also).all()
        seen = symmetries.observations(one.observations(), turn)
        assert np.array_equal(seen, other.observations())
        assert np.array_equal(symmetries.observations(one.boards(), turn), other.boards())
        assert np.array_equal(symmetries.policies(one.masks(), turn), other.masks())
        row = int(turn[0])
        assert np.array_equal(symmetries.policies(one.masks()[0], row), other.masks()[0])
    assert np.array_equal(symmetries.actions[which][0], np.arange(len(one.encoding.moves)))


@pytest.mark.parametrize("which", [-1, 2])
def test_unknown_symmetries_are_refused(which: int) -> None:
    batch = Batch("line", "5")
    with pytest.raises(ValueError, match="symmetries are numbered 0 to 1"):
        Symmetries(batch.encoding).policies(batch.masks(), which)

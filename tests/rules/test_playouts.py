"""Native random playouts: every legal move is equally likely, and every game is counted."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire import _native
from quire.core import Position
from tests.oracles import ORACLES
from tests.strategies import SIZE_CLASSES, playthroughs

from .composed import DRAWN, O_WON, X_WON, extreme_text

GAMES_PLAYED = 20_000
ALL_DRAWN = dict.fromkeys(range(9), DRAWN)
SHORT = [
    ("sos", "S.S/OOO/S.. 1 0-1"),
    ("sos", "S.S/O.O/S.S 2 0-1-0"),
    ("sos", "S.S/O.O/SSS 1 2-x-x-3"),
    ("sos", "S../O.O/OSO 1 simple-3"),
    ("sos", "S../O.O/OSO 4 simple-4x2"),
    ("line", "... 1"),
    ("line", "S..S. 1"),
    ("obstruction", ".../.../... 1"),
    ("obstruction", "..../..../.... 1"),
    ("extreme", extreme_text(ALL_DRAWN | {0: "XX.OO.X.O"}, ALL_DRAWN, "2 1a1 -")),
    ("extreme", extreme_text(ALL_DRAWN | {0: X_WON, 1: X_WON, 2: "XX.OO.XO."}, ALL_DRAWN, "1 - -")),
    ("extreme", extreme_text(ALL_DRAWN | {4: "XX.OO.X.O"}, {**ALL_DRAWN, 8: O_WON}, "1 - -")),
]


def expected(position: Position, value: Callable[[Position, int], int], ply: int = 0) -> Fraction:
    """Return the mean of a value of the last position over uniformly random games."""
    legal = position.legal_moves()
    if not legal:
        return Fraction(value(position, ply))
    after = (expected(position.play(move), value, ply + 1) for move in legal)
    return sum(after, Fraction(0)) / len(legal)


def is_won_by(player: int | None) -> Callable[[Position, int], int]:
    def value(position: Position, _: int) -> int:
        outcome = position.outcome()
        return int(outcome is not None and outcome.winner == player)

    return value


@pytest.mark.parametrize(("game", "text"), SHORT)
def test_playouts_are_uniformly_random(game: str, text: str) -> None:
    oracle = ORACLES[game].parse(text)
    moves, wins, draws = _native.playouts(_native.parse(game, text), GAMES_PLAYED, 1)
    assert sum(wins) + draws == GAMES_PLAYED
    for player, won in [*enumerate(wins), (None, draws)]:
        chance = float(expected(oracle, is_won_by(player)))
        # Five standard deviations; the seed is fixed, so the result never changes.
        margin = 5 * (GAMES_PLAYED * chance * (1 - chance)) ** 0.5
        assert abs(won - GAMES_PLAYED * chance) <= margin, player
    length = float(expected(oracle, lambda _, ply: ply))
    square = float(expected(oracle, lambda _, ply: ply * ply))
    margin = 5 * (GAMES_PLAYED * (square - length * length)) ** 0.5
    assert abs(moves - GAMES_PLAYED * length) <= margin + 1e-6


@pytest.mark.parametrize(("game", "size_class"), SIZE_CLASSES)
@given(data=st.data(), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=5)
def test_playouts_add_up(game: str, size_class: str, data: st.DataObject, seed: int) -> None:
    position = _native.parse(game, data.draw(playthroughs(game, size_class, most=1)).start)
    moves, wins, draws = _native.playouts(position, 3, seed)
    assert (moves, wins, draws) == _native.playouts(position, 3, seed)
    assert len(wins) == position.players
    assert sum(wins) + draws == 3
    assert all(wins[player] == 0 for player in position.out)
    empty = sum(mark == "." for mark in position.cells().values())
    assert 0 <= moves <= 3 * empty
    assert (moves == 0) == (position.outcome() is not None)


def test_different_seeds_play_different_games() -> None:
    position = _native.start("sos", "8x8")
    assert len({_native.playouts(position, 20, seed)[1] for seed in range(10)}) > 1


def test_no_playouts_count_nothing() -> None:
    assert _native.playouts(_native.start("sos", "4x4:3"), 0, 1) == (0, (0, 0, 0), 0)

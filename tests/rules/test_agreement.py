"""The native core against the oracle, through the same games."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire import _native
from quire.core import Position, replay, step
from tests.oracles import ORACLES
from tests.strategies import SIZE_CLASSES, SMALL, Playthrough, examples, playthroughs, wander

from .agreement import assert_same

GAMES = list(ORACLES)


def follow(game: str, text: str, entries: tuple[str, ...], compare_every: int = 1) -> None:
    """Play the entries on both sides, comparing positions on the way and at the end."""
    native, oracle = _native.parse(game, text), ORACLES[game].parse(text)
    assert_same(native, oracle)
    for ply, entry in enumerate(entries, start=1):
        if ply % compare_every == 0 and not entry.startswith("x"):
            assert sorted(native.completes(entry)) == sorted(oracle.completes(entry))
        native, oracle = step(native, entry), step(oracle, entry)
        if ply % compare_every == 0 or ply == len(entries):
            assert_same(native, oracle)


@pytest.mark.parametrize(("game", "size_class"), SIZE_CLASSES)
@given(data=st.data())
@examples(40)
def test_native_agrees_with_the_oracle_move_by_move(
    game: str, size_class: str, data: st.DataObject
) -> None:
    small = size_class in SMALL
    played = data.draw(playthroughs(game, size_class, most=200 if small else 24))
    follow(game, played.start, played.entries, compare_every=1 if small else 5)


WHOLE_GAMES = [
    *[("sos", size) for size in ("8x8", "8x8:simple", "9x9:3", "16x4:8", "5x13:5", "26x26:2")],
    *[("sos", size) for size in ("3x26:8", "26x3:4:simple", "13x11:8:simple")],
    *[("line", size) for size in ("64", "65", "130")],
    ("extreme", "2x9x9"),
    *[("obstruction", size) for size in ("8x8", "9x8", "10x10")],
]


@pytest.mark.parametrize("eagerness", [0, 1, -1], ids=["any", "eager", "shy"])
@pytest.mark.parametrize(("game", "size"), WHOLE_GAMES)
def test_native_agrees_with_the_oracle_to_the_end(game: str, size: str, eagerness: int) -> None:
    start = _native.start(game, size)
    entries = tuple(wander(start, Random(f"{game} {size}"), eagerness))
    cells = len(start.cells())
    follow(game, str(start), entries, compare_every=1 + cells // 10)
    *_, last = replay(start, entries)
    assert last.outcome() is not None


def test_native_agrees_with_the_oracle_on_the_longest_line() -> None:
    start = _native.start("line", "2000")
    entries = tuple(islice(wander(start, Random(2000), -1), 120))
    follow("line", str(start), entries, compare_every=30)
    # Without an S-O-S to the last square: four letters of which no three spell it.
    squares = "SSOO" * 499 + "...."
    entries = tuple(wander(_native.parse("line", f"{squares} 1"), Random(4), -1))
    follow("line", f"{squares} 1", entries)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(40)
def test_position_text_round_trip(game: str, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game, most=60))
    for position in replay(_native.parse(game, played.start), played.entries):
        again = _native.parse(game, str(position))
        assert again == position
        assert hash(again) == hash(position)
        assert str(again) == str(position)
        assert type(again) is type(position)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(40)
def test_every_prefix_of_a_game_round_trips(game: str, data: st.DataObject) -> None:
    played: Playthrough = data.draw(playthroughs(game, most=60))
    start = _native.parse(game, played.start)
    all_at_once = list(replay(start, played.entries))
    assert len(all_at_once) == len(played.entries) + 1
    length = data.draw(st.integers(0, len(played.entries)))
    *_, last = replay(start, played.entries[:length])
    assert last == all_at_once[length]
    assert all(position.outcome() is None for position in all_at_once[:-1])


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(40)
def test_legal_moves_exist_exactly_until_the_outcome(game: str, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game, most=60))
    for position in replay(_native.parse(game, played.start), played.entries):
        assert bool(position.legal_moves()) == (position.outcome() is None)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(40)
def test_positions_are_immutable(game: str, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game, most=20))
    position = _native.parse(game, played.start)
    for entry in played.entries:
        text, number, outcome = str(position), hash(position), position.outcome()
        after = step(position, entry)
        _call_everything(position)
        assert (str(position), hash(position), position.outcome()) == (text, number, outcome)
        assert after != position
        position = after


def _call_everything(position: Position) -> None:
    """Call every method; changing the results must not change the position."""
    for move in position.legal_moves()[:3]:
        position.play(move)
        position.completes(move)
    position.cells().clear()
    position.lines().clear()
    position.legal_moves().clear()


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(40)
def test_move_completes_the_new_lines(game: str, data: st.DataObject) -> None:
    played = data.draw(playthroughs(game, most=40))
    for position, entry in zip(
        replay(_native.parse(game, played.start), played.entries), played.entries, strict=False
    ):
        if entry.startswith("x"):
            continue
        new = set(position.play(entry).lines()) - set(position.lines())
        assert sorted(position.completes(entry)) == sorted(new)

"""The native core and the oracle read and refuse the same texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire import _native
from quire.core import Position
from quire.errors import NotationError
from tests.oracles import ORACLES
from tests.strategies import (
    CELL_MARKS,
    damaged,
    examples,
    playthroughs,
    position_texts,
    recoloured,
    sizes,
)

from .agreement import answer, assert_same, view
from .sides import native_rules, oracle_rules

GAMES = list(ORACLES)


def texts_of(game: str) -> st.SearchStrategy[str]:
    """Draw position texts, composed or from games, on boards of every size."""
    composed = sizes(game).flatmap(lambda size: position_texts(game, size))
    return composed | playthroughs(game, most=12).map(lambda played: played.start)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(150)
def test_composed_positions_agree_and_continue_alike(game: str, data: st.DataObject) -> None:
    text = data.draw(texts_of(game))
    native, oracle = _native.parse(game, text), ORACLES[game].parse(text)
    assert_same(native, oracle)
    for move in native.legal_moves()[:1] + native.legal_moves()[-1:]:
        assert_same(native.play(move), oracle.play(move))


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(200)
def test_damaged_position_texts_are_read_or_refused_alike(game: str, data: st.DataObject) -> None:
    text = data.draw(damaged(texts_of(game), CELL_MARKS[game]))
    assert answer(native_rules(game).parse, text) == answer(oracle_rules(game).parse, text)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(100)
def test_other_marks_in_the_same_cells_are_read_or_refused_alike(
    game: str, data: st.DataObject
) -> None:
    text = data.draw(recoloured(game, texts_of(game)))
    assert answer(native_rules(game).parse, text) == answer(oracle_rules(game).parse, text)


@pytest.mark.parametrize("game", GAMES)
@given(text=st.text(max_size=40) | st.binary(max_size=40).map(lambda raw: raw.decode("latin-1")))
@examples(50)
def test_any_text_is_read_or_refused_alike(game: str, text: str) -> None:
    native, oracle = native_rules(game), oracle_rules(game)
    assert answer(native.parse, text) == answer(oracle.parse, text)
    assert answer(native.start, text) == answer(oracle.start, text)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(100)
def test_damaged_sizes_are_read_or_refused_alike(game: str, data: st.DataObject) -> None:
    size = data.draw(sizes(game) | damaged(sizes(game)))
    assert answer(native_rules(game).start, size) == answer(oracle_rules(game).start, size)
    assert answer(native_rules(game).moves, size) == answer(oracle_rules(game).moves, size)
    try:
        canonical = _native.normalise_size(game, size)
    except NotationError:
        with pytest.raises(NotationError):
            ORACLES[game].start(size)
    else:
        assert canonical == ORACLES[game].start(size).size


def positions_of(game: str) -> st.SearchStrategy[tuple[Position, Position]]:
    """Draw the same position on both sides."""
    small = playthroughs(game, "only" if game == "extreme" else "small").map(
        lambda playthrough: playthrough.start
    )
    return (small | texts_of(game)).map(
        lambda text: (_native.parse(game, text), ORACLES[game].parse(text))
    )


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data())
@examples(100)
def test_any_move_is_played_or_refused_alike(game: str, data: st.DataObject) -> None:
    native, oracle = data.draw(positions_of(game))
    before = view(native)
    moves = st.sampled_from(_native.moves(game, native.size))
    numbers = st.integers(-1, 30) | st.integers()
    made_up = st.builds(
        "{}{}{}".format, st.sampled_from("SOXso12"), st.sampled_from("abz"), numbers
    )
    move = data.draw(moves | damaged(moves, "SOab12") | made_up | st.text(max_size=5))
    assert answer(native.play, move) == answer(oracle.play, move)
    assert answer(native.index, move) == answer(oracle.index, move)
    in_order = answer(native.completes, move), answer(oracle.completes, move)
    by_native, by_oracle = (
        sorted(value) if isinstance(value, list) else value for value in in_order
    )
    assert by_native == by_oracle
    assert view(native) == before


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), player=st.integers(-2, 9))
@examples(100)
def test_any_player_leaves_or_is_refused_alike(game: str, data: st.DataObject, player: int) -> None:
    native, oracle = data.draw(positions_of(game))
    assert answer(native.leave, player) == answer(oracle.leave, player)

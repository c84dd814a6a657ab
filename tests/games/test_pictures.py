"""Pictures of the core against the naive ones, drawn move by move and from all moves."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire import _native
from quire.core import PictureSequence, Position, replay
from quire.errors import NotationError
from quire.games import draw, find_game, parse, start
from quire.picture import Picture
from tests.oracles import ORACLES
from tests.oracles.pictures import naive_picture
from tests.random_games import BOARDS, random_game
from tests.strategies import SIZE_CLASSES, SMALL, examples, playthroughs


def in_order(picture: Picture) -> Picture:
    """Sort the lines: the naive rules find them in another order."""
    return replace(picture, strokes=tuple(sorted(picture.strokes, key=str)))


@pytest.mark.parametrize(("game", "size_class"), SIZE_CLASSES)
@examples(15)
@given(data=st.data())
def test_picture_equals_the_naive_one(game: str, size_class: str, data: st.DataObject) -> None:
    small = size_class in SMALL
    played = data.draw(playthroughs(game, size_class, most=60 if small else 12))
    first: Position = _native.parse(game, played.start)
    kind, picture = find_game(game), None
    positions = list(replay(first, played.entries))
    for number, position in enumerate(positions):
        entries = played.entries[:number]
        picture = kind.draw(position, entries, first, before=picture)
        if number in (0, 1, len(positions) // 2, len(positions) - 1):
            naive = in_order(naive_picture(ORACLES[game].parse(played.start), entries))
            assert in_order(picture) == naive
            assert in_order(picture).to_json() == naive.to_json()
            assert kind.draw(position, entries, first) == picture


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_picture_of_one_more_move_equals_that_of_all_moves(game: str, size: str) -> None:
    picture = None
    for number, (position, entries) in enumerate(islice(random_game(game, size, seed=12), 400)):
        picture = draw(position, entries, before=picture)
        if number % 7 == 0 or position.outcome() is not None:
            assert picture == draw(position, entries)


def test_picture_before_must_be_that_of_the_position_before() -> None:
    board = start("sos", "3x3").play("Sa1").play("Ob1").play("Sc1")
    empty = draw(start("sos", "3x3"))
    assert draw(board, ["Sa1", "Ob1", "Sc1"], before=empty).strokes[0].owner == 0
    with pytest.raises(NotationError, match="position before the last move"):
        draw(board.play("Sb3"), ["Sa1", "Ob1", "Sc1", "Sb3"], before=empty)
    with pytest.raises(NotationError, match="is not a move"):
        draw(board, ["Sa1", "Ob1", "?"], before=empty)


def test_makers_stay_with_their_lines_after_a_player_left() -> None:
    entries = ["Sa1", "Ob1", "Sc1", "x3", "x4"]
    picture = draw(start("sos", "3x3:4"))
    for number, position in enumerate(replay(start("sos", "3x3:4"), entries)):
        picture = draw(position, entries[:number], before=picture)
    assert [stroke.owner for stroke in picture.strokes] == [2]
    assert picture.caption.endswith("last move Sc1")


def test_drawing_needs_a_position_and_strings() -> None:
    position = start("sos", "3x3")
    with pytest.raises(TypeError):
        _native.draw(None, (), None, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="moves must be strings"):
        draw(position.play("Sa1"), [1])  # type: ignore[list-item]


def test_moves_from_another_board_are_refused() -> None:
    with pytest.raises(NotationError, match="these moves lead to"):
        find_game("sos").draw(parse("sos", "S../.../... 2 0-0"), ["S1"], start("line", "3"))
    with pytest.raises(NotationError, match="move 2, 'x0'"):
        draw(start("sos", "3x3:3"), ["Sa1", "x0"])


def test_sequence_draws_any_position_of_its_game() -> None:
    sequence = PictureSequence(find_game("sos"))
    played = list(random_game("sos", "5x5", seed=1))
    order = [0, 1, 2, 3, 10, 11, 12, 8, 9, len(played) - 1, 0, 1]
    for at in order:
        position, entries = played[at]
        assert sequence.draw(position, entries) == draw(position, entries)
        assert sequence.latest is not None

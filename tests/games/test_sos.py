"""Pictures of SOS, and the three-letter notation of its moves."""

from __future__ import annotations

from collections import Counter

import pytest

from quire.errors import IllegalMove
from quire.games import draw, find_game, parse, start
from quire.picture import Picture
from tests.random_games import random_game, sample

EXAMPLE = ["Sa3", "Sb3", "Ob2", "Sb1", "Sc1", "Sa1", "Oa2", "Sc3", "Oc2"]

Ends = frozenset[tuple[float, float]]


def owners(picture: Picture) -> dict[Ends, int | None]:
    """Return who owns the line between two points, whichever way it was drawn."""
    return {
        frozenset({(stroke.x1, stroke.y1), (stroke.x2, stroke.y2)}): stroke.owner
        for stroke in picture.strokes
    }


def between(x1: float, y1: float, x2: float, y2: float) -> Ends:
    return frozenset({(x1, y1), (x2, y2)})


def test_each_line_of_the_example_game_belongs_to_its_maker() -> None:
    position = start("sos", "3x3")
    for move in EXAMPLE:
        position = position.play(move)
    picture = draw(position, EXAMPLE)
    assert owners(picture) == {
        between(1.5, 0.5, 1.5, 2.5): 1,
        between(2.5, 0.5, 0.5, 2.5): 1,
        between(0.5, 0.5, 0.5, 2.5): 0,
        between(0.5, 0.5, 2.5, 2.5): 0,
        between(2.5, 0.5, 2.5, 2.5): 0,
    }
    assert picture.caption == "SOS 3x3, player 1 wins, 3-2, last move Oc2"


def test_lines_have_no_owner_without_the_moves() -> None:
    picture = draw(parse("sos", "SSS/OOO/SSS 1 3-2"))
    assert len(picture.strokes) == 5
    assert {stroke.owner for stroke in picture.strokes} == {None}


def test_winning_line_of_the_simple_variant_needs_no_moves() -> None:
    picture = draw(parse("sos", "SOS/.../... 2 simple-2"))
    assert owners(picture) == {between(0.5, 0.5, 2.5, 0.5): 0}
    assert picture.caption == "SOS 3x3:simple, player 1 wins"


@pytest.mark.parametrize("size", ["3x3", "6x6", "9x5", "12x12", "4x4:simple"])
def test_every_line_has_a_stroke(size: str) -> None:
    for position, entries in sample("sos", size, seed=7):
        assert len(draw(position, entries).strokes) == len(position.lines())


@pytest.mark.parametrize("size", ["5x5", "8x8", "5x5:3", "7x7:8", "26x26"])
def test_points_equal_the_lines_of_each_player(size: str) -> None:
    for position, entries in sample("sos", size, seed=8):
        made = Counter(stroke.owner for stroke in draw(position, entries).strokes)
        assert None not in made
        for player in set(range(position.players)) - set(position.out):
            assert made[player] == position.points[player]


def test_lines_of_a_player_who_left_keep_their_owner() -> None:
    entries = ["Sa1", "Ob1", "Sc1", "x3", "Oc3"]
    position = start("sos", "3x3:4")
    for move in entries[:3]:
        position = position.play(move)
    position = position.leave(2).play("Oc3")
    assert owners(draw(position, entries)) == {between(0.5, 0.5, 2.5, 0.5): 2}


def test_letters_have_no_owner_and_no_cell_is_tinted() -> None:
    for position, entries in random_game("sos", "5x5", seed=9):
        cells = draw(position, entries).cells
        assert {(cell.owner, cell.tint) for cell in cells} == {(None, "")}


def test_board_has_letters_above_and_numbers_beside() -> None:
    labels = draw(start("sos", "4x3")).labels
    above = {label.x: label.text for label in labels if label.y < 0}
    beside = {label.y: label.text for label in labels if label.x < 0}
    assert above == {0.5: "a", 1.5: "b", 2.5: "c", 3.5: "d"}
    assert beside == {0.5: "1", 1.5: "2", 2.5: "3"}


def test_caption_names_tied_players() -> None:
    assert draw(parse("sos", "SSS/SSS/SSS 1 2-1-2")).caption == (
        "SOS 3x3:3, draw between players 1 and 3, 2-1-2"
    )
    assert draw(parse("sos", "SSS/SSS/SSS 1 2-2")).caption == "SOS 3x3, draw, 2-2"


def test_caption_omits_points_of_a_player_who_left() -> None:
    assert draw(parse("sos", ".../.../... 2 2-1-x")).caption == (
        "SOS 3x3:3, player 2 to move, 2-1-x"
    )


def read(size: str, text: str) -> list[str]:
    return find_game("sos").read(start("sos", size), text)


@pytest.mark.parametrize("text", ["C A S", "c a s", "CAS", " ca  S ", "S C A", "sca"])
def test_row_then_column_with_the_letter_on_either_side_is_read(text: str) -> None:
    assert read("5x5", text) == ["Sa3"]


@pytest.mark.parametrize("text", ["Sb3", "s b 3", "O10", "Sb", "CASS", "C-A", "", "ÄAS", "undo"])
def test_any_other_text_stays_as_typed(text: str) -> None:
    assert read("5x5", text) == [text]


def test_letter_last_reading_comes_first_if_both_are_on_the_board() -> None:
    # Row S, column A, letter O; or letter S, row A, column O.
    assert read("20x20", "S A O") == ["Oa19", "So1"]


def test_reading_off_the_board_is_dropped() -> None:
    assert read("15x15", "S A O") == ["So1"]
    assert read("3x19", "S A O") == ["Oa19"]


def test_two_equal_readings_are_one() -> None:
    assert read("19x19", "S S S") == ["Ss19"]


def test_readings_that_are_all_off_the_board_are_refused() -> None:
    with pytest.raises(IllegalMove, match="rows A to D, columns A to C"):
        read("3x4", "E A S")


def test_three_letters_without_s_or_o_are_left_to_the_rules() -> None:
    assert read("3x3", "A B C") == ["A B C"]


def test_reading_of_a_taken_cell_is_left_to_the_rules() -> None:
    position = start("sos", "3x3").play("Sa1")
    (move,) = find_game("sos").read(position, "A A O")
    assert move == "Oa1"
    with pytest.raises(IllegalMove):
        position.play(move)

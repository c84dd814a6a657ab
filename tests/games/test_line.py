"""Pictures of SOS on a line."""

from __future__ import annotations

import pytest

from quire.games import draw, parse, start


def test_line_is_one_row_of_numbered_squares() -> None:
    picture = draw(start("line", "14"))
    assert (picture.width, picture.height) == (14, 1)
    assert [cell.name for cell in picture.cells] == [str(n) for n in range(1, 15)]
    assert [(label.x, label.text) for label in picture.labels] == [
        (n - 0.5, str(n)) for n in range(1, 15)
    ]


@pytest.mark.parametrize("size", ["31", "200", "2000"])
def test_long_line_has_a_number_at_every_fifth_square(size: str) -> None:
    labels = draw(start("line", size)).labels
    numbers = [int(label.text) for label in labels]
    assert numbers == [1, *range(5, int(size) + 1, 5)]
    assert [label.x for label in labels] == [number - 0.5 for number in numbers]


def test_winning_line_belongs_to_the_winner() -> None:
    position = start("line", "7").play("S3").play("O4").play("S5")
    for picture in (draw(position), draw(position, ["S3", "O4", "S5"])):
        (stroke,) = picture.strokes
        assert {stroke.x1, stroke.x2} == {2.5, 4.5}
        assert stroke.y1 == stroke.y2 == 0.5
        assert (stroke.kind, stroke.owner) == ("line", 0)
    assert picture.caption == "SOS on a line 7, player 1 wins, last move S5"
    assert not any(cell.taps for cell in picture.cells)


def test_one_letter_can_complete_two_lines() -> None:
    position = parse("line", "SO.OS.. 1").play("S3")
    assert [stroke.owner for stroke in draw(position).strokes] == [0, 0]


def test_full_line_without_sos_is_a_draw() -> None:
    assert draw(parse("line", "SSS 2")).caption == "SOS on a line 3, draw"

"""Pictures of Obstruction."""

from __future__ import annotations

from quire.games import draw, start
from quire.picture import Tap


def test_marks_have_owners_and_their_neighbours_are_shaded() -> None:
    position = start("obstruction", "5x5").play("a1").play("e5")
    picture = draw(position, ["a1", "e5"])
    by_name = {cell.name: cell for cell in picture.cells}
    assert (by_name["a1"].mark, by_name["a1"].owner) == ("X", 0)
    assert (by_name["e5"].mark, by_name["e5"].owner) == ("O", 1)
    shaded = {name for name, cell in by_name.items() if cell.tint == "shaded"}
    assert shaded == {"a2", "b1", "b2", "d4", "d5", "e4"}
    assert not any(by_name[name].taps for name in shaded)
    assert by_name["c3"].taps == (Tap("c3", "X"),)
    assert picture.caption == "Obstruction 5x5, player 1 to move, last move e5"


def test_last_move_ends_the_game() -> None:
    picture = draw(start("obstruction", "3x3").play("b2"))
    assert picture.caption == "Obstruction 3x3, player 1 wins"
    assert not any(cell.taps for cell in picture.cells)


def test_wide_board_is_wider_than_high() -> None:
    picture = draw(start("obstruction", "7x5"))
    assert (picture.width, picture.height) == (7, 5)

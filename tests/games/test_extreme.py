"""Pictures of Extreme Tic-Tac-Toe."""

from __future__ import annotations

from collections.abc import Sequence

from quire.games import draw, parse, start
from quire.picture import Cell, Picture, Stroke, StrokeKind
from tests.random_games import random_game

EMPTY_ROW = "." * 9


def text_of(end: str, first: Sequence[str] = (), second: Sequence[str] = ()) -> str:
    """Return a position text with these SmallBoards at the top left of each BigBoard."""
    boards = []
    for board in (first, second):
        rows = [row.ljust(9, ".") for row in board]
        boards.append("/".join(rows + [EMPTY_ROW] * (9 - len(rows))))
    return f"{'|'.join(boards)} {end}"


def cells(picture: Picture) -> dict[str, Cell]:
    return {cell.name: cell for cell in picture.cells}


def overlays(picture: Picture) -> list[tuple[str, float, float, str, int | None]]:
    return [(c.name, c.x, c.y, c.mark, c.owner) for c in picture.cells if c.span == 3]


def test_free_column_lies_between_the_big_boards() -> None:
    picture = draw(start("extreme"))
    assert (picture.width, picture.height) == (19, 9)
    by_name = cells(picture)
    assert (by_name["1i9"].x, by_name["1i9"].y) == (8, 8)
    assert (by_name["2a1"].x, by_name["2a1"].y) == (10, 0)
    assert (by_name["2i9"].x, by_name["2i9"].y) == (18, 8)


def test_rules_lie_between_the_small_boards() -> None:
    rules = {
        (r.x1, r.y1, r.x2, r.y2)
        for r in draw(start("extreme")).strokes
        if r.kind == StrokeKind.RULE
    }
    assert rules == {
        *((3, 0, 3, 9), (6, 0, 6, 9), (0, 3, 9, 3), (0, 6, 9, 6)),
        *((13, 0, 13, 9), (16, 0, 16, 9), (10, 3, 19, 3), (10, 6, 19, 6)),
    }


def test_nothing_is_highlighted_while_every_cell_is_open() -> None:
    assert {cell.tint for cell in draw(start("extreme")).cells} == {""}


def test_the_two_named_small_boards_are_open() -> None:
    # g2 is the middle left of its SmallBoard, so the middle left SmallBoards are named.
    picture = draw(start("extreme").play("1g2"))
    opened = {cell.name for cell in picture.cells if cell.tint == "open"}
    assert opened == {f"{big}{column}{row}" for big in "12" for column in "abc" for row in "456"}
    assert {cell.name for cell in picture.cells if cell.taps} == opened
    assert cells(picture)["1g2"].last
    assert picture.caption == "Extreme Tic-Tac-Toe 2x9x9, player 2 to move, last move 1g2"


def test_won_small_board_covers_its_cells() -> None:
    picture = draw(parse("extreme", text_of("2 1f1 -", ["...XXX", "...OO"])))
    assert overlays(picture) == [("1:b1", 3, 0, "X", 0)]
    (overlay,) = (cell for cell in picture.cells if cell.span == 3)
    assert overlay.tint == "won"
    assert not overlay.taps
    assert cells(picture)["1d1"].mark == "X"
    assert cells(picture)["1e2"].owner == 1
    assert ", 6-0," in picture.caption


def test_won_small_board_of_the_second_big_board_is_shifted() -> None:
    position = parse("extreme", text_of("1 2c3 -", second=["..O", "..O", "..O"]))
    assert overlays(draw(position)) == [("2:a1", 10, 0, "O", 1)]


def test_full_small_board_without_a_line_is_drawn() -> None:
    picture = draw(parse("extreme", text_of("2 1c3 -", ["XOX", "XOO", "OXX"])))
    drawn = {cell.name for cell in picture.cells if cell.tint == "drawn"}
    assert drawn == {f"1{column}{row}" for column in "abc" for row in "123"}
    assert overlays(picture) == []


def test_open_move_marks_only_closed_small_boards() -> None:
    # Both SmallBoards that 1a1 names are won, so any free cell of an open one is legal.
    picture = draw(parse("extreme", text_of("2 1a1 -", ["XXX"], ["XXX"])))
    assert {cell.tint for cell in picture.cells} == {"", "won"}
    assert sum(len(cell.taps) for cell in picture.cells) == 162 - 18


def test_winning_line_runs_through_the_centres_of_its_small_boards() -> None:
    picture = draw(parse("extreme", text_of("2 1i1 -", ["XXXXXXXXX"])))
    lines = [stroke for stroke in picture.strokes if stroke.kind == StrokeKind.LINE]
    assert lines == [Stroke(StrokeKind.LINE, 1.5, 1.5, 7.5, 1.5, 0)]
    assert len(overlays(picture)) == 3
    assert picture.caption == "Extreme Tic-Tac-Toe 2x9x9, player 1 wins, 86-0, last move 1i1"


def test_marks_have_their_owners_in_every_position() -> None:
    for position, entries in random_game("extreme", "2x9x9", seed=1):
        picture = draw(position, entries)
        pairs = {(cell.mark, cell.owner) for cell in picture.cells}
        assert pairs <= {("", None), ("X", 0), ("O", 1)}
        tinted = {cell.name for cell in picture.cells if cell.tint == "open"}
        assert tinted in (set(), set(position.legal_moves()))


def test_label_of_each_big_board_is_centred_above_it() -> None:
    titles = {label.text: label.x for label in draw(start("extreme")).labels if len(label.text) > 1}
    assert titles == {"BigBoard 1": 4.5, "BigBoard 2": 14.5}

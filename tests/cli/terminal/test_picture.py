"""Pictures as text: each board below was drawn by hand."""

from __future__ import annotations

from textwrap import dedent

import pytest
from rich.text import Text

from quire.cli.terminal.picture import PLAYER_COLOURS, to_text
from quire.games import draw, parse, start
from quire.picture import Cell, Label, Picture, Stroke, StrokeKind
from tests.random_games import BOARDS, sample
from tests.render.shapes import shapes


def block(text: str) -> str:
    return dedent(text).strip("\n")


def plain(picture: Picture, width: int = 80) -> str:
    """Render plain ASCII, without trailing blanks."""
    return "\n".join(
        line.rstrip() for line in to_text(picture, width=width, color=False).plain.split("\n")
    )


def grid(columns: int, rows: int, *strokes: Stroke) -> Picture:
    """Return a board full of S."""
    cells = tuple(Cell(f"{x},{y}", x, y, "S") for y in range(rows) for x in range(columns))
    return Picture("game", "size", "caption", columns, rows, cells, strokes)


def styles_of(text: Text, char: str) -> set[str]:
    """Return the styles in which a character occurs."""
    return {str(span.style) for span in text.spans if char in text.plain[span.start : span.end]}


# --- all boards ---


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_plain_text_is_ascii_without_styles_and_no_wider_than_asked(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=21, count=3):
        picture = draw(position, entries)
        for width in (24, 57, 80, 120):
            text = to_text(picture, width=width, color=False)
            assert text.plain.isascii()
            assert not text.spans
            assert max(map(len, text.plain.split("\n"))) <= width


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_coloured_text_has_the_same_shape_as_plain_text(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=22, count=3):
        picture = draw(position, entries)
        coloured, ascii_only = (to_text(picture, color=color) for color in (True, False))
        assert coloured.plain.count("\n") == ascii_only.plain.count("\n")
        assert max(map(len, coloured.plain.split("\n"))) <= 80


@pytest.mark.parametrize("size", ["3x3", "8x8", "26x26"])
@pytest.mark.parametrize("width", [20, 80])
def test_every_letter_is_shown_once(size: str, width: int) -> None:
    for position, entries in sample("sos", size, seed=23, count=3):
        marks = list(position.cells().values())
        for color in (True, False):
            text = to_text(draw(position, entries), width=width, color=color).plain
            assert text.count("S") == marks.count("S")
            assert text.count("O") == marks.count("O")


# --- boards in plain ASCII ---


def test_scored_line_has_its_owners_number_and_last_move_has_brackets() -> None:
    moves = ["Sa1", "Ob1", "Sc1"]
    position = start("sos", "3x3")
    for move in moves:
        position = position.play(move)
    assert plain(draw(position, moves)) == block(
        """
           a   b   c
        1  S-1-O-1[S]

        2  .   .   .

        3  .   .   .
        """
    )


def test_lines_without_owner_are_plain_strokes() -> None:
    assert plain(draw(parse("sos", "SOS/OO./S.S 1 0-0"))) == block(
        r"""
           a   b   c
        1  S---O---S
           | \   /
        2  O   O   .
           | /   \
        3  S   .   S
        """
    )


def test_crossing_lines_have_their_numbers_on_either_side() -> None:
    falling, rising = (
        Stroke(StrokeKind.LINE, 0.5, 0.5, 1.5, 1.5, 0),
        Stroke(StrokeKind.LINE, 1.5, 0.5, 0.5, 1.5, 1),
    )
    assert plain(grid(2, 2, falling, rising)) == " S   S\n  2x1\n S   S"
    assert plain(grid(2, 2, falling)) == " S   S\n   \\1\n S   S"
    assert plain(grid(2, 2, rising)) == " S   S\n  2/\n S   S"


def test_narrow_board_shows_only_the_owners_number() -> None:
    strokes = (
        Stroke(StrokeKind.LINE, 0.5, 0.5, 2.5, 0.5, 0),
        Stroke(StrokeKind.LINE, 0.5, 0.5, 0.5, 2.5, 1),
        Stroke(StrokeKind.LINE, 0.5, 0.5, 2.5, 2.5, 2),
        Stroke(StrokeKind.LINE, 2.5, 0.5, 0.5, 2.5),
    )
    # The rising line has no owner and crosses nothing halfway between two cells.
    assert plain(grid(3, 3, *strokes), width=8) == " S1S1S\n 23 /\n S S S\n 2/ 3\n S S S"


def test_shaded_marked_and_free_cells() -> None:
    position = start("obstruction", "3x2").play("a1")
    assert plain(draw(position, ["a1"])) == block(
        """
           a   b   c
        1 [X]  #   .

        2  #   #   .
        """
    )


def test_line_has_its_numbers_above() -> None:
    picture = draw(parse("line", "S..S... 1"))
    assert plain(picture) == " 1   2   3   4   5   6   7\n S   .   .   S   .   .   ."
    assert plain(picture, width=16) == " 1 2 3 4 5 6 7\n S . . S . . ."


def test_overlapping_numbers_are_omitted() -> None:
    numbers = plain(draw(start("line", "14")), width=40).split("\n")[0]
    assert numbers == " 1 2 3 4 5 6 7 8 9 10  12  14"


def test_wide_board_is_split_into_labelled_bands() -> None:
    assert plain(draw(start("sos", "7x3")), width=14) == block(
        """
           a b c d e
        1  . . . . .

        2  . . . . .

        3  . . . . .

           f g
        1  . .

        2  . .

        3  . .
        """
    )


def test_last_move_at_a_split_is_bracketed_once() -> None:
    for move, column in (("Se1", 4), ("Sf1", 0)):
        picture = draw(start("sos", "7x3").play(move), [move])
        rows = [line for line in plain(picture, width=14).split("\n") if line.startswith("1")]
        assert sum(row.count("[") + row.count("]") for row in rows) == 2
        (row,) = (row for row in rows if "[S]" in row)
        assert row.index("S") == 3 + 2 * column


def extreme() -> Picture:
    first = ["XXXO.....", ".........", ".......O.", "OOO......"] + ["........."] * 5
    second = ["........."] * 9
    return draw(parse("extreme", f"{'/'.join(first)}|{'/'.join(second)} 1 1h3 -"))


def test_won_small_boards_are_big_marks_and_only_open_cells_are_dotted() -> None:
    # h3 is the lower middle of its SmallBoard.
    assert plain(extreme()) == block(
        r"""
                       BigBoard 1                              BigBoard 2
           a   b   c   d   e   f   g   h   i       a   b   c   d   e   f   g   h   i
        1  \       / | O         |             1             |           |
             \   /   |           |                           |           |
        2      X     |           |             2             |           |
             /   \   |           |                           |           |
        3  /       \ |           |    [O]      3             |           |
          -----------+-----------+-----------     -----------+-----------+-----------
        4   .-----.  |           |             4             |           |
           /       \ |           |                           |           |
        5  |       | |           |             5             |           |
           \       / |           |                           |           |
        6   '-----'  |           |             6             |           |
          -----------+-----------+-----------     -----------+-----------+-----------
        7            | .   .   . |             7             | .   .   . |
                     |           |                           |           |
        8            | .   .   . |             8             | .   .   . |
                     |           |                           |           |
        9            | .   .   . |             9             | .   .   . |
        """
    )


def test_big_boards_are_split_between_them() -> None:
    text = plain(extreme(), width=40)
    first, second = text.split("\n\n")
    assert "BigBoard 1" in first
    assert "BigBoard 2" in second
    assert first.split("\n")[1].split() == second.split("\n")[1].split() == list("abcdefghi")
    assert r" \   /|O    |" in first


def test_winning_line_runs_through_the_big_marks() -> None:
    rows = ["OOOOOOOOO"] + ["........."] * 8
    text = f"{'/'.join(rows)}|{'/'.join(['.........'] * 9)} 1 1i1 -"
    second_row = plain(draw(parse("extreme", text))).split("\n")[4]
    assert second_row[:39].rstrip() == "2  |   --2-|-2-|-2---2-|-2-|-2--   |"


def test_every_empty_cell_has_a_dot_after_the_end() -> None:
    assert plain(draw(parse("line", "SOS.. 2"))) == " 1   2   3   4   5\n S-1-O-1-S   .   ."


def test_picture_without_cells_is_empty() -> None:
    assert to_text(Picture("game", "size", "caption", 0, 0, ())).plain == ""


def test_long_label_starts_inside_the_board() -> None:
    picture = Picture("g", "s", "", 1, 1, (Cell("a", 0, 0, "S"),), (), (Label(0.5, -0.4, "label"),))
    assert plain(picture) == "label\n S"


# --- colour ---


def test_player_one_is_solid_player_two_dashed_and_the_third_has_a_number() -> None:
    across = [Stroke(StrokeKind.LINE, 0.5, y + 0.5, 2.5, y + 0.5, y) for y in range(3)]
    rows = to_text(grid(3, 3, *across)).plain.split("\n")[::2]
    assert rows == [" S───S───S", " S╌╌╌S╌╌╌S", " S─3─S─3─S"]
    down = [Stroke(StrokeKind.LINE, x + 0.5, 0.5, x + 0.5, 1.5, x) for x in range(3)]
    assert to_text(grid(3, 2, *down)).plain.split("\n")[1] == " │   ╎   3"
    falling = [Stroke(StrokeKind.LINE, x + 0.5, 0.5, x + 1.5, 1.5, x) for x in range(3)]
    assert to_text(grid(4, 2, *falling)).plain.split("\n")[1] == "   ╲   ⋱   ╲3"
    rising = [Stroke(StrokeKind.LINE, x + 1.5, 0.5, x + 0.5, 1.5, x) for x in range(3)]
    assert to_text(grid(4, 2, *rising)).plain.split("\n")[1] == "   ╱   ⋰  3╱"


def test_lines_have_their_owners_colour_and_others_are_dim() -> None:
    across = [Stroke(StrokeKind.LINE, 0.5, y + 0.5, 1.5, y + 0.5, y) for y in range(2)]
    text = to_text(grid(2, 3, *across, Stroke(StrokeKind.LINE, 0.5, 2.5, 1.5, 2.5)))
    assert styles_of(text, "╌") == {f"bold {PLAYER_COLOURS[1]}"}
    assert styles_of(text, "─") == {f"bold {PLAYER_COLOURS[0]}", "dim"}


def test_crossing_has_the_colours_of_its_owners() -> None:
    falling = Stroke(StrokeKind.LINE, 0.5, 0.5, 1.5, 1.5, 0)
    own = to_text(grid(2, 2, falling, Stroke(StrokeKind.LINE, 1.5, 0.5, 0.5, 1.5, 0)))
    assert own.plain.split("\n")[1].strip() == "╳"
    assert styles_of(own, "╳") == {f"bold {PLAYER_COLOURS[0]}"}
    both = to_text(grid(2, 2, falling, Stroke(StrokeKind.LINE, 1.5, 0.5, 0.5, 1.5, 1)))
    assert both.plain.split("\n")[1].strip() == "2╳1"
    assert styles_of(both, "2") == {f"bold {PLAYER_COLOURS[1]}"}
    assert styles_of(both, "1") == {f"bold {PLAYER_COLOURS[0]}"}


@pytest.mark.parametrize("width", [10, 80])
def test_only_the_last_move_is_reversed(width: int) -> None:
    picture = draw(start("sos", "3x3").play("Sb2").play("Sa1"), ["Sb2", "Sa1"])
    text = to_text(picture, width=width)
    reversed_spans = [span for span in text.spans if "reverse" in str(span.style)]
    assert "".join(text.plain[s.start : s.end] for s in reversed_spans).strip() == "S"
    assert text.plain[: reversed_spans[0].end].count("\n") == 1


def test_marks_have_their_owners_colour() -> None:
    position = start("obstruction", "5x5").play("a1").play("e5").play("a5")
    text = to_text(draw(position))
    assert styles_of(text, "X") == {f"bold {PLAYER_COLOURS[0]}"}
    assert styles_of(text, "O") == {f"bold {PLAYER_COLOURS[1]}"}
    assert styles_of(text, "░") == {"dim"}


@pytest.mark.parametrize("colour", PLAYER_COLOURS)
def test_colour_is_legible_on_black_and_white(colour: str) -> None:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    assert (luminance + 0.05) / 0.05 >= 4.5
    assert 1.05 / (luminance + 0.05) >= 4.5


# --- cells that are not squares ---


def test_hexagons() -> None:
    assert plain(shapes("hexagons")) == block(
        r"""
           a   b
        1  X   .
        2   [O]  #
              \
        3  .   X1
        """
    )


def test_edges_around_boxes() -> None:
    picture = shapes("edges")
    assert plain(picture) == "\n".join([" |-1-| .", " 1 1 1   .", " |-2-| ."])
    assert to_text(picture).plain == "\n".join([" │───│ ·", " │ 1 │   ·", " │╌╌╌│ ·"])

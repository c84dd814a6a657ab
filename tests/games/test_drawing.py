"""Properties of the picture of any position."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from operator import is_

import msgspec
import pytest

from quire.errors import NotationError
from quire.games import draw, parse, start
from quire.picture import Picture, PictureChange, apply_change, changes
from tests.random_games import BOARDS, random_game, sample


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_taps_are_the_legal_moves(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=1):
        taps = [tap for cell in draw(position, entries).cells for tap in cell.taps]
        assert sorted(tap.move for tap in taps) == sorted(position.legal_moves())


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_tap_has_the_mark_that_its_move_leaves(game: str, size: str) -> None:
    for position, _ in sample(game, size, seed=2, count=4):
        tapped = [(cell.name, tap) for cell in draw(position).cells for tap in cell.taps]
        for name, tap in tapped[:: max(1, len(tapped) // 20)]:
            assert position.play(tap.move).cells()[name] == tap.label


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_cells_are_those_of_the_board_and_do_not_overlap(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=3):
        picture = draw(position, entries)
        small = [cell for cell in picture.cells if cell.span == 1]
        marks = {cell.name: "#" if cell.tint == "shaded" else cell.mark or "." for cell in small}
        assert marks == position.cells()
        places = {(cell.x, cell.y) for cell in small}
        assert len(places) == len(small)
        assert max(x for x, _ in places) == picture.width - 1
        assert max(y for _, y in places) == picture.height - 1


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_only_the_last_move_is_highlighted(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=4):
        moves = [entry for entry in entries if not entry.startswith("x")]
        pointed_out = [cell.name for cell in draw(position, entries).cells if cell.last]
        if moves:
            assert pointed_out == [moves[-1].lstrip("SO")]
        else:
            assert pointed_out == []


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_caption_is_one_line_of_ascii_with_the_state(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=5):
        caption = draw(position, entries).caption
        assert caption.isascii()
        assert "\n" not in caption
        assert size in caption
        outcome = position.outcome()
        if outcome is None:
            assert f"player {position.to_move + 1} to move" in caption
        elif outcome.winner is not None:
            assert f"player {outcome.winner + 1} wins" in caption
        else:
            assert "draw" in caption


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_picture_survives_json(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=6, count=3):
        picture = draw(position, entries)
        text = picture.to_json()
        assert "\n" not in text
        assert msgspec.json.decode(text, type=Picture) == picture


@pytest.mark.parametrize(
    ("game", "size", "move"),
    [
        ("sos", "3x3", "Sb2"),
        ("line", "5", "S3"),
        ("extreme", "2x9x9", "1e5"),
        ("obstruction", "5x5", "c3"),
    ],
)
def test_moves_that_do_not_lead_to_the_position_are_refused(
    game: str, size: str, move: str
) -> None:
    with pytest.raises(NotationError, match="these moves lead to"):
        draw(start(game, size), [move])


def test_illegal_move_is_named() -> None:
    position = parse("sos", "S../.../... 2 0-0")
    with pytest.raises(NotationError, match=r"move 2, 'Oa1'"):
        draw(position, ["Sa1", "Oa1"])


def test_moves_are_normalised() -> None:
    position = start("sos", "3x3").play("Sb2")
    assert draw(position, ["s B 2"]) == draw(position, ["Sb2"])


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_unchanged_parts_are_the_same_objects(game: str, size: str) -> None:
    for position, entries in sample(game, size, seed=7, count=3):
        one, other = draw(position, entries), draw(position, entries)
        assert one == other
        assert all(map(is_, one.cells, other.cells))
        assert one.labels is other.labels


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_change_turns_one_picture_into_another(game: str, size: str) -> None:
    positions = sample(game, size, seed=8) + sample(game, size, seed=9, count=4)
    pictures = [draw(position, entries) for position, entries in positions]
    pictures += [draw(position) for position, _ in positions[::3]]
    # Forward, backward, and between games: any two pictures of a board.
    for before, after in product(pictures, repeat=2):
        change = changes(before, after)
        assert apply_change(before, change) == after
        there = {cell.name: cell for cell in before.cells}
        assert all(cell != there.get(cell.name) for cell in change.cells)
        assert (change == PictureChange(after.caption)) == (before == after or _same(before, after))


def _same(before: Picture, after: Picture) -> bool:
    return replace(before, caption=after.caption) == after


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_change_is_the_same_for_decoded_pictures(game: str, size: str) -> None:
    (one, _), *_, (other, entries) = sample(game, size, seed=10, count=3)
    before, after = draw(one), draw(other, entries)
    decoded = [msgspec.json.decode(picture.to_json(), type=Picture) for picture in (before, after)]
    assert changes(*decoded) == changes(before, after)


def test_move_and_its_takeback_change_few_cells() -> None:
    empty = start("sos", "5x5")
    before, after = draw(empty), draw(empty.play("Sc3"), ["Sc3"])
    forth, back = changes(before, after), changes(after, before)
    assert [(cell.name, cell.mark) for cell in forth.cells] == [("c3", "S")]
    assert [(cell.name, cell.mark) for cell in back.cells] == [("c3", "")]
    assert (forth.strokes, forth.notes, forth.gone) == (None, None, ())
    assert (back.strokes, back.notes, back.gone) == (None, None, ())


def test_won_small_board_appears_and_disappears() -> None:
    position, entries = next(
        (position, entries)
        for position, entries in random_game("extreme", "2x9x9", seed=1)
        if any(cell.span > 1 for cell in draw(position).cells)
    )
    before = draw(start("extreme"))
    after = draw(position, entries)
    (won,) = [cell for cell in after.cells if cell.span > 1]
    assert won in changes(before, after).cells
    assert changes(after, before).gone == (won.name,)


def test_pictures_of_different_boards_have_no_change() -> None:
    with pytest.raises(ValueError, match="different boards: sos 4x4 and sos 5x5"):
        changes(draw(start("sos", "4x4")), draw(start("sos", "5x5")))


def test_few_boards_are_kept() -> None:
    first = draw(start("line", "14"))
    for squares in range(15, 300):
        draw(start("line", str(squares)))
    again = draw(start("line", "14"))
    assert again == first
    assert again.labels is not first.labels
    assert all(map(is_, again.cells, first.cells))  # boards of all sizes share their cells

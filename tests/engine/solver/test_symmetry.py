"""A position under a symmetry is the same game, and all its images have one canonical form."""

from __future__ import annotations

import random

import pytest

import quire
from quire.engine.solver.symmetry import canonical_form, symmetries
from quire.errors import QuireError
from tests.brute_force import SMALL_BOARDS, late_positions
from tests.random_games import BOARDS, sample

VIEWS = {"sos": 8, "line": 2, "extreme": 16, "obstruction": 8}
FOR_TWO = [board for board in BOARDS if not board[1].endswith((":3", ":8"))]


@pytest.mark.parametrize(("game", "size"), FOR_TWO)
def test_every_image_has_the_same_moves_under_other_names(game: str, size: str) -> None:
    for position, _ in sample(game, size, seed=5, count=4):
        if position.outcome() is not None:
            continue
        seen = list(symmetries(position))
        assert len(seen) == VIEWS[game]
        assert seen[0].text == str(position)
        legal = position.legal_moves()
        for view in seen:
            other = quire.parse(game, view.text)
            assert {view.there(move) for move in legal} == set(other.legal_moves())
            assert [view.back(view.there(move)) for move in legal] == legal


@pytest.mark.parametrize(("game", "size"), FOR_TWO)
def test_playing_commutes_with_symmetries(game: str, size: str) -> None:
    for position, _ in sample(game, size, seed=6, count=4):
        for move in position.legal_moves()[:5]:
            for before, after in zip(
                symmetries(position), symmetries(position.play(move)), strict=True
            ):
                there = quire.parse(game, before.text).play(before.there(move))
                assert there == quire.parse(game, after.text)


@pytest.mark.parametrize(("game", "size"), FOR_TWO)
def test_all_images_have_one_canonical_form(game: str, size: str) -> None:
    for position, _ in sample(game, size, seed=7, count=4):
        here = canonical_form(position)
        for view in symmetries(position):
            there = canonical_form(quire.parse(game, view.text))
            assert (there.key, there.base) == (here.key, here.base)


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_solution_of_an_image_is_the_image_of_the_solution(game: str, size: str) -> None:
    for position in late_positions(game, size, seed=8, count=6):
        here = quire.solve(position, memory=1 << 22)
        for view in symmetries(position):
            there = quire.solve(quire.parse(game, view.text), memory=1 << 22)
            assert (there.value, there.grundy) == (here.value, here.grundy)
            assert {view.back(move) for move in there.best_moves} == set(here.best_moves)


def test_different_positions_have_different_canonical_forms() -> None:
    texts = {
        "sos": ["S../.../... 1 0-0", ".S./.../... 1 0-0", "O../.../... 1 0-0", ".../.../... 1 0-0"],
        "line": ["S.... 2", ".S... 2", "..S.. 2", "O.... 2"],
        "obstruction": ["... 1", "X#. 2", "#X# 2", ".../.../... 1"],
    }
    texts["sos"].append("S../.../... 1 simple-2")
    for game, lines in texts.items():
        assert len({canonical_form(quire.parse(game, text)).key for text in lines}) == len(lines)


def test_canonical_form_omits_irrelevant_facts() -> None:
    def key(game: str, text: str) -> str:
        return canonical_form(quire.parse(game, text)).key

    assert key("sos", "S../.../... 1 7-0") == key("sos", ".../.../..S 2 0-0")
    assert key("obstruction", "X#.#O 1") == key("obstruction", "O#.#X 1")
    assert key("obstruction", "X#..#X/##..## 1".replace("X/", "O/")) == "##..##/##..##"
    board = "/".join(["........."] * 8)
    mine = f"X......../{board}|........./{board} 2 1a1 -"
    assert key("extreme", mine) == key("extreme", mine.replace("X", "O").replace(" 2 ", " 1 "))


def naive_orbit(position: quire.Position) -> set[frozenset[tuple[tuple[int, int], str]]]:
    """Return all images of a grid's marks, by turning and mirroring each place."""
    marks = [
        ((ord(cell[0]) - ord("a"), int(cell[1:]) - 1), "." if mark == "." else mark)
        for cell, mark in position.cells().items()
    ]
    if position.game == "obstruction":
        marks = [(place, "." if mark == "." else "#") for place, mark in marks]
    right, bottom = (max(place[axis] for place, _ in marks) for axis in (0, 1))
    images = set()
    for flip_x in (False, True):
        for flip_y in (False, True):
            image = [
                ((right - x if flip_x else x, bottom - y if flip_y else y), mark)
                for (x, y), mark in marks
            ]
            images.add(frozenset(image))
            images.add(frozenset(((y, x), mark) for (x, y), mark in image))
    return images


@pytest.mark.parametrize(("game", "size"), [("sos", "3x3"), ("sos", "3x4"), ("obstruction", "4x4")])
def test_forms_are_the_same_for_exactly_the_images(game: str, size: str) -> None:
    rng = random.Random(f"{game} {size}")
    found: list[quire.Position] = []
    for _ in range(40):
        position = quire.start(game, size)
        for _ in range(rng.randrange(1, 4)):
            position = position.play(rng.choice(position.legal_moves()))
        found.append(position)
    orbits = [naive_orbit(position) for position in found]
    keys = [canonical_form(position).key for position in found]
    pairs = [(one, other) for one in range(40) for other in range(one)]
    same = [bool(orbits[one] & orbits[other]) for one, other in pairs]
    assert same == [keys[one] == keys[other] for one, other in pairs]
    assert {True, False} == set(same)


def test_moves_go_to_the_form_and_back() -> None:
    for game, size in FOR_TWO:
        for position, _ in sample(game, size, seed=9, count=2):
            found = canonical_form(position)
            assert [found.back(found.there(move)) for move in position.legal_moves()] == (
                position.legal_moves()
            )


def test_only_two_have_a_form() -> None:
    with pytest.raises(QuireError, match="only two-player positions have a canonical form"):
        canonical_form(quire.start("sos", "3x3:3"))
    assert len(list(symmetries(quire.start("sos", "3x3:3")))) == 8

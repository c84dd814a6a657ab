"""A position under a symmetry is the same game, and all its images have one canonical form."""

from __future__ import annotations

import pytest

import quire
from quire.engine.solver.symmetry import form, views
from tests.brute_force import SMALL_BOARDS, late_positions
from tests.random_games import BOARDS, sample

VIEWS = {"sos": 8, "line": 2, "extreme": 16, "obstruction": 8}
FOR_TWO = [board for board in BOARDS if not board[1].endswith((":3", ":8"))]


@pytest.mark.parametrize(("game", "size"), FOR_TWO)
def test_every_image_has_the_same_moves_under_other_names(game: str, size: str) -> None:
    for position, _ in sample(game, size, seed=5, count=4):
        if position.outcome() is not None:
            continue
        seen = list(views(position))
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
            for before, after in zip(views(position), views(position.play(move)), strict=True):
                there = quire.parse(game, before.text).play(before.there(move))
                assert there == quire.parse(game, after.text)


@pytest.mark.parametrize(("game", "size"), FOR_TWO)
def test_all_images_have_one_canonical_form(game: str, size: str) -> None:
    for position, _ in sample(game, size, seed=7, count=4):
        here = form(position)
        for view in views(position):
            there = form(quire.parse(game, view.text))
            assert (there.key, there.base) == (here.key, here.base)


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_solution_of_an_image_is_the_image_of_the_solution(game: str, size: str) -> None:
    for position in late_positions(game, size, seed=8, count=6):
        here = quire.solve(position, memory=1 << 22)
        for view in views(position):
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
        assert len({form(quire.parse(game, text)).key for text in lines}) == len(lines)


def test_canonical_form_omits_irrelevant_facts() -> None:
    def key(game: str, text: str) -> str:
        return form(quire.parse(game, text)).key

    assert key("sos", "S../.../... 1 7-0") == key("sos", ".../.../..S 2 0-0")
    assert key("obstruction", "X#.#O 1") == key("obstruction", "O#.#X 1")
    assert key("obstruction", "X#..#X/##..## 1".replace("X/", "O/")) == "##..##/##..##"
    board = "/".join(["........."] * 8)
    mine = f"X......../{board}|........./{board} 2 1a1 -"
    assert key("extreme", mine) == key("extreme", mine.replace("X", "O").replace(" 2 ", " 1 "))

"""Extreme Tic-Tac-Toe: every expectation here was worked out by hand from the rules."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from quire.core import Outcome, Position, Reason

from .composed import DRAWN, O_WON, X_WON, extreme_text
from .sides import RulesOf

SIZE = "2x9x9"
WON = {"X": X_WON, "O": O_WON}
# Without three in a line: X has three corners and two edges, 24 points; O two edges, the centre
# and a corner, 19 points.
NO_LINE = {place: WON[owner] for place, owner in enumerate("XOXXOOOXX")}
NO_LINE_SWAPPED = {place: WON[owner] for place, owner in enumerate("OXOOXXXOO")}
ALL_DRAWN = dict.fromkeys(range(9), DRAWN)
NOBODY: Mapping[int, str] = {}


def compose(
    rules: RulesOf, first: Mapping[int, str], second: Mapping[int, str], rest: str
) -> Position:
    return rules("extreme").parse(extreme_text(first, second, rest))


def block(big: int, columns: str, rows: str) -> list[str]:
    return [f"{big}{column}{row}" for row in rows for column in columns]


def test_first_move_goes_anywhere(rules: RulesOf) -> None:
    position = rules("extreme").start(SIZE)
    assert position.legal_moves() == list(rules("extreme").moves(SIZE))
    assert len(position.legal_moves()) == 162
    assert compose(rules, NOBODY, NOBODY, "1 - -") == position


def test_move_names_a_small_board_on_each_big_board(rules: RulesOf) -> None:
    position = rules("extreme").start(SIZE).play("1i1")
    assert str(position).endswith(" 2 1i1 -")
    named = block(1, "ghi", "123") + block(2, "ghi", "123")
    assert position.legal_moves() == [cell for cell in named if cell != "1i1"]


@pytest.mark.parametrize("closed", [X_WON, O_WON, DRAWN], ids=["X", "O", "drawn"])
def test_one_named_small_board_is_closed(rules: RulesOf, closed: str) -> None:
    last_in_centre = {0: "....O...."}
    position = compose(rules, {4: closed} | last_in_centre, NOBODY, "1 1b2 -")
    assert position.legal_moves() == block(2, "def", "456")
    position = compose(rules, last_in_centre, {4: closed}, "1 1b2 -")
    assert position.legal_moves() == block(1, "def", "456")


def check_both_named_small_boards_closed(rules: RulesOf, first: str, second: str) -> None:
    position = compose(rules, {4: first, 0: "....O...."}, {4: second, 8: X_WON}, "1 1b2 -")
    closed = {"1b2", *block(1, "def", "456"), *block(2, "def", "456"), *block(2, "ghi", "789")}
    open_cells = [cell for cell in rules("extreme").moves(SIZE) if cell not in closed]
    assert position.legal_moves() == open_cells


@pytest.mark.parametrize(("first", "second"), [(X_WON, DRAWN), (DRAWN, O_WON)])
def test_both_named_small_boards_are_closed_one_won_one_full(
    rules: RulesOf, first: str, second: str
) -> None:
    check_both_named_small_boards_closed(rules, first, second)


def test_both_named_small_boards_are_closed_both_full(rules: RulesOf) -> None:
    check_both_named_small_boards_closed(rules, DRAWN, DRAWN)


@pytest.mark.parametrize(("first", "second"), [(X_WON, O_WON), (X_WON, X_WON)])
def test_both_named_small_boards_are_closed_both_won(
    rules: RulesOf, first: str, second: str
) -> None:
    check_both_named_small_boards_closed(rules, first, second)


def test_full_small_board_with_three_in_a_line_is_won_not_drawn(rules: RulesOf) -> None:
    position = compose(rules, {1: "XXXOOXXOO"}, NOBODY, "2 - -")
    assert position.points == (6, 0)
    assert position.lines() == [("1d1", "1e1", "1f1")]


def test_bonus_move_follows_the_players_own_last_move(rules: RulesOf) -> None:
    position = compose(rules, {0: "XX......."}, {0: "O........"}, "1 2a1 -").play("1c1")
    assert str(position).endswith(" 1 1c1 +")
    assert position.legal_moves() == block(1, "ghi", "123") + block(2, "ghi", "123")
    assert position.points == (4, 0)
    assert position.lines() == [("1a1", "1b1", "1c1")]
    assert str(position.play("2g3")).endswith(" 2 2g3 -")


def test_bonus_move_is_open_if_the_last_move_names_closed_boards(rules: RulesOf) -> None:
    # Winning SmallBoard 1 of BigBoard 1 at its first place names that board, which is now closed.
    position = compose(rules, {0: ".XX......"}, {0: DRAWN}, "1 - -").play("1a1")
    assert str(position).endswith(" 1 1a1 +")
    assert len(position.legal_moves()) == 162 - 18


def test_bonus_move_gives_no_second_bonus(rules: RulesOf) -> None:
    smalls = {0: "XX.......", 2: "X..X....."}
    position = compose(rules, smalls, {0: "O........"}, "1 2a1 -").play("1c1").play("1g3")
    assert position.points == (8, 0)
    assert str(position).endswith(" 2 1g3 -")
    assert position.legal_moves() == block(1, "abc", "789") + block(2, "abc", "789")


def test_opponent_can_get_a_bonus_move_after_a_bonus_move(rules: RulesOf) -> None:
    before = compose(rules, {6: "OO......."}, {0: X_WON, 2: "......X.."}, "2 2g3 -")
    assert str(before.play("1c7")).endswith(" 2 1c7 +")


def test_closing_a_small_board_without_winning_it_gives_no_bonus(rules: RulesOf) -> None:
    position = compose(rules, {0: "XOXXOOOX."}, NOBODY, "1 - -").play("1c3")
    assert str(position).endswith(" 2 1c3 -")
    assert position.points == (0, 0)


def test_three_small_boards_in_a_line_win_before_the_bonus_move(rules: RulesOf) -> None:
    smalls = {0: X_WON, 1: X_WON, 2: "XX......."}
    before = compose(rules, smalls, {0: "..O......"}, "1 2c1 -")
    assert sorted(before.completes("1i1")) == [("1b2", "1e2", "1h2"), ("1g1", "1h1", "1i1")]
    position = before.play("1i1")
    assert position.outcome() == Outcome(0, Reason.LINE, (86, 0), (1, 2))
    assert position.legal_moves() == []
    assert position.points == (14, 0)
    assert str(position).endswith(" 2 1i1 -")
    assert ("1b2", "1e2", "1h2") in position.lines()


def test_bonus_move_can_win(rules: RulesOf) -> None:
    smalls = {0: O_WON, 4: "..O..O...", 8: "OO......."}
    position = compose(rules, NOBODY, smalls, "2 - -").play("2f6")
    assert str(position).endswith(" 2 2f6 +")
    position = position.play("2i7")
    assert position.outcome() == Outcome(1, Reason.LINE, (0, 86), (2, 1))
    assert str(position).endswith(" 1 2i7 -")


@pytest.mark.parametrize(
    "three",
    [
        *["XXX......", "...XXX...", "......XXX", "X..X..X..", ".X..X..X.", "..X..X..X"],
        *["X...X...X", "..X.X.X.."],
    ],
)
def test_every_three_in_a_line_counts(rules: RulesOf, three: str) -> None:
    position = compose(rules, NOBODY, {5: three.replace("X", "O")}, "1 - -")
    assert position.points == (0, 6)
    assert len(position.lines()) == 1
    owned = {place: X_WON for place, mark in enumerate(three) if mark == "X"}
    position = compose(rules, NOBODY, owned, "2 - -")
    assert position.outcome() == Outcome(0, Reason.LINE, (86, 0), (1, 2))


def test_line_does_not_cross_big_boards(rules: RulesOf) -> None:
    position = compose(rules, {0: X_WON, 1: X_WON}, {2: X_WON}, "2 1a1 -")
    assert position.outcome() is None


@pytest.mark.parametrize(
    ("place", "points"),
    [*((at, 4) for at in (0, 2, 6, 8)), *((at, 6) for at in (1, 3, 5, 7)), (4, 3)],
)
def test_corner_gives_four_edge_six_centre_three(rules: RulesOf, place: int, points: int) -> None:
    assert compose(rules, {place: X_WON}, NOBODY, "1 - -").points == (points, 0)
    assert compose(rules, NOBODY, {place: O_WON}, "1 - -").points == (0, points)


@pytest.mark.parametrize(
    ("second", "outcome"),
    [
        (ALL_DRAWN, Outcome(0, Reason.POINTS, (24, 19), (1, 2))),
        (ALL_DRAWN | {0: X_WON}, Outcome(0, Reason.POINTS, (28, 19), (1, 2))),
        (ALL_DRAWN | {4: O_WON, 7: O_WON}, Outcome(1, Reason.POINTS, (24, 28), (2, 1))),
        (NO_LINE, Outcome(0, Reason.POINTS, (48, 38), (1, 2))),
    ],
)
def test_all_closed_sums_the_points_over_both_big_boards(
    rules: RulesOf, second: Mapping[int, str], outcome: Outcome
) -> None:
    position = compose(rules, NO_LINE, second, "2 1a1 -")
    assert position.outcome() == outcome
    assert position.points == outcome.points
    assert position.legal_moves() == []


@pytest.mark.parametrize(
    ("first", "second", "points"),
    [(NO_LINE, NO_LINE_SWAPPED, (43, 43)), (ALL_DRAWN, ALL_DRAWN, (0, 0))],
    ids=["24+19 each", "nothing each"],
)
def test_all_closed_with_equal_points_is_a_draw(
    rules: RulesOf, first: Mapping[int, str], second: Mapping[int, str], points: tuple[int, int]
) -> None:
    outcome = compose(rules, first, second, "1 - -").outcome()
    assert outcome == Outcome(None, Reason.POINTS, points, (1, 1))


@pytest.mark.parametrize(
    ("corner", "move", "points"),
    [("XOXXOOOX.", "2i9", (24, 19)), ("XX.......", "2i7", (28, 19))],
    ids=["drawn", "won"],
)
def test_last_small_board_closes_without_a_bonus_move(
    rules: RulesOf, corner: str, move: str, points: tuple[int, int]
) -> None:
    before = compose(rules, NO_LINE, ALL_DRAWN | {8: corner}, "1 1d1 -")
    assert before.outcome() is None
    after = before.play(move)
    assert after.outcome() == Outcome(0, Reason.POINTS, points, (1, 2))
    assert after.legal_moves() == []
    assert str(after).endswith(f" 2 {move} -")

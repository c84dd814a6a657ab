"""Obstruction: every expectation here was worked out by hand from the rules."""

from __future__ import annotations

import pytest

from quire.core import Outcome, Reason

from .sides import RulesOf


def test_mark_shades_its_neighbours_and_the_last_move_wins(rules: RulesOf) -> None:
    position = rules("obstruction").start("3x3")
    for move, text in [
        ("a1", "X#./##./... 2"),
        ("c3", "X#./###/.#O 1"),
        ("c1", "X#X/###/.#O 2"),
        ("a3", "X#X/###/O#O 1"),
    ]:
        assert position.outcome() is None
        position = position.play(move)
        assert str(position) == text
        assert rules("obstruction").parse(text) == position
    assert position.outcome() == Outcome(1, Reason.LAST_MOVE, (0, 0), (2, 1))


@pytest.mark.parametrize(("size", "move"), [("1x1", "a1"), ("2x2", "b1"), ("3x3", "b2")])
def test_one_move_can_be_the_last(rules: RulesOf, size: str, move: str) -> None:
    position = rules("obstruction").start(size).play(move)
    assert position.outcome() == Outcome(0, Reason.LAST_MOVE, (0, 0), (1, 2))
    assert position.legal_moves() == []


@pytest.mark.parametrize("size", ["8x8", "10x7", "10x10", "9x8"])
def test_shading_stops_at_the_edge(rules: RulesOf, size: str) -> None:
    columns, rows = (int(number) for number in size.split("x"))
    last_column = "abcdefghij"[columns - 1]
    cells = rules("obstruction").start(size).play(f"{last_column}4").cells()
    before_last = "abcdefghij"[columns - 2]
    assert {cell for cell, mark in cells.items() if mark == "#"} == {
        *(f"{before_last}{row}" for row in (3, 4, 5)),
        *(f"{last_column}{row}" for row in (3, 5)),
    }
    assert len(cells) == columns * rows


def test_obstruction_has_no_lines(rules: RulesOf) -> None:
    position = rules("obstruction").parse("X#O/###/X#. 2")
    assert position.lines() == []
    assert position.completes("c3") == []


def test_first_number_of_a_size_is_the_columns(rules: RulesOf) -> None:
    assert str(rules("obstruction").start("4x3")) == "..../..../.... 1"
    assert str(rules("sos").start("4x3")) == "..../..../.... 1 0-0"

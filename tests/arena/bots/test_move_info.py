"""What bots say about their moves: read from `info` lines, whatever is in them."""

from __future__ import annotations

import pytest

from quire.arena.bots.move_info import MAX_MOVE_LENGTH, MAX_PV_MOVES, MoveInfo


def test_later_lines_replace_what_earlier_ones_said() -> None:
    lines = ["info depth 1 nodes 5 score 2 exact pv a1", "info depth 2 nodes 70 score -1"]
    assert MoveInfo.read(lines) == MoveInfo(score=-1, depth=2, nodes=70, pv=("a1",))


def test_everything_in_one_line() -> None:
    found = MoveInfo.read(["info depth 4 nodes 900 time 1500 score 0.25 exact pv a1 b2 c3"])
    assert found == MoveInfo(
        score=0.25, exact=True, depth=4, nodes=900, seconds=1.5, pv=("a1", "b2", "c3")
    )


@pytest.mark.parametrize(
    "line",
    ["info", "info depth", "info score nan", "info score inf", "info depth -1", "info nodes 1e9"],
)
def test_what_cannot_be_read_is_left_out(line: str) -> None:
    assert MoveInfo.read([line]) is None


def test_nothing_said_is_nothing() -> None:
    assert MoveInfo.read([]) is None


def test_long_lines_are_cut() -> None:
    found = MoveInfo.read([f"info depth 1 pv {'m' * 500} {'a1 ' * 500}"])
    assert found is not None
    assert len(found.pv) == MAX_PV_MOVES
    assert found.pv[0] == "m" * MAX_MOVE_LENGTH

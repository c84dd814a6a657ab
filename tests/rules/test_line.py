"""SOS on a line: every expectation here was worked out by hand from the rules."""

from __future__ import annotations

import pytest

from quire.core import Outcome, Reason

from .sides import RulesOf


@pytest.mark.parametrize(
    ("before", "move", "after", "outcome"),
    [
        # A line that is completed by the last letter of all is won, not full.
        ("S.S 1", "O2", "SOS 2", Outcome(0, Reason.LINE, (0, 0), (1, 2))),
        ("SO.S 2", "S3", "SOSS 1", Outcome(1, Reason.LINE, (0, 0), (2, 1))),
        ("SS. 1", "O3", "SSO 2", Outcome(None, Reason.FULL, (0, 0), (1, 1))),
        ("S..S 1", "O2", "SO.S 2", None),
    ],
)
def test_line_is_won_or_drawn(
    rules: RulesOf, before: str, move: str, after: str, outcome: Outcome | None
) -> None:
    position = rules("line").parse(before)
    assert str(position.play(move)) == after
    assert position.play(move).outcome() == outcome
    assert str(position) == before


def test_first_move_between_two_s_with_two_squares_loses(rules: RulesOf) -> None:
    before = rules("line").parse("S..S.... 1")
    for mistake, answer in [("S2", "O3"), ("O2", "S3"), ("S3", "O2"), ("O3", "S2")]:
        outcome = before.play(mistake).play(answer).outcome()
        assert outcome == Outcome(1, Reason.LINE, (0, 0), (2, 1))


def test_every_sos_is_a_line(rules: RulesOf) -> None:
    lines = rules("line").parse("SOSOS.SOS 1").lines()
    assert sorted(lines) == [("1", "2", "3"), ("3", "4", "5"), ("7", "8", "9")]


def test_one_letter_can_complete_two_lines(rules: RulesOf) -> None:
    position = rules("line").parse("SO.OS 1")
    assert sorted(position.completes("S3")) == [("1", "2", "3"), ("3", "4", "5")]
    assert position.completes("O3") == []


@pytest.mark.parametrize("first", [1, 31, 62, 63, 64, 126, 127, 1998])
def test_line_is_found_at_every_place(rules: RulesOf, first: int) -> None:
    squares = "." * (first - 1) + "SO." + "." * (1998 - first)
    position = rules("line").parse(f"{squares} 1").play(f"S{first + 2}")
    assert position.lines() == [(str(first), str(first + 1), str(first + 2))]
    assert position.outcome() == Outcome(0, Reason.LINE, (0, 0), (1, 2))


@pytest.mark.parametrize("size", ["3", "14", "64", "65", "2000"])
def test_sizes(rules: RulesOf, size: str) -> None:
    position = rules("line").start(size)
    assert (position.size, position.players, position.to_move) == (size, 2, 0)
    assert str(position) == "." * int(size) + " 1"
    assert list(position.cells()) == [str(square + 1) for square in range(int(size))]

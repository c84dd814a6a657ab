"""SOS on a grid: every expectation here was worked out by hand from the rules."""

from __future__ import annotations

import pytest

from quire.core import Outcome, Reason
from quire.errors import IllegalMove

from .sides import RulesOf


def test_example_game_ends_three_to_two(rules: RulesOf) -> None:
    position = rules("sos").start("3x3")
    points, movers = [], []
    for move in ["Sa3", "Sb3", "Ob2", "Sb1", "Sc1", "Sa1", "Oa2", "Sc3", "Oc2"]:
        movers.append(position.to_move)
        position = position.play(move)
        points.append(position.points)
    assert movers == [0, 1, 0, 1, 1, 1, 0, 0, 0]
    assert points[:3] == [(0, 0), (0, 0), (0, 0)]
    assert points[3:] == [(0, 1), (0, 2), (0, 2), (1, 2), (2, 2), (3, 2)]
    assert str(position) == "SSS/OOO/SSS 1 3-2"
    assert position.outcome() == Outcome(0, Reason.POINTS, (3, 2), (1, 2))
    assert position.legal_moves() == []
    assert sorted(position.lines()) == [
        ("a1", "a2", "a3"),
        ("a1", "b2", "c3"),
        ("b1", "b2", "b3"),
        ("c1", "b2", "a3"),
        ("c1", "c2", "c3"),
    ]


EIGHT_AROUND_C3 = "S.S.S/.OOO./SO.OS/.OOO./S.S.S"


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        (f"{EIGHT_AROUND_C3} 1 0-0", "Sc3", "S.S.S/.OOO./SOSOS/.OOO./S.S.S 1 8-0"),
        ("SSS/S.S/SSS 2 0-5", "Ob2", "SSS/SOS/SSS 2 0-9"),
        ("SSS/S.S/SSS 2 0-5", "Sb2", "SSS/SSS/SSS 1 0-5"),
        ("..../.SO./.... 1 0-0", "Sd2", "..../.SOS/.... 1 1-0"),
        # The end of one row and the start of the next are not connected.
        (".SO/S../... 1 0-0", "Sa3", ".SO/S../S.. 2 0-0"),
        ("SO./.../... 8 0-0-0-0-0-0-0-0", "Sb2", "SO./.S./... 1 0-0-0-0-0-0-0-0"),
        # Only players who are out are skipped.
        ("SO./.../... 1 0-x-x-0", "Sb2", "SO./.S./... 4 0-x-x-0"),
        ("SO./.../... 1 0-x-x-0", "Sc1", "SOS/.../... 1 1-x-x-0"),
        ("S.S/.../... 1 simple-3x2", "Ob1", "SOS/.../... 3 simple-3x2"),
        ("S.S/.../... 1 simple-2", "Oc3", "S.S/.../..O 2 simple-2"),
        # Points of a composed position continue to count.
        ("SO./.../... 1 9999-0", "Sc1", "SOS/.../... 1 10000-0"),
    ],
)
def test_move_scores_and_passes_the_turn(
    rules: RulesOf, before: str, move: str, after: str
) -> None:
    position = rules("sos").parse(before)
    assert str(position.play(move)) == after
    assert str(position) == before
    assert rules("sos").parse(after) == position.play(move)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("SSS/SSS/SSS 1 4-4", Outcome(None, Reason.POINTS, (4, 4), (1, 1))),
        ("SSS/SSS/SSS 1 3-3-1", Outcome(None, Reason.POINTS, (3, 3, 1), (1, 1, 3))),
        ("SSS/SSS/SSS 1 1-3-1", Outcome(1, Reason.POINTS, (1, 3, 1), (2, 1, 2))),
        ("SSS/SSS/SSS 2 x-1-4", Outcome(2, Reason.POINTS, (0, 1, 4), (3, 2, 1))),
        ("SSS/SSS/SSS 2 x-0-0-x", Outcome(None, Reason.POINTS, (0,) * 4, (3, 1, 1, 3))),
        ("SOS/.../... 2 7-0", None),
    ],
)
def test_endings(rules: RulesOf, text: str, outcome: Outcome | None) -> None:
    position = rules("sos").parse(text)
    assert position.outcome() == outcome
    assert (position.legal_moves() == []) == (outcome is not None)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("SOS/.../... 2 simple-2", Outcome(0, Reason.LINE, (0, 0), (1, 2))),
        ("SOS/.../... 1 simple-4", Outcome(3, Reason.LINE, (0,) * 4, (2, 2, 2, 1))),
        # Players who are out rank after all others.
        ("SOS/.../... 2 simple-3x1", Outcome(2, Reason.LINE, (0,) * 3, (3, 2, 1))),
        ("SOS/.../... 5 simple-5x1x4", Outcome(2, Reason.LINE, (0,) * 5, (4, 2, 1, 4, 2))),
        ("SSS/SSS/SSS 1 simple-2", Outcome(None, Reason.FULL, (0, 0), (1, 1))),
        ("SSS/SSS/SSS 1 simple-3x2", Outcome(None, Reason.FULL, (0,) * 3, (1, 3, 1))),
        ("SSS/SSS/SS. 2 simple-2", None),
    ],
)
def test_endings_of_the_simple_variant(rules: RulesOf, text: str, outcome: Outcome | None) -> None:
    position = rules("sos").parse(text)
    assert position.outcome() == outcome
    assert (position.legal_moves() == []) == (outcome is not None)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("S../.../... 1 3-x-x", Outcome(0, Reason.RESIGNATION, (3, 0, 0), (1, 2, 2))),
        ("S../.../... 2 simple-3x1x3", Outcome(1, Reason.RESIGNATION, (0,) * 3, (2, 1, 2))),
        ("SOS/.../... 2 simple-3x1x3", Outcome(1, Reason.RESIGNATION, (0,) * 3, (2, 1, 2))),
        ("SSS/SSS/SSS 3 x-x-1", Outcome(2, Reason.RESIGNATION, (0, 0, 1), (2, 2, 1))),
    ],
)
def test_last_player_left_wins(rules: RulesOf, text: str, outcome: Outcome) -> None:
    position = rules("sos").parse(text)
    assert position.outcome() == outcome
    assert position.legal_moves() == []


def test_line_does_not_wrap_around_the_edge(rules: RulesOf) -> None:
    rows = [f"S{'.' * 25}", f"{'.' * 25}O", f"{'.' * 24}S."]
    assert rules("sos").parse(f"{'/'.join(rows)} 1 0-0").lines() == []


def test_move_completes_the_lines_it_is_part_of(rules: RulesOf) -> None:
    position = rules("sos").parse("SOS/..O/S.. 1 0-0")
    assert position.completes("Sc3") == [("c1", "c2", "c3")]
    assert position.completes("Ob2") == [("c1", "b2", "a3")]
    assert position.completes("Sa2") == []
    eight = rules("sos").parse(f"{EIGHT_AROUND_C3} 1 0-0").completes("Sc3")
    assert len(eight) == 8
    assert all("c3" in line for line in eight)


def test_two_of_three_players_leave(rules: RulesOf) -> None:
    position = rules("sos").start("3x3:3").play("Sa1")
    position = position.leave(1)
    assert str(position) == "S../.../... 3 0-x-0"
    position = position.play("Ob1")
    assert str(position) == "SO./.../... 1 0-x-0"
    position = position.play("Sc1")
    assert str(position) == "SOS/.../... 1 1-x-0"
    assert position.out == (1,)
    with pytest.raises(IllegalMove):
        position.leave(1)
    position = position.leave(2)
    assert str(position) == "SOS/.../... 1 1-x-x"
    assert position.outcome() == Outcome(0, Reason.RESIGNATION, (1, 0, 0), (1, 2, 2))
    with pytest.raises(IllegalMove):
        position.leave(0)


def test_leaving_loses_the_points_and_passes_the_turn(rules: RulesOf) -> None:
    position = rules("sos").parse("S../.../... 4 3-2-1-5")
    assert str(position.leave(0)) == "S../.../... 4 x-2-1-5"
    assert str(position.leave(3)) == "S../.../... 1 3-2-1-x"
    assert str(position.leave(0).leave(3)) == "S../.../... 2 x-2-1-x"
    assert position.leave(0).points == (0, 2, 1, 5)
    assert str(position) == "S../.../... 4 3-2-1-5"


@pytest.mark.parametrize("player", [-1, 3, 99])
def test_invalid_player_cannot_leave(rules: RulesOf, player: int) -> None:
    with pytest.raises(IllegalMove):
        rules("sos").start("3x3:3").leave(player)


@pytest.mark.parametrize("over", ["SSS/SSS/SSS 1 0-0-0", "SOS/.../... 2 simple-3"])
def test_nobody_can_leave_a_finished_game(rules: RulesOf, over: str) -> None:
    with pytest.raises(IllegalMove):
        rules("sos").parse(over).leave(0)


@pytest.mark.parametrize(
    ("size", "canonical", "players"),
    [
        ("7x5", "7x5", 2),
        ("26x3:2", "26x3", 2),
        ("5x5:8", "5x5:8", 8),
        ("5x5:simple", "5x5:simple", 2),
        ("5x5:2:simple", "5x5:simple", 2),
        ("5x5:3:simple", "5x5:3:simple", 3),
    ],
)
def test_sizes(rules: RulesOf, size: str, canonical: str, players: int) -> None:
    position = rules("sos").start(size)
    assert (position.size, position.players, position.to_move) == (canonical, players, 0)
    assert rules("sos").parse(str(position)) == position

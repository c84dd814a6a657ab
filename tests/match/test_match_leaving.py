"""Resigning and forfeiting: with two players the match ends, with more the others play on."""

from __future__ import annotations

from typing import Any

import pytest

from quire.core import Outcome, Reason
from quire.errors import IllegalMove, MatchOver
from quire.games import GAMES
from quire.match.match import Match
from quire.match.record import Record

FORFEITS = ["time", "disconnection", "illegal", "unreadable", "crash"]
FORFEITS += ["memory", "forbidden", "flood", "tampering"]
NO_FORFEITS = [str(reason) for reason in Reason if reason not in FORFEITS]


def won_by(winner: int, reason: Reason, points: tuple[int, int]) -> Outcome:
    return Outcome(winner, reason, points, (1, 2) if winner == 0 else (2, 1))


def remove(match: Match, player: int, reason: str) -> None:
    if reason == Reason.RESIGNATION:
        match.resign(player, now=5)
    else:
        match.forfeit(player, reason, now=5)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("loser", [0, 1])
@pytest.mark.parametrize("reason", ["resignation", *FORFEITS])
def test_other_player_of_two_wins(game: Any, loser: int, reason: str) -> None:
    for on_turn in (0, 1):
        match = Match(game)
        for _ in range(on_turn):
            match.play(0, match.position.legal_moves()[0], now=1)
        assert match.to_move == on_turn
        remove(match, loser, reason)
        points = ((0, 86), (86, 0))[loser] if game.key == "extreme" else (0, 0)
        assert match.outcome == won_by(1 - loser, Reason(reason), points)
        assert match.points == points
        assert len(match.moves) == on_turn
        assert Record.from_json(match.record.to_json()) == match.record


def test_points_are_kept_in_sos() -> None:
    match = Match("sos", "3x3")
    for number, move in enumerate(("Sa1", "Ob1", "Sc1"), 1):
        match.play(match.to_move, move, now=number)
    match.resign(0, now=4)
    assert match.outcome == won_by(1, Reason.RESIGNATION, (1, 0))


@pytest.mark.parametrize("reason", [*NO_FORFEITS, "nonsense", "", None])
def test_forfeit_needs_a_forfeit_reason(reason: Any) -> None:
    match = Match("line", "9")
    with pytest.raises(ValueError, match="choose from time, disconnection, illegal"):
        match.forfeit(0, reason, now=1)
    assert match.outcome is None


@pytest.mark.parametrize("variant", ["", ":simple"])
@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("reason", ["resignation", *FORFEITS])
def test_last_player_left_wins_with_the_last_reason(
    players: int, reason: str, variant: str
) -> None:
    match = Match("sos", f"3x3:{players}{variant}")
    last = players // 2
    leavers = [player for player in reversed(range(players)) if player != last]
    for gone, player in enumerate(leavers, 1):
        assert match.outcome is None
        remove(match, player, reason if gone == len(leavers) else "disconnection")
        assert match.position.out == tuple(sorted(leavers[:gone]))
        assert match.to_move not in leavers[:gone]
        assert Record.from_json(match.record.to_json()) == match.record
    ranks = tuple(1 if player == last else 2 for player in range(players))
    assert match.outcome == Outcome(last, Reason(reason), (0,) * players, ranks)
    assert match.moves == tuple(f"x{player + 1}" for player in leavers)


def test_the_others_play_on_and_the_rules_decide() -> None:
    match = Match("sos", "3x3:3")
    match.play(0, "Sa1", now=1)
    match.play(1, "Ob1", now=2)
    match.play(2, "Sc1", now=3)  # S-O-S: player 3 has a point and moves again
    assert (match.points, match.to_move) == ((0, 0, 1), 2)
    match.resign(2, now=4)
    assert (match.points, match.to_move, match.outcome) == ((0, 0, 0), 0, None)
    with pytest.raises(IllegalMove):
        match.play(0, "Sa1", now=5)
    match.play(0, "Oa2", now=5)
    match.play(1, "Sa3", now=6)  # a1-a2-a3
    match.play(1, "Ob2", now=7)  # a3-b2-c1
    match.play(1, "Oc2", now=8)
    match.play(0, "Ob3", now=9)
    match.play(1, "Sc3", now=10)  # a1-b2-c3, c1-c2-c3, a3-b3-c3
    assert match.outcome == Outcome(1, Reason.POINTS, (0, 5, 0), (2, 1, 3))
    assert match.moves[3] == "x3"
    assert Record.from_json(match.record.to_json()) == match.record


def test_player_who_is_out_cannot_act() -> None:
    match = Match("sos", "3x3:3")
    match.forfeit(1, "disconnection", now=1)
    before = match.record
    for act in (
        lambda: match.play(1, "Sa1", now=2),
        lambda: match.resign(1, now=2),
        lambda: match.forfeit(1, "time", now=2),
        lambda: match.offer_draw(1, now=2),
        lambda: match.decline_draw(1),
        lambda: match.take_back(1, now=2),
    ):
        with pytest.raises(IllegalMove, match="player 2 is out"):
            act()
    assert match.record == before
    match.play(0, "Sa1", now=2)
    assert match.to_move == 2


def test_two_resign_at_the_same_time() -> None:
    match = Match("line", "9")
    match.resign(0, now=1)
    with pytest.raises(MatchOver, match="resignation"):
        match.resign(1, now=1)
    assert match.outcome == won_by(1, Reason.RESIGNATION, (0, 0))


def test_player_who_is_out_stays_out_after_resuming() -> None:
    match = Match("sos", "3x3:4", ("Ann", "Bob", "Cy", "Di"))
    match.play(0, "Sa1", now=1)
    match.resign(1, now=2)
    match.resign(3, now=3)
    again = Match.resume(match.record)
    assert again.position.out == (1, 3)
    assert again.to_move == 2
    assert again.players == ("Ann", "Bob", "Cy", "Di")
    again.forfeit(2, "crash", now=1)
    assert again.outcome == Outcome(0, Reason.CRASH, (0, 0, 0, 0), (1, 2, 2, 2))

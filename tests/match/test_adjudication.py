"""A referee ends a match with a result; the record says so and is still checked."""

from __future__ import annotations

import pytest
from msgspec import structs

from quire.core import Outcome, Reason, step
from quire.errors import MatchOver, RecordError
from quire.games import GAMES, find_game
from quire.match.match import Match
from quire.match.record import Record


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@pytest.mark.parametrize("winner", [0, 1, None])
def test_result_is_the_referees(game: object, winner: int | None) -> None:
    match = Match(game)  # type: ignore[arg-type]
    match.play(0, match.position.legal_moves()[0], now=1)
    match.adjudicate(winner, now=2)
    record = Record.from_json(match.record.to_json())
    assert record.outcome.reason == "adjudication"
    assert record.outcome.winner == winner
    assert record.outcome.ranks == {0: (1, 2), 1: (2, 1), None: (1, 1)}[winner]
    with pytest.raises(MatchOver):
        match.adjudicate(winner, now=3)


def test_winner_of_extreme_gets_the_points_of_a_forfeit() -> None:
    match = Match("extreme")
    match.adjudicate(1, now=0)
    assert match.points == (0, 86)


def test_players_who_left_rank_behind_an_adjudicated_draw() -> None:
    match = Match("sos", "3x3:3")
    match.resign(1, now=0)
    match.adjudicate(None, now=1)
    match.record.check()
    assert match.record.outcome.ranks == (1, 3, 1)


@pytest.mark.parametrize(("size", "winner"), [("3x3:3", 0), ("3x3", 2), ("3x3", -1)])
def test_only_one_of_two_can_win(size: str, winner: int) -> None:
    match = Match("sos", size)
    with pytest.raises(ValueError, match="winner must be 0 or 1 of two players, or None"):
        match.adjudicate(winner, now=0)
    assert match.outcome is None


def test_contradictions_in_a_record_are_found() -> None:
    match = Match("sos", "3x3")
    match.adjudicate(0, now=0)
    wrong = Outcome(0, Reason.ADJUDICATION, (0, 0), (2, 1))
    with pytest.raises(RecordError, match="ranks"):
        structs.replace(match.record, outcome=wrong).check()
    nobody = Outcome(7, Reason.ADJUDICATION, (0, 0), (1, 1))
    with pytest.raises(RecordError, match="needs a winner"):
        structs.replace(match.record, outcome=nobody).check()


def test_finished_game_is_not_adjudicated() -> None:
    position = find_game("line").start("3")
    moves = []
    while position.outcome() is None:
        moves.append(position.legal_moves()[0])
        position = step(position, moves[-1])
    adjudicated = Outcome(1, Reason.ADJUDICATION, (0, 0), (2, 1))
    record = Record(
        game="line", size="3", players=("a", "b"), moves=tuple(moves), outcome=adjudicated
    )
    with pytest.raises(RecordError, match="by the moves"):
        record.check()

"""Total time with increment, against a clock that keeps a log and adds it up again each time."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core import Reason
from quire.errors import MatchOver, NotationError
from quire.match.match import Match
from quire.match.record import Record

UNIT = 8
"""Units per second: eighths are exact, so that a test can move just in time."""


@dataclass
class NaiveClocks:
    """Every turn so far in units of time: who moved, and how long it took."""

    total: int
    increment: int
    untimed: frozenset[int] = frozenset()
    turns: list[tuple[int, int]] = field(default_factory=list)

    def left(self, player: int) -> int | None:
        """Return what is left before the current turn."""
        if player in self.untimed:
            return None
        left = self.total
        for who, spent in self.turns:
            if who == player:
                left = max(0, left - spent) + self.increment
        return left


def is_over(match: Match) -> bool:
    return match.outcome is not None


def shown(match: Match, now: int) -> list[int | None]:
    """Return the clocks of a match in units."""
    clocks = match.clocks(now / UNIT)
    return [None if left is None else round(UNIT * left) for left in clocks]


@given(
    st.sampled_from([("line", "9", 2), ("sos", "4x4", 2), ("sos", "4x4:3", 3)]),
    st.integers(1, 200),
    st.integers(0, 30),
    st.integers(0, 2**32),
    st.booleans(),
)
def test_any_game_agrees_with_the_log(
    board: tuple[str, str, int], total: int, increment: int, seed: int, computer: bool
) -> None:
    chance = random.Random(seed)
    game, size, players = board
    untimed = frozenset({players - 1} if computer else ())
    match = Match(
        *(game, size, (), total / UNIT), increment=increment / UNIT, untimed=untimed, now=5.0
    )
    naive = NaiveClocks(total, increment, untimed)
    now, thought = 5 * UNIT, 0
    while not is_over(match):
        player = match.to_move
        left = naive.left(player)
        expected = [naive.left(other) for other in range(players)]
        if left is not None:
            expected[player] = max(0, left - thought)
        assert shown(match, now) == expected
        if left is not None and thought > left:
            assert match.expire(now / UNIT)
            break
        assert not match.expire(now / UNIT)
        match chance.randrange(6):
            case 0:
                wait = chance.choice((0, 1, 10, 50))
                now, thought = now + wait, thought + wait
            case 1:
                match.pause_clock(now / UNIT)
                now += chance.choice((0, 7, 100_000))
                assert shown(match, now) == expected
                match.resume_clock(now / UNIT)
            case 2 if player in {who for who, _ in naive.turns}:
                match.take_back(player, now / UNIT)
                while naive.turns.pop()[0] != player:
                    pass
                thought = 0
            case _:
                move = chance.choice(match.position.legal_moves())
                match.play(player, move, now / UNIT)
                naive.turns.append((player, thought))
                thought = 0
    record = match.record
    assert Record.from_json(record.to_json()) == record
    assert (record.clock, record.increment) == (total / UNIT, increment / UNIT)


def test_increment_is_added_after_the_move() -> None:
    match = Match("line", "9", clock=10, increment=3)
    assert match.deadline == 10
    match.play(0, "S1", now=10)
    assert match.clocks(now=12) == (3, 8)
    match.play(1, "S9", now=12)
    assert match.deadline == 15
    assert not match.expire(now=15)
    assert match.expire(now=15.1)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (1, Reason.TIME)
    assert match.clocks(now=20) == (3, 11)


def test_increment_of_zero_is_total_time() -> None:
    match = Match("line", "9", clock=10, increment=0)
    for number, now in enumerate((4, 5, 9)):
        match.play(number % 2, f"S{3 * number + 1}", now=now)
    assert match.clocks(now=9) == (2, 9)
    with pytest.raises(MatchOver):
        match.play(1, "O2", now=18.1)


def test_takeback_restores_all_clocks() -> None:
    match = Match("line", "9", clock=100, increment=5)
    match.play(0, "S1", now=10)
    match.play(1, "S9", now=30)
    match.play(0, "S5", now=40)
    match.take_back(1, now=60)
    assert match.clocks(now=60) == (95, 100)
    match.take_back(0, now=70)
    assert match.clocks(now=70) == (100, 100)


def test_player_who_left_gets_no_increment_and_costs_nobody_time() -> None:
    match = Match("sos", "3x3:3", clock=100, increment=5)
    match.play(0, "Sa1", now=10)
    match.resign(2, now=15)
    assert match.clocks(now=20) == (95, 90, 100)
    match.resign(1, now=20)
    assert match.clocks(now=20) == (95, 100, 100)


def test_time_per_move_shows_full_clocks_to_those_who_wait() -> None:
    match = Match("line", "9", clock=60, untimed=[1])
    assert match.clocks(now=10) == (50, None)
    match.play(0, "S1", now=10)
    assert match.clocks(now=100) == (60, None)
    assert Match("line", "9").clocks(now=3) == (None, None)


def test_resumed_record_has_the_time_that_was_left() -> None:
    match = Match("line", "9", clock=100, increment=5)
    match.play(0, "S1", now=10)
    match.play(1, "S9", now=30)
    again = Match.resume(Record.from_json(match.record.to_json()), now=1000)
    assert again.clocks(now=1001) == (94, 85)
    without_times = Record.from_json(match.record.to_json().replace("[10.0,20.0]", "[]"))
    assert Match.resume(without_times, now=0).clocks(now=0) == (100, 100)


def test_takeback_after_a_record_without_times() -> None:
    match = Match("line", "9", clock=100, increment=5)
    match.play(0, "S1", now=10)
    match.play(1, "S9", now=30)
    record = Record.from_json(match.record.to_json().replace("[10.0,20.0]", "[]"))
    again = Match.resume(record, now=0)
    again.play(0, "S5", now=10)
    again.play(1, "S3", now=30)
    assert again.clocks(now=30) == (95, 85)
    again.take_back(1, now=40)
    assert again.clocks(now=40) == (95, 100)
    again.take_back(0, now=50)
    assert again.clocks(now=50) == (100, 100)
    again.take_back(0, now=60)  # a move of the record
    assert (again.moves, again.clocks(now=60)) == ((), (100, 100))
    again.play(0, "S1", now=70)
    assert again.clocks(now=70) == (95, 100)
    assert again.record.seconds == ()


@pytest.mark.parametrize("increment", [-1, float("nan"), float("inf"), True, "3"])
def test_increment_that_is_no_time_is_refused(increment: float) -> None:
    with pytest.raises(NotationError, match="increment must be 0 seconds or more"):
        Match("line", "9", clock=60, increment=increment)
    with pytest.raises(NotationError, match="needs a clock"):
        Match("line", "9", increment=3)

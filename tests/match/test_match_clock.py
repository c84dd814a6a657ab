"""The clock of a match: at the deadline, past it, and if the system clock is set back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quire.core import Outcome, Reason
from quire.errors import IllegalMove, MatchOver, NotYourTurn
from quire.match.match import Match
from quire.match.record import Record

TIMELY, LATE = 110.0, 110.001


def test_every_move_restarts_the_clock_even_for_the_same_player() -> None:
    match = Match("sos", "3x3", clock=10, now=100)
    assert match.deadline == 110
    for number, move in enumerate(("Sa1", "Ob1", "Sc1", "Sa3"), 1):
        match.play(match.to_move, move, now=100 + 3 * number)
        assert match.deadline == 110 + 3 * number
    # Sc1 made S-O-S: the same player moved twice, each time with a full clock.
    assert match.points == (1, 0)
    assert match.record.seconds == (3.0,) * 4
    assert match.record.clock == 10


@pytest.mark.parametrize("game", ["sos", "line", "extreme", "obstruction"])
def test_exactly_at_the_deadline_is_in_time(game: str) -> None:
    match = Match(game, clock=10, now=100)
    move = match.position.legal_moves()[0]
    assert match.expire(now=TIMELY) is False
    match.play(0, move, now=TIMELY)
    assert match.moves == (move,)
    assert match.deadline == 120


@pytest.mark.parametrize(
    ("game", "points"),
    [("sos", (0, 0)), ("line", (0, 0)), ("extreme", (0, 86)), ("obstruction", (0, 0))],
)
def test_past_the_deadline_the_player_to_move_loses(game: str, points: tuple[int, int]) -> None:
    match = Match(game, clock=10, now=100)
    assert match.expire(now=LATE) is True
    assert match.outcome == Outcome(1, Reason.TIME, points, (2, 1))
    assert match.points == points
    assert match.deadline is None
    assert match.expire(now=LATE) is False
    assert Record.from_json(match.record.to_json()) == match.record


def test_without_a_clock_no_time_runs_out() -> None:
    match = Match("line", "9")
    assert match.deadline is None
    assert match.expire(now=1e300) is False
    match.play(0, "S1", now=1e300)
    assert match.record.seconds == (1e300,)


LATE_ACTIONS: dict[str, Callable[[Match, int], object]] = {
    "play": lambda match, player: match.play(player, "S1", now=LATE),
    "play nonsense": lambda match, player: match.play(player, "?", now=LATE),
    "resign": lambda match, player: match.resign(player, now=LATE),
    "offer_draw": lambda match, player: match.offer_draw(player, now=LATE),
    "take_back": lambda match, player: match.take_back(player, now=LATE),
}


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("action", LATE_ACTIONS)
def test_late_action_finds_the_time_run_out(action: str, player: int) -> None:
    match = Match("line", "9", clock=10, now=100)
    with pytest.raises(MatchOver, match="player 1's time ran out"):
        LATE_ACTIONS[action](match, player)
    assert match.outcome == Outcome(1, Reason.TIME, (0, 0), (2, 1))
    assert match.moves == ()


def test_second_draw_offer_too_late() -> None:
    match = Match("line", "9", clock=10, now=100)
    match.offer_draw(0, now=TIMELY)
    with pytest.raises(MatchOver, match="time ran out"):
        match.offer_draw(1, now=LATE)
    assert match.outcome == Outcome(1, Reason.TIME, (0, 0), (2, 1))
    assert match.draw_offers == frozenset()


REFEREE: dict[Reason, Callable[[Match], object]] = {
    Reason.CRASH: lambda match: match.forfeit(1, Reason.CRASH, now=LATE),
    Reason.TIME: lambda match: match.forfeit(1, Reason.TIME, now=LATE),
    Reason.ABORTED: lambda match: match.abort(now=LATE),
    Reason.ABANDONED: lambda match: match.abandon(now=LATE),
}


@pytest.mark.parametrize("reason", REFEREE)
def test_referee_is_not_bound_by_the_clock(reason: Reason) -> None:
    match = Match("line", "9", clock=10, now=100)
    REFEREE[reason](match)
    assert match.outcome is not None
    assert match.outcome.reason is reason
    assert match.outcome.winner == (0 if reason in (Reason.CRASH, Reason.TIME) else None)


def three(clock: float = 10) -> Match:
    return Match("sos", "4x4:3", clock=clock, now=100)


def test_with_three_the_late_player_is_out_and_the_next_has_a_full_clock() -> None:
    match = three()
    assert match.expire(now=150) is True
    assert (match.outcome, match.moves, match.to_move) == (None, ("x1",), 1)
    assert match.position.out == (0,)
    assert match.deadline == 160
    assert match.record.seconds == (50.0,)
    # Only one clock runs at a time, so nobody else runs out at the same moment.
    assert match.expire(now=150) is False
    assert match.expire(now=160) is False
    assert match.expire(now=160.5) is True
    assert match.outcome == Outcome(2, Reason.TIME, (0, 0, 0), (2, 2, 1))
    assert match.moves == ("x1", "x2")


@pytest.mark.parametrize("action", LATE_ACTIONS)
def test_with_three_the_late_player_gets_an_error(action: str) -> None:
    match = three()
    with pytest.raises(IllegalMove, match="player 1's time ran out"):
        LATE_ACTIONS[action](match, 0)
    assert (match.moves, match.outcome, match.to_move) == (("x1",), None, 1)
    with pytest.raises(IllegalMove, match="player 1 is out"):
        LATE_ACTIONS[action](match, 0)


def test_with_three_the_next_player_may_move_at_once() -> None:
    match = three()
    match.play(1, "Sa1", now=LATE)
    assert match.moves == ("x1", "Sa1")
    assert match.record.seconds == (10.001, 0.0)
    with pytest.raises(NotYourTurn, match="it's player 3's turn, not player 2's"):
        match.play(1, "Sa2", now=LATE)


def test_with_three_another_resigns_when_time_has_run_out() -> None:
    match = three()
    match.resign(2, now=LATE)
    assert match.moves == ("x1", "x3")
    assert match.outcome == Outcome(1, Reason.RESIGNATION, (0, 0, 0), (2, 1, 2))


def test_with_three_the_last_opponent_is_too_late() -> None:
    match = three()
    match.resign(1, now=101)
    with pytest.raises(MatchOver, match="player 1's time ran out"):
        match.resign(2, now=LATE)
    assert match.outcome == Outcome(2, Reason.TIME, (0, 0, 0), (2, 2, 1))


def test_leaving_out_of_turn_keeps_the_clock_running() -> None:
    match = three()
    match.resign(2, now=104)
    assert match.deadline == 110
    match.play(0, "Sa1", now=106)
    assert match.moves == ("x3", "Sa1")
    assert match.record.seconds == (0.0, 6.0)


def test_takeback_restarts_the_clock() -> None:
    match = Match("line", "9", clock=10, now=100)
    match.play(0, "S1", now=105)
    match.take_back(0, now=112)
    assert match.deadline == 122
    assert match.record.seconds == ()


def test_seconds_are_rounded_to_milliseconds() -> None:
    match = Match("line", "9")
    match.play(0, "S1", now=0.0004)
    match.play(1, "S2", now=1.2346)
    assert match.record.seconds == (0.0, 1.234)


NOW = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**9), 10**9)


@given(start=NOW, moments=st.lists(NOW, min_size=1, max_size=8), clocked=st.booleans())
@example(start=-1e308, moments=[1e308], clocked=False)
def test_jumping_clock_never_fails(start: float, moments: list[float], clocked: bool) -> None:
    match = Match("line", "9", clock=60 if clocked else None, now=start)
    for square, now in enumerate(moments, 1):
        late = match.deadline is not None and now > match.deadline
        if late:
            with pytest.raises(MatchOver):
                match.play(match.to_move, f"S{square}", now)
            break
        match.play(match.to_move, f"S{square}", now)
        assert match.record.seconds[-1] >= 0
    assert Record.from_json(match.record.to_json()) == match.record


def test_paused_clock_charges_nothing() -> None:
    match = Match("line", "7", clock=60)
    match.pause_clock(now=10)
    match.pause_clock(now=20)  # paused already
    assert (match.is_paused, match.expire(now=1000)) == (True, False)
    match.resume_clock(now=1000)
    match.resume_clock(now=1010)  # runs already
    assert match.deadline == 1050
    match.pause_clock(now=1005)
    match.play(0, "S1", now=1030)
    assert list(match.record.seconds) == [15.0]
    match.resume_clock(now=2000)
    assert match.deadline == 2060
    assert match.expire(now=2060.1)


def test_movers_follow_moves_takebacks_and_records() -> None:
    match = Match("sos", "3x3:3", clock=60)
    for move in ("Sa3", "Sb3", "Oc3"):
        match.play(match.to_move, move, now=1)
    match.resign(1, now=2)
    assert (match.moves, match.movers) == (("Sa3", "Sb3", "Oc3", "x2"), (0, 1, 2, 1))
    again = Match.resume(Record.from_json(match.record.to_json()))
    assert (again.movers, again.has_everyone_moved) == (match.movers, True)
    match.play(0, "Sa1", now=3)
    match.take_back(0, now=4)
    assert match.movers == (0, 1, 2, 1)

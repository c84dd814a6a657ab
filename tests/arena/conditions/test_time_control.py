"""Time controls: what is written, what is left after every move, what a bot receives."""

from __future__ import annotations

import pytest

from quire.arena.bots.process import _timeout
from quire.arena.bots.spec import Kind
from quire.arena.conditions.time_control import ClockSet, GameTime, TimeControl
from quire.engine.ugi.protocol import go_words
from quire.errors import NotationError
from quire.match.agent import Clocks, Limit
from quire.match.clock import suggested_seconds


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10+0.1", GameTime(10, 0.1)),
        ("2m+1s", GameTime(120, 1)),
        ("500ms", GameTime(0.5)),
        ("40/60s", GameTime(60, 0, 40)),
        ("5/1s+0", GameTime(1, 0, 5)),
    ],
)
def test_time_controls_are_read_and_written(text: str, expected: GameTime) -> None:
    assert GameTime.parse(text) == expected
    assert GameTime.parse(str(expected)) == expected


@pytest.mark.parametrize("text", ["", "fast", "0", "1:30", "0/60", "10+", "+1", "10+-1", "1/2/3"])
def test_invalid_time_controls(text: str) -> None:
    with pytest.raises(NotationError, match="is not a time control: write 10s"):
        GameTime.parse(text)


def test_increment_is_added_after_every_move() -> None:
    clocks = ClockSet([TimeControl(game=GameTime(10, 2)), TimeControl(game=GameTime(8))])
    clocks.spend(0, 3.5)
    clocks.spend(1, 8.04)  # within the grace: the clock stops at zero
    assert clocks.limit(0).clocks == Clocks((8.5, 0.0), (2, 0.0))


def test_every_session_gets_its_time() -> None:
    clocks = ClockSet([TimeControl(game=GameTime(60, 1, 2)), TimeControl(Limit(seconds=1))])
    assert clocks.limit(0).clocks == Clocks((60, None), (1, None), 2)
    clocks.spend(0, 20)
    assert clocks.limit(0).clocks == Clocks((41, None), (1, None), 1)
    clocks.spend(0, 11)  # 41 - 11 + 1, and the next session's 60
    assert clocks.limit(0).clocks == Clocks((91, None), (1, None), 2)
    clocks.spend(1, 0.5)
    assert clocks.limit(1).clocks == Clocks((91, None), (1, None), None)


def test_limits_per_move_have_no_clocks() -> None:
    limit = Limit(seconds=2, nodes=50)
    assert ClockSet([TimeControl(limit), TimeControl(limit)]).limit(0) is limit


def test_suggested_time_never_empties_the_clock() -> None:
    clocks = ClockSet([TimeControl(game=GameTime(1, 0.5)), TimeControl()])
    for _ in range(200):
        limit = clocks.limit(0)
        assert limit.seconds is not None
        assert limit.clocks is not None
        left = limit.clocks.left[0]
        assert left is not None
        assert 0 < limit.seconds < left
        clocks.spend(0, limit.seconds)


def test_suggestion_uses_the_moves_that_are_due() -> None:
    assert suggested_seconds(10, 0, 1) == 9.95
    assert suggested_seconds(10, 0, 4) == 2.5
    assert suggested_seconds(10, 0, 400) == suggested_seconds(10, 0, None) == 0.4


def test_answer_is_due_when_the_clock_runs_out_and_not_at_the_suggestion() -> None:
    clocks = Clocks((10.0, None), (0.0, None))
    assert _timeout(Kind.PROGRAM, Limit(0.4, clocks=clocks), 0) == pytest.approx(10.05)
    assert _timeout(Kind.PROGRAM, Limit(2.0, clocks=clocks), 1) == pytest.approx(2.05)
    assert _timeout(Kind.PROGRAM, Limit(2.0), 1) == pytest.approx(2.05)
    assert _timeout(Kind.PROGRAM, Limit(depth=3), 0) == 60


def test_course_bot_has_another_second_after_its_alarm() -> None:
    clocks = Clocks((10.0, None), (0.0, None))
    assert _timeout(Kind.COURSE, Limit(0.4, clocks=clocks), 0) == pytest.approx(11.05)
    assert _timeout(Kind.COURSE, Limit(2.0), 1) == pytest.approx(3.05)


def test_go_names_every_clock_and_the_depth() -> None:
    clocks = Clocks((1.5, 20.0), (0.0, 0.25))
    assert go_words(Limit(0.1, depth=7, clocks=clocks)) == (
        "movetime 100 depth 7 p1time 1500 p1inc 0 p2time 20000 p2inc 250"
    )

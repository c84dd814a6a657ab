"""The game clock: it pauses while nothing can be written, and no date can move it."""

from __future__ import annotations

import time

import pytest

from quire.store.game_clock import SLOW_WRITE_SECONDS, GameClock, steady_time
from quire.store.play import presence
from tests.store.sync_store import TODAY, SyncStore

HOUR = 3600.0
TEN_DAYS = 240 * HOUR


class Wall:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.time = TODAY

    def __call__(self) -> float:
        """Return the time."""
        return self.time


@pytest.fixture
def wall() -> Wall:
    """A clock that tests set."""
    return Wall()


def write(clock: GameClock, succeeded: bool = True) -> None:
    clock.begin_write()
    clock.end_write(succeeded)


def test_it_runs_while_writes_succeed(wall: Wall) -> None:
    clock = GameClock(wall)
    for _ in range(3):
        wall.time += 61
        write(clock)
    assert clock.now() == TODAY + 183
    assert not clock.was_paused


def test_it_stands_while_writes_fail_and_goes_on_from_the_last_that_succeeded(wall: Wall) -> None:
    clock = GameClock(wall)
    wall.time += 5
    write(clock)
    wall.time += 1
    write(clock, succeeded=False)
    assert clock.is_paused
    wall.time += 20
    write(clock, succeeded=False)
    assert clock.now() == TODAY + 5
    wall.time += 1
    write(clock)
    assert (clock.is_paused, clock.was_paused) == (False, True)
    assert clock.now() == TODAY + 5
    wall.time += 2
    assert clock.now() == TODAY + 7
    assert clock.today() == TODAY + 29


def test_it_stands_while_a_write_takes_long(wall: Wall) -> None:
    clock = GameClock(wall)
    wall.time += 0.5
    clock.begin_write()
    wall.time += SLOW_WRITE_SECONDS
    assert clock.now() == TODAY + 0.5 + SLOW_WRITE_SECONDS
    wall.time += 20
    assert clock.now() == TODAY
    clock.end_write(succeeded=True)
    assert clock.now() == TODAY
    assert clock.downtime == 20.5 + SLOW_WRITE_SECONDS


def test_steady_time_does_not_follow_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    steady = steady_time()
    before = steady()
    real = time.time
    for step in (HOUR, -HOUR, TEN_DAYS, -TEN_DAYS):
        monkeypatch.setattr(time, "time", lambda step=step: real() + step)
        assert 0 <= steady() - before < 60


@pytest.mark.parametrize("step", [1.0, 20.0, HOUR, -HOUR, TEN_DAYS, -TEN_DAYS])
def test_next_server_goes_on_where_the_last_has_stopped(
    store: SyncStore, wall: Wall, step: float
) -> None:
    clock = GameClock(wall)
    clock.downtime = store.write(presence.register_server, wall.time)
    wall.time += 10
    assert store.write(presence.record_clock, clock) == clock.now()
    last = clock.now()
    wall.time += step
    following = GameClock(wall)
    following.downtime = store.write(presence.register_server, wall.time)
    assert following.now() == pytest.approx(last, abs=1e-3)


@pytest.mark.parametrize("step", [0.0, HOUR, -HOUR, TEN_DAYS, -TEN_DAYS])
def test_servers_agree_on_the_clock_that_is_ahead_whatever_their_dates_are(
    store: SyncStore, wall: Wall, step: float
) -> None:
    one, two = GameClock(wall), GameClock(lambda: wall.time + step)
    for clock in (one, two):
        clock.downtime = store.write(presence.register_server, clock.today())
        wall.time += 0.4
    for _ in range(5):
        for clock in (one, two):
            wall.time += 0.5
            clock.catch_up(store.write(presence.record_clock, clock))
    assert one.now() == pytest.approx(TODAY + 5.8, abs=0.01)
    assert two.now() == pytest.approx(TODAY + 5.8, abs=0.01 if not step else 1.0)


def test_an_outage_is_credited_once_by_all_servers(store: SyncStore, wall: Wall) -> None:
    clocks = [GameClock(wall), GameClock(wall)]
    for clock in clocks:
        clock.downtime = store.write(presence.register_server, wall.time)
        store.write(presence.record_clock, clock)
        write(clock)
    wall.time += 0.9
    for clock in clocks:
        write(clock, succeeded=False)
    wall.time += 20
    for clock in clocks:
        write(clock)
        clock.catch_up(store.write(presence.record_clock, clock))
        clock.was_paused = False
        wall.time += 0.3
    for _ in range(2):
        for clock in clocks:
            clock.catch_up(store.write(presence.record_clock, clock))
            write(clock)
    for clock in clocks:
        assert clock.now() == pytest.approx(TODAY + 0.6, abs=0.01)

"""A game with a live clock that was joined while a player is away: it starts when all are here."""

from __future__ import annotations

import math

import pytest

from quire.core import Reason
from quire.errors import NotAllowed
from quire.online.event import BY_PLAYERS, EventKind
from quire.online.game_state import MAX_START_WAIT_SECONDS
from quire.online.live_game import BEFORE_THE_START, LiveGame
from quire.online.setup import Seat, Setup
from tests.online.game_under_test import ANN, BOB, COMPUTER, GameUnderTest

CEM = Seat("Cem", "cem")


def joined(table: GameUnderTest, *connected: str) -> list[int | None]:
    """Let a game wait for everyone who is not connected; return their seats."""
    seats = []
    while (decision := table.game.await_absent(connected, 100.0)) is not None:
        assert decision.event.kind is EventKind.AWAITED
        table.game = decision.next
        seats.append(decision.event.seat)
    return seats


def is_waiting(table: GameUnderTest) -> bool:
    """Return whether the game waits for everyone to be there."""
    return table.game.is_waiting


def test_clock_starts_when_the_absent_host_is_back() -> None:
    table = GameUnderTest(clock=60.0)
    assert joined(table, "bob") == [0]
    assert is_waiting(table)
    assert not table.has_running_clock
    assert table.game.match.clocks(400.0) == (60.0, 60.0)
    event = table.presence(0, True, 400.0)
    assert event is not None
    assert event.kind is EventKind.RECONNECTED
    assert not is_waiting(table)
    assert table.game.match.deadline == 460.0
    table.play("a1", now=410.0)
    assert table.game.match.record.seconds == (10.0,)


def test_total_time_is_untouched_by_the_wait() -> None:
    setup = Setup("g", "line", "5", (ANN, BOB), 300.0, began=100.0, increment=3.0)
    decision = LiveGame.begin(setup).await_absent(["bob"], 100.0)
    assert decision is not None
    started = decision.next.presence(0, True, 1000.0)
    assert started is not None
    assert started.next.match.clocks(1010.0) == (290.0, 300.0)


def test_nothing_waits_if_everyone_is_present() -> None:
    table = GameUnderTest()
    assert joined(table, "ann", "bob") == []
    assert (table.game.seq, table.game.match.deadline) == (0, 160.0)


@pytest.mark.parametrize(
    ("clock", "reconnect_seconds"), [(None, 30.0), (86400.0, None)], ids=["none", "correspondence"]
)
def test_other_clocks_start_with_the_last_seat(
    clock: float | None, reconnect_seconds: float | None
) -> None:
    table = GameUnderTest(clock=clock, reconnect_seconds=reconnect_seconds)
    assert joined(table, "bob") == []
    assert not is_waiting(table)


def test_three_players_start_when_all_are_there_at_once() -> None:
    table = GameUnderTest("sos", "4x4:3", (ANN, BOB, CEM))
    assert joined(table, "cem") == [0, 1]
    table.presence(0, True, 110.0)
    assert is_waiting(table)
    table.presence(2, False, 120.0)  # the player who joined last leaves
    table.presence(1, True, 130.0)
    assert is_waiting(table)
    assert set(table.game.disconnected) == {2}
    table.presence(2, True, 140.0)
    assert not is_waiting(table)
    assert table.game.match.deadline == 200.0


def test_nobody_loses_by_absence_while_the_game_waits() -> None:
    table = GameUnderTest(rated=True)
    joined(table, "bob")
    table.presence(1, False, 110.0)
    assert table.game.disconnected == {0: math.inf, 1: math.inf}
    assert table.due(100.0 + MAX_START_WAIT_SECONDS) is None
    assert table.game.due() == 100.0 + MAX_START_WAIT_SECONDS


def test_host_who_never_comes_back_loses_nothing() -> None:
    table = GameUnderTest(rated=True)
    joined(table, "bob")
    event = table.due(100.1 + MAX_START_WAIT_SECONDS)
    assert event is not None
    assert (event.kind, event.seat) == (EventKind.ABSENCE_ABORT, 0)
    assert (table.reason, table.winner) == (Reason.ABORTED, None)
    assert not is_waiting(table)


def test_game_that_all_have_left_is_abandoned() -> None:
    table = GameUnderTest()
    joined(table, "bob")
    table.presence(1, False, 110.0)
    event = table.due(100.1 + MAX_START_WAIT_SECONDS)
    assert event is not None
    assert (event.kind, table.reason) == (EventKind.ABANDONED, Reason.ABANDONED)


def test_host_who_comes_too_late_ends_the_game() -> None:
    table = GameUnderTest()
    joined(table, "bob")
    event = table.presence(0, True, 100.1 + MAX_START_WAIT_SECONDS)
    assert event is not None
    assert event.kind is EventKind.ABSENCE_ABORT


@pytest.mark.parametrize("kind", sorted(BY_PLAYERS - BEFORE_THE_START))
def test_nothing_is_played_before_the_start(kind: EventKind) -> None:
    table = GameUnderTest("sos", "3x3", (BOB, ANN))
    joined(table, "bob")
    with pytest.raises(NotAllowed, match="starts when everyone is present"):
        table.act(kind, 0, 110.0, "Sa1")


def test_guest_can_chat_and_abort() -> None:
    table = GameUnderTest()
    joined(table, "bob")
    table.act(EventKind.CHAT, 1, 110.0, "Are you there?")
    table.act(EventKind.ABORT, 1, 120.0)
    assert (table.reason, table.game.is_waiting) == (Reason.ABORTED, False)


def test_deleted_account_aborts_the_game() -> None:
    table = GameUnderTest(rated=True)
    joined(table, "bob")
    decision = table.game.leave("bob", 110.0)
    assert decision is not None
    assert decision.event.kind is EventKind.ABORT


def test_absence_after_the_start_counts_as_ever() -> None:
    table = GameUnderTest()
    joined(table, "bob")
    table.presence(0, True, 110.0)
    table.presence(0, False, 120.0)
    assert (table.game.is_waiting, table.game.disconnected) == (False, {0: 150.0})
    assert table.has_running_clock


def test_computer_waits_for_the_start() -> None:
    table = GameUnderTest("sos", "4x4:3", (COMPUTER, ANN, BOB))
    assert joined(table, "bob") == [1]
    assert [table.game.agent_to_move] == [None]
    table.presence(2, False, 105.0)  # now no person is here
    table.presence(2, True, 108.0)
    assert not table.has_running_clock
    table.presence(1, True, 110.0)
    assert [table.game.agent_to_move] == ["level1"]
    table.play("Sa1", now=120.0)
    assert table.game.match.deadline == 180.0


def test_waiting_is_in_the_log() -> None:
    table = GameUnderTest()
    joined(table, "bob")
    again = LiveGame.begin(table.game.setup).after(*table.game.events)
    assert (again.waiting_since, again.disconnected) == (100.0, {0: math.inf})

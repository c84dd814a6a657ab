"""Absence: it loses live games between people that have begun, and costs nothing elsewhere."""

from __future__ import annotations

import pytest

from quire.core import Reason
from quire.errors import NotAllowed
from quire.online.event import Event, EventKind
from quire.online.game_state import MAX_IDLE_SECONDS
from quire.online.live_game import LiveGame
from quire.online.setup import Seat, Setup
from tests.online.game_under_test import ANN, BOB, COMPUTER, GameUnderTest

CEM = Seat("Cem", "cem")


@pytest.mark.parametrize("moves", [(), ("a1",)])
@pytest.mark.parametrize("absent", [(0,), (1,), (0, 1)])
def test_game_is_aborted_before_everyone_has_moved(
    moves: tuple[str, ...], absent: tuple[int, ...]
) -> None:
    table = GameUnderTest(rated=True)
    table.play(*moves)
    for seat in absent:
        table.presence(seat, False, 110.0)
    assert table.due(140.0) is None
    event = table.due(140.1)
    assert event is not None
    assert (event.kind, event.seat) == (EventKind.ABSENCE_ABORT, absent[0])
    assert (table.reason, table.winner) == (Reason.ABORTED, None)
    table.game.match.record.check()


def test_clock_of_an_absent_player_aborts_before_everyone_has_moved() -> None:
    table = GameUnderTest(clock=20.0)
    table.presence(0, False, 101.0)
    event = table.due(121.1)
    assert event is not None
    assert (event.kind, event.seat) == (EventKind.ABSENCE_ABORT, 0)


def test_clock_of_a_player_who_is_there_decides_before_everyone_has_moved() -> None:
    table = GameUnderTest(clock=20.0)
    table.presence(1, False, 101.0)
    event = table.due(121.1)
    assert event is not None
    assert (event.kind, event.seat, table.winner) == (EventKind.TIMEOUT, 0, 1)


def test_only_moves_on_the_board_count_as_made() -> None:
    table = GameUnderTest("sos", "3x3")
    table.play("Sa1", "Sa2")
    table.act(EventKind.TAKEBACK, 1, 102.0)
    table.act(EventKind.ACCEPT_TAKEBACK, 0, 103.0)
    table.presence(0, False, 110.0)
    event = table.due(140.1)
    assert event is not None
    assert event.kind is EventKind.ABSENCE_ABORT


def test_game_of_three_is_aborted_until_all_who_are_in_it_have_moved() -> None:
    table = GameUnderTest("sos", "4x4:3", (ANN, BOB, CEM))
    table.play("Sa1", "Sa2")
    table.presence(0, False, 110.0)
    before = table.game
    event = table.due(140.1)
    assert event is not None
    assert (event.kind, table.reason) == (EventKind.ABSENCE_ABORT, Reason.ABORTED)
    table.game = before
    table.act(EventKind.RESIGN, 2, 111.0)  # Cem, who has not moved, is out
    event = table.due(140.1)
    assert event is not None
    assert (event.kind, event.seat, table.winner) == (EventKind.ABSENCE_TIMEOUT, 0, 1)


def test_absent_player_of_three_is_out() -> None:
    table = GameUnderTest("sos", "4x4:3", (ANN, BOB, CEM))
    table.play("Sa1", "Sa2", "Sa3")
    table.presence(1, False, 110.0)
    event = table.due(140.1)
    assert event is not None
    assert (event.kind, event.seat) == (EventKind.ABSENCE_TIMEOUT, 1)
    assert (table.game.match.outcome, table.game.match.out) == (None, (1,))
    assert table.presence(1, True, 141.0) is None


@pytest.mark.parametrize("moves", [(), ("a1", "e5")])
def test_game_without_a_clock_waits(moves: tuple[str, ...]) -> None:
    table = GameUnderTest(clock=None)
    table.play(*moves)
    for seat in (0, 1):
        assert table.presence(seat, False, 110.0) is not None
    assert table.due(10_000.0) is None
    assert table.presence(0, True, 10_000.0) is not None
    assert (*table.game.disconnected,) == (1,)


@pytest.mark.parametrize("seats", [(ANN, COMPUTER), (COMPUTER, ANN)])
def test_clock_stands_still_while_the_opponent_of_a_computer_is_away(
    seats: tuple[Seat, ...],
) -> None:
    person = seats.index(ANN)
    table = GameUnderTest("sos", "4x4", seats)
    if person:
        table.play("Sa1", now=100.0)
    table.presence(person, False, 110.0)
    assert not table.has_running_clock
    assert table.due(10_000.0) is None
    table.presence(person, True, 10_000.0)
    assert table.game.match.deadline == 10_000.0 + 50.0
    table.act(EventKind.MOVE, person, 10_001.0, "Sb2")
    assert table.game.match.record.seconds[-1] == 11.0


def test_computer_move_while_the_person_is_away_starts_a_clock_that_waits() -> None:
    table = GameUnderTest("sos", "4x4", (ANN, COMPUTER))
    table.play("Sa1", now=105.0)
    table.presence(0, False, 106.0)
    table.act(EventKind.MOVE, 1, 107.0, "Sd4")
    assert not table.has_running_clock
    table.presence(0, True, 500.0)
    assert table.game.match.deadline == 560.0
    assert table.game.match.record.seconds == (5.0, 1.0)


def test_people_who_play_with_a_computer_wait_for_each_other_by_the_clock() -> None:
    table = GameUnderTest("sos", "4x4:3", (ANN, BOB, COMPUTER))
    table.presence(0, False, 110.0)
    assert table.due(161.0) is None
    event = table.due(161.1)
    assert event is not None
    assert (event.kind, event.seat) == (EventKind.TIMEOUT, 0)
    assert table.game.match.out == (0,)


def test_clock_stands_still_once_nobody_waits_with_a_computer() -> None:
    table = GameUnderTest("sos", "4x4:3", (ANN, BOB, COMPUTER))
    table.presence(0, False, 110.0)
    table.presence(1, False, 120.0)
    assert table.due(10_000.0) is None
    table.presence(1, True, 10_000.0)
    assert table.game.match.deadline == 10_040.0
    table.presence(1, False, 10_010.0)
    table.presence(0, True, 10_020.0)
    table.act(EventKind.RESIGN, 0, 10_021.0)  # Bob is away, and alone with the computer
    assert table.due(20_000.0) is None


def test_who_is_away_from_a_computer_without_a_clock_is_not_recorded() -> None:
    table = GameUnderTest("sos", "4x4", (ANN, COMPUTER), clock=None)
    assert table.presence(0, False, 110.0) is None


@pytest.mark.parametrize("clock", [None, 60.0])
@pytest.mark.parametrize("opponent", [BOB, COMPUTER])
def test_forgotten_game_ends(clock: float | None, opponent: Seat) -> None:
    table = GameUnderTest("sos", "4x4", (ANN, opponent), clock=clock)
    table.play("Sa1", now=101.0)
    if clock is not None and opponent is BOB:
        assert table.game.due() == 162.0  # the clock decides
        return
    assert table.game.due() == 101.0 + MAX_IDLE_SECONDS
    assert table.due(101.0 + MAX_IDLE_SECONDS) is None
    event = table.due(102.0 + MAX_IDLE_SECONDS)
    assert event is not None
    assert (event.kind, table.reason) == (EventKind.ABANDONED, Reason.ABANDONED)


def test_waiting_game_against_a_computer_can_be_abandoned() -> None:
    assert GameUnderTest().game.abandon(101.0) is None
    table = GameUnderTest("sos", "4x4", (ANN, COMPUTER), clock=None)
    decision = table.game.abandon(101.0)
    assert decision is not None
    assert decision.event.kind is EventKind.ABANDONED
    assert decision.next.abandon(102.0) is None


def test_nobody_is_away_from_a_game_that_is_over() -> None:
    table = GameUnderTest()
    table.presence(1, False, 101.0)
    table.act(EventKind.RESIGN, 0, 102.0)
    assert not table.game.disconnected


def test_games_that_were_lost_by_absence_earlier_stay_so() -> None:
    """Replay logs of the time when every absence lost, and no clock stood still."""
    events = (
        Event(seq=1, kind=EventKind.DISCONNECTED, at=101.0, seat=0),
        Event(seq=2, kind=EventKind.ABSENCE_TIMEOUT, at=132.0, seat=0),
    )
    for seats in ((ANN, BOB), (ANN, COMPUTER)):
        game = LiveGame.begin(Setup("g", "sos", "3x3", seats, began=100.0)).after(*events)
        assert game.match.outcome is not None
        assert (game.match.outcome.winner, game.match.outcome.reason) == (1, Reason.DISCONNECTION)


def test_waiting_player_gives_more_time_again_and_again() -> None:
    table = GameUnderTest(clock=600.0)
    table.play("a1", "e5")
    table.presence(0, False, 110.0)
    deadline = table.game.match.deadline
    for _ in range(2):
        assert table.act(EventKind.KEEP_WAITING, 1, 120.0).kind is EventKind.KEEP_WAITING
    assert table.game.match.deadline == deadline
    assert table.game.due() == 260.0
    assert table.due(260.0) is None
    event = table.due(260.1)
    assert event is not None
    assert (event.kind, event.seat, table.winner) == (EventKind.ABSENCE_TIMEOUT, 0, 1)


def test_waiting_longer_does_not_stop_the_clock() -> None:
    table = GameUnderTest()
    table.play("a1", "e5")
    table.presence(0, False, 110.0)
    table.act(EventKind.KEEP_WAITING, 1, 120.0)
    event = table.due(161.1)
    assert event is not None
    assert (event.kind, event.seat) == (EventKind.TIMEOUT, 0)


def test_waiting_longer_ends_with_the_absence() -> None:
    table = GameUnderTest(clock=600.0)
    table.play("a1", "e5")
    table.presence(0, False, 110.0)
    table.act(EventKind.KEEP_WAITING, 1, 120.0)
    table.presence(0, True, 130.0)
    table.presence(0, False, 140.0)
    assert table.game.due() == 170.0


def test_too_late_to_keep_waiting() -> None:
    table = GameUnderTest()
    table.play("a1", "e5")
    table.presence(0, False, 110.0)
    assert table.act(EventKind.KEEP_WAITING, 1, 140.1).kind is EventKind.ABSENCE_TIMEOUT


def test_waiting_for_nobody_is_refused() -> None:
    table = GameUnderTest()
    with pytest.raises(NotAllowed, match="nobody is away"):
        table.act(EventKind.KEEP_WAITING, 0, 101.0)
    table.presence(0, False, 101.0)
    with pytest.raises(NotAllowed, match="nobody is away"):
        table.act(EventKind.KEEP_WAITING, 0, 102.0)
    untimed = GameUnderTest(clock=None)
    untimed.presence(0, False, 101.0)
    with pytest.raises(NotAllowed, match="waits for everyone anyway"):
        untimed.act(EventKind.KEEP_WAITING, 1, 102.0)

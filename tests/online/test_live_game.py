"""An online game rebuilt from its events, without any I/O."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core import Reason
from quire.errors import IllegalMove, MatchOver, NotAllowed, NotYourTurn, QuireError, Stale, TooMany
from quire.games import find_game
from quire.online.event import BY_PLAYERS, Event, EventKind
from quire.online.live_game import MAX_ACTS, MAX_OTHER_EVENTS, LiveGame
from quire.online.setup import Seat
from tests.online.game_under_test import ANN, BOB, COMPUTER, GameUnderTest


def test_move_is_stored_in_canonical_notation() -> None:
    table = GameUnderTest()
    assert table.act(EventKind.MOVE, 0, 101.0, " C3").text == "c3"
    assert (table.game.seq, table.game.board_seq, table.game.match.moves) == (1, 1, ("c3",))


def test_refused_act_changes_nothing() -> None:
    table = GameUnderTest()
    for kind, seat, text, error in (
        (EventKind.MOVE, 1, "a1", NotYourTurn),
        (EventKind.MOVE, 0, "z9", IllegalMove),
        (EventKind.DRAW, 0, "", IllegalMove),
        (EventKind.TAKEBACK, 0, "", IllegalMove),
        (EventKind.ACCEPT_TAKEBACK, 1, "", NotAllowed),
        (EventKind.REMATCH, 0, "", NotAllowed),
    ):
        with pytest.raises(error):
            table.game.decide(kind, seat, 101.0, text)
    assert (table.game.seq, table.game.match.moves) == (0, ())


def test_deciding_leaves_the_game_unchanged() -> None:
    table = GameUnderTest("sos", "3x3")
    table.act(EventKind.MOVE, 0, 101.0, "Sa1")
    before, record = table.game, table.game.match.record
    event, after = before.decide(EventKind.MOVE, 1, 102.0, "Oa2", "one")
    assert before.presence(0, False, 103.0) is not None
    assert before.due_event(500.0, 1.0) is not None
    assert (before.seq, before.match.record, before.disconnected) == (1, record, {})
    assert before.seq_of(1, "one") is None
    assert (after.seq, after.events[-1], after.match.moves) == (2, event, ("Sa1", "Oa2"))


def test_rematch_waits_for_all_players() -> None:
    table = GameUnderTest()
    table.act(EventKind.RESIGN, 0, 101.0)
    table.act(EventKind.REMATCH, 0, 102.0)
    assert table.game.start_rematch("next", 103.0) is None


def test_clock_ends_after_the_lag_allowance() -> None:
    table = GameUnderTest()
    assert table.game.due() == 161.0
    assert table.due(161.0) is None
    event = table.due(161.1)
    assert event is not None
    assert (event.kind, event.seat) == (EventKind.TIMEOUT, 0)
    assert (table.reason, table.winner) == (Reason.TIME, 1)


@pytest.mark.parametrize(
    ("arrived", "lag", "in_time"),
    [
        (160.0, 0.0, True),
        (160.1, 0.0, False),
        (160.5, 0.5, True),
        (160.9, 0.5, False),
        (161.0, 5.0, True),
        (161.1, 5.0, False),
    ],
)
def test_late_move_counts_within_the_measured_lag(
    arrived: float, lag: float, in_time: bool
) -> None:
    table = GameUnderTest()
    event = table.act(EventKind.MOVE, 0, arrived, "c3", lag=lag)
    assert event.kind is (EventKind.MOVE if in_time else EventKind.TIMEOUT)


def test_lag_of_a_player_is_not_charged_to_the_next() -> None:
    table = GameUnderTest("line", "9", increment=0.0)
    for now, move in ((101.0, "S1"), (102.0, "S9"), (103.0, "S5"), (104.0, "S3")):
        lag = 1.0 if table.game.match.to_move == 0 else 0.0
        table.act(EventKind.MOVE, table.game.match.to_move, now, move, lag=lag)
    assert table.game.match.clocks(104.0) == (58.0, 58.0)
    late = table.act(EventKind.MOVE, 0, 162.5, "S7", lag=1.0)
    assert (late.kind, late.at) == (EventKind.MOVE, 162.0)
    assert table.game.match.clocks(162.5) == (0.0, 57.5)


def test_acts_of_others_do_not_end_the_lag_allowance() -> None:
    table = GameUnderTest("line", "9")
    assert table.act(EventKind.CHAT, 1, 160.5, "hurry").kind is EventKind.CHAT
    assert table.act(EventKind.DRAW, 1, 160.6).kind is EventKind.DRAW
    assert table.act(EventKind.MOVE, 0, 160.9, "S1", lag=1.0).kind is EventKind.MOVE
    assert table.game.match.outcome is None


@pytest.mark.parametrize("seat", [0, 1])
def test_disconnects_do_not_end_the_lag_allowance(seat: int) -> None:
    table = GameUnderTest()
    table.presence(seat, False, 160.5)
    before = table.game
    assert table.act(EventKind.MOVE, 0, 160.9, "c3", lag=1.0).kind is EventKind.MOVE
    table.game = before
    assert table.act(EventKind.RESIGN, 1, 160.9).kind is EventKind.RESIGN


def test_reconnecting_in_time_loses_nothing() -> None:
    table = GameUnderTest()
    table.presence(1, False, 110.0)
    assert table.game.due() == 140.0
    assert table.presence(1, False, 111.0) is None
    assert table.due(140.0) is None
    table.presence(1, True, 140.0)
    assert (table.game.disconnected, table.game.due()) == ({}, 161.0)


def test_absent_player_loses_to_the_one_who_waits() -> None:
    table = GameUnderTest()
    table.play("a1", "e5")
    table.presence(0, False, 110.0)
    event = table.due(140.1)
    assert event is not None
    assert (event.kind, event.seat, table.winner) == (EventKind.ABSENCE_TIMEOUT, 0, 1)


def test_clock_or_absence_decides_whichever_ends_first() -> None:
    table = GameUnderTest()
    table.play("a1", "e5")
    table.presence(0, False, 150.0)  # would have until 180, but the clock ends at 160
    event = table.due(200.0)
    assert event is not None
    assert (event.kind, event.seat) == (EventKind.TIMEOUT, 0)


def test_clock_of_the_waiting_player_runs_on() -> None:
    table = GameUnderTest()
    table.presence(1, False, 140.0)
    event = table.due(165.0)
    assert event is not None
    assert (event.kind, event.seat, table.winner) == (EventKind.TIMEOUT, 0, 1)


def test_game_without_players_is_abandoned_by_absence_or_clock() -> None:
    for second, end in ((120.0, 140.5), (158.0, 161.5)):
        table = GameUnderTest()
        table.play("a1", "e5")
        table.presence(0, False, 110.0 if second < 150 else 155.0)
        table.presence(1, False, second)
        event = table.due(end)
        assert event is not None
        assert event.kind is EventKind.ABANDONED
        assert (table.reason, table.winner) == (Reason.ABANDONED, None)


def test_late_player_of_three_is_out_and_the_others_play_on() -> None:
    table = GameUnderTest("sos", "3x3:3", (ANN, BOB, Seat("Cem", "cem")))
    table.due(161.1)
    assert table.game.match.outcome is None
    assert table.game.match.moves == ("x1",)
    assert (table.game.match.to_move, table.game.people()) == (1, [1, 2])
    assert table.game.due() == pytest.approx(161.1 + 60 + 1)
    table.act(EventKind.RESIGN, 2, 170.0)
    assert table.winner == 1


def test_computer_player_has_no_clock_and_is_always_present() -> None:
    table = GameUnderTest("sos", "3x3", (COMPUTER, ANN))
    assert table.game.agent_to_move == "level1"
    assert table.due(10_000.0) is None
    assert table.act(EventKind.RESIGN, 1, 10_000.0).kind is EventKind.RESIGN
    assert table.winner == 0
    with pytest.raises(NotAllowed, match="computer"):
        GameUnderTest("sos", "3x3", (ANN, COMPUTER)).game.decide(EventKind.DRAW, 0, 101.0)


def test_takeback_needs_all_others() -> None:
    table = GameUnderTest("sos", "3x3:3", (ANN, BOB, Seat("Cem", "cem")))
    table.act(EventKind.MOVE, 0, 101.0, "Sa1")
    table.act(EventKind.TAKEBACK, 0, 102.0)
    with pytest.raises(NotAllowed):
        table.game.decide(EventKind.ACCEPT_TAKEBACK, 0, 103.0)
    table.act(EventKind.ACCEPT_TAKEBACK, 1, 103.0)
    assert table.game.match.moves == ("Sa1",)
    assert table.game.board_seq == 1
    table.act(EventKind.ACCEPT_TAKEBACK, 2, 104.0)
    assert not list(table.game.match.moves)
    assert (table.game.board_seq, table.game.takeback) == (4, None)
    rated = GameUnderTest(rated=True)
    rated.act(EventKind.MOVE, 0, 101.0, "c3")
    with pytest.raises(NotAllowed, match="rated"):
        rated.game.decide(EventKind.TAKEBACK, 0, 102.0)


def test_computer_player_accepts_takebacks_at_once() -> None:
    table = GameUnderTest("sos", "3x3", (ANN, COMPUTER))
    table.act(EventKind.MOVE, 0, 101.0, "Sa1")
    table.act(EventKind.TAKEBACK, 0, 102.0)
    assert table.game.match.moves == ()


def test_act_id_belongs_to_its_seat() -> None:
    table = GameUnderTest()
    game = table.game.decide(EventKind.MOVE, 0, 101.0, "c3", "one").next
    assert (game.seq_of(0, "one"), game.seq_of(1, "one"), game.seq_of(0, "")) == (1, None, None)


def test_only_the_next_event_can_be_applied() -> None:
    table = GameUnderTest()
    with pytest.raises(Stale):
        table.game.after(Event(seq=2, kind=EventKind.DISCONNECTED, at=101.0, seat=0))


def test_chat_and_rematches_after_the_end() -> None:
    table = GameUnderTest()
    table.act(EventKind.RESIGN, 0, 101.0)
    assert table.game.due() is None
    table.act(EventKind.CHAT, 0, 102.0, "well played")
    table.act(EventKind.REMATCH, 0, 103.0)
    table.act(EventKind.REMATCH, 1, 104.0)
    assert table.game.rematch == {0, 1}
    for kind in BY_PLAYERS - {EventKind.CHAT, EventKind.REMATCH, EventKind.DECLINE_REMATCH}:
        with pytest.raises(MatchOver):
            table.game.decide(kind, 1, 105.0, "c3")
    decision = table.game.start_rematch("next", 106.0)
    assert decision is not None
    assert (decision.event.kind, decision.next.next_game) == (EventKind.NEXT_GAME, "next")
    assert decision.next.start_rematch("another", 107.0) is None
    with pytest.raises(Stale):
        decision.next.decide(EventKind.REMATCH, 0, 107.0)


def test_chat_can_be_switched_off() -> None:
    with pytest.raises(NotAllowed):
        GameUnderTest(chat=False).game.decide(EventKind.CHAT, 0, 101.0, "hi")


BOARDS = [("sos", "3x3"), ("sos", "3x3:3"), ("line", "6"), ("extreme", "2x9x9"),
          ("obstruction", "5x5")]  # fmt: skip


@given(st.sampled_from(BOARDS), st.integers(0, 2**32), st.booleans())
def test_any_sequence_of_events_rebuilds_the_same_game(
    board: tuple[str, str], seed: int, computer: bool
) -> None:
    lot = random.Random(seed)
    number = find_game(board[0]).start(board[1]).players
    seats = [Seat(f"P{index}", f"p{index}") for index in range(number)]
    if computer:
        seats[-1] = COMPUTER
    table, now = GameUnderTest(*board, seats), 100.0
    for _ in range(60):
        now += lot.choice((0.0, 0.1, 1.0, 5.0, 31.0, 62.0)) if lot.random() < 0.5 else 0.5
        seat = lot.randrange(number)
        try:
            match lot.randrange(6):
                case 0 | 1 | 2 if table.game.match.outcome is None:
                    text = lot.choice(table.game.match.position.legal_moves())
                    table.act(EventKind.MOVE, table.game.match.to_move, now, text, lag=lot.random())
                case 3:
                    table.act(lot.choice(sorted(BY_PLAYERS)), seat, now, "word")
                case 4:
                    table.presence(seat, lot.random() < 0.5, now)
                case _:
                    table.due(now)
        except QuireError:
            continue
    game = table.game
    again = LiveGame.begin(game.setup).after(*game.events)
    assert again.match.record == game.match.record
    game.match.record.check()
    for name in (
        "seq",
        "board_seq",
        "disconnected",
        "takeback",
        "takeback_accepted",
        "rematch",
        "last_at",
    ):
        assert getattr(again, name) == getattr(game, name)
    assert (game.due() is None) or not game.is_over
    assert [event.seq for event in game.events] == list(range(1, game.seq + 1))


def test_offers_that_change_nothing_are_refused() -> None:
    table = GameUnderTest("sos", "4x4")
    with pytest.raises(NotAllowed, match="nobody has offered a draw"):
        table.act(EventKind.DECLINE_DRAW, 0, 101.0)
    table.act(EventKind.DRAW, 0, 101.0)
    with pytest.raises(NotAllowed, match="already offered a draw"):
        table.act(EventKind.DRAW, 0, 102.0)
    table.act(EventKind.MOVE, 0, 103.0, "Sa1")
    table.act(EventKind.TAKEBACK, 0, 104.0)
    with pytest.raises(NotAllowed, match="already asked"):
        table.act(EventKind.TAKEBACK, 0, 105.0)
    table.act(EventKind.RESIGN, 1, 106.0)
    with pytest.raises(NotAllowed, match="nobody has offered a rematch"):
        table.act(EventKind.DECLINE_REMATCH, 1, 107.0)
    table.act(EventKind.REMATCH, 0, 107.0)
    with pytest.raises(NotAllowed, match="already offered a rematch"):
        table.act(EventKind.REMATCH, 0, 108.0)
    assert table.game.seq == 5


def test_offers_and_messages_of_a_player_are_limited() -> None:
    table = GameUnderTest("sos", "4x4")
    for number in range(MAX_ACTS):
        kind = EventKind.DECLINE_DRAW if number % 2 else EventKind.DRAW
        table.act(kind, 0, 101.0)
    for kind, text in ((EventKind.DRAW, ""), (EventKind.CHAT, "hello")):
        with pytest.raises(TooMany):
            table.act(kind, 0, 102.0, text)
    table.act(EventKind.CHAT, 1, 102.0, "others may")
    table.act(EventKind.MOVE, 0, 103.0, "Sa1")
    table.act(EventKind.RESIGN, 0, 104.0)
    assert table.winner == 1


def test_player_who_comes_back_often_may_still_chat() -> None:
    table = GameUnderTest("sos", "4x4", clock=None)  # a game of weeks
    for _ in range(MAX_ACTS // 2):
        table.presence(0, False, 101.0)
        table.presence(0, True, 102.0)
    for _ in range(MAX_ACTS):
        assert table.act(EventKind.CHAT, 0, 103.0, "hello").kind is EventKind.CHAT
    with pytest.raises(TooMany):
        table.act(EventKind.CHAT, 0, 103.0, "hello")


def test_player_who_disconnects_too_often_cannot_come_back() -> None:
    table = GameUnderTest()
    table.play("a1", "e5")
    while table.presence(1, 1 in table.game.disconnected, 101.0) is not None:
        pass
    assert table.game.other_events[1] >= MAX_OTHER_EVENTS
    assert 1 in table.game.disconnected
    event = table.due(132.0)
    assert event is not None
    assert event.kind is EventKind.ABSENCE_TIMEOUT


def test_computers_do_not_play_on_alone() -> None:
    table = GameUnderTest("sos", "4x4:3", (ANN, COMPUTER, COMPUTER))
    table.act(EventKind.MOVE, 0, 101.0, "Sa1")
    thinking = table.game
    table.act(EventKind.RESIGN, 0, 102.0)
    assert (thinking.agent_to_move, table.game.agent_to_move) == ("level1", None)
    assert table.game.due() == 102.0
    event = table.due(103.0)
    assert event is not None
    assert event.kind is EventKind.ABANDONED
    assert (table.reason, table.winner) == (Reason.ABANDONED, None)


def test_administrator_ends_a_game_without_a_result() -> None:
    table = GameUnderTest("sos", "4x4:3", (ANN, BOB, COMPUTER))
    table.act(EventKind.MOVE, 0, 101.0, "Sa1")
    event, after = table.game.end_by_admin(50.0)
    assert (event.kind, event.seat, event.at) == (EventKind.ENDED_BY_ADMIN, None, 101.0)
    outcome = after.match.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == (Reason.ENDED_BY_ADMIN, None)
    after.match.record.check()
    assert after.due() is None
    with pytest.raises(MatchOver):
        after.end_by_admin(102.0)

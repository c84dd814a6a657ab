"""An online game as its events tell it, without any I/O."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core import Reason
from quire.errors import IllegalMove, MatchOver, NotAllowed, NotYourTurn, QuireError, Stale
from quire.games import find_game
from quire.online.event import BY_PLAYERS, Event, Kind
from quire.online.live_game import LiveGame, Seat, Setup

ANN, BOB, COMPUTER = Seat("Ann", "ann"), Seat("Bob", "bob"), Seat("level1", None, "level1")


def game_of(
    game: str = "obstruction",
    size: str = "5x5",
    seats: Sequence[Seat] = (ANN, BOB),
    *,
    clock: float | None = 60.0,
    grace: float | None = 30.0,
    rated: bool = False,
    chat: bool = True,
) -> LiveGame:
    return LiveGame(
        Setup("g", game, size, tuple(seats), clock, grace, rated, chat=chat, began=100.0)
    )


def do(game: LiveGame, kind: Kind, seat: int, now: float, text: str = "", **more: float) -> Event:
    event = game.decide(kind, seat, now, text, lag=more.get("lag", 0.0))
    game.apply(event)
    return event


def presence(game: LiveGame, seat: int, here: bool, now: float) -> Event | None:
    event = game.presence(seat, here, now)
    if event is not None:
        game.apply(event)
    return event


def due(game: LiveGame, now: float) -> Event | None:
    event = game.due_event(now, game.allowance)
    if event is not None:
        game.apply(event)
    return event


def reason(game: LiveGame) -> Reason:
    assert game.match.outcome is not None
    return game.match.outcome.reason


def winner(game: LiveGame) -> int | None:
    assert game.match.outcome is not None
    return game.match.outcome.winner


def test_a_move_is_kept_in_canonical_notation() -> None:
    game = game_of()
    assert do(game, Kind.MOVE, 0, 101.0, " C3").text == "c3"
    assert (game.seq, game.board_seq, game.match.moves) == (1, 1, ("c3",))


def test_what_is_refused_changes_nothing() -> None:
    game = game_of()
    for kind, seat, text, error in (
        (Kind.MOVE, 1, "a1", NotYourTurn),
        (Kind.MOVE, 0, "z9", IllegalMove),
        (Kind.DRAW, 0, "", IllegalMove),
        (Kind.TAKEBACK, 0, "", IllegalMove),
        (Kind.GRANT, 1, "", NotAllowed),
        (Kind.REMATCH, 0, "", NotAllowed),
    ):
        with pytest.raises(error):
            game.decide(kind, seat, 101.0, text)
    assert (game.seq, game.match.moves) == (0, ())


def test_the_clock_ends_after_the_allowance_and_not_before() -> None:
    game = game_of()
    assert game.due() == 161.0
    assert due(game, 161.0) is None
    event = due(game, 161.1)
    assert event is not None
    assert (event.kind, event.seat) == (Kind.TIME, 0)
    assert (reason(game), winner(game)) == (Reason.TIME, 1)


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
def test_a_late_move_counts_as_far_as_the_measured_lag_explains_it(
    arrived: float, lag: float, in_time: bool
) -> None:
    game = game_of()
    event = do(game, Kind.MOVE, 0, arrived, "c3", lag=lag)
    assert event.kind is (Kind.MOVE if in_time else Kind.TIME)


def test_what_others_do_while_a_move_may_be_under_way_does_not_end_the_clock() -> None:
    game = game_of("line", "9")
    assert do(game, Kind.SAY, 1, 160.5, "hurry").kind is Kind.SAY
    assert do(game, Kind.DRAW, 1, 160.6).kind is Kind.DRAW
    assert do(game, Kind.MOVE, 0, 160.9, "S1", lag=1.0).kind is Kind.MOVE
    assert game.match.outcome is None


def test_who_comes_back_in_time_has_lost_nothing() -> None:
    game = game_of()
    presence(game, 1, False, 110.0)
    assert game.due() == 140.0
    assert presence(game, 1, False, 111.0) is None
    assert due(game, 140.0) is None
    presence(game, 1, True, 140.0)
    assert (game.away, game.due()) == ({}, 161.0)


def test_who_does_not_come_back_loses_to_the_one_who_waits() -> None:
    game = game_of()
    presence(game, 0, False, 110.0)
    event = due(game, 140.1)
    assert event is not None
    assert (event.kind, event.seat, winner(game)) == (Kind.DISCONNECTION, 0, 1)


def test_whichever_ends_first_decides() -> None:
    game = game_of()
    presence(game, 0, False, 150.0)  # would have until 180, but the clock ends at 160
    event = due(game, 200.0)
    assert event is not None
    assert (event.kind, event.seat) == (Kind.TIME, 0)


def test_the_clock_of_the_one_who_waits_runs_on() -> None:
    game = game_of()
    presence(game, 1, False, 140.0)
    event = due(game, 165.0)
    assert event is not None
    assert (event.kind, event.seat, winner(game)) == (Kind.TIME, 0, 1)


def test_with_nobody_there_it_is_abandoned_by_grace_and_by_clock() -> None:
    for second, end in ((120.0, 140.5), (158.0, 161.5)):
        game = game_of()
        presence(game, 0, False, 110.0 if second < 150 else 155.0)
        presence(game, 1, False, second)
        event = due(game, end)
        assert event is not None
        assert event.kind is Kind.ABANDONED
        assert (reason(game), winner(game)) == (Reason.ABANDONED, None)


def test_of_three_the_late_one_is_out_and_the_others_play_on() -> None:
    game = game_of("sos", "3x3:3", (ANN, BOB, Seat("Cem", "cem")))
    due(game, 161.1)
    assert game.match.outcome is None
    assert game.match.moves == ("x1",)
    assert (game.match.to_move, game.people()) == (1, [1, 2])
    assert game.due() == pytest.approx(161.1 + 60 + 1)
    do(game, Kind.RESIGN, 2, 170.0)
    assert winner(game) == 1


def test_a_computer_player_has_no_clock_and_is_always_there() -> None:
    game = game_of("sos", "3x3", (COMPUTER, ANN))
    assert game.thinker == "level1"
    assert due(game, 10_000.0) is None
    assert do(game, Kind.RESIGN, 1, 10_000.0).kind is Kind.RESIGN
    assert winner(game) == 0
    game = game_of("sos", "3x3", (ANN, COMPUTER))
    presence(game, 0, False, 110.0)
    due(game, 141.0)
    assert (reason(game), winner(game)) == (Reason.DISCONNECTION, 1)
    with pytest.raises(NotAllowed, match="computer"):
        game_of("sos", "3x3", (ANN, COMPUTER)).decide(Kind.DRAW, 0, 101.0)


def test_moves_are_taken_back_when_all_others_agree() -> None:
    game = game_of("sos", "3x3:3", (ANN, BOB, Seat("Cem", "cem")))
    do(game, Kind.MOVE, 0, 101.0, "Sa1")
    do(game, Kind.TAKEBACK, 0, 102.0)
    with pytest.raises(NotAllowed):
        game.decide(Kind.GRANT, 0, 103.0)
    do(game, Kind.GRANT, 1, 103.0)
    assert game.match.moves == ("Sa1",)
    assert game.board_seq == 1
    do(game, Kind.GRANT, 2, 104.0)
    assert not list(game.match.moves)
    assert (game.board_seq, game.takeback) == (4, None)
    rated = game_of(rated=True)
    do(rated, Kind.MOVE, 0, 101.0, "c3")
    with pytest.raises(NotAllowed, match="rated"):
        rated.decide(Kind.TAKEBACK, 0, 102.0)


def test_a_computer_player_lets_a_move_be_taken_back_at_once() -> None:
    game = game_of("sos", "3x3", (ANN, COMPUTER))
    do(game, Kind.MOVE, 0, 101.0, "Sa1")
    do(game, Kind.TAKEBACK, 0, 102.0)
    assert game.match.moves == ()


def test_an_id_is_known_for_its_own_seat_only() -> None:
    game = game_of()
    game.apply(game.decide(Kind.MOVE, 0, 101.0, "c3", "one"))
    assert (game.seq_of(0, "one"), game.seq_of(1, "one"), game.seq_of(0, "")) == (1, None, None)


def test_only_the_next_event_can_be_applied() -> None:
    game = game_of()
    with pytest.raises(Stale):
        game.apply(Event(seq=2, kind=Kind.AWAY, at=101.0, seat=0))


def test_after_the_end_there_are_words_and_rematches() -> None:
    game = game_of()
    do(game, Kind.RESIGN, 0, 101.0)
    assert game.due() is None
    do(game, Kind.SAY, 0, 102.0, "well played")
    do(game, Kind.REMATCH, 0, 103.0)
    do(game, Kind.REMATCH, 1, 104.0)
    assert game.rematch == {0, 1}
    for kind in BY_PLAYERS - {Kind.SAY, Kind.REMATCH, Kind.NO_REMATCH}:
        with pytest.raises(MatchOver):
            game.decide(kind, 1, 105.0, "c3")
    game.apply(Event(seq=game.seq + 1, kind=Kind.FOLLOWS, at=106.0, text="next"))
    with pytest.raises(Stale):
        game.decide(Kind.REMATCH, 0, 107.0)


def test_chat_can_be_switched_off() -> None:
    with pytest.raises(NotAllowed):
        game_of(chat=False).decide(Kind.SAY, 0, 101.0, "hi")


BOARDS = [("sos", "3x3"), ("sos", "3x3:3"), ("line", "6"), ("extreme", "2x9x9"),
          ("obstruction", "5x5")]  # fmt: skip


@given(st.sampled_from(BOARDS), st.integers(0, 2**32), st.booleans())
def test_whatever_happens_the_events_tell_the_same_game_again(
    board: tuple[str, str], seed: int, computer: bool
) -> None:
    lot = random.Random(seed)
    number = find_game(board[0]).start(board[1]).players
    seats = [Seat(f"P{it}", f"p{it}") for it in range(number)]
    if computer:
        seats[-1] = COMPUTER
    game, now = game_of(*board, seats), 100.0
    for _ in range(60):
        now += lot.choice((0.0, 0.1, 1.0, 5.0, 31.0, 62.0)) if lot.random() < 0.5 else 0.5
        seat = lot.randrange(number)
        try:
            match lot.randrange(6):
                case 0 | 1 | 2 if game.match.outcome is None:
                    text = lot.choice(game.match.position.legal_moves())
                    do(game, Kind.MOVE, game.match.to_move, now, text, lag=lot.random())
                case 3:
                    do(game, lot.choice(sorted(BY_PLAYERS)), seat, now, "word")
                case 4:
                    presence(game, seat, lot.random() < 0.5, now)
                case _:
                    due(game, now)
        except QuireError:
            continue
    again = LiveGame(game.setup)
    for event in game.events:
        again.apply(event)
    assert again.match.record == game.match.record
    game.match.record.check()
    for name in ("seq", "board_seq", "away", "takeback", "granted", "rematch", "last_at"):
        assert getattr(again, name) == getattr(game, name)
    assert (game.due() is None) or not game.over
    assert [event.seq for event in game.events] == list(range(1, game.seq + 1))

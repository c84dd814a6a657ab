"""Turns, arguments and the record of a match; clocks, leaving and offers have their own files."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.core import Outcome, Reason
from quire.errors import IllegalMove, MatchOver, NotationError, NotYourTurn, UnknownGame
from quire.games import GAMES, find_game
from quire.match.match import Match
from quire.match.record import Record
from tests.strategies import examples

# The example game of the rules: player 1 has 3 points in the end, player 2 has 2.
EXAMPLE = ["Sa3", "Sb3", "Ob2", "Sb1", "Sc1", "Sa1", "Oa2", "Sc3", "Oc2"]
EXAMPLE_MOVERS = (0, 1, 0, 1, 1, 1, 0, 0, 0)

BOARDS = (
    *(("sos", size) for size in ("3x3", "3x3:simple", "4x3:3", "3x3:4:simple", "3x3:8", "9x8")),
    *(("line", size) for size in ("3", "14", "70")),
    ("extreme", "2x9x9"),
    *(("obstruction", size) for size in ("1x1", "6x6", "9x9")),
)


def play_all(match: Match, moves: list[str], seconds_each: float = 1.0) -> None:
    """Play moves for the player to move, one after another."""
    for number, move in enumerate(moves, 1):
        match.play(match.to_move, move, now=number * seconds_each)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_defaults(game: Any) -> None:
    for match in (Match(game), Match(game.key), Match(game.key.upper())):
        assert match.game is game
        assert match.size == game.sizes.default
        assert match.players == ("Player 1", "Player 2")
        assert match.position == game.start()
        assert (match.clock, match.deadline, match.outcome, match.started) == (None,) * 4
        assert (match.moves, match.to_move, match.points) == ((), 0, (0, 0))
        assert match.draw_offers == frozenset()


@pytest.mark.parametrize("players", range(2, 9))
def test_every_player_has_a_name(players: int) -> None:
    match = Match("sos", f"4x4:{players}")
    assert match.players == tuple(f"Player {number}" for number in range(1, players + 1))
    assert match.points == (0,) * players


def test_size_is_canonical_and_names_may_repeat() -> None:
    match = Match("sos", "5X5:2:SIMPLE", ["Ann", "Ann"])
    assert match.size == "5x5:simple"
    assert match.players == ("Ann", "Ann")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("chess",), UnknownGame, "chess"),
        (("sos", "2x2"), NotationError, "2x2"),
        (("sos", "3x3", ("Ann",)), NotationError, "2 names"),
        (("sos", "3x3", ("Ann", "Bob", "Cy")), NotationError, "2 names"),
        (("sos", "3x3:3", ("Ann", "Bob")), NotationError, "3 names"),
        (("sos", "3x3", "AB"), NotationError, "2 names"),
        (("sos", "3x3", ("Ann", "B\ud800")), NotationError, "UTF-8"),
        *((("sos", "3x3", (), clock), NotationError, "clock") for clock in (0, -1.0, math.nan)),
        *((("sos", "3x3", (), clock), NotationError, "clock") for clock in (math.inf, True, "1")),
    ],
)
def test_invalid_arguments(arguments: tuple[Any, ...], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Match(*arguments)


def test_example_game() -> None:
    match = Match("sos", "3x3", ("Ann", "Bob"))
    for number, (player, move) in enumerate(zip(EXAMPLE_MOVERS, EXAMPLE, strict=True), 1):
        assert match.to_move == player
        assert match.outcome is None
        assert match.play(player, move, now=number) is match.position
    assert match.outcome == Outcome(0, Reason.POINTS, (3, 2), (1, 2))
    assert match.points == (3, 2)
    assert match.moves == tuple(EXAMPLE)
    assert match.record.seconds == (1.0,) * len(EXAMPLE)


@pytest.mark.parametrize(
    ("game", "typed", "stored"),
    [
        ("sos", " o C 1", "Oc1"),
        ("line", "s 7", "S7"),
        ("extreme", "1 E5", "1e5"),
        ("obstruction", "B 3", "b3"),
    ],
)
def test_moves_are_stored_canonically(game: str, typed: str, stored: str) -> None:
    match = Match(game)
    match.play(0, typed, now=0)
    assert match.moves == (stored,)
    assert match.position == find_game(game).start().play(stored)


@pytest.mark.parametrize(
    ("player", "move", "error"),
    [
        (1, "Sa1", NotYourTurn),
        (1, "nonsense", NotYourTurn),
        (0, "nonsense", NotationError),
        (0, "", NotationError),
        (0, "Sz9", IllegalMove),
        (0, "Ob2", IllegalMove),
        (0, "x1", NotationError),
    ],
)
def test_refused_move_changes_nothing(player: int, move: str, error: type[Exception]) -> None:
    match = Match("sos", "3x3", clock=10)
    match.play(0, "Sb2", now=1)
    match.play(1, "Sc3", now=2)
    match.offer_draw(1, now=2)
    before = (match.record, match.position, match.deadline, match.draw_offers)
    with pytest.raises(error):
        match.play(player, move, now=3)
    assert (match.record, match.position, match.deadline, match.draw_offers) == before


ACTIONS: dict[str, Callable[[Match], object]] = {
    "play": lambda match: match.play(match.to_move, "S1", now=9),
    "resign": lambda match: match.resign(0, now=9),
    "forfeit": lambda match: match.forfeit(1, Reason.TIME, now=9),
    "offer_draw": lambda match: match.offer_draw(0, now=9),
    "decline_draw": lambda match: match.decline_draw(0),
    "take_back": lambda match: match.take_back(0, now=9),
    "abort": lambda match: match.abort(now=9),
    "abandon": lambda match: match.abandon(now=9),
}
ENDINGS: dict[str, Callable[[Match], object]] = {
    "line": lambda match: play_all(match, ["S1", "O2", "S3"]),
    "full": lambda match: play_all(match, ["S1", "S2", "S3"]),
    **{name: ACTIONS[name] for name in ("resign", "forfeit", "abort", "abandon")},
}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("action", ACTIONS)
def test_nothing_happens_after_the_end(ending: str, action: str) -> None:
    match = Match("line", "3", clock=100)
    ENDINGS[ending](match)
    before = match.record
    assert match.outcome is not None
    assert match.deadline is None
    with pytest.raises(MatchOver, match=str(match.outcome.reason)):
        ACTIONS[action](match)
    assert match.expire(now=1000) is False
    assert match.record == before


@pytest.mark.parametrize("player", [-1, 2, 10**30, True, False, None, "0", 0.0])
@pytest.mark.parametrize("name", ["play", "resign", "forfeit", "offer_draw", "take_back"])
def test_player_must_exist(name: str, player: Any) -> None:
    match = Match("line", "9")
    arguments = {"play": ("S1",), "forfeit": (Reason.TIME,)}.get(name, ())
    with pytest.raises(ValueError, match="player must be 0 to 1, not"):
        getattr(match, name)(player, *arguments, now=0)
    with pytest.raises(ValueError, match="player must be 0 to 1, not"):
        match.decline_draw(player)
    assert match.record == Match("line", "9").record


@pytest.mark.parametrize("now", [math.nan, math.inf, -math.inf, None, "0", True, 10**400])
def test_now_must_be_a_finite_number(now: Any) -> None:
    match = Match("line", "9", clock=10)
    calls: list[Callable[[], object]] = [
        lambda: Match("line", now=now),
        lambda: Match.resume(match.record, now=now),
        lambda: match.play(0, "S1", now=now),
        lambda: match.resign(0, now=now),
        lambda: match.forfeit(0, Reason.CRASH, now=now),
        lambda: match.expire(now=now),
        lambda: match.offer_draw(0, now=now),
        lambda: match.take_back(0, now=now),
        lambda: match.abort(now=now),
        lambda: match.abandon(now=now),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="now must be a finite number of seconds"):
            call()
    assert match.record == Match("line", "9", clock=10).record


def test_start_time_is_in_utc() -> None:
    noon = datetime(2026, 3, 9, 12, 0, 0, 250_000, tzinfo=timezone(timedelta(hours=5)))
    match = Match("line", started=noon)
    assert match.record.started == "2026-03-09T07:00:00.250Z"
    assert Record.from_json(match.record.to_json()) == match.record
    assert Match.resume(match.record).record == match.record
    assert (
        Match("line", started=datetime(1, 1, 1, tzinfo=UTC)).started == "0001-01-01T00:00:00.000Z"
    )
    with pytest.raises(ValueError, match="time zone"):
        Match("line", started=datetime(2026, 3, 9))


def test_match_state() -> None:
    match = Match("sos", "3x3")
    play_all(match, EXAMPLE[:5])
    assert repr(match) == "<Match sos 3x3, 5 moves, in progress>"
    match.resign(0, now=9)
    assert repr(match) == "<Match sos 3x3, 5 moves, over by resignation>"


@examples(60)
@given(board=st.sampled_from(BOARDS), data=st.data())
def test_any_match_can_be_recorded_and_resumed_at_every_point(
    board: tuple[str, str], data: st.DataObject
) -> None:
    match = Match(*board, clock=60)
    now = 0.0
    while match.outcome is None:
        now += data.draw(st.integers(0, 60_000)) / 1000
        leavers = match.position.players > 2 and data.draw(st.integers(0, 9)) == 0
        if leavers:
            still_in = sorted(set(range(match.position.players)) - set(match.position.out))
            match.resign(data.draw(st.sampled_from(still_in)), now)
        else:
            move = data.draw(st.sampled_from(match.position.legal_moves()))
            match.play(match.to_move, move, now)
        record = Record.from_json(match.record.to_json())
        assert record == match.record
        assert list(record.replay())[-1] == match.position
        if match.outcome is None:
            assert match.record.outcome.reason is Reason.UNFINISHED
            match = Match.resume(record, now=now)
            assert match.deadline == now + 60
            assert match.record == record
    with pytest.raises(MatchOver, match=str(match.outcome.reason)):
        Match.resume(match.record)


def test_agents_survive_record_and_resume() -> None:
    match = Match("line", "5", ("Ann", "random"), agents=(None, "random:seed=7"))
    match.play(0, "S1", now=1.0)
    assert match.record.agents == (None, "random:seed=7")
    assert Match.resume(match.record).record.agents == match.record.agents
    with pytest.raises(NotationError, match="2 seats, but 1 agents were given"):
        Match("line", "5", agents=("random",))

"""The client's copy of a game: an event replaces the small state and adds what is new."""

from __future__ import annotations

from typing import Any

from quire.client.state_update import state_after
from quire.core import Outcome, Reason
from quire.online.event import EventKind
from quire.wire.protocol import EventMessage, LiveState, State
from quire.wire.shared_types import ChatMessage, SeatSummary

ANN, BOB = SeatSummary(name="Ann", player="a"), SeatSummary(name="Bob", player="b")


def state(**given: Any) -> State:
    facts: dict[str, Any] = {
        "id": "g",
        "seq": 0,
        "game": "line",
        "size": "7",
        "status": "playing",
        "clock": 60.0,
        "reconnect_seconds": 30.0,
        "rated": False,
        "public": True,
        "chat": True,
        "seats": (ANN, BOB),
        "marks": (),
        "has_points": False,
        "you": 0,
        "position": "",
        "moves": (),
        "to_move": 0,
        "points": (0, 0),
    }
    return State(**facts | given)


def event(**given: Any) -> EventMessage:
    facts: dict[str, Any] = {
        "game_id": "g",
        "seq": 1,
        "kind": EventKind.MOVE,
        "seat": 0,
        "moves": 0,
        "status": "playing",
        "seats": (ANN, BOB),
        "to_move": 0,
        "points": (0, 0),
    }
    return EventMessage(**facts | given)


def after(before: State, **given: Any) -> State:
    found = state_after(before, event(**given))
    assert found is not None
    return found


def test_a_move_is_added_in_canonical_notation() -> None:
    found = after(state(), text="s3", entry="S3", moves=1, position="..S.... 2", to_move=1)
    assert (found.seq, found.moves, found.position) == (1, ("S3",), "..S.... 2")
    assert found.to_move == 1


def test_a_player_who_left_is_added_to_the_record() -> None:
    found = after(state(moves=("S3",)), kind=EventKind.RESIGN, entry="x2", moves=2, out=(1,))
    assert (found.moves, found.out) == (("S3", "x2"), (1,))


def test_a_takeback_shortens_the_record() -> None:
    before = state(moves=("S3", "O4"), takeback=0)
    found = after(before, kind=EventKind.ACCEPT_TAKEBACK, moves=1, position="..S.... 2")
    assert (found.moves, found.takeback) == (("S3",), None)


def test_the_small_state_is_replaced_as_a_whole() -> None:
    outcome = Outcome(winner=1, reason=Reason.TIME, points=(0, 0), ranks=(2, 1))
    small = {
        "status": "over",
        "seats": (ANN, SeatSummary(name="Bob", reconnect_left=12.0)),
        "waiting": True,
        "to_move": 1,
        "points": (1, 2),
        "clock_left": 3.0,
        "clocks_left": (4.0, 3.0),
        "draw_offers": (1,),
        "takeback": 1,
        "rematch": (0,),
        "next_game": "h",
        "out": (0,),
        "outcome": outcome,
    }
    assert set(small) == set(LiveState.__struct_fields__)
    found = after(state(draw_offers=(0,)), kind=EventKind.TIMEOUT, **small)
    assert {name: getattr(found, name) for name in small} == small
    again = state_after(found, event(seq=2, kind=EventKind.REMATCH))
    assert again is not None
    assert (again.draw_offers, again.outcome, again.clock_left) == ((), None, None)


def test_chat_is_added_unless_its_text_is_hidden() -> None:
    found = after(state(), kind=EventKind.CHAT, seat=1, text="hello")
    assert found.chat_messages == (ChatMessage(seat=1, text="hello"),)
    assert after(state(), kind=EventKind.CHAT, seat=1).chat_messages == ()


def test_the_state_is_requested_again_where_something_is_missing() -> None:
    assert state_after(state(), event(seq=2)) is None
    assert state_after(state(), event(moves=3, entry="S3")) is None
    assert state_after(state(), event(kind=EventKind.RESIGN, moves=1)) is None
    assert state_after(state(status="open"), event(moves=1, entry="S3")) is None

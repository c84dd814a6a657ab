"""A game as messages: its full state, or one event with the state after it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import msgspec

from quire.core import PictureSequence, leave_entry
from quire.games import find_game
from quire.online.event import Event, EventKind
from quire.online.live_game import LiveGame
from quire.picture import Picture, PictureChange
from quire.server.play.room.hosted_game import HostedGame
from quire.wire.protocol import EventMessage, PastEvent, RandomChoices, State
from quire.wire.shared_types import ChatMessage, SeatSummary

ELIMINATING_EVENTS = frozenset(
    {EventKind.RESIGN, EventKind.TIMEOUT, EventKind.ABSENCE_TIMEOUT, EventKind.FORFEIT}
)
"""Events that eliminate a player from the game."""


def state(
    game: HostedGame,
    seat: int | None,
    now: float,
    spectators: int,
    picture: Picture | None,
    since: int | None = None,
) -> State:
    """Return the full state of a game for the player in a seat, or for a spectator."""
    setup, live = game.stored.setup, game.live
    kind = find_game(setup.game)
    events = () if live is None else live.events
    missed = () if since is None else events[since:]
    is_player = seat is not None
    return State(
        id=game.id,
        seq=game.seq,
        game=setup.game,
        size=setup.size,
        clock=setup.clock,
        increment=setup.increment,
        reconnect_seconds=setup.reconnect_seconds if setup.is_live else None,
        rated=setup.rated,
        public=setup.public,
        chat=setup.chat,
        marks=kind.marks,
        has_points=kind.has_points(setup.size),
        you=seat,
        seed=setup.seed if is_player else None,
        position=str(kind.start(setup.size)) if live is None else live.match.position_text,
        moves=() if live is None else live.match.moves,
        chat_messages=tuple(
            ChatMessage(seat=event.seat or 0, text=event.text)
            for event in events
            if is_player and event.kind is EventKind.CHAT and event.text  # not deleted
        ),
        spectators=spectators,
        random_choices=msgspec.convert(game.stored.random_choices, RandomChoices | None),
        missed_events=tuple(_past_event(event, is_player) for event in missed),
        picture=picture,
        **_live_state(game, now),
    )


def event_message(game: HostedGame, event: Event, now: float) -> EventMessage:
    """Return an event and the game after it, as players receive it, without pictures."""
    live = game.live
    assert live is not None
    return EventMessage(
        game_id=game.id,
        seq=event.seq,
        kind=event.kind,
        seat=event.seat,
        text=event.text,
        id=event.id,
        moves=len(live.match.moves),
        entry=_entry(live, event),
        position=live.match.position_text if live.board_seq == event.seq else "",
        **_live_state(game, now),
    )


def variant(
    message: EventMessage, change: PictureChange | None, picture: bool, player: bool
) -> EventMessage:
    """Return the message with or without pictures, and without chat text for spectators."""
    hidden = message.kind is EventKind.CHAT and not player
    if not hidden and not (picture and change is not None):
        return message
    return msgspec.structs.replace(
        message, text="" if hidden else message.text, change=change if picture else None
    )


def pictures(game: HostedGame) -> PictureSequence:
    """Return a sequence that starts with the board as it is now."""
    sequence = PictureSequence(find_game(game.stored.setup.game))
    next_picture(game, sequence)
    return sequence


def next_picture(game: HostedGame, sequence: PictureSequence) -> Picture:
    """Draw the board as it is now."""
    live = game.live
    if live is None:
        setup = game.stored.setup
        return sequence.draw(find_game(setup.game).start(setup.size), ())
    return sequence.draw(live.match.position, live.match.moves)


def _live_state(game: HostedGame, now: float) -> dict[str, Any]:
    """Return the fields that every message about a game carries."""
    setup, live = game.stored.setup, game.live
    if live is None:
        points = (0,) * len(setup.seats)
        return {"status": "open", "seats": game.seats, "to_move": 0, "points": points}
    now = max(now, live.last_at)  # the server that stored the last event may be a little ahead
    match = live.match
    fields: dict[str, Any] = {
        "status": "playing" if match.outcome is None else "over",
        "seats": _seats(game, live.disconnected, now) if live.disconnected else game.seats,
        "to_move": match.to_move,
        "points": match.points,
        "clock_left": _clock_left(live, now),
        "takeback": live.takeback,
        "next_game": live.next_game,
        "out": match.out,
        "outcome": match.outcome,
    }
    if live.is_waiting:
        fields["waiting"] = True
    if setup.increment is not None:
        fields["clocks_left"] = match.clocks(now)
    if match.draw_offers:
        fields["draw_offers"] = tuple(sorted(match.draw_offers))
    if live.rematch:
        fields["rematch"] = tuple(sorted(live.rematch))
    return fields


def _entry(live: LiveGame, event: Event) -> str:
    """Return the entry that the last event added to the record, or nothing."""
    moves = live.match.moves
    if event.kind is EventKind.MOVE:
        return moves[-1]
    if event.kind in ELIMINATING_EVENTS and event.seat is not None:
        entry = leave_entry(event.seat)
        return entry if moves[-1:] == (entry,) else ""
    return ""


def _seats(
    game: HostedGame, disconnected: Mapping[int, float], now: float
) -> tuple[SeatSummary, ...]:
    return tuple(
        msgspec.structs.replace(seat, away=True, reconnect_left=_left(disconnected[number], now))
        if number in disconnected
        else seat
        for number, seat in enumerate(game.seats)
    )


def _left(until: float, now: float) -> float | None:
    return None if until == math.inf else max(0.0, until - now)


def _clock_left(live: LiveGame, now: float) -> float | None:
    deadline = live.match.deadline
    return None if deadline is None else round(max(0.0, deadline - now), 3)


def _past_event(event: Event, is_player: bool) -> PastEvent:
    hidden = event.kind is EventKind.CHAT and not is_player
    text = "" if hidden else event.text
    return PastEvent(seq=event.seq, kind=event.kind, seat=event.seat, text=text, id=event.id)

"""A game as it goes over the wire: all of it, or one event with what follows from it."""

from __future__ import annotations

from typing import Literal, cast

import msgspec

from quire.games import find_game
from quire.online.event import Event, EventKind
from quire.online.live_game import LiveGame
from quire.picture import Picture, PictureChange
from quire.server.play.hosted_game import HostedGame
from quire.wire.protocol import EventMessage, PastEvent, RandomChoices, State
from quire.wire.shared_types import ChatMessage, SeatSummary


def state(
    game: HostedGame,
    seat: int | None,
    now: float,
    spectators: int,
    picture: Picture | None,
    since: int | None = None,
) -> State:
    """All of a game as it is now, for one who sits or watches there."""
    setup, live = game.stored.setup, game.live
    kind = find_game(setup.game)
    start = State(
        id=game.id,
        seq=game.seq,
        status=cast("Literal['open', 'playing', 'over']", game.status),
        game=setup.game,
        size=setup.size,
        clock=setup.clock,
        reconnect_seconds=setup.grace,
        rated=setup.rated,
        public=setup.public,
        chat=setup.chat,
        seats=_seats(game, now),
        marks=kind.marks,
        has_points=kind.has_points(setup.size),
        you=seat,
        position="",
        moves=(),
        to_move=0,
        points=(0,) * len(setup.seats),
        spectators=spectators,
        random_choices=msgspec.convert(game.stored.random_choices, RandomChoices | None),
        picture=picture,
    )
    if live is None:
        position = str(kind.start(setup.size))
        return msgspec.structs.replace(start, position=position)
    player = seat is not None
    said = [it for it in live.events if it.kind is EventKind.CHAT] if player else []
    match = live.match
    return msgspec.structs.replace(
        start,
        position=str(match.position),
        moves=match.moves,
        to_move=match.to_move,
        points=match.points,
        clock_left=_left(live, now),
        draw_offers=tuple(sorted(match.draw_offers)),
        takeback=live.takeback,
        rematch=tuple(sorted(live.rematch)),
        next_game=live.follows,
        outcome=match.outcome,
        chat_messages=tuple(ChatMessage(seat=it.seat or 0, text=it.text) for it in said),
        missed_events=()
        if since is None
        else tuple(_past(it, player) for it in live.events[since:]),
    )


def event_message(game: HostedGame, event: Event, now: float) -> EventMessage:
    """Return an event and the game after it, as players receive it, without pictures."""
    live = game.live
    assert live is not None
    match = live.match
    away = None
    if event.kind is EventKind.DISCONNECTED and live.setup.grace is not None:
        away = max(0.0, event.at + live.setup.grace - now)
    return EventMessage(
        game_id=game.id,
        seq=event.seq,
        kind=event.kind,
        seat=event.seat,
        text=event.text,
        id=event.id,
        to_move=match.to_move,
        points=match.points,
        clock_left=_left(live, now),
        reconnect_left=away,
        position=str(match.position) if live.board_seq == event.seq else "",
        moves=len(match.moves),
        outcome=match.outcome,
    )


def variant(
    told: EventMessage, change: PictureChange | None, picture: bool, player: bool
) -> EventMessage:
    """The same for those who want pictures or do not, and those who play or only watch."""
    hidden = told.kind is EventKind.CHAT and not player
    if not hidden and not (picture and change is not None):
        return told
    return msgspec.structs.replace(
        told, text="" if hidden else told.text, change=change if picture else None
    )


def picture(game: HostedGame) -> Picture:
    """Draw the board."""
    setup, live = game.stored.setup, game.live
    kind = find_game(setup.game)
    if live is None:
        return kind.draw(kind.start(setup.size))
    return kind.draw(live.match.position, live.match.moves)


def _seats(game: HostedGame, now: float) -> tuple[SeatSummary, ...]:
    setup, live = game.stored.setup, game.live
    away = {} if live is None or setup.grace is None else live.away
    return tuple(
        SeatSummary(
            name=seat.name,
            player=seat.player,
            agent=seat.agent,
            reconnect_left=max(0.0, away[number] + (setup.grace or 0.0) - now)
            if number in away
            else None,
        )
        for number, seat in enumerate(setup.seats)
    )


def _left(live: LiveGame, now: float) -> float | None:
    deadline = live.match.deadline
    return None if deadline is None else round(max(0.0, deadline - now), 3)


def _past(event: Event, player: bool) -> PastEvent:
    hidden = event.kind is EventKind.CHAT and not player
    text = "" if hidden else event.text
    return PastEvent(seq=event.seq, kind=event.kind, seat=event.seat, text=text, id=event.id)

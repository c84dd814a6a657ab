"""The state of a game after one more event, worked out as the server does it."""

from __future__ import annotations

from msgspec.structs import replace

from quire.core import leave_entry
from quire.games import find_game
from quire.online.event import EventKind
from quire.wire.protocol import EventMessage, State
from quire.wire.shared_types import ChatMessage, SeatSummary


def after(state: State, news: EventMessage) -> State | None:
    """The game after that event; None where it does not follow, and the state must be asked for."""
    if news.seq != state.seq + 1 or state.status == "open":
        return None
    moves = _moves(state, news)
    if moves is None:
        return None
    changed = moves != state.moves
    return replace(
        state,
        seq=news.seq,
        status="playing" if news.outcome is None else "over",
        seats=_seats(state, news),
        position=news.position or state.position,
        moves=moves,
        to_move=news.to_move,
        points=news.points,
        left=news.clock_left,
        draw_offers=_draw_offers(state, news, changed),
        takeback=_takeback(state, news, changed),
        rematch=_rematch(state, news),
        follows=news.text if news.kind is EventKind.NEXT_GAME else state.next_game,
        outcome=news.outcome,
        said=_said(state, news),
        missed=(),
        picture=None,
    )


def _moves(state: State, news: EventMessage) -> tuple[str, ...] | None:
    """The entries of the record: one more, fewer, or the same."""
    known = len(state.moves)
    if news.moves <= known:
        return state.moves[: news.moves]
    if news.moves > known + 1 or news.seat is None:
        return None
    if news.kind is not EventKind.MOVE:
        return (*state.moves, leave_entry(news.seat))
    game = find_game(state.game)
    place = game.start(state.size).index(news.text)
    return (*state.moves, game.moves(state.size)[place])


def _seats(state: State, news: EventMessage) -> tuple[SeatSummary, ...]:
    away: dict[int, float | None] = {}
    if news.seat is not None and news.kind is EventKind.DISCONNECTED:
        away[news.seat] = news.reconnect_left
    elif news.seat is not None and (news.kind is EventKind.RECONNECTED or _leaves(news)):
        away[news.seat] = None
    if not away:
        return state.seats
    return tuple(
        replace(seat, away=away[number]) if number in away else seat
        for number, seat in enumerate(state.seats)
    )


def _leaves(news: EventMessage) -> bool:
    return news.kind in (
        EventKind.RESIGN,
        EventKind.TIMEOUT,
        EventKind.ABSENCE_TIMEOUT,
        EventKind.FORFEIT,
    )


def _draw_offers(state: State, news: EventMessage, changed: bool) -> tuple[int, ...]:
    if news.outcome is not None or news.kind is EventKind.DECLINE_DRAW:
        return ()
    if news.kind is EventKind.DRAW and news.seat is not None:
        return tuple(sorted({*state.draw_offers, news.seat}))
    if news.kind is EventKind.MOVE and news.seat in state.draw_offers:
        return state.draw_offers
    return () if changed else state.draw_offers


def _takeback(state: State, news: EventMessage, changed: bool) -> int | None:
    if news.outcome is not None or changed or news.kind is EventKind.DECLINE_TAKEBACK:
        return None
    return news.seat if news.kind is EventKind.TAKEBACK else state.takeback


def _rematch(state: State, news: EventMessage) -> tuple[int, ...]:
    if news.kind is EventKind.DECLINE_REMATCH:
        return ()
    if news.kind is EventKind.REMATCH and news.seat is not None:
        return tuple(sorted({*state.rematch, news.seat}))
    return state.rematch


def _said(state: State, news: EventMessage) -> tuple[ChatMessage, ...]:
    if news.kind is EventKind.CHAT and news.seat is not None and news.text:
        return (*state.chat_messages, ChatMessage(seat=news.seat, text=news.text))
    return state.chat_messages

"""The state of a game after one more event, worked out as the server does it."""

from __future__ import annotations

from msgspec.structs import replace

from quire.core import departure
from quire.games import find_game
from quire.online.event import Kind
from quire.wire.protocol import News, State
from quire.wire.shared_types import Said, SeatCard


def after(state: State, news: News) -> State | None:
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
        left=news.left,
        draw_offers=_draw_offers(state, news, changed),
        takeback=_takeback(state, news, changed),
        rematch=_rematch(state, news),
        follows=news.text if news.kind is Kind.FOLLOWS else state.follows,
        outcome=news.outcome,
        said=_said(state, news),
        missed=(),
        picture=None,
    )


def _moves(state: State, news: News) -> tuple[str, ...] | None:
    """The entries of the record: one more, fewer, or the same."""
    known = len(state.moves)
    if news.moves <= known:
        return state.moves[: news.moves]
    if news.moves > known + 1 or news.seat is None:
        return None
    if news.kind is not Kind.MOVE:
        return (*state.moves, departure(news.seat))
    game = find_game(state.key)
    place = game.start(state.size).index(news.text)
    return (*state.moves, game.moves(state.size)[place])


def _seats(state: State, news: News) -> tuple[SeatCard, ...]:
    away: dict[int, float | None] = {}
    if news.seat is not None and news.kind is Kind.AWAY:
        away[news.seat] = news.away
    elif news.seat is not None and (news.kind is Kind.BACK or _leaves(news)):
        away[news.seat] = None
    if not away:
        return state.seats
    return tuple(
        replace(seat, away=away[number]) if number in away else seat
        for number, seat in enumerate(state.seats)
    )


def _leaves(news: News) -> bool:
    return news.kind in (Kind.RESIGN, Kind.TIME, Kind.DISCONNECTION, Kind.FORFEIT)


def _draw_offers(state: State, news: News, changed: bool) -> tuple[int, ...]:
    if news.outcome is not None or news.kind is Kind.NO_DRAW:
        return ()
    if news.kind is Kind.DRAW and news.seat is not None:
        return tuple(sorted({*state.draw_offers, news.seat}))
    if news.kind is Kind.MOVE and news.seat in state.draw_offers:
        return state.draw_offers
    return () if changed else state.draw_offers


def _takeback(state: State, news: News, changed: bool) -> int | None:
    if news.outcome is not None or changed or news.kind is Kind.NO_TAKEBACK:
        return None
    return news.seat if news.kind is Kind.TAKEBACK else state.takeback


def _rematch(state: State, news: News) -> tuple[int, ...]:
    if news.kind is Kind.NO_REMATCH:
        return ()
    if news.kind is Kind.REMATCH and news.seat is not None:
        return tuple(sorted({*state.rematch, news.seat}))
    return state.rematch


def _said(state: State, news: News) -> tuple[Said, ...]:
    if news.kind is Kind.SAY and news.seat is not None and news.text:
        return (*state.said, Said(seat=news.seat, text=news.text))
    return state.said

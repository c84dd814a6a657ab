"""How each event changes the state of an online game."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import TypeVar

from msgspec.structs import replace

from quire.core import Reason
from quire.errors import Stale
from quire.match.match import Match
from quire.online.event import Event, EventKind
from quire.online.game_state import GameState

State = TypeVar("State", bound=GameState)

ENDINGS = {
    EventKind.ABORT: Match.abort,
    EventKind.ABSENCE_ABORT: Match.abort,
    EventKind.ABANDONED: Match.abandon,
    EventKind.ENDED_BY_ADMIN: Match.end_by_admin,
}
"""Events that end the match without a result."""

KEEP_WAITING_SECONDS = 60.0
"""How much longer players may be away if another one keeps waiting."""

TIMEOUT_REASONS = {
    EventKind.TIMEOUT: Reason.TIME,
    EventKind.ABSENCE_TIMEOUT: Reason.DISCONNECTION,
}


def next_state(game: State, event: Event) -> State:
    """Return the state after an event. Raises Stale if the event is not the next."""
    if event.seq != game.seq + 1:
        raise Stale(f"event {event.seq} does not follow {game.seq}")
    before, match, changed = game.match, game.match.copy(), game
    if event.kind in ENDINGS:
        ENDINGS[event.kind](match, event.at)
    elif event.seat is None:
        assert event.kind is EventKind.NEXT_GAME
        changed = replace(game, next_game=event.text)
    else:
        changed = _apply(game, match, event, event.seat)
    if event.kind is not EventKind.MOVE and event.seat is not None:
        number = game.other_events.get(event.seat, 0) + 1
        changed = replace(changed, other_events={**game.other_events, event.seat: number})
    if changed.disconnected and (match.out or match.outcome is not None):
        gone = match.out if match.outcome is None else range(len(match.players))
        changed = replace(changed, disconnected=_without(changed.disconnected, gone))
    if changed.is_waiting:
        changed = _start_if_all_are_here(changed, match, event.at)
    elif changed.disconnected or match.is_paused:
        _pause_while_nobody_is_here(changed, match, event.at)
    is_same_board = match.position is before.position and match.outcome is before.outcome
    return replace(
        changed,
        match=match,
        history=game.history.followed_by(event),
        board_seq=game.board_seq if is_same_board else event.seq,
        last_at=max(game.last_at, event.at),
    )


def _apply(game: State, match: Match, event: Event, seat: int) -> State:
    """Apply an event to the match. Return the state with everything else that it changes."""
    match event.kind:
        case EventKind.MOVE:
            match.play(seat, event.text, event.at)
            game = _without_takeback(game)
        case EventKind.RESIGN:
            match.resign(seat, event.at)
            game = _without_takeback(game)
        case EventKind.DRAW:
            match.offer_draw(seat, event.at)
        case EventKind.DECLINE_DRAW:
            match.decline_draw(seat)
        case EventKind.TAKEBACK:
            game = replace(game, takeback=seat, takeback_accepted=frozenset())
            game = _take_back_if_accepted(game, match, event.at)
        case EventKind.ACCEPT_TAKEBACK:
            game = replace(game, takeback_accepted=game.takeback_accepted | {seat})
            game = _take_back_if_accepted(game, match, event.at)
        case EventKind.DECLINE_TAKEBACK:
            game = _without_takeback(game)
        case EventKind.REMATCH:
            game = replace(game, rematch=game.rematch | {seat})
        case EventKind.DECLINE_REMATCH:
            game = replace(game, rematch=frozenset())
        case EventKind.AWAITED:
            since = event.at if game.waiting_since is None else game.waiting_since
            away = {**game.disconnected, seat: math.inf}
            game = replace(game, waiting_since=since, disconnected=away)
        case EventKind.DISCONNECTED | EventKind.RECONNECTED | EventKind.KEEP_WAITING:
            game = replace(game, disconnected=_disconnected(game, event, seat))
        case EventKind.TIMEOUT | EventKind.ABSENCE_TIMEOUT | EventKind.FORFEIT:
            reason = TIMEOUT_REASONS.get(event.kind) or Reason(event.text)
            match.forfeit(seat, reason, event.at)
            game = _without_takeback(game)
    return game


def _disconnected(game: GameState, event: Event, seat: int) -> dict[int, float]:
    """Return the disconnected seats after an event, and when they lose by absence."""
    away = game.disconnected
    if event.kind is EventKind.RECONNECTED:
        return _without(away, (seat,))
    if event.kind is EventKind.KEEP_WAITING:
        return {seat: until + KEEP_WAITING_SECONDS for seat, until in away.items()}
    seconds = game.setup.reconnect_seconds
    has_limit = game.setup.is_live and not game.is_waiting
    return {**away, seat: event.at + seconds if has_limit and seconds else math.inf}


def _start_if_all_are_here(game: State, match: Match, now: float) -> State:
    """Start the clock once everyone is present; until then it stands still."""
    if game.disconnected:
        match.pause_clock(now)
        return game
    match.resume_clock(now)
    return replace(game, waiting_since=None)


def _pause_while_nobody_is_here(game: GameState, match: Match, now: float) -> None:
    """Pause the clock of a game with computer players while all people are away.

    Computer players don't move either: nobody would see it.
    """
    if match.outcome is not None or all(seat.agent is None for seat in game.setup.seats):
        return
    out = match.out
    if all(seat in game.disconnected for seat in game.people() if seat not in out):
        match.pause_clock(now)
    else:
        match.resume_clock(now)


def _take_back_if_accepted(game: State, match: Match, now: float) -> State:
    requester = game.takeback
    assert requester is not None
    others = {seat for seat in game.people() if seat != requester}
    if not others <= game.takeback_accepted:
        return game
    match.take_back(requester, now)
    return _without_takeback(game)


def _without_takeback(game: State) -> State:
    if game.takeback is None:
        return game
    return replace(game, takeback=None, takeback_accepted=frozenset())


def _without(disconnected: Mapping[int, float], seats: Collection[int]) -> dict[int, float]:
    return {seat: since for seat, since in disconnected.items() if seat not in seats}

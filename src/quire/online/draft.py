"""How each event changes the state of an online game."""

from __future__ import annotations

from typing import Any

from quire.core import Reason
from quire.errors import Stale
from quire.online.event import Event, EventKind
from quire.online.game_state import GameState

TIMEOUT_REASONS = {
    EventKind.TIMEOUT: Reason.TIME,
    EventKind.ABSENCE_TIMEOUT: Reason.DISCONNECTION,
}


class Draft:
    """A copy of a game's state, to which events are applied one after another."""

    def __init__(self, game: GameState) -> None:
        self._setup = game.setup
        self._match = game.match.copy()
        self._events = list(game.events)
        self._board_seq, self._last_at = game.board_seq, game.last_at
        self._disconnected, self._seqs = dict(game.disconnected), dict(game.seqs)
        self._other_events = dict(game.other_events)
        self._takeback, self._accepted = game.takeback, game.takeback_accepted
        self._rematch, self._next_game = game.rematch, game.next_game

    def fields(self) -> dict[str, Any]:
        """Return the fields of the state that events change, as they are now."""
        return {
            "match": self._match,
            "events": tuple(self._events),
            "board_seq": self._board_seq,
            "last_at": self._last_at,
            "disconnected": self._disconnected,
            "takeback": self._takeback,
            "takeback_accepted": self._accepted,
            "rematch": self._rematch,
            "next_game": self._next_game,
            "other_events": self._other_events,
            "seqs": self._seqs,
        }

    def apply(self, event: Event) -> None:
        """Apply the next event."""
        if event.seq != len(self._events) + 1:
            raise Stale(f"event {event.seq} does not follow {len(self._events)}")
        seat, board, outcome = event.seat, self._match.position, self._match.outcome
        match event.kind:
            case EventKind.ABORT:
                self._match.abort(event.at)
            case EventKind.ABANDONED:
                self._match.abandon(event.at)
            case EventKind.ENDED_BY_ADMIN:
                self._match.end_by_admin(event.at)
            case EventKind.NEXT_GAME:
                self._next_game = event.text
            case _:
                assert seat is not None
                self._apply(event, seat)
        self._events.append(event)
        if seat is not None and event.kind is not EventKind.MOVE:
            self._other_events[seat] = self._other_events.get(seat, 0) + 1
        self._last_at = max(self._last_at, event.at)
        if self._match.position is not board or self._match.outcome is not outcome:
            self._board_seq = event.seq
        if event.id:
            self._seqs[seat, event.id] = event.seq

    def _apply(self, event: Event, seat: int) -> None:  # one branch per kind
        match event.kind:
            case EventKind.MOVE:
                self._match.play(seat, event.text, event.at)
                self._clear_takeback()
            case EventKind.RESIGN:
                self._match.resign(seat, event.at)
                self._clear_takeback()
            case EventKind.DRAW:
                self._match.offer_draw(seat, event.at)
            case EventKind.DECLINE_DRAW:
                self._match.decline_draw(seat)
            case EventKind.TAKEBACK | EventKind.ACCEPT_TAKEBACK:
                self._ask_or_accept_takeback(event, seat)
            case EventKind.DECLINE_TAKEBACK:
                self._clear_takeback()
            case EventKind.REMATCH:
                self._rematch |= {seat}
            case EventKind.DECLINE_REMATCH:
                self._rematch = frozenset()
            case EventKind.DISCONNECTED:
                self._disconnected[seat] = event.at
            case EventKind.RECONNECTED:
                self._disconnected.pop(seat, None)
            case EventKind.TIMEOUT | EventKind.ABSENCE_TIMEOUT | EventKind.FORFEIT:
                reason = TIMEOUT_REASONS.get(event.kind) or Reason(event.text)
                self._match.forfeit(seat, reason, event.at)
                self._clear_takeback()
        for absent in self._match.position.out:
            self._disconnected.pop(absent, None)

    def _ask_or_accept_takeback(self, event: Event, seat: int) -> None:
        if event.kind is EventKind.TAKEBACK:
            self._takeback, self._accepted = seat, frozenset()
        else:
            self._accepted |= {seat}
        requester = self._takeback
        assert requester is not None
        out = self._match.position.out
        others = {
            number
            for number, player in enumerate(self._setup.seats)
            if player.agent is None and number not in out and number != requester
        }
        if others <= self._accepted:
            self._match.take_back(requester, event.at)
            self._clear_takeback()

    def _clear_takeback(self) -> None:
        self._takeback, self._accepted = None, frozenset()

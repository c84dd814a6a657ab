"""The events of an online game, each stored before it is sent to anyone."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class EventKind(StrEnum):
    """What happened; DESCRIPTIONS says what each kind means."""

    MOVE = "move"
    RESIGN = "resign"
    DRAW = "draw"
    DECLINE_DRAW = "decline_draw"
    TAKEBACK = "takeback"
    ACCEPT_TAKEBACK = "accept_takeback"
    DECLINE_TAKEBACK = "decline_takeback"
    ABORT = "abort"
    KEEP_WAITING = "keep_waiting"
    CHAT = "chat"
    REMATCH = "rematch"
    DECLINE_REMATCH = "decline_rematch"
    AWAITED = "awaited"
    DISCONNECTED = "disconnected"
    RECONNECTED = "reconnected"
    TIMEOUT = "timeout"
    ABSENCE_TIMEOUT = "absence_timeout"
    ABSENCE_ABORT = "absence_abort"
    ABANDONED = "abandoned"
    ENDED_BY_ADMIN = "ended_by_admin"
    FORFEIT = "forfeit"
    NEXT_GAME = "next_game"


DESCRIPTIONS = {
    EventKind.MOVE: "the seat moved; `text` is the move",
    EventKind.RESIGN: "the player resigned; with three or more, the others play on",
    EventKind.DRAW: "the seat offers a draw, or accepts one",
    EventKind.DECLINE_DRAW: "all draw offers are declined or withdrawn",
    EventKind.TAKEBACK: "the player asks for a takeback; against computers it happens at once",
    EventKind.ACCEPT_TAKEBACK: "the player accepts the takeback; it happens once everyone has",
    EventKind.DECLINE_TAKEBACK: "the takeback is declined or withdrawn",
    EventKind.ABORT: "the game ended without a result, before the second move",
    EventKind.KEEP_WAITING: "the player gives those who are away 60 more seconds to come back",
    EventKind.CHAT: "chat message `text` to the other players",
    EventKind.REMATCH: "the player offers a rematch",
    EventKind.DECLINE_REMATCH: "a rematch is declined",
    EventKind.AWAITED: "the player was away when the last seat was taken; the game waits for them",
    EventKind.DISCONNECTED: "the player disconnected",
    EventKind.RECONNECTED: "the player reconnected",
    EventKind.TIMEOUT: "the player ran out of time",
    EventKind.ABSENCE_TIMEOUT: "the player did not come back to a live game in time",
    EventKind.ABSENCE_ABORT: "the player was away too long before everyone had moved: no result",
    EventKind.ABANDONED: "all players left: no result",
    EventKind.ENDED_BY_ADMIN: "an administrator ended the game: no result",
    EventKind.FORFEIT: "a computer player failed; `text` says how",
    EventKind.NEXT_GAME: "the rematch has id `text`",
}

BY_PLAYERS = frozenset(
    {
        EventKind.MOVE,
        EventKind.RESIGN,
        EventKind.DRAW,
        EventKind.DECLINE_DRAW,
        EventKind.TAKEBACK,
        EventKind.ACCEPT_TAKEBACK,
        EventKind.DECLINE_TAKEBACK,
        EventKind.ABORT,
        EventKind.KEEP_WAITING,
        EventKind.CHAT,
        EventKind.REMATCH,
        EventKind.DECLINE_REMATCH,
    }
)
"""Kinds that players can send; the others come from the server."""

AFTER_THE_END = frozenset(
    {EventKind.CHAT, EventKind.REMATCH, EventKind.DECLINE_REMATCH, EventKind.NEXT_GAME}
)
"""Kinds that are possible after the end of a game."""


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event in a game: its sequence number, kind, seat and time.

    `at` is on the game clock, which pauses while no server runs. `id` is chosen by the client, so
    that retries are idempotent.
    """

    seq: int
    kind: EventKind
    at: float
    seat: int | None = None
    text: str = ""
    id: str = ""

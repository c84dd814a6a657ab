"""What happens in an online game: events, each stored before anybody hears of it."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class Kind(StrEnum):
    """What happened; WORDS says what each kind means."""

    MOVE = "move"
    RESIGN = "resign"
    DRAW = "draw"
    NO_DRAW = "no_draw"
    TAKEBACK = "takeback"
    GRANT = "grant"
    NO_TAKEBACK = "no_takeback"
    ABORT = "abort"
    SAY = "say"
    REMATCH = "rematch"
    NO_REMATCH = "no_rematch"
    AWAY = "away"
    BACK = "back"
    TIME = "time"
    DISCONNECTION = "disconnection"
    ABANDONED = "abandoned"
    FORFEIT = "forfeit"
    FOLLOWS = "follows"


WORDS = {
    Kind.MOVE: "the seat moved; `text` is the move",
    Kind.RESIGN: "the player resigned; with three or more, the others play on",
    Kind.DRAW: "the seat offers a draw, or accepts one",
    Kind.NO_DRAW: "all draw offers are declined or withdrawn",
    Kind.TAKEBACK: "the player asks for a takeback; against computers it happens at once",
    Kind.GRANT: "the player accepts the takeback; once everyone has, the move is taken back",
    Kind.NO_TAKEBACK: "the takeback is declined or withdrawn",
    Kind.ABORT: "the game ended without a result, before the second move",
    Kind.SAY: "chat message `text` to the other players",
    Kind.REMATCH: "the player offers a rematch",
    Kind.NO_REMATCH: "a rematch is declined",
    Kind.AWAY: "the player disconnected",
    Kind.BACK: "the player reconnected",
    Kind.TIME: "the player ran out of time",
    Kind.DISCONNECTION: "the player did not reconnect in time",
    Kind.ABANDONED: "all players left: no result",
    Kind.FORFEIT: "a computer player failed; `text` says how",
    Kind.FOLLOWS: "the rematch has id `text`",
}

BY_PLAYERS = frozenset(
    {
        *(Kind.MOVE, Kind.RESIGN, Kind.DRAW, Kind.NO_DRAW, Kind.TAKEBACK, Kind.GRANT),
        *(Kind.NO_TAKEBACK, Kind.ABORT, Kind.SAY, Kind.REMATCH, Kind.NO_REMATCH),
    }
)
"""What players do; the rest is for the server to say."""

AFTER_THE_END = frozenset({Kind.SAY, Kind.REMATCH, Kind.NO_REMATCH, Kind.FOLLOWS})
"""What may still happen when a game is over."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened: the how manieth, what, in which seat and when.

    `at` is the time of the games' clock, which stands still while no server runs. `id` is what the
    client that asked for it calls it, so that asking twice does it once.
    """

    seq: int
    kind: Kind
    at: float
    seat: int | None = None
    text: str = ""
    id: str = ""

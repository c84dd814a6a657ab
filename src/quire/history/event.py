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
    Kind.RESIGN: "the seat gave up; of three or more, the others play on",
    Kind.DRAW: "the seat offers a draw, or accepts one",
    Kind.NO_DRAW: "every standing offer is declined or withdrawn",
    Kind.TAKEBACK: "the seat asks to take its last move back; with no person to ask, it is taken",
    Kind.GRANT: "the seat grants it; once all other people have, the move is taken back",
    Kind.NO_TAKEBACK: "the wish is declined or withdrawn",
    Kind.ABORT: "the game ended without a result, before the second move",
    Kind.SAY: "the seat says `text` to the other players",
    Kind.REMATCH: "the seat would like to play again",
    Kind.NO_REMATCH: "a rematch is declined",
    Kind.AWAY: "the seat's connection is gone",
    Kind.BACK: "the seat is there again",
    Kind.TIME: "the seat's time ran out",
    Kind.DISCONNECTION: "the seat did not come back in time",
    Kind.ABANDONED: "everybody had gone: no result",
    Kind.FORFEIT: "a computer player failed; `text` says how",
    Kind.FOLLOWS: "the next game of the same players has the id `text`",
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

"""Events that are decided in the database, for games that may be in no server's memory."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from quire.errors import Unavailable
from quire.online.live_game import Decision, LiveGame
from quire.store.play import event_log, games, presence

MAX_RETRIES = 8
"""How often an event is decided again while a server stores others in the game."""


def commit(
    connection: Connection, id: str, decide: Callable[[LiveGame], Decision | None], today: float
) -> None:
    """Decide an event of a game that has started, and append it; None changes nothing.

    Raises NotFound, Unavailable. Servers find the event when they reload the game.
    """
    for _ in range(MAX_RETRIES):
        live = games.load(connection, id).live(0.0)
        decision = decide(live)
        if decision is None:
            return
        entry = event_log.PendingEvent.of(live, decision, today)
        if event_log.append(connection, [entry]) == [True]:
            return
    raise Unavailable(f"game {id} is too busy: try again")


def await_absent(connection: Connection, id: str, joined: str, now: float, today: float) -> None:
    """Let a game that has just started with a player's seat wait for those who are away.

    The player who joins counts as present: the connection to the game may come a little later.
    """
    connected = {joined, *presence.connected_players(connection, id)}
    for _ in games.load(connection, id).setup.seats:
        commit(connection, id, lambda live: live.await_absent(connected, now), today)

"""Finished games with moves that a player's device computed for computer players."""

from __future__ import annotations

from sqlalchemy import Connection, literal_column, select, update

from quire.online.ending import Ending
from quire.store.people import statistics
from quire.store.people.statistics import FinishedGame
from quire.store.play.games import StoredGame, load
from quire.store.schema import games

_IS_DUE = games.c.device_check == literal_column("'due'")
_NEXT = select(games.c.id).where(_IS_DUE).order_by(games.c.id).limit(1)


def next_due(connection: Connection) -> StoredGame | None:
    """Return the oldest game whose moves must be checked."""
    id = connection.scalar(_NEXT)
    return None if id is None else load(connection, id)


def settle(connection: Connection, game: StoredGame, *, passed: bool) -> None:
    """Store the result of a check, unless there is one, and count the game if it passed."""
    check = "passed" if passed else "failed"
    change = update(games).where(games.c.id == game.setup.id, _IS_DUE).values(device_check=check)
    if connection.execute(change).rowcount and passed:
        live = game.live(0.0)
        ending = Ending.of(live, live.setup.started)
        statistics.count_checked(connection, FinishedGame(game.setup.id, live.seq, ending))

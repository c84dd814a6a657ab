"""The next game of the same players."""

from __future__ import annotations

from sqlalchemy import Connection

from quire.online.setup import Setup
from quire.store import event_log, games
from quire.store.event_log import PendingEvent
from quire.store.games import GameRequest, StoredGame
from quire.store.store import Store


async def start_rematch(
    store: Store, entry: PendingEvent, game: StoredGame, id: str
) -> StoredGame | None:
    """Store the event that names the rematch together with the new game.

    Return None if another server was first.
    """
    now, today, request = store.now(), store.today(), _request(game.setup)

    def work(connection: Connection) -> StoredGame | None:
        if not event_log.append(connection, [entry]):
            return None
        return games.create(connection, request, game.maker, now, today, id)

    return await store.write(work)


def _request(setup: Setup) -> GameRequest:
    """Return the request for a game on the same terms: the first player moves last."""
    return GameRequest(
        game=setup.game,
        size=setup.size,
        seats=(*setup.seats[1:], setup.seats[0]),
        clock=setup.clock,
        reconnect_seconds=setup.reconnect_seconds,
        rated=setup.rated,
        public=setup.public,
        chat=setup.chat,
        random_order=False,
    )

"""The next game of the same players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from quire.online.setup import Setup
from quire.server.workers.agent_policy import new_seed
from quire.store.play import event_log, games
from quire.store.play.event_log import PendingEvent
from quire.store.play.games import GameRequest, NewGame, StoredGame
from quire.store.store import Store


class _Rematch(NamedTuple):
    """A rematch to be stored, with the event that names it."""

    entry: PendingEvent
    game: NewGame


async def start_rematch(
    store: Store, entry: PendingEvent, game: StoredGame, id: str
) -> StoredGame | None:
    """Store the event that names the rematch together with the new game.

    Return None if another server was first.
    """
    new = NewGame(_request(game.setup), game.maker, store.now(), store.today(), id)
    return await store.write_batched(_store_all, _Rematch(entry, new))


def _store_all(connection: Connection, rematches: Sequence[_Rematch]) -> list[StoredGame | None]:
    stored = event_log.append(connection, [rematch.entry for rematch in rematches])
    new = [rematch.game for rematch, first in zip(rematches, stored, strict=True) if first]
    created = iter(games.create_all(connection, new) if new else ())
    return [next(created) if first else None for first in stored]


def _request(setup: Setup) -> GameRequest:
    """Return the request for a game on the same terms: the first player moves last."""
    return GameRequest(
        game=setup.game,
        size=setup.size,
        seats=(*setup.seats[1:], setup.seats[0]),
        clock=setup.clock,
        increment=setup.increment,
        reconnect_seconds=setup.reconnect_seconds,
        rated=setup.rated,
        public=setup.public,
        chat=setup.chat,
        random_order=False,
        seed=new_seed(setup.seats),
    )

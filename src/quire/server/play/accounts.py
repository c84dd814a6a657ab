"""Propagate account changes to open connections and games.

Changes made by this server are broadcast over the bus; changes made with `quire admin` are found in
its log. All accounts are also polled, in case a message was lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress

from quire.errors import NotFound
from quire.server.bus.bus import ALL
from quire.server.play.connections import Connections
from quire.server.play.rooms import Rooms
from quire.server.play.services import Services
from quire.store.people import players, sessions
from quire.wire.close_code import CloseCode

TOPIC = "account:"

MAX_ACCOUNTS_PER_QUERY = 500
"""Accounts checked in one query."""


class Accounts:
    """The accounts of players who are connected here, or sit in a game in memory."""

    def __init__(self, services: Services, connections: Connections, rooms: Rooms) -> None:
        self._services = services
        self._connections = connections
        self._rooms = rooms
        self._changed: set[str] = set()
        self._next: list[str] = []
        """Accounts still to be checked in this round."""
        services.bus.subscribe(f"{TOPIC}{ALL}", self._on_change)

    async def on_changed(self, player: str) -> None:
        """Propagate a change: on this server before returning, soon on the others."""
        self._services.bus.publish(f"{TOPIC}{player}")
        self._services.bus.publish("lobby")  # which shows names
        await asyncio.gather(*map(self._rename, await self._check([player])))

    async def check_next(self) -> None:
        """Check the next batch of accounts; called every second, so that all are checked."""
        if not self._next:
            self._next = sorted(self._local())
        some, self._next = self._next[:MAX_ACCOUNTS_PER_QUERY], self._next[MAX_ACCOUNTS_PER_QUERY:]
        await self.check(some)

    async def check(self, ids: Collection[str]) -> None:
        """Close connections whose sessions have ended, mute players, and update names in rooms."""
        for game in await self._check(ids):
            self._services.start(self._rename(game))

    async def _check(self, ids: Collection[str]) -> list[str]:
        """Close connections whose sessions have ended, renew the others, and mute players.

        Return the games that show old names.
        """
        if not ids:
            return []
        services, store = self._services, self._services.store
        since, today = services.oldest_session(), store.today()
        statuses = await store.read(
            lambda connection: sessions.account_statuses(connection, ids, since)
        )
        used = set()
        for id in ids:
            status = statuses.get(id)
            for peer in self._connections.by_player.get(id, ()):
                if status is None or peer.session not in status.sessions:
                    peer.close(CloseCode.SIGNED_OUT)
                    continue
                peer.muted = status.muted
                if today - status.sessions[peer.session] > sessions.RENEW_SECONDS:
                    used.add(peer.session)
        if used:
            await store.write(lambda connection: sessions.renew(connection, used, today))
        return [
            room.id
            for room in self._rooms
            if any(
                seat.player in statuses and seat.name != statuses[seat.player].name
                for seat in room.game.stored.setup.seats
            )
        ]

    async def _rename(self, game: str) -> None:
        # A seat that was taken during a rename may have the old name in the database.
        await self._services.store.write(
            lambda connection: players.update_seat_names(connection, game)
        )
        with suppress(NotFound):  # a game that its creator has just cancelled
            async with self._rooms.lease(game) as room:
                await room.catch_up()

    def _local(self) -> set[str]:
        seats = (seat for room in self._rooms for seat in room.game.stored.setup.seats)
        sitting = {seat.player for seat in seats if seat.player is not None}
        return set(self._connections.by_player) | sitting

    def _on_change(self, topic: str) -> None:
        """Check the accounts that other servers announce, many with one query."""
        if not self._changed:
            self._services.start(self._check_changed())
        self._changed.add(topic.removeprefix(TOPIC))

    async def _check_changed(self) -> None:
        changed, self._changed = self._changed, set()
        local = self._local()
        await self.check(sorted(local if ALL in changed else local & changed))

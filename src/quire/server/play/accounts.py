"""Accounts that change while their players are here: connections end, and games show new names.

What a server does itself is told to the others over the bus, at once. What was done past them all,
by `quire admin`, is found by looking at everybody here, some each second.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING

from quire.errors import NotFound
from quire.server.bus.bus import ALL
from quire.store.people import players

if TYPE_CHECKING:
    from quire.server.play.node import Node

TOPIC = "account:"

MAX_ACCOUNTS_PER_QUERY = 500
"""Accounts checked in one query."""

CLOSE_SIGNED_OUT = 4001
"""WebSocket close code: the token is no longer valid."""


class Accounts:
    """The accounts of those who are connected to this server, or sit in a game in its memory."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._told: set[str] = set()
        self._next: list[str] = []
        """Those who are not looked at yet in this round."""
        node.bus.subscribe(f"{TOPIC}{ALL}", self._news)

    async def changed(self, player: str) -> None:
        """This server has changed an account; it is so here afterwards, and soon everywhere."""
        self._node.bus.publish(f"{TOPIC}{player}")
        self._node.bus.publish("lobby")  # which shows names
        await self.look([player])

    async def look_at_some(self) -> None:
        """Looks at the next ones; who calls it each second looks at all now and then."""
        if not self._next:
            self._next = list(self._here())
        some, self._next = self._next[:MAX_ACCOUNTS_PER_QUERY], self._next[MAX_ACCOUNTS_PER_QUERY:]
        await self.look(some)

    async def look(self, ids: Collection[str]) -> None:
        """Ends connections of tokens that are no longer good, and gives rooms the names of now."""
        if not ids:
            return
        node = self._node
        known = await node.store.read(lambda it: players.account_statuses(it, ids))
        for id in ids:
            epoch = known[id].epoch if id in known else None
            for peer in node.peers_of.get(id, ()):
                if peer.epoch != epoch:
                    peer.close(CLOSE_SIGNED_OUT)
        for room in list(node.rooms.values()):
            if any(
                seat.player in known and seat.name != known[seat.player].name
                for seat in room.stored.setup.seats
            ):
                node.start(self._rename(room.id))

    async def _rename(self, game: str) -> None:
        # A seat that was taken just as its player was renamed may have the old name in the store.
        await self._node.store.write(lambda it: players.update_seat_names(it, game))
        with suppress(NotFound):  # a game that its maker has just given up
            async with self._node.room(game) as room:
                await room.catch_up()

    def _here(self) -> set[str]:
        seats = (it for room in self._node.rooms.values() for it in room.stored.setup.seats)
        return set(self._node.peers_of) | {it.player for it in seats if it.player is not None}

    def _news(self, topic: str) -> None:
        """Looks at the accounts that other servers tell of, at many with one question."""
        if not self._told:
            self._node.start(self._look_at_told())
        self._told.add(topic.removeprefix(TOPIC))

    async def _look_at_told(self) -> None:
        told, self._told = self._told, set()
        here = self._here()
        await self.look(here if ALL in told else here & told)

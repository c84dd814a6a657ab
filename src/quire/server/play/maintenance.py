"""What a server does by itself: beats, and every second what is due."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from quire.errors import NotFound
from quire.server.play.peer import CLOSE_POLICY
from quire.store import games, presence
from quire.wire.protocol import Heartbeat

if TYPE_CHECKING:
    from quire.server.play.node import Node

TICK = 1.0
"""Seconds between two looks at what is due."""

MAX_GAMES_PER_TICK = 500
"""Due games handled in one tick."""

PRESENCE_CHECK_TICKS = 30
"""Ticks between two reconciliations of presence with the database."""

HELLO_TIMEOUT_SECONDS = 10.0
"""Time a new connection has to send hello."""

CLOSE_NO_HEARTBEAT = 4002
"""WebSocket close code: heartbeats went unanswered."""


class Upkeep:
    """The regular work of a server."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self.last_tick = 0.0
        """When all that was due was done."""
        self._ticks = 0

    async def tick_on(self) -> None:
        """A tick every second, whatever goes wrong in one."""
        while True:
            await self._node.timing.sleep(TICK)
            try:
                await self.tick()
            except Exception as error:  # the store is away: all is late until it is back
                self._node.trouble(error)

    async def tick(self) -> None:
        """Says that this server is there, and does what is due."""
        node, store = self._node, self._node.store

        def renew(connection: Connection) -> tuple[float, bool, list[str]]:
            seconds = presence.record_uptime(connection, store.today())
            known = presence.renew_lease(connection, node.id, store.now())
            return seconds, known, presence.remove_dead_servers(connection, store.now())

        store.downtime, known, left_behind = await store.write(renew)
        for id in left_behind:
            node.start(self._wake(id))
        await self._wake_due()
        await node.pairing.pair()
        await node.pairing.tell()
        if not node.alone:  # in case the bus has lost a word
            await node.look_at_rooms(list(node.rooms))
        await node.accounts.look_at_some()
        node.let_go()
        self._refuse_the_silent()
        node.metrics.update_gauges()
        self._ticks += 1
        if self._ticks % PRESENCE_CHECK_TICKS == 0 or not known:
            await self._reckon()
        self.last_tick = node.timing.wall()

    async def _wake_due(self) -> None:
        """Does what is due in games, and has them looked at again when it is time."""
        now = self._node.store.now()
        due = await self._node.store.read(lambda it: games.due(it, now, MAX_GAMES_PER_TICK))
        if due:
            later = dict(await asyncio.gather(*map(self._wake, due)))
            await self._node.store.write(lambda it: games.postpone(it, later, now))

    async def _wake(self, id: str) -> tuple[str, float | None]:
        """A game that cannot be woken must not keep the others asleep."""
        try:
            async with self._node.room(id) as room:
                return id, await room.wake()
        except NotFound:
            return id, None
        except Exception as error:
            self._node.trouble(error, game=id)
            return id, self._node.store.now() + games.JOIN_GRACE_SECONDS

    def _refuse_the_silent(self) -> None:
        """Ends connections that were opened and say nothing."""
        now = self._node.timing.wall()
        for peer, since in self._node.strangers.items():
            if now - since <= HELLO_TIMEOUT_SECONDS:
                break
            peer.drop(CLOSE_POLICY)

    async def _reckon(self) -> None:
        """Puts right who is here, where it was missed or another server took this one for lost."""
        node = self._node
        kept = set(await node.store.read(lambda it: presence.players_on(it, node.id)))
        here = {
            (id, peer.player.id)
            for peer in node.peers
            if peer.player is not None
            for id in peer.watching
            if id in node.rooms and node.rooms[id].seat_of(peer.player.id) is not None
        }
        for id, player in kept - here:
            await node.store.write(partial(_depart, id, player, node.id))
        for id, player in here - kept:
            await node.store.write(partial(_arrive, id, player, node.id))
        for id in {id for id, _ in kept ^ here}:
            await self._wake(id)

    async def beat_on(self) -> None:
        """A beat for every connection now and then; one that does not answer is dead."""
        node, every = self._node, self._node.settings.heartbeat_seconds
        while True:
            await node.timing.sleep(every / 10)
            now = node.timing.wall()
            for peer in list(node.peers):
                if now < peer.beat_due:
                    continue
                if peer.beat_at is not None and now - peer.beat_at > 2 * every:
                    peer.drop(CLOSE_NO_HEARTBEAT)
                    continue
                peer.beat_due = now + every
                if peer.beat_at is None:
                    peer.beat_at = now
                    peer.beat += 1
                seqs = {id: node.rooms[id].seq for id in peer.watching if id in node.rooms}
                peer.tell(Heartbeat(number=peer.beat, games=seqs))


def _depart(game_id: str, player: str, node: str, connection: Connection) -> None:
    presence.remove_player(connection, game_id, player, node)


def _arrive(game_id: str, player: str, node: str, connection: Connection) -> None:
    presence.add_player(connection, game_id, player, node)

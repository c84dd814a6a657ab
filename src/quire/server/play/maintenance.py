"""Periodic work of a server: heartbeats, and due games every second."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from math import ceil

from sqlalchemy import Connection

from quire.errors import NotFound
from quire.server.play.accounts import Accounts
from quire.server.play.admin_actions import AdminActions
from quire.server.play.connections import Connections
from quire.server.play.device_games import DeviceGames
from quire.server.play.pairing import Pairing
from quire.server.play.peer import Peer
from quire.server.play.rooms import Rooms
from quire.server.play.services import Services
from quire.store.people import deletion, sessions
from quire.store.play import games, presence
from quire.wire.close_code import CloseCode
from quire.wire.protocol import Heartbeat

TICK_SECONDS = 1.0
"""Interval between two checks for due games."""

HEARTBEAT_PAUSE_SECONDS = 0.05
"""Interval between two checks for due heartbeats."""

MAX_GAMES_PER_TICK = 500
"""Due games handled in one tick."""

GAMES_AT_ONCE = 20
"""Due games handled before moves that have arrived meanwhile."""

RETRY_SECONDS = 5.0
"""Time after which a due game that could not be handled is tried again."""

PRESENCE_CHECK_TICKS = 30
"""Ticks between two reconciliations of presence with the database."""

DEVICE_CHECK_TICKS = 5
"""Ticks between two looks for a game whose moves of a device must be checked."""

CLEANUP_TICKS = 3600
"""Ticks between two cleanups of what was not used for long."""

MAX_GUESTS_PER_CLEANUP, GUESTS_PER_WRITE = 5000, 20
"""Guests forgotten in one cleanup, and in one transaction, which must not delay moves."""

HELLO_TIMEOUT_SECONDS = 10.0
"""Time a new connection has to send hello."""


class Maintenance:
    """The periodic work of a server."""

    def __init__(
        self,
        services: Services,
        connections: Connections,
        rooms: Rooms,
        pairing: Pairing,
        accounts: Accounts,
        admin_actions: AdminActions,
    ) -> None:
        self._services = services
        self._connections = connections
        self._rooms = rooms
        self._pairing = pairing
        self._accounts = accounts
        self._admin_actions = admin_actions
        self._device_games = DeviceGames(services)
        self.last_renewal = 0.0
        """When the lease was last renewed."""
        self.last_tick = 0.0
        """When everything due was last handled."""
        self._ticks = 0
        self._orphaned: set[str] = set()
        """Games whose players were on a server that died: who is away must be noted."""
        self._is_known = True
        """Whether the other servers have considered us alive all the time."""

    async def run_renewals(self) -> None:
        """Renew the lease every second. A store that cannot be written is noticed here."""
        await self._repeat(self.renew)

    async def run_ticks(self) -> None:
        """Handle what is due every second."""
        await self._repeat(self.handle_due)

    async def _repeat(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do some work every second, whatever fails."""
        while True:
            await self._services.time_source.sleep(TICK_SECONDS)
            try:
                await work()
            except Exception as error:  # the database is down: everything is late until it is back
                self._services.log_error(error)

    async def tick(self) -> None:
        """Renew the lease of this server, and handle what is due."""
        await self.renew()
        await self.handle_due()

    async def renew(self) -> None:
        """Renew the lease of this server, and agree with the others on the game clock."""
        services, store = self._services, self._services.store

        def renew(connection: Connection) -> tuple[float, bool, list[str]]:
            ahead = presence.record_clock(connection, store.clock)
            known = presence.renew_lease(connection, services.id, store.now())
            return ahead, known, presence.remove_dead_servers(connection, store.now())

        ahead, known, orphaned = await store.write(renew)
        self._is_known = self._is_known and known
        store.clock.catch_up(ahead)
        if store.clock.was_paused:
            store.clock.was_paused = False
            self._rooms.broadcast_clocks()
        self._orphaned.update(orphaned)
        self.last_renewal = services.time_source.wall()

    async def handle_due(self) -> None:
        """Handle due games, and everything else that is done every second."""
        services = self._services
        await self._run_all_due()
        await self._pairing.pair()
        await self._pairing.notify()
        if not services.is_alone:
            await self._rooms.refresh_all()
        await self._admin_actions.poll()
        await self._accounts.check_next()
        self._rooms.unload_idle()
        self._drop_unidentified()
        services.metrics.update_gauges()
        self._ticks += 1
        if self._ticks % PRESENCE_CHECK_TICKS == 0 or not self._is_known:
            self._is_known = True
            await self._reconcile_presence()
        if self._ticks % DEVICE_CHECK_TICKS == 0:
            services.start(self._device_games.check_next())
        if self._ticks % CLEANUP_TICKS == 0:
            services.start(self.clean_up())
        self.last_tick = services.time_source.wall()

    async def _run_all_due(self) -> None:
        """Handle all due games, and store when they are due next."""
        store = self._services.store
        now = store.now()
        due = await store.read(lambda connection: games.due(connection, now, MAX_GAMES_PER_TICK))
        while self._orphaned and len(due) < MAX_GAMES_PER_TICK:
            due.append(self._orphaned.pop())
        next_due: dict[str, float | None] = {}
        for start in range(0, len(due), GAMES_AT_ONCE):
            some = due[start : start + GAMES_AT_ONCE]
            next_due.update(await asyncio.gather(*map(self._run_due, some)))
        if due:
            await store.write(lambda connection: games.postpone(connection, next_due, now))

    async def _run_due(self, id: str) -> tuple[str, float | None]:
        """Handle a due game; one that fails must not block the others."""
        try:
            async with self._rooms.lease(id) as room:
                return id, await room.run_due()
        except NotFound:
            return id, None
        except Exception as error:
            self._services.log_error(error, game=id)
            return id, self._services.store.now() + RETRY_SECONDS

    def _drop_unidentified(self) -> None:
        """Drop connections that never sent hello."""
        now = self._services.time_source.wall()
        for peer, since in self._connections.unidentified.items():
            if now - since <= HELLO_TIMEOUT_SECONDS:
                break
            peer.close(CloseCode.POLICY)

    async def _reconcile_presence(self) -> None:
        """Correct who is connected here, where a change was missed or our lease ran out.

        Once a game is over, it is no longer recorded.
        """
        store, here = self._services.store, self._services.id
        recorded = set(await store.read(lambda connection: presence.players_on(connection, here)))
        actual = {
            (id, peer.player.id, here)
            for peer in self._connections.peers
            if peer.player is not None
            for id in peer.watching
            if (room := self._rooms.get(id))
            and room.game.status != games.OVER
            and room.game.seat_of(peer.player.id) is not None
        }

        def correct(connection: Connection) -> None:
            presence.remove_players(connection, list(recorded - actual))
            presence.add_players(connection, list(actual - recorded))

        if recorded != actual:
            await store.write(correct)
        for id in sorted({id for id, _, _ in recorded ^ actual}):
            await self._run_due(id)

    async def clean_up(self) -> None:
        """Delete what was not used for long: sessions, and guests who did not come back."""
        services, store = self._services, self._services.store
        since = services.oldest_session()
        await store.write(lambda connection: sessions.delete_expired(connection, since))
        before = store.today() - 86400 * services.settings.guest_days
        lost = await store.read(
            lambda connection: deletion.lost_guests(connection, before, MAX_GUESTS_PER_CLEANUP)
        )
        for start in range(0, len(lost), GUESTS_PER_WRITE):
            some = lost[start : start + GUESTS_PER_WRITE]
            await store.write(partial(deletion.forget_guests, ids=some, before=before))

    async def run_heartbeats(self) -> None:
        """Send heartbeats to all connections, and drop those that do not answer.

        Only some are sent at a time: many clients may have connected at once, and a move that
        comes after the heartbeats and replies of all would wait for them.
        """
        services, connections = self._services, self._connections
        interval = services.settings.heartbeat_seconds
        pause = min(HEARTBEAT_PAUSE_SECONDS, interval / 10)
        now = services.time_source.wall()
        while True:
            await services.time_source.sleep(pause)
            before, now = now, services.time_source.wall()
            some = ceil(2 * len(connections.peers) * (now - before) / interval)
            for peer in connections.due_for_heartbeat(now, some):
                self._send_heartbeat(peer, now)

    def _send_heartbeat(self, peer: Peer, now: float) -> None:
        interval = self._services.settings.heartbeat_seconds
        if peer.heartbeat_at is not None and now - peer.heartbeat_at > 2 * interval:
            peer.close(CloseCode.NO_HEARTBEAT)
            return
        if peer.heartbeat_at is None:
            peer.heartbeat_at = now
            peer.heartbeat += 1
        peer.send(Heartbeat(number=peer.heartbeat, games=self._seqs(peer.watching)))
        peer.heartbeat_due = now + interval
        self._connections.add_for_heartbeat(peer)

    def _seqs(self, ids: set[str]) -> dict[str, int]:
        return {
            id: room.game.seq for id in sorted(ids) if (room := self._rooms.get(id)) is not None
        }

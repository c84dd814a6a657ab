"""One server process, and how games are created and joined on it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace

from sqlalchemy import Connection

from quire.errors import NotAllowed, NotSignedIn, QuireError
from quire.online.live_game import LiveGame
from quire.server.bus.bus import Bus, open_bus
from quire.server.metrics import Load, Metrics
from quire.server.play.accounts import Accounts
from quire.server.play.admin_actions import AdminActions
from quire.server.play.connections import Connections
from quire.server.play.lobby import Lobby
from quire.server.play.maintenance import Maintenance
from quire.server.play.pairing import Pairing
from quire.server.play.peer import Peer
from quire.server.play.rooms import Rooms
from quire.server.play.services import Services
from quire.server.push.push import GameJoined, Push, open_push
from quire.server.rate_limit import RateLimits
from quire.server.settings import Settings
from quire.server.time_source import SystemTime, TimeSource
from quire.server.workers.pools import Pools
from quire.server.workers.thumbnails import Thumbnails
from quire.store.people.token import Token, TokenSigner
from quire.store.play import decision, game_list, games, presence, rated_network
from quire.store.store import Store
from quire.wire.close_code import CloseCode
from quire.wire.protocol import Shutdown

SIGNER_LOAD_SECONDS = 1.0
"""Minimum time between two invalid tokens for which the secrets are loaded again."""


class Node:
    """A server process. `open` it, give it connections, `close` it."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        bus: Bus,
        signer: TokenSigner,
        time_source: TimeSource,
        push: Push | None = None,
    ) -> None:
        self.settings = settings
        self.store = store
        self.bus = bus
        self.signer = signer
        self._signer_loaded = 0.0
        """When the secrets were last loaded because of an invalid token."""
        self.time_source = time_source
        self.push = push
        """Notifies players who are away; None if push notifications are off."""
        self.metrics = Metrics(self.load)
        self.pools = Pools(settings)
        self.thumbnails = Thumbnails()
        services = Services(
            settings, store, bus, time_source, self.metrics, self.pools, RateLimits(settings)
        )
        self.services = services
        self.connections = Connections(services)
        self.rooms = Rooms(services)
        self.lobby = Lobby(services, self.connections)
        self.pairing = Pairing(services, self.rooms.on_game_started)
        self.accounts = Accounts(services, self.connections, self.rooms)
        admin_actions = AdminActions(
            *(services, self.connections, self.rooms, self.accounts),
            on_secret_rotated=self.load_signer,
        )
        self.maintenance = Maintenance(
            *(services, self.connections, self.rooms, self.pairing, self.accounts),
            admin_actions,
        )

    @classmethod
    async def open(cls, settings: Settings, time_source: TimeSource | None = None) -> Node:
        """Start a server. Raises Unavailable if the database cannot be reached."""
        time_source = time_source or SystemTime()
        store = await Store.open(settings.db, time_source.wall)
        try:
            store.clock.downtime = await store.write(
                lambda connection: presence.register_server(connection, store.today())
            )
            signer = await store.write(TokenSigner.load)
            push = await open_push(store, settings.push_contact)
            bus = await open_bus(settings.bus or None)
        except BaseException:
            await store.close()
            raise
        node = cls(settings, store, bus, signer, time_source, push)
        store.on_group_written = node.metrics.group_written
        await node.maintenance.tick()
        node.services.start(node.maintenance.run_renewals())
        node.services.start(node.maintenance.run_ticks())
        node.services.start(node.maintenance.run_heartbeats())
        node.services.start(node.lobby.run_counts())
        node.services.log.info("ready", node=node.id, store=store.engine.dialect.name)
        return node

    async def stop(self) -> None:
        """Notify all connections that the server restarts; no new games or analyses from now on."""
        self.services.stopping = True
        for peer in list(self.connections.peers):
            peer.send(
                Shutdown(
                    message="The server is restarting; clocks are paused.", reconnect_after=2.0
                )
            )
            peer.close(CloseCode.RESTARTING)
        await self.pools.stop_analysis()

    async def close(self) -> None:
        """Stop everything. Stored data stays."""
        self.services.stopping = True
        for room in self.rooms:
            room.stop()
        await self.services.cancel_tasks()
        with suppress(QuireError):
            await self.store.write(
                lambda connection: presence.deregister_server(connection, self.id, self.store.clock)
            )
        await self.pools.close()
        await self.bus.close()
        await self.store.close()
        self.services.log.info("stopped", node=self.id)

    @property
    def id(self) -> str:
        """The id of this server."""
        return self.services.id

    @property
    def is_stopping(self) -> bool:
        """Whether the server is about to stop."""
        return self.services.stopping

    def load(self) -> Load:
        """Return what is open and at work right now."""
        return Load(
            len(self.connections.peers),
            len(self.rooms),
            *self.pools.load(),
            degraded=len(self.degraded()),
        )

    def degraded(self) -> list[str]:
        """Return what does not work as it should, while games go on."""
        if self.bus.healthy:
            return []
        return ["Redis does not respond: changes reach other servers a second late"]

    async def remove_connection(self, peer: Peer) -> None:
        """Remove a closed connection from everything it took part in."""
        self.connections.remove(peer)
        self.lobby.unfollow(peer)
        if self.is_stopping:
            return  # players reconnect to the next server, with all clocks credited
        if peer.player is not None:
            with suppress(QuireError):
                await self.pairing.remove_connection(peer)
        for id in sorted(peer.watching):
            if (room := self.rooms.get(id)) is not None:
                with suppress(QuireError):
                    await room.unwatch(peer)

    # --- tokens ---

    async def read_token(self, token: str) -> Token:
        """Return what a token says. Raises NotSignedIn."""
        try:
            return self.signer.read(token, self.store.today())
        except NotSignedIn:
            now = self.time_source.wall()
            if now - self._signer_loaded < SIGNER_LOAD_SECONDS:
                raise
            self._signer_loaded = now
        await self.load_signer()  # another server may know a newer secret
        return self.signer.read(token, self.store.today())

    async def load_signer(self) -> None:
        """Load the secrets that sign tokens, after they have changed."""
        self.signer = await self.store.write(TokenSigner.load)

    # --- games ---

    async def create_game(
        self, request: games.GameRequest, maker: str | None, network: str = ""
    ) -> str:
        """Create a game and return its id. It starts at once if no seat is open."""
        self.services.check_accepts_games()
        store, request = self.store, replace(request, wait=3600 * self.settings.open_game_hours)

        def create(connection: Connection) -> games.StoredGame:
            game = games.create(connection, request, maker, store.now(), store.today())
            if maker is not None and request.rated:
                rated_network.note(connection, game.setup.id, maker, own_network)
            return game

        own_network = self.services.rated_network(network)
        game = await store.write(create)
        self.rooms.on_game_started(game)
        return game.setup.id

    async def join_game(self, id: str, player: str, name: str, network: str = "") -> None:
        """Take a seat. Raises NotFound, Taken, NotAllowed.

        With the last seat the game starts, and players who are away are notified; if its clock is
        live, it waits for them.
        """
        self.services.check_accepts_games()
        store = self.store

        def join(connection: Connection) -> bool:
            if own_network is not None:
                rated_network.check(connection, id, player, own_network)
            now, today = store.now(), store.today()
            starts = games.join(connection, id, player, name, now, today)
            if starts:
                decision.await_absent(connection, id, player, now, today)
            rated_network.note(connection, id, player, own_network)
            return starts

        own_network = self.services.rated_network(network)
        try:
            starts = await store.write(join)
        finally:  # also after an error: the seat may be stored, and the room out of date
            self.rooms.notify_game(id)
        if starts and self.push is not None:
            self.services.start(self._notify_absent(self.push, id, player, name))

    async def _notify_absent(self, push: Push, id: str, player: str, name: str) -> None:
        """Notify the players who are away from a game that has started with this player."""

        def read(connection: Connection) -> tuple[games.StoredGame, set[str]]:
            return games.load(connection, id), presence.connected_players(connection, id)

        stored, connected = await self.store.read(read)
        for seat in stored.setup.seats:
            if seat.player is not None and seat.player not in {player, *connected}:
                joined = GameJoined(game_id=id, name=name)
                await push.notify(seat.player, joined, self.services.oldest_session())

    async def leave_game(self, id: str, player: str) -> None:
        """Leave an open game."""
        try:
            await self.store.write(lambda connection: games.leave(connection, id, player))
        finally:
            self.rooms.notify_game(id)

    async def abandon_oldest(self, player: str) -> bool:
        """End the player's oldest game against computer players that waits; return if one did."""
        id = await self.store.read(lambda connection: game_list.oldest_waiting(connection, player))
        if id is None:
            return False
        async with self.rooms.lease(id) as room:
            return await room.abandon()

    async def replay_game(self, id: str) -> tuple[games.StoredGame, LiveGame]:
        """Return a game as it is stored, and after all of its events. Raises NotFound, NotAllowed.

        Names may have been changed or deleted since its room was loaded. Many events take a while,
        so they are applied in a thread.
        """
        stored = await self.store.read(lambda connection: games.load(connection, id))
        if stored.status == games.OPEN:
            raise NotAllowed("the game hasn't started: it is waiting for players")
        return stored, await asyncio.to_thread(stored.live, self.settings.max_lag_seconds)

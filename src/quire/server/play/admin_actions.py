"""What administrators do with `quire admin`, applied to this server's connections and rooms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from sqlalchemy import Connection

from quire.server.play.accounts import Accounts
from quire.server.play.connections import Connections
from quire.server.play.rooms import Rooms
from quire.server.play.services import Services
from quire.store import admin
from quire.wire.close_code import CloseCode

News = tuple[int, list[admin.Action], Sequence[str] | None]
"""The last action, the new ones, and the banned networks if they may have changed."""


class AdminActions:
    """Follows the log of administrators' actions. The database has their effects already."""

    def __init__(
        self,
        services: Services,
        connections: Connections,
        rooms: Rooms,
        accounts: Accounts,
        on_secret_rotated: Callable[[], Awaitable[None]],
    ) -> None:
        self._services = services
        self._connections = connections
        self._rooms = rooms
        self._accounts = accounts
        self._on_secret_rotated = on_secret_rotated
        self._last: int | None = None
        """The last action that was applied here; None before the first poll."""

    async def poll(self) -> None:
        """Apply the actions since the last poll; called every second."""
        self._last, actions, networks = await self._services.store.read(self._news)
        if networks is not None:
            self._ban(networks)
        for game in sorted({action.game_id for action in actions if action.game_id is not None}):
            self._rooms.notify_game(game)
        if any(action.command == admin.ROTATE_SECRET for action in actions):
            await self._on_secret_rotated()
        players = {action.player for action in actions if action.player is not None}
        if players:
            self._services.bus.publish("lobby")  # which shows names, and games of theirs
            await self._accounts.check(sorted(players))

    def _news(self, connection: Connection) -> News:
        if self._last is None:
            return admin.last_action(connection), [], admin.banned_networks(connection)
        actions = admin.actions_since(connection, self._last)
        if not actions:
            return self._last, [], None
        changed = any(action.network is not None for action in actions)
        return actions[-1].id, actions, admin.banned_networks(connection) if changed else None

    def _ban(self, networks: Sequence[str]) -> None:
        """Ban these networks from now on, and close the connections from there."""
        bans = self._services.network_bans
        bans.replace(networks)
        for peer in list(self._connections.peers):
            if bans.is_banned(peer.network):
                peer.close(CloseCode.BANNED)

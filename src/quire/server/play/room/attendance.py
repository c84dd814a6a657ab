"""Which players of a game are connected, as this server records it for all servers."""

from __future__ import annotations

from quire.server.play.peer import Peer
from quire.server.play.room.audience import Audience
from quire.server.play.room.hosted_game import HostedGame
from quire.server.play.services import Services
from quire.store.play import presence


class Attendance:
    """Records the players of a game who are connected to this server."""

    def __init__(self, game: HostedGame, audience: Audience, services: Services) -> None:
        self._game = game
        self._audience = audience
        self._services = services

    def seat_of(self, peer: Peer) -> int | None:
        """Return the seat of a connection's player; None for spectators."""
        return self._game.seat_of(None if peer.player is None else peer.player.id)

    async def add(self, player: str) -> None:
        """Record that a player is connected to this server."""
        services = self._services
        await services.store.write_batched(
            presence.add_players, (self._game.id, player, services.id)
        )

    async def remove(self, player: str) -> bool:
        """Record that a player has left. Return whether they are on no other server either."""
        id, services = self._game.id, self._services
        return await services.store.write(
            lambda connection: presence.remove_player(connection, id, player, services.id)
        )

    async def connected(self) -> set[str]:
        """Return the players who are connected, on any server."""
        store = self._services.store
        return await store.read_batched(presence.connected_to_all, self._game.id)

    async def update_seats(self) -> None:
        """Match connections to seats again, after players have joined or left an open game."""
        audience = self._audience
        spectators = audience.local_spectators()
        for peer, watcher in list(audience.watchers.items()):
            before, watcher.seat = watcher.seat, self.seat_of(peer)
            if before is None and watcher.seat is not None and peer.player is not None:
                await self.add(peer.player.id)
        if audience.local_spectators() != spectators:
            audience.on_spectators_changed()

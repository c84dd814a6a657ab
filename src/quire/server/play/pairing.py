"""Quick match: players who seek any opponent are paired."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from quire.online import identity
from quire.server.play.peer import Peer
from quire.server.play.services import Services
from quire.store.play import games, pairing
from quire.store.play.games import StoredGame
from quire.wire.protocol import Paired, Seek


@dataclass(eq=False, slots=True)
class _OpenSeek:
    """A seek, and the player's connections that wait for its game."""

    id: str
    peers: dict[Peer, None] = field(default_factory=dict)
    is_stored: bool = False


class Pairing:
    """The open seeks of this server's connections."""

    def __init__(self, services: Services, on_game_started: Callable[[StoredGame], None]) -> None:
        self._services = services
        self._on_game_started = on_game_started
        self._seeks: dict[str, _OpenSeek] = {}

    async def seek(self, peer: Peer, seek: Seek) -> None:
        """Open a seek for a player, and pair those who can be.

        Repeated with the same id, it is answered with the game it led to, if there is one.
        """
        services = self._services
        services.check_accepts_games()
        assert peer.player is not None
        player, size = peer.player.id, games.normal_size(seek.game, seek.size)
        id = seek.id or identity.new_id(identity.SEEK)
        today, network = services.store.today(), services.rated_network(peer.network)
        # First: an older connection of the player that closes now must not cancel this seek.
        waiting = self._seeks.get(player)
        if waiting is None or waiting.id != id:
            waiting = self._seeks[player] = _OpenSeek(id)
        waiting.peers[peer] = None  # a message of an older connection may also come after this one
        await services.store.write(
            lambda connection: pairing.seek(
                connection, player, seek.game, size, services.id, today, id, network
            )
        )
        waiting.is_stored = True
        services.bus.subscribe(f"player:{player}", self._on_paired)
        await self.pair()
        await self.notify()  # another server may have been faster

    async def unseek(self, peer: Peer) -> None:
        """Cancel a player's seek."""
        assert peer.player is not None
        player = peer.player.id
        self._remove(player)
        await self._services.store.write(lambda connection: pairing.cancel_seek(connection, player))

    async def remove_connection(self, peer: Peer) -> None:
        """Cancel the seek of a connection that has closed."""
        player = "" if peer.player is None else peer.player.id
        seek = self._seeks.get(player)
        if seek is None or peer not in seek.peers:
            return
        del seek.peers[peer]
        if not seek.peers:
            self._remove(player)
            here = self._services.id  # the player may have a seek on another server by now
            await self._services.store.write(
                lambda connection: pairing.cancel_seek(connection, player, here)
            )

    async def pair(self) -> None:
        """Start the games of all players who can be paired, here and elsewhere."""
        services, settings = self._services, self._services.settings
        now, today = services.store.now(), services.store.today()
        clock = settings.move_seconds
        reconnect_seconds = settings.reconnect_limit(clock)
        started = await services.store.write(
            lambda connection: pairing.pair(connection, clock, reconnect_seconds, now, today)
        )
        for game, players in started:
            self._on_game_started(game)
            for player in players:
                services.bus.publish(f"player:{player}")

    async def notify(self) -> None:
        """Notify players here who were paired."""
        waiting = {player: seek for player, seek in self._seeks.items() if seek.is_stored}
        if not waiting:
            return
        ids = {player: seek.id for player, seek in waiting.items()}
        found = await self._services.store.read(
            lambda connection: pairing.paired_games(connection, ids)
        )
        for player, seek in waiting.items():
            game = found.get(player)
            if self._seeks.get(player) is not seek or (game is None and player in found):
                continue
            self._remove(player)
            if game is not None:
                for peer in seek.peers:
                    peer.send(Paired(game_id=game, id=seek.id))

    def _on_paired(self, _: str) -> None:
        self._services.start(self.notify())

    def _remove(self, player: str) -> None:
        self._services.bus.unsubscribe(f"player:{player}", self._on_paired)
        self._seeks.pop(player, None)

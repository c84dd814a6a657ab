"""Quick pairing: players who would like to meet anybody are brought together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.history import games, pairing
from quire.server.peer import Peer
from quire.server.protocol import Paired

if TYPE_CHECKING:
    from quire.server.node import Node


class Pairing:
    """Those here who wait for anybody."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._seeking: dict[str, Peer] = {}

    async def seek(self, peer: Peer, game: str, size: str | None) -> None:
        """Notes that a player waits for anybody, and pairs those who can be."""
        node = self._node
        node.check_open_for_games()
        assert peer.player is not None
        player, wanted = peer.player.id, games.normal_size(game, size)
        await node.store.write(
            lambda it: pairing.seek(it, player, game, wanted, node.id, node.store.today())
        )
        self._seeking[player] = peer
        node.bus.subscribe(f"player:{player}", self._news)
        await self.pair()
        await self.tell()  # another server may have been quicker

    async def unseek(self, peer: Peer) -> None:
        """Forgets that wish."""
        assert peer.player is not None
        player = peer.player.id
        self._forget(player)
        await self._node.store.write(lambda it: pairing.withdraw(it, player))

    async def depart(self, peer: Peer) -> None:
        """A connection has gone, and with it what it waited for."""
        if peer.player is not None and self._seeking.get(peer.player.id) is peer:
            await self.unseek(peer)

    async def pair(self) -> None:
        """Begins the games of all who can be paired, here and elsewhere."""
        node, settings = self._node, self._node.settings
        now, today = node.store.now(), node.store.today()
        begun = await node.store.write(
            lambda it: pairing.pair(it, settings.clock, settings.grace, now, today)
        )
        for game, both in begun:
            node.begun(game)
            for player in both:
                node.bus.publish(f"player:{player}")

    async def tell(self) -> None:
        """Tells players here who were paired."""
        if not self._seeking:
            return
        waiting = list(self._seeking)
        begun = await self._node.store.read(lambda it: pairing.begun_for(it, waiting))
        for player, id in begun.items():
            if (peer := self._forget(player)) is not None:
                peer.tell(Paired(game=id))

    def _news(self, _: str) -> None:
        self._node.start(self.tell())

    def _forget(self, player: str) -> Peer | None:
        self._node.bus.unsubscribe(f"player:{player}", self._news)
        return self._seeking.pop(player, None)

"""Quick pairing: players who would like to meet anybody are brought together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.online import identity
from quire.server.play.peer import Peer
from quire.store import games, pairing
from quire.wire.protocol import Paired, Seek

if TYPE_CHECKING:
    from quire.server.play.node import Node


@dataclass(eq=False, slots=True)
class _Waiting:
    """Who is to be told what a wish leads to."""

    peer: Peer
    wish: str
    stored: bool = False


class Pairing:
    """Those here who wait for anybody."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._seeking: dict[str, _Waiting] = {}

    async def seek(self, peer: Peer, seek: Seek) -> None:
        """Notes that a player waits for anybody, and pairs those who can be.

        Said again with the same id, it is answered by the game that it has led to, if any.
        """
        node = self._node
        node.check_open_for_games()
        assert peer.player is not None
        player, size = peer.player.id, games.normal_size(seek.game, seek.size)
        wish = seek.id or identity.new_id(identity.SEEK)
        today = node.store.today()
        # Noted first: an older connection of the player that goes now must not end this wish.
        waiting = self._seeking[player] = _Waiting(peer, wish)
        await node.store.write(
            lambda it: pairing.seek(it, player, seek.game, size, node.id, today, wish)
        )
        waiting.stored = True
        node.bus.subscribe(f"player:{player}", self._news)
        await self.pair()
        await self.tell()  # another server may have been quicker

    async def unseek(self, peer: Peer) -> None:
        """Forgets that wish."""
        assert peer.player is not None
        player = peer.player.id
        self._forget(player)
        await self._node.store.write(lambda it: pairing.cancel_seek(it, player))

    async def depart(self, peer: Peer) -> None:
        """A connection has gone, and with it what it waited for."""
        player = "" if peer.player is None else peer.player.id
        waiting = self._seeking.get(player)
        if waiting is not None and waiting.peer is peer:
            self._forget(player)
            here = self._node.id  # the player may wait at another server by now
            await self._node.store.write(lambda it: pairing.cancel_seek(it, player, here))

    async def pair(self) -> None:
        """Begins the games of all who can be paired, here and elsewhere."""
        node, settings = self._node, self._node.settings
        now, today = node.store.now(), node.store.today()
        begun = await node.store.write(
            lambda it: pairing.pair(
                it, settings.move_seconds, settings.reconnect_seconds, now, today
            )
        )
        for game, both in begun:
            node.begun(game)
            for player in both:
                node.bus.publish(f"player:{player}")

    async def tell(self) -> None:
        """Tells players here who were paired."""
        waiting = {player: it for player, it in self._seeking.items() if it.stored}
        if not waiting:
            return
        wishes = {player: it.wish for player, it in waiting.items()}
        found = await self._node.store.read(lambda it: pairing.paired_games(it, wishes))
        for player, it in waiting.items():
            game = found.get(player)
            if self._seeking.get(player) is not it or (game is None and player in found):
                continue
            self._forget(player)
            if game is not None:
                it.peer.tell(Paired(game_id=game, id=it.wish))

    def _news(self, _: str) -> None:
        self._node.start(self.tell())

    def _forget(self, player: str) -> None:
        self._node.bus.unsubscribe(f"player:{player}", self._news)
        self._seeking.pop(player, None)

"""Everybody on this server who sits or watches at a game, and how they hear of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quire.errors import NotFound
from quire.online.event import Event
from quire.picture import Picture, changes
from quire.server.play import snapshot
from quire.server.play.peer import Peer
from quire.store import presence
from quire.wire.protocol import ErrorMessage, Spectators, encode

if TYPE_CHECKING:
    from quire.server.play.room import Room


@dataclass(slots=True)
class Watcher:
    """How a connection follows the game."""

    seat: int | None
    picture: bool


class Audience:
    """The connections that follow a game here."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.watchers: dict[Peer, Watcher] = {}
        self.count = 0
        """How many only watch, on all servers."""
        self._picture: Picture | None = None

    def seats(self) -> set[int]:
        """The seats whose players are connected to this server."""
        return {it.seat for it in self.watchers.values() if it.seat is not None}

    def watching(self) -> int:
        """How many only watch, here."""
        return sum(watcher.seat is None for watcher in self.watchers.values())

    def leave(self, peer: Peer) -> Watcher | None:
        """A connection follows the game no longer; how it did, if it did."""
        peer.watching.discard(self._room.id)
        watcher = self.watchers.pop(peer, None)
        if not any(it.picture for it in self.watchers.values()):
            self._picture = None
        return watcher

    def picture(self) -> Picture:
        """The board as everybody here who wants pictures has it."""
        if self._picture is None:
            self._picture = snapshot.picture(self._room)
        return self._picture

    def tell(self, event: Event) -> None:
        """Everybody here hears of an event that is stored."""
        if not self.watchers:
            return
        news = snapshot.news(self._room, event)
        change = None
        if self._picture is not None and news.position:
            picture = snapshot.picture(self._room)
            change, self._picture = changes(self._picture, picture), picture
        variants: dict[tuple[bool, bool], bytes] = {}
        for peer, watcher in self.watchers.items():
            variant = (watcher.picture, watcher.seat is not None)
            if variant not in variants:
                variants[variant] = encode(snapshot.variant(news, change, *variant))
            peer.send(variants[variant])

    def tell_state(self) -> None:
        """Everybody here hears all of the game."""
        for peer, watcher in self.watchers.items():
            peer.tell(snapshot.state(self._room, watcher))

    def tell_gone(self) -> None:
        """The maker has given up a game that had not begun."""
        id = self._room.id
        gone = encode(
            ErrorMessage(code=NotFound.code, message="this game was given up", game_id=id)
        )
        for peer in list(self.watchers):
            peer.send(gone)
            self.leave(peer)

    async def changed(self) -> None:
        """Everybody hears how many watch, after one who only watches has come or gone."""
        node, id, here = self._room.node, self._room.id, self.watching()
        if node.alone:
            self.count = here
            self._tell_count()
            return
        await node.store.write(lambda it: presence.set_count(it, id, "", node.id, here))
        node.bus.publish(f"watchers:{id}")

    async def count_all(self) -> None:
        """Finds out how many watch on all servers."""
        room = self._room
        self.count = await room.node.store.read(lambda it: presence.spectator_count(it, room.id))
        self._tell_count()

    def _tell_count(self) -> None:
        message = encode(Spectators(game_id=self._room.id, count=self.count))
        for peer in self.watchers:
            peer.send(message)

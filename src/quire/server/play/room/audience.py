"""The connections that follow a game on this server, and how they are notified."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass

from quire.core import PictureSequence
from quire.errors import NotFound
from quire.online.event import Event
from quire.picture import changes
from quire.server.play.peer import Peer
from quire.server.play.room import snapshot
from quire.server.play.room.hosted_game import HostedGame
from quire.server.play.services import Services
from quire.server.transport.frame import text_frame
from quire.store.play import presence
from quire.wire.protocol import ErrorMessage, Spectators, State, encode

SPECTATORS_SECONDS = 0.2
"""Time in which spectators come and go before their number is broadcast."""


@dataclass(slots=True)
class Watcher:
    """How a connection follows the game: from a seat, with or without pictures, at which pace."""

    seat: int | None
    picture: bool
    pace: float = 0.0
    """Seconds between two moves of a computer player."""
    computes: bool = False
    """Whether the player's device computes the moves of computer players."""


class Audience:
    """The connections that follow a game here."""

    def __init__(
        self,
        game: HostedGame,
        services: Services,
        on_spectators_counted: Callable[[HostedGame], None],
    ) -> None:
        self._on_spectators_counted = on_spectators_counted
        """Called when the number of spectators here has changed and is stored."""
        self._game = game
        self._services = services
        self.watchers: dict[Peer, Watcher] = {}
        self.spectators = 0
        """Spectators on all servers."""
        self._pictures: PictureSequence | None = None
        self._spectators_due = False
        """Whether the number of spectators will be broadcast soon."""

    def seats(self) -> set[int]:
        """Return the seats whose players are connected to this server."""
        return {watcher.seat for watcher in self.watchers.values() if watcher.seat is not None}

    def player(self, seats: Collection[int]) -> Peer | None:
        """Return the connection of a player in one of these seats, if there is one here."""
        for peer, watcher in self.watchers.items():
            if watcher.seat in seats:
                return peer
        return None

    def pace(self, seats: Collection[int]) -> float:
        """Return the slowest pace that a player in one of these seats has asked for."""
        paces = (it.pace for it in self.watchers.values() if it.seat in seats)
        return max(paces, default=0.0)

    def is_computing(self, seats: Collection[int]) -> bool:
        """Return whether the device of a player in one of these seats computes moves."""
        return any(it.computes for it in self.watchers.values() if it.seat in seats)

    def local_spectators(self) -> int:
        """Return the number of spectators on this server."""
        return sum(watcher.seat is None for watcher in self.watchers.values())

    def add(self, peer: Peer, watcher: Watcher, since: int | None) -> None:
        """Add a connection, and send it the state; events follow from now on."""
        self.watchers[peer] = watcher
        self._drop_pictures_unless_wanted()
        peer.send(self.state(watcher, since))

    def remove(self, peer: Peer) -> Watcher | None:
        """Remove a connection. Return how it followed the game, if it did."""
        peer.watching.discard(self._game.id)
        watcher = self.watchers.pop(peer, None)
        self._drop_pictures_unless_wanted()
        return watcher

    def _drop_pictures_unless_wanted(self) -> None:
        """Draw no more if everyone here draws the board without this server."""
        if self._pictures and not any(other.picture for other in self.watchers.values()):
            self._pictures = None

    def state(self, watcher: Watcher, since: int | None = None) -> State:
        """Return the whole game for a watcher, with the events after `since`."""
        now = self._services.store.now()
        if watcher.picture and self._pictures is None:
            self._pictures = snapshot.pictures(self._game)
        picture = self._pictures.latest if watcher.picture and self._pictures else None
        return snapshot.state(self._game, watcher.seat, now, self.spectators, picture, since)

    def send_state(self, peer: Peer) -> None:
        """Send the whole game to a connection that follows it."""
        if peer in self.watchers:
            peer.send(self.state(self.watchers[peer]))

    def broadcast(self, event: Event) -> None:
        """Broadcast a stored event to all connections here."""
        if not self.watchers:
            return
        message = snapshot.event_message(self._game, event, self._services.store.now())
        change = None
        if self._pictures is not None and self._pictures.latest is not None and message.position:
            before = self._pictures.latest
            change = changes(before, snapshot.next_picture(self._game, self._pictures))
        variants: dict[tuple[bool, bool], bytes] = {}
        for peer, watcher in self.watchers.items():
            variant = (watcher.picture, watcher.seat is not None)
            if variant not in variants:
                variants[variant] = text_frame(encode(snapshot.variant(message, change, *variant)))
            peer.send_frame(variants[variant])

    def broadcast_state(self) -> None:
        """Send the whole game to all connections here."""
        for peer, watcher in self.watchers.items():
            peer.send(self.state(watcher))

    def broadcast_cancelled(self) -> None:
        """Notify all connections here that the open game was cancelled."""
        cancelled = ErrorMessage(
            code=NotFound.code, message="this game was cancelled", game_id=self._game.id
        )
        for peer in list(self.watchers):
            peer.send(cancelled)
            self.remove(peer)

    def on_spectators_changed(self) -> None:
        """Broadcast the number of spectators soon: many who come at once are one change."""
        if self._services.is_alone:
            self.spectators = self.local_spectators()
        if not self._spectators_due:
            self._spectators_due = True
            self._services.start(self._broadcast_spectators())

    async def _broadcast_spectators(self) -> None:
        await asyncio.sleep(SPECTATORS_SECONDS)
        self._spectators_due = False
        services, id, here = self._services, self._game.id, self.local_spectators()
        if services.is_alone:
            self._send_spectators()
            return
        await services.store.write(
            lambda connection: presence.set_count(connection, id, "", services.id, here)
        )
        self._on_spectators_counted(self._game)
        await self.refresh_spectators()

    async def refresh_spectators(self) -> None:
        """Read and broadcast the number of spectators on all servers."""
        id = self._game.id
        self.spectators = await self._services.store.read(
            lambda connection: presence.spectator_count(connection, id)
        )
        self._send_spectators()

    def _send_spectators(self) -> None:
        message = text_frame(encode(Spectators(game_id=self._game.id, count=self.spectators)))
        for peer in self.watchers:
            peer.send_frame(message)

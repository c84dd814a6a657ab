"""The connections to this server."""

from __future__ import annotations

from quire.errors import TooMany
from quire.server.play.peer import Peer
from quire.server.play.services import Services


class Connections:
    """All open connections, and whose they are."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.peers: set[Peer] = set()
        self.unidentified: dict[Peer, float] = {}
        """Connections that have not sent hello, and since when they are open, oldest first."""
        self.by_player: dict[str, set[Peer]] = {}

    def add(self, peer: Peer) -> None:
        """Add a new connection. Raises TooMany if the server is full."""
        if len(self.peers) >= self._services.settings.max_connections:
            raise TooMany("the server is full: try again later")
        self.peers.add(peer)
        self.unidentified[peer] = self._services.time_source.wall()

    def identify(self, peer: Peer) -> None:
        """Note that a connection has sent hello."""
        self.unidentified.pop(peer, None)
        if peer.player is not None:
            self.by_player.setdefault(peer.player.id, set()).add(peer)

    def remove(self, peer: Peer) -> None:
        """Remove a closed connection."""
        self.peers.discard(peer)
        self.unidentified.pop(peer, None)
        if peer.player is not None:
            peers = self.by_player.get(peer.player.id, set())
            peers.discard(peer)
            if not peers:
                self.by_player.pop(peer.player.id, None)

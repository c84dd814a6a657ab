"""The connections to this server.

They are in the order in which they were opened, never in that of a hash: what a server does then
only depends on what it receives, and the simulation in `tests/simulation` can replay it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from quire.errors import Unavailable
from quire.server.play.peer import Peer
from quire.server.play.services import Services


class Connections:
    """All open connections, and whose they are."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.peers: dict[Peer, None] = {}
        self.unidentified: dict[Peer, float] = {}
        """Connections that have not sent hello, and since when they are open, oldest first."""
        self.by_player: dict[str, dict[Peer, None]] = {}
        self._heartbeats: deque[Peer] = deque()
        """Connections by the time of their next heartbeat, some of them closed by now."""

    def check_capacity(self) -> None:
        """Raise Unavailable if no more connections are possible."""
        if len(self.peers) >= self._services.settings.max_connections:
            raise Unavailable("the server is full: try again later")

    def add(self, peer: Peer) -> None:
        """Add a new connection."""
        self.peers[peer] = None
        self.unidentified[peer] = self._services.time_source.wall()
        self.add_for_heartbeat(peer)

    def identify(self, peer: Peer) -> None:
        """Note that a connection has sent hello."""
        self.unidentified.pop(peer, None)
        if peer.player is not None:
            self.by_player.setdefault(peer.player.id, {})[peer] = None

    def people(self) -> int:
        """Return the number of players and visitors; several tabs of a player count once."""
        of_players = sum(map(len, self.by_player.values()))
        visitors = len(self.peers) - len(self.unidentified) - of_players
        return len(self.by_player) + visitors

    def add_for_heartbeat(self, peer: Peer) -> None:
        """Note that the next heartbeat of a connection is due after those of all others."""
        self._heartbeats.append(peer)

    def due_for_heartbeat(self, now: float, limit: int) -> Iterator[Peer]:
        """Remove and yield open connections whose heartbeat is due, but not too many."""
        heartbeats = self._heartbeats
        while limit and heartbeats and heartbeats[0].heartbeat_due <= now:
            peer = heartbeats.popleft()
            if peer in self.peers:
                limit -= 1
                yield peer

    def remove(self, peer: Peer) -> None:
        """Remove a closed connection."""
        self.peers.pop(peer, None)
        self.unidentified.pop(peer, None)
        if peer.player is not None:
            peers = self.by_player.get(peer.player.id, {})
            peers.pop(peer, None)
            if not peers:
                self.by_player.pop(peer.player.id, None)

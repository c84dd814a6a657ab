"""One client's connection: who it is, and what it follows."""

from __future__ import annotations

from typing import Protocol

from quire.server.settings import Settings
from quire.server.transport.frame import text_frame
from quire.wire.close_code import CloseCode
from quire.wire.protocol import FromServer, encode
from quire.wire.shared_types import PlayerSummary


class Connection(Protocol):
    """What a peer sends through; see `transport.websocket_protocol`."""

    def send_frame(self, frame: bytes) -> None:
        """Send a frame, without blocking; a client that doesn't keep up is disconnected."""
        ...

    def close(self, code: int) -> None:
        """Close the connection after everything before is sent."""
        ...


class Peer:
    """A client connection. Sending never blocks and never fails."""

    __slots__ = (
        "_connection",
        "closing",
        "heartbeat",
        "heartbeat_at",
        "heartbeat_due",
        "lag",
        "muted",
        "network",
        "player",
        "session",
        "watching",
    )

    def __init__(
        self, settings: Settings, network: str, now: float, connection: Connection
    ) -> None:
        self.network = network
        self._connection = connection
        self.player: PlayerSummary | None = None
        self.session = ""
        """The player's session."""
        self.muted = False
        """Whether an administrator has taken the player's chat away."""
        self.watching: set[str] = set()
        """The games it follows."""
        self.lag = 0.0
        """Last measured round-trip time, in seconds."""
        self.heartbeat = 0
        """The number of the last heartbeat."""
        self.heartbeat_due = now + settings.heartbeat_seconds
        self.heartbeat_at: float | None = None
        """When the unanswered heartbeat was sent; None if all were answered."""
        self.closing: CloseCode | None = None
        """The close code, once the connection is being closed."""

    @property
    def account(self) -> str:
        """Whose messages are counted together: all of a player's, or this spectator's."""
        return self.player.id if self.player else f"spectator {id(self)}"

    def send(self, message: FromServer) -> None:
        """Send a message."""
        self.send_frame(text_frame(encode(message)))

    def send_frame(self, frame: bytes) -> None:
        """Send a message whose frame was made already."""
        if self.closing is None:
            self._connection.send_frame(frame)

    def close(self, code: CloseCode) -> None:
        """Close the connection after everything before is sent."""
        if self.closing is None:
            self.closing = code
            self._connection.close(code)

    def on_heartbeat_reply(self, number: int, now: float) -> None:
        """Measure lag from the answer to a heartbeat."""
        if self.heartbeat_at is not None and number == self.heartbeat:
            self.lag = max(0.0, now - self.heartbeat_at)
            self.heartbeat_at = None

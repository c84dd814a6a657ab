"""WebSockets by uvicorn and websockets, with limits, and messages that are written at once.

uvicorn answers any number of pings, and keeps the answers for a client that never reads them.
Messages don't go through ASGI: the frame of a broadcast is made once, and is bytes from then on.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from quire.server.rate_limit import TokenBucket
from quire.server.settings import Settings
from quire.wire.close_code import CloseCode

SLICE_BYTES = 2048
"""Bytes that are parsed before frames are counted: some 300 empty pings."""

MAX_QUEUED_MESSAGES = 8
"""Messages that wait for the application before no more are read. Nearly always there is one, and
to stop and go on for each would cost two system calls."""

EXTENSION = "quire.connection"
"""The connection itself, in the extensions of its ASGI scope."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection that speaks WebSocket."""

    def __init__(self, *arguments: Any, settings: Settings, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._max_buffered = settings.max_buffered_bytes
        self._frames = TokenBucket(settings.frame_rate, settings.frame_burst, self.loop.time())

    def send_frame(self, frame: bytes) -> None:
        """Send a frame, without blocking; a client that doesn't keep up is disconnected."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        transport.write(frame)
        if transport.get_write_buffer_size() > self._max_buffered:
            transport.abort()

    def close(self, code: int) -> None:
        """Close the connection after everything before is sent."""
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self._resume_reading()
        # A client that reads nothing will not read the close frame either.
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)

    # --- reading ---

    def data_received(self, data: bytes) -> None:
        """Parse what was received, in slices, so that a flood is noticed early."""
        if len(data) <= SLICE_BYTES:
            super().data_received(data)
            return
        for start in range(0, len(data), SLICE_BYTES):
            if self.close_sent or self.transport.is_closing():
                return
            super().data_received(data[start : start + SLICE_BYTES])

    def handle_connect(self, event: Any) -> None:
        """Offer this connection to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def handle_events(self) -> None:
        """Handle frames; a client that sends too many is disconnected."""
        now = self.loop.time()
        for event in self.conn.events:
            if isinstance(event, Frame) and self._frames.take(now):
                self.conn.events.clear()
                self._fail("too many frames")
                return
        super().handle_events()

    def handle_ping(self) -> None:
        """Answer, unless the client does not read the answers."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > self._max_buffered:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Queue a message; stop reading while the application is behind."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= MAX_QUEUED_MESSAGES:
            self.read_paused = True
            self.transport.pause_reading()

    async def receive(self) -> Any:
        """Return the next message; go on reading once all are handled."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self._resume_reading()
        return message

    def _resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _fail(self, reason: str) -> None:
        if not self.close_sent:
            self.conn.fail(CloseCode.POLICY, reason)
            self.handle_parser_exception()

"""WebSockets by uvicorn and websockets, with limits, and messages that are written at once.

uvicorn answers any number of pings, and keeps the answers for a client that never reads them.
Messages don't go through ASGI: those of the client are handled as they arrive, without a task, and
the frame of a broadcast is made once, and is bytes from then on.
"""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from quire.server.rate_limit import TokenBucket
from quire.server.settings import Settings
from quire.server.transport.frame import (
    frame_length,
    header_length,
    is_short_text,
    text_message,
)
from quire.server.transport.inbox import Inbox
from quire.wire.close_code import CloseCode

HEADER_BYTES = 8
"""Bytes of a frame besides its message, if that has 126 to 65,535 bytes and nothing is wasted."""

MAX_WAITING_MESSAGES = 8
"""Messages that wait for the one before before no more are read. Nearly always there is none, and
to stop and go on for each would cost two system calls."""

REFUSED_SECONDS = 1.0
"""Time in which a client that sends too much receives the close code, before it is dropped."""

EXTENSION = "quire.connection"
"""The connection itself, in the extensions of its ASGI scope."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection that speaks WebSocket."""

    def __init__(self, *arguments: Any, settings: Settings, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.inbox = Inbox()
        self._max_buffered = settings.max_buffered_bytes
        self._frames = TokenBucket(settings.frame_rate, settings.frame_burst, self.loop.time())
        self._max_message = self.config.ws_max_size
        self._max_frame = self._max_message + HEADER_BYTES
        self._splits = False
        """Whether frames are split here, rather than by the parser: after the handshake."""
        self._rest = b""
        """The beginning of a frame."""
        self._is_refused = False
        """Whether the client has sent too much: what it sends from now on is ignored."""

    def send_frame(self, frame: bytes) -> None:
        """Send a frame, without blocking; a client that doesn't keep up is disconnected."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        transport.write(frame)
        if transport.get_write_buffer_size() > self._max_buffered:
            transport.abort()

    async def send(self, message: Any) -> None:
        """Send a message of the application."""
        await super().send(message)
        if self.close_sent:  # refused: uvicorn would log that the handshake was never completed
            self.handshake_complete = True

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
        """Handle frames, each as soon as it is complete; a client that sends too many is refused.

        Most are whole text messages, which need no parser.
        """
        if self._is_refused:
            return
        if not self._splits:
            super().data_received(data)
            return
        if not self._rest and is_short_text(data):  # nearly always
            self._receive_frame(data)
            return
        if self._rest:
            data, self._rest = self._rest + data, b""
        start = 0
        while start < len(data) and not (self._is_refused or self.transport.is_closing()):
            length = frame_length(data, start)
            if length > self._max_frame and length - header_length(data, start) > self._max_message:
                self._splits = False  # the parser refuses it
                super().data_received(data[start:])
                return
            if not length or start + length > len(data):
                self._rest = data[start:]
                return
            self._receive_frame(data[start : start + length])
            start += length

    def _receive_frame(self, frame: bytes) -> None:
        if self._frames.take(self.loop.time()):
            self._refuse()
            return
        message = None if self.frames or self.close_sent else text_message(frame)
        if message is None:
            super().data_received(frame)
        else:
            self._receive_message(message)

    def handle_connect(self, event: Any) -> None:
        """Offer this connection to the application."""
        super().handle_connect(event)
        if not self.close_sent:
            self._splits = True
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def handle_ping(self) -> None:
        """Answer, unless the client does not read the answers."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > self._max_buffered:
            self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """Handle a message that came in several frames."""
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._receive_message(data)

    def _receive_message(self, message: bytes) -> None:
        if self.inbox.receive(message) >= MAX_WAITING_MESSAGES:
            self._pause_reading()

    def go_on(self) -> None:
        """Handle the messages that wait: the one before is done. Then read more."""
        self.inbox.go_on()
        if self.read_paused and not self.close_sent and not self.inbox:
            self._resume_reading()

    def _pause_reading(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _refuse(self) -> None:
        """Close the connection, and ignore what comes: a packet may have thousands of frames.

        To drop it at once would be cheaper, but what is unread then makes the client's system throw
        away the close code.
        """
        self._is_refused = True
        self.close(CloseCode.POLICY)
        self._pause_reading()
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(REFUSED_SECONDS, self.transport.abort)

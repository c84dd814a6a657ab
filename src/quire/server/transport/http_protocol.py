"""HTTP/1.1 by uvicorn and httptools, with limits on what a client may send and how slowly.

uvicorn has none: a request without an end would be kept in memory, and its connection open.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from typing import Any

from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from quire.errors import TooMany
from quire.server.rate_limit import RateLimit, network_of
from quire.server.settings import Settings

MAX_PIPELINED_REQUESTS = 16
"""Requests on one connection whose responses wait for the first."""

TOO_LARGE = 431
"""Status code: the head of the request is too large."""


class PendingRequests:
    """Connections from which no whole request has come yet, by network.

    If a network has too many of them, the oldest is closed: a real request comes in one piece.
    """

    def __init__(self, settings: Settings) -> None:
        self._max = settings.max_pending_requests
        self._pending: dict[str, OrderedDict[HttpProtocol, None]] = {}
        self._rate = RateLimit(settings.connection_rate, settings.connection_burst)
        self._proxies = _TrustedHosts(settings.proxies)

    def admits(self, address: str, now: float) -> bool:
        """Return whether one more connection from an address is not too many."""
        if address in self._proxies:
            return True
        try:
            self._rate.take(network_of(address), now)
        except TooMany:
            return False
        return True

    def __len__(self) -> int:
        return sum(map(len, self._pending.values()))

    def add(self, network: str, connection: HttpProtocol) -> None:
        """Add a connection; close the oldest of its network if there are too many."""
        pending = self._pending.setdefault(network, OrderedDict())
        pending[connection] = None
        if len(pending) > self._max:
            oldest, _ = pending.popitem(last=False)
            oldest.abort()

    def discard(self, network: str, connection: HttpProtocol) -> None:
        """Remove a connection: its request has arrived, or it is closed."""
        pending = self._pending.get(network)
        if pending is not None:
            pending.pop(connection, None)
            if not pending:
                del self._pending[network]


class HttpProtocol(HttpToolsProtocol):
    """A connection that speaks HTTP."""

    def __init__(
        self, *arguments: Any, settings: Settings, pending: PendingRequests, **named: Any
    ) -> None:
        super().__init__(*arguments, **named)
        self._settings = settings
        self._pending = pending
        self._network = ""
        self._head_bytes = 0
        """Bytes of the request's head so far."""
        self._reading_head = True
        self._upgraded = False
        """Whether a WebSocket has taken the connection over."""
        self._responses: deque[RequestResponseCycle] = deque()
        """The response in progress, and those that wait for it."""
        self._refusal = 400
        """The status code if the request can't be read."""
        self._deadline: asyncio.TimerHandle | None = None
        """When the connection is closed unless the request, or the response, gets on."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for a request."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        self._network = network_of(address)
        if self._pending.admits(address, self.loop.time()):
            self._await_request()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feed the parser, and no more than a request's head may have before its end is seen."""
        was_reading_head = self._reading_head
        if not was_reading_head:
            super().data_received(data)
            return
        allowed = self._settings.max_header_bytes - self._head_bytes
        self._head_bytes += len(data)
        super().data_received(data[:allowed])
        if len(data) <= allowed or self.transport.is_closing():
            return
        if self._reading_head:
            self._refusal = TOO_LARGE
            self.send_400_response("The request's headers are too large.")
        elif not self._upgraded:
            super().data_received(data[allowed:])

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over."""
        self._stop_waiting()
        self._upgraded = True
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse the request, and close the connection."""
        content = STATUS_LINE[self._refusal] + (
            b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\n"
            b"content-length: %d\r\n\r\n" % len(msg)
        )
        self.transport.write(content + msg.encode("ascii"))
        self._end_responses()
        self.transport.close()

    def abort(self) -> None:
        """Close the connection at once."""
        self._end_responses()
        self.transport.abort()

    def _end_responses(self) -> None:
        """Let responses in progress end quietly: there is nobody to write them to."""
        for response in self._responses:
            response.disconnected = True
            response.message_event.set()

    # --- what the parser finds ---

    def on_message_begin(self) -> None:
        """Start to read a request's head."""
        super().on_message_begin()
        if not self._reading_head:
            self._head_bytes = 0
            self._await_request()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Read a header; the parser refuses the request if there are too many."""
        if len(self.headers) >= self._settings.max_headers:
            self._refusal = TOO_LARGE
            raise ValueError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Begin to answer the request."""
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:
            raise ValueError("too many pipelined requests")
        self._reading_head = False
        self._pending.discard(self._network, self)
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # not a WebSocket
            self._responses.append(self.cycle)

    def on_response_complete(self) -> None:
        """Go on with the next request."""
        self._responses.popleft()
        super().on_response_complete()

    def on_message_complete(self) -> None:
        """Stop to wait: the request is here."""
        self._cancel_deadline()
        super().on_message_complete()

    # --- time ---

    def _await_request(self) -> None:
        self._reading_head = True
        self._pending.add(self._network, self)
        self._set_deadline()

    def _stop_waiting(self) -> None:
        self._pending.discard(self._network, self)
        self._cancel_deadline()

    def _set_deadline(self) -> None:
        self._cancel_deadline()
        self._deadline = self.loop.call_later(self._settings.request_seconds, self.abort)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def pause_writing(self) -> None:
        """Give a client that reads too slowly some time."""
        super().pause_writing()
        self._set_deadline()

    def resume_writing(self) -> None:
        """Go on: the client reads."""
        self._cancel_deadline()
        super().resume_writing()

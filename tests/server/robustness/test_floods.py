"""One client floods the server below the level of messages; nobody else notices.

Clients here are bare sockets: they do what no library would let them do.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from quire.server.transport.websocket_protocol import WebSocketProtocol
from tests.server.bare_socket import (
    CONT,
    PING,
    PONG,
    TEXT,
    connect,
    frame,
    open_websocket,
    received,
)
from tests.server.harness import TIMEOUT_SECONDS, RunningServer, running_server, settings

FLOOD_BYTES = 64 << 20


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    directory: Path = tmp_path_factory.mktemp("store")
    limits = {"frame_rate": 50.0, "frame_burst": 200, "max_buffered_bytes": 65536}
    heads = {"request_seconds": 2.0, "max_pending_requests": 20}
    with running_server(settings(directory, **limits, **heads)) as running:
        yield running


def send_again_and_again(client: socket.socket, data: bytes) -> None:
    for _ in range(FLOOD_BYTES // len(data)):
        client.sendall(data)


@pytest.mark.parametrize("first", [PING, PONG], ids=["pings", "pongs"])
def test_too_many_control_frames_close_the_connection(server: RunningServer, first: int) -> None:
    with closing(open_websocket(server)) as client:
        client.sendall(frame(first) * 50)
        if first == PING:
            answered = b""
            while len(answered) < 100:
                answered += client.recv(100)
            assert answered == b"\x8a\x00" * 50, "a few pings are answered"
        client.sendall(frame(first) * 2000)
        assert received(client)[-50:].find(struct.pack("!H", 1008)) >= 0


def test_frames_after_the_limit_are_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handled: list[bytes] = []
    receive_frame = WebSocketProtocol._receive_frame

    def count(self: WebSocketProtocol, data: bytes) -> None:
        handled.append(data)
        receive_frame(self, data)

    monkeypatch.setattr(WebSocketProtocol, "_receive_frame", count)
    with (
        running_server(settings(tmp_path, frame_rate=1e-6, frame_burst=200)) as server,
        closing(open_websocket(server)) as client,
    ):
        client.sendall(frame(PING) * 5000)
        assert struct.pack("!H", 1008) in received(client)
    assert len(handled) == 201


def test_length_in_more_bytes_than_needed_lifts_no_limit(server: RunningServer) -> None:
    hello = b'{"type":"hello","version":2}'.ljust(server.settings.max_message_bytes)
    long_header = struct.pack("!BBQ4x", TEXT, 0xFF, len(hello))  # masked with zeros
    with closing(open_websocket(server)) as client:
        client.sendall(long_header + hello)
        assert b"welcome" in client.recv(65536)
        client.sendall(frame(PING) * 2000)
        client.shutdown(socket.SHUT_WR)
        assert received(client)[-50:].find(struct.pack("!H", 1008)) >= 0


def test_too_many_fragments_close_the_connection(server: RunningServer) -> None:
    with closing(open_websocket(server)) as client:
        client.sendall(frame(0x01, b"{") + frame(CONT) * 2000)
        assert struct.pack("!H", 1008) in received(client)


def test_malformed_messages_between_good_ones_close_the_connection(server: RunningServer) -> None:
    good = frame(0x81, b'{"type":"heartbeat_reply","number":1}')
    with closing(open_websocket(server)) as client:
        client.sendall(frame(0x81, b'{"type":"hello","version":2}'))
        client.sendall((frame(0x81, b"?") * 9 + good) * 12)
        assert struct.pack("!H", 1008) in received(client)


def test_a_client_that_reads_no_pongs_is_disconnected(tmp_path: Path) -> None:
    limits = {"frame_rate": 1e9, "frame_burst": 10**9, "max_buffered_bytes": 65536}
    with running_server(settings(tmp_path, **limits)) as server:
        client = open_websocket(server)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        flood = frame(PING, b"x" * 100) * 100
        client.settimeout(5)
        # The client's system ignores the reset while the buffer is full: then nothing is taken any
        # more. A server that answers on takes the whole flood.
        with closing(client), pytest.raises((ConnectionError, TimeoutError)):
            send_again_and_again(client, flood)


def test_an_endless_header_is_refused(server: RunningServer) -> None:
    with closing(connect(server)) as client:
        client.sendall(b"GET / HTTP/1.1\r\nX-Long: ")
        with pytest.raises(ConnectionError):
            send_again_and_again(client, b"x" * 1024)
    with closing(connect(server)) as client:
        client.sendall(b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 40_000)
        assert received(client).startswith(b"HTTP/1.1 431 ")


def test_too_many_headers_are_refused(server: RunningServer) -> None:
    with closing(connect(server)) as client:
        client.sendall(b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n")
        assert received(client).startswith(b"HTTP/1.1 431 ")


def test_a_large_body_after_short_headers_is_read(server: RunningServer) -> None:
    body = b'{"name": "' + b" " * 60_000 + b'Ann"}'
    head = f"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n"
    with closing(connect(server)) as client:
        client.sendall(head.encode() + b"Connection: close\r\n\r\n" + body)
        assert received(client).startswith(b"HTTP/1.1 ")


def test_too_many_pipelined_requests_are_refused(server: RunningServer) -> None:
    with closing(connect(server)) as client:
        client.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n" * 500)
        assert received(client).count(b"HTTP/1.1 200 ") < 100


def test_a_request_that_never_ends_is_given_up(server: RunningServer) -> None:
    with closing(connect(server)) as silent, closing(connect(server)) as slow:
        slow.sendall(b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        assert received(silent) == b""
        assert b" 200 " not in received(slow)


def test_half_open_requests_push_out_the_oldest(server: RunningServer) -> None:
    clients = [connect(server) for _ in range(60)]
    for client in clients:
        client.sendall(b"GET / HTTP/1.1\r\nX: ")
    assert received(clients[0]) == b""
    with closing(connect(server)) as ordinary:
        ordinary.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert received(ordinary).startswith(b"HTTP/1.1 200 ")
    for client in clients:
        client.close()


def test_too_many_new_connections_are_refused(tmp_path: Path) -> None:
    with running_server(settings(tmp_path, connection_rate=1.0, connection_burst=20)) as server:
        address = urlsplit(server.url)
        answers = []
        for _ in range(40):
            with socket.create_connection(
                (address.hostname, address.port), TIMEOUT_SECONDS, ("127.0.0.2", 0)
            ) as client:
                client.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                answers.append(received(client)[:12])
        assert answers[:20] == [b"HTTP/1.1 200"] * 20
        assert answers[30:] == [b""] * 10
        with closing(connect(server)) as proxy:  # another address, and a proxy's
            proxy.sendall(b"GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert received(proxy).startswith(b"HTTP/1.1 200")

"""Clients that are bare sockets: they do what no library would let them do."""

from __future__ import annotations

import os
import socket
import struct
from urllib.parse import urlsplit

from tests.server.harness import TIMEOUT_SECONDS, RunningServer

TEXT, CONT, CLOSE, PING, PONG = 0x81, 0x00, 0x88, 0x89, 0x8A
"""First bytes of frames, those of messages final."""

FINAL = 0x80


def connect(server: RunningServer) -> socket.socket:
    address = urlsplit(server.url)
    found = socket.create_connection((address.hostname, address.port), TIMEOUT_SECONDS)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def open_websocket(server: RunningServer) -> socket.socket:
    client = connect(server)
    client.sendall(
        b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += client.recv(1)
    assert answer.startswith(b"HTTP/1.1 101 ")
    return client


def frame(first: int, payload: bytes = b"") -> bytes:
    mask = os.urandom(4)
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    length = len(payload)
    if length < 126:
        return struct.pack("!BB", first, 0x80 | length) + mask + masked
    return struct.pack("!BBH", first, 0x80 | 126, length) + mask + masked


def received(client: socket.socket) -> bytes:
    """Read until the server closes the connection."""
    answer = b""
    try:
        while part := client.recv(65536):
            answer += part
    except ConnectionError:
        pass
    return answer

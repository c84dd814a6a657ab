"""Messages arrive whole, however they are cut into frames and packets."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise

import pytest

from tests.server.bare_socket import (
    CLOSE,
    CONT,
    FINAL,
    PING,
    TEXT,
    frame,
    open_websocket,
    received,
)
from tests.server.harness import RunningServer, running_server, settings

HELLO = b'{"type":"hello","version":2}'
LONG_HELLO = HELLO + b" " * 300
WELCOME, REFUSAL = b'"type":"welcome"', b"hello was already sent"

START = TEXT & ~FINAL
"""The first frame of several."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with running_server(settings(tmp_path_factory.mktemp("store"))) as running:
        yield running


def answer(server: RunningServer, *packets: bytes, until: bytes = b"") -> bytes:
    """Send packets, and a close frame after that answer; return all that the server sends."""
    with closing(open_websocket(server)) as client:
        for packet in packets:
            client.sendall(packet)
        answered = b""
        while until not in answered:
            answered += client.recv(65536)
        client.sendall(frame(CLOSE, struct.pack("!H", 1000)))
        return answered + received(client)


@pytest.mark.parametrize("message", [HELLO, LONG_HELLO], ids=["short", "long"])
def test_message_in_any_packets(server: RunningServer, message: bytes) -> None:
    data = frame(TEXT, message)
    rng = random.Random(len(message))
    cuts = [[], list(range(1, len(data)))]
    cuts += [sorted(rng.sample(range(1, len(data)), 3)) for _ in range(5)]
    for cut in cuts:
        ends = [0, *cut, len(data)]
        packets = [data[start:end] for start, end in pairwise(ends)]
        assert answer(server, *packets, until=WELCOME).count(WELCOME) == 1


def test_several_messages_in_one_packet(server: RunningServer) -> None:
    packet = frame(TEXT, HELLO) + frame(TEXT, HELLO) + frame(PING, b"x")
    answered = answer(server, packet, until=REFUSAL)
    assert (answered.count(WELCOME), answered.count(REFUSAL)) == (1, 1)
    assert b"\x8a\x01x" in answered, "the ping is answered"


def test_message_in_several_frames(server: RunningServer) -> None:
    answered = answer(
        server,
        frame(START, HELLO[:5]),
        frame(PING),
        frame(CONT, HELLO[5:9]) + frame(CONT | FINAL, HELLO[9:]),
        frame(TEXT, HELLO),
        until=REFUSAL,
    )
    assert (answered.count(WELCOME), answered.count(REFUSAL)) == (1, 1)


@pytest.mark.parametrize(
    ("packet", "code"),
    [
        (frame(START, HELLO[:5]) + frame(TEXT, HELLO), 1002),
        (frame(CONT | FINAL, HELLO), 1002),
        (struct.pack("!BB", TEXT, len(HELLO)) + HELLO, 1002),
        (frame(TEXT | 0x40, HELLO), 1002),
        (frame(0x83, b"?"), 1002),
        (struct.pack("!BBQ", TEXT, 0xFF, 1 << 40) + b"1234", 1009),
        (struct.pack("!BBH", TEXT, 0xFE, 8193) + b"1234", 1009),
    ],
    ids=["no end", "no start", "unmasked", "extension", "unknown", "huge", "too long"],
)
def test_invalid_frame_closes_the_connection(
    server: RunningServer, packet: bytes, code: int
) -> None:
    answered = answer(server, packet)
    assert struct.pack("!H", code) in answered
    assert b"welcome" not in answered


def test_connection_ends_once_both_sides_have_closed(server: RunningServer) -> None:
    with closing(open_websocket(server)) as client:
        client.sendall(frame(TEXT, b"not json"))  # the first message must be hello
        answered = b""
        while struct.pack("!H", 1008) not in answered:
            answered += client.recv(65536)
        client.sendall(frame(CLOSE, struct.pack("!H", 1000)))
        assert received(client) == b""

"""Heartbeats of many connections are spread, and none is left out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from quire.server.play.connections import Connections
from quire.server.play.peer import Peer
from quire.server.settings import Settings


def opened(count: int, now: float) -> tuple[Connections, list[Peer]]:
    settings = Settings.read({"heartbeat_seconds": 10.0}, {})
    time_source = SimpleNamespace(wall=lambda: now)
    services: Any = SimpleNamespace(settings=settings, time_source=time_source)
    connections = Connections(services)
    peers = [Peer(settings, "127.0.0.1", now, cast("Any", None)) for _ in range(count)]
    for peer in peers:
        connections.add(peer)
    return connections, peers


def test_only_some_heartbeats_are_sent_at_a_time() -> None:
    connections, peers = opened(10, now=100.0)
    assert list(connections.due_for_heartbeat(109.9, limit=4)) == []
    assert list(connections.due_for_heartbeat(110.0, limit=4)) == peers[:4]
    assert list(connections.due_for_heartbeat(110.0, limit=4)) == peers[4:8]
    assert list(connections.due_for_heartbeat(110.0, limit=4)) == peers[8:]
    assert list(connections.due_for_heartbeat(999.0, limit=4)) == []
    peers[3].heartbeat_due = 120.0
    connections.add_for_heartbeat(peers[3])
    assert list(connections.due_for_heartbeat(119.0, limit=4)) == []
    assert list(connections.due_for_heartbeat(120.0, limit=4)) == [peers[3]]


def test_closed_connections_get_no_heartbeat_and_delay_none() -> None:
    connections, peers = opened(4, now=0.0)
    for closed in peers[:2]:
        connections.remove(closed)
    assert list(connections.due_for_heartbeat(10.0, limit=2)) == peers[2:]

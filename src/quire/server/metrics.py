"""What is counted while the server runs, for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from quire.history.event import Event, Kind

if TYPE_CHECKING:
    from quire.server.node import Node
    from quire.server.room import Room

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


class Metrics:
    """Counters and gauges of one server process."""

    def __init__(self, node: Node) -> None:
        self.registry = CollectorRegistry()
        everywhere: dict[str, Any] = {"registry": self.registry}
        self.events = Counter("quire_events", "Stored events.", ["kind"], **everywhere)
        self.games_made = Counter("quire_games_made", "Games that were made.", **everywhere)
        self.games_over = Counter(
            "quire_games_over", "Games that have ended.", ["game", "reason"], **everywhere
        )
        self.errors = Counter("quire_errors", "Failures on our side.", **everywhere)
        self.refusals = Counter(
            "quire_refusals", "Messages and requests that were refused.", ["code"], **everywhere
        )
        self.requests = Counter(
            "quire_requests", "HTTP requests.", ["endpoint", "status"], **everywhere
        )
        self.act_seconds = Histogram(
            "quire_act_seconds", "From an act's arrival until it is stored and told.",
            buckets=SECONDS, **everywhere,
        )  # fmt: skip
        self.write_seconds = Histogram(
            "quire_write_seconds", "A group of writes.", buckets=SECONDS, **everywhere
        )
        self.write_pieces = Histogram(
            "quire_write_pieces", "Pieces of work in a group of writes.",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500), **everywhere,
        )  # fmt: skip
        for name, words, value in (
            ("quire_connections", "Open sockets.", lambda: len(node.peers)),
            ("quire_rooms", "Games in memory.", lambda: len(node.rooms)),
            (
                "quire_thinking",
                "Computer players that think.",
                lambda: node.thinking[0],
            ),
            ("quire_thinking_queue", "Those that wait to.", lambda: node.thinking[1]),
        ):
            Gauge(name, words, **everywhere).set_function(value)
        self._by_kind = {kind: self.events.labels(kind.value) for kind in Kind}

    def event(self, event: Event, room: Room) -> None:
        """An event is stored."""
        self._by_kind[event.kind].inc()
        live = room.live
        if live is not None and live.match.outcome is not None and live.board_seq == event.seq:
            self.games_over.labels(live.setup.game, live.match.outcome.reason.value).inc()

    def group_written(self, pieces: int, seconds: float) -> None:
        """A group of writes is kept."""
        self.write_pieces.observe(pieces)
        self.write_seconds.observe(seconds)

    def page(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)

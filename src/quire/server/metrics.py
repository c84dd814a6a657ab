"""What is counted while the server runs, for Prometheus.

Of several processes on a machine each counts in files that all of them read, so that any one can
tell the figures of all.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
    values,
)

from quire.online.event import Event, EventKind

if TYPE_CHECKING:
    from quire.server.play.node import Node
    from quire.server.play.room import Room

SHARED = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus_client looks for the directory of those files."""

SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


def share(directory: str, worker: int) -> None:
    """From now on this process, the worker of that number, counts for all who share the directory.

    A worker that is started anew under the number of a lost one counts on from there: counts never
    go down, and there are never more files than workers need.
    """
    os.environ[SHARED] = directory
    counted = values.MultiProcessValue(lambda: worker)  # type: ignore[no-untyped-call]
    values.ValueClass = counted


def bury(directory: str, worker: int) -> None:
    """A worker is lost: what it had open is no longer there; what it counted stays."""
    multiprocess.mark_process_dead(worker, directory)  # type: ignore[no-untyped-call]


class Metrics:
    """Counters and gauges of one server process."""

    def __init__(self, node: Node) -> None:
        self._node = node
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
        everywhere["multiprocess_mode"] = "livesum"
        self.connections = Gauge("quire_connections", "Open sockets.", **everywhere)
        self.rooms = Gauge("quire_rooms", "Games in memory.", **everywhere)
        self.thinking = Gauge("quire_thinking", "Computer players that think.", **everywhere)
        self.queue = Gauge("quire_thinking_queue", "Those that wait to.", **everywhere)
        self.analysing = Gauge(
            "quire_analysing", "Questions that are being analysed.", **everywhere
        )
        self.analysis_queue = Gauge("quire_analysing_queue", "Those that wait to be.", **everywhere)
        self._by_kind = {kind: self.events.labels(kind.value) for kind in EventKind}

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

    def note(self) -> None:
        """What there is now; for the other processes, which cannot ask."""
        self.connections.set(len(self._node.peers))
        self.rooms.set(len(self._node.rooms))
        thinking, waiting = self._node.thinking
        self.thinking.set(thinking)
        self.queue.set(waiting)
        analysing, waiting = self._node.analysing
        self.analysing.set(analysing)
        self.analysis_queue.set(waiting)

    def page(self) -> bytes:
        """All of it, as Prometheus reads it: the sum over all processes that share."""
        self.note()
        if SHARED not in os.environ:
            return generate_latest(self.registry)
        everybody = CollectorRegistry()
        multiprocess.MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
        return generate_latest(everybody)

"""Prometheus metrics.

With several processes, each writes files that all can read, so any of them can report the totals.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, NamedTuple

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
from quire.online.live_game import LiveGame

DIRECTORY_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus_client finds the directory of those files."""

BUCKETS_SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0)


def share(directory: str, worker: int) -> None:
    """Let this process, the worker with that number, count in a shared directory.

    A restarted worker continues the counters of the crashed one with the same number: counters
    never go down, and there are never more files than workers need.
    """
    os.environ[DIRECTORY_VARIABLE] = directory
    counted = values.MultiProcessValue(lambda: worker)  # type: ignore[no-untyped-call]
    values.ValueClass = counted


def drop_worker(directory: str, worker: int) -> None:
    """Drop the gauges of a dead worker; its counters stay."""
    multiprocess.mark_process_dead(worker, directory)  # type: ignore[no-untyped-call]


class Load(NamedTuple):
    """What a server process has open and at work right now."""

    connections: int
    rooms: int
    thinking: int
    thinking_queue: int
    analysing: int
    analysis_queue: int
    degraded: int


class Metrics:
    """Counters and gauges of one server process; `load` is called for the gauges."""

    def __init__(self, load: Callable[[], Load]) -> None:
        self._load = load
        self.registry = CollectorRegistry()
        shared: dict[str, Any] = {"registry": self.registry}
        self.events = Counter("quire_events", "Stored events.", ["kind"], **shared)
        self.new_games = Counter("quire_new_games", "Games created.", **shared)
        self.games_over = Counter(
            "quire_games_over", "Games finished.", ["game", "reason"], **shared
        )
        self.errors = Counter("quire_errors", "Internal errors.", **shared)
        self.rejections = Counter(
            "quire_rejections", "Rejected messages and requests.", ["code"], **shared
        )
        self.requests = Counter(
            "quire_requests", "HTTP requests.", ["endpoint", "status"], **shared
        )
        self.act_seconds = Histogram(
            "quire_act_seconds", "From the arrival of an act until it is stored and broadcast.",
            buckets=BUCKETS_SECONDS, **shared,
        )  # fmt: skip
        self.write_seconds = Histogram(
            "quire_write_seconds",
            "Duration of a group of writes.",
            buckets=BUCKETS_SECONDS,
            **shared,
        )
        self.writes_per_group = Histogram(
            "quire_writes_per_group", "Writes per group.",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500), **shared,
        )  # fmt: skip
        shared["multiprocess_mode"] = "livesum"
        self.connections = Gauge("quire_connections", "Open sockets.", **shared)
        self.rooms = Gauge("quire_rooms", "Games in memory.", **shared)
        self.thinking = Gauge("quire_thinking", "Computer players thinking.", **shared)
        self.queue = Gauge(
            "quire_thinking_queue", "Computer players waiting for a worker.", **shared
        )
        self.analysing = Gauge("quire_analysing", "Analyses running.", **shared)
        self.analysis_queue = Gauge(
            "quire_analysing_queue", "Analyses waiting for a worker.", **shared
        )
        self.degraded = Gauge(
            "quire_degraded", "Server processes that cannot reach Redis; games go on.", **shared
        )
        self._by_kind = {kind: self.events.labels(kind.value) for kind in EventKind}

    def event_stored(self, event: Event, game: LiveGame) -> None:
        """Count an event that was stored, with the game after it."""
        self._by_kind[event.kind].inc()
        outcome = game.match.outcome
        if outcome is not None and game.board_seq == event.seq:
            self.games_over.labels(game.setup.game, outcome.reason.value).inc()

    def group_written(self, writes: int, seconds: float) -> None:
        """Count a group of writes that was committed."""
        self.writes_per_group.observe(writes)
        self.write_seconds.observe(seconds)

    def update_gauges(self) -> None:
        """Update the gauges, for the other processes, which cannot call `load`."""
        load = self._load()
        self.connections.set(load.connections)
        self.rooms.set(load.rooms)
        self.thinking.set(load.thinking)
        self.queue.set(load.thinking_queue)
        self.analysing.set(load.analysing)
        self.analysis_queue.set(load.analysis_queue)
        self.degraded.set(load.degraded)

    def page(self) -> bytes:
        """Return all metrics in Prometheus' format, summed over all processes."""
        self.update_gauges()
        if DIRECTORY_VARIABLE not in os.environ:
            return generate_latest(self.registry)
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)

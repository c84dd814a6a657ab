"""Simulated servers: the real play server on machines that crash, restart and change their date."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Protocol
from unittest.mock import patch

from quire.core import replay
from quire.errors import AgentFailed, QuireError, TooMany
from quire.games import find_game
from quire.online import identity
from quire.server.bus.bus import Bus, LocalBus
from quire.server.metrics import Load, Metrics
from quire.server.play import node as node_module
from quire.server.play import services as services_module
from quire.server.play.node import Node
from quire.server.settings import Settings
from quire.server.workers.worker_task import MoveTask
from quire.store import store as store_module
from quire.store.people import token
from quire.store.play import event_log, games
from tests.simulation.environment.bus import BusClient, SharedBus
from tests.simulation.environment.database import DatabaseClient, SeededSecrets, SharedDatabase
from tests.simulation.environment.scheduler import CURRENT, Machine, Process, SimulatedLoop

RESTART_SECONDS = 0.3
"""Wait before a server that could not start is started again."""

Note = Callable[..., None]
"""Adds a line to the trace."""


class Surroundings(Protocol):
    """What a server needs."""

    loop: SimulatedLoop
    settings: Settings
    database: SharedDatabase
    bus: SharedBus
    errors: list[str]

    def note(self, who: str, what: str, detail: object = "") -> None:
        """Add a line to the trace."""
        ...

    def on_server_changed(self) -> None:
        """Note that a server is up, or down."""
        ...


class Server:
    """A machine that runs one server process at a time."""

    def __init__(self, world: Surroundings, machine: Machine) -> None:
        self._world = world
        self.machine = machine
        self.process: Process | None = None
        self.node: Node | None = None
        """None while it is down, starts or stops."""
        self._starts = 0

    def start(self) -> None:
        """Start a process, unless there is one."""
        if self.process is not None:
            return
        self._starts += 1
        process = self.process = Process(self.machine, f"{self.machine.name}.{self._starts}")
        self._world.note(process.name, "starts")
        self._world.loop.start(process, self._boot(process))

    async def _boot(self, process: Process) -> None:
        while True:
            try:
                node = await Node.open(self._world.settings)
                break
            except QuireError as error:
                self._world.note(process.name, "can't start", error)
                await asyncio.sleep(RESTART_SECONDS)
        self.node = node
        self._world.note(process.name, "is up")
        self._world.on_server_changed()

    def kill(self) -> None:
        """Kill the process: what it had in memory is gone."""
        if self.process is not None:
            self._world.note(self.process.name, "is killed")
            self.process.alive = False
            self.process = self.node = None
            self._world.on_server_changed()

    def stop(self) -> None:
        """Stop the process gracefully."""
        if self.process is not None and self.node is not None:
            self._world.note(self.process.name, "stops")
            self._world.loop.start(self.process, self._stop(self.process, self.node))
            self.node = None
            self._world.on_server_changed()

    async def _stop(self, process: Process, node: Node) -> None:
        await node.stop()
        await asyncio.sleep(0.1)
        await node.close()
        self._world.note(process.name, "has stopped")
        process.alive = False
        if self.process is process:
            self.process = None


class _Log:
    """The log of a server, as a part of the trace; errors nobody has caused are kept."""

    def __init__(self, world: Surroundings) -> None:
        self._world = world

    def info(self, what: str, **details: object) -> None:
        """Drop a message that all is well."""

    def warning(self, what: str, **details: object) -> None:
        """Add a warning to the trace."""
        self._world.note(_process_name(), "warns", details.get("error", what))

    def error(self, what: str, exc_info: BaseException, **details: object) -> None:
        """Keep an error."""
        self._world.note(_process_name(), "errs", repr(exc_info))
        self._world.errors.append(f"{_process_name()}: {exc_info!r}")


class _Agents:
    """Computer players that move at random."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    async def choose(
        self, game: str, size: str, moves: Sequence[str], agent: str, owner: object
    ) -> str:
        """Return a legal move after a while."""
        await asyncio.sleep(self._chance.expovariate(10.0))
        luck = self._chance.random()
        if luck < 0.05:
            raise TooMany("the worker pool is busy")
        if luck < 0.06:
            raise AgentFailed("the computer player crashed")
        position = find_game(game).start(size)
        for move in moves:
            leaving = move.startswith("x")
            position = position.leave(int(move[1:]) - 1) if leaving else position.play(move)
        return self._chance.choice(position.legal_moves())


class _Analysis:
    """Computes moves again: a computer player always makes the first."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    async def run(self, task: MoveTask, owner: object, *, continuing: bool) -> str:
        """Return the move that the task asks for, after a while."""
        await asyncio.sleep(self._chance.expovariate(50.0))
        if self._chance.random() < 0.05:
            raise TooMany("the worker pool is busy")
        *_, position = replay(find_game(task.game).start(task.size), task.moves)
        return min(position.legal_moves())


class _Pools:
    """The worker pools of a server."""

    def __init__(self, chance: random.Random) -> None:
        self.agents = _Agents(chance)
        self.analysis = _Analysis(chance)

    def load(self) -> tuple[int, int, int, int]:
        """Return what is at work."""
        return 0, 0, 0, 0

    async def stop_analysis(self) -> None:
        """Stop nothing."""

    async def close(self) -> None:
        """Stop nothing."""


class _Handler(logging.Handler):
    """Keeps what libraries and the bus log as errors."""

    def __init__(self, world: Surroundings) -> None:
        super().__init__(logging.ERROR)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an error."""
        self._world.errors.append(record.getMessage())


@contextmanager
def replaced(world: Surroundings, chance: random.Random) -> Iterator[None]:
    """Replace what a server gets from the outside: time, ids, log, database, bus and workers."""
    alone = not world.settings.bus

    def date() -> float:
        process = CURRENT.get()
        offset = world.database.date_offset if process is None else process.machine.date_offset
        return world.loop.time() + offset

    async def open_bus(url: str | None) -> Bus:
        return LocalBus() if url is None else BusClient(world.bus)

    with ExitStack() as stack:
        for target, name, new in (
            ("time", "time", date),
            ("time", "monotonic", world.loop.time),
            (identity, "secrets", SeededSecrets(chance)),
            (token, "secrets", SeededSecrets(chance)),
            (games, "RANDOM", chance),
            (store_module, "open_database", lambda url: DatabaseClient(world.database, alone)),
            (event_log, "database_time", lambda connection: world.database.date()),
            (node_module, "open_bus", open_bus),
            (node_module, "Pools", lambda settings: _Pools(chance)),
            (node_module, "Metrics", lambda load: _metrics()),
            (services_module, "logger", lambda name: _Log(world)),
        ):
            stack.enter_context(
                patch(f"{target}.{name}", new)
                if isinstance(target, str)
                else patch.object(target, name, new)
            )
        handler, log = _Handler(world), logging.getLogger("quire")
        log.addHandler(handler)
        stack.callback(log.removeHandler, handler)
        yield


@cache
def _metrics() -> Metrics:
    """Return metrics for all servers: to make them takes as long as ten moves."""
    return Metrics(lambda: Load(0, 0, 0, 0, 0, 0, 0))


def _process_name() -> str:
    process = CURRENT.get()
    return "world" if process is None else process.name

"""Real servers for tests: in a thread, with a fake clock, or as a separate process.

For example:

    with running_server(settings(tmp_path), FakeTime()) as server:
        asyncio.run(play(server.url))
        server.advance(61)          # and handle everything that is due by then
        server.restart()            # on the same port, with the same store
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import socket
import threading
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import IO, Any, TypeVar

import uvicorn

from quire.server.app import App
from quire.server.play.node import Node
from quire.server.run import loop_factory, uvicorn_config
from quire.server.settings import Settings
from quire.server.time_source import TimeSource
from quire.server.transport.websocket_protocol import WebSocketProtocol
from quire.store.play import presence
from tests.server import server_program
from tests.server.fake_time import FakeTime
from tests.services import free_port, prepare_sqlite

T = TypeVar("T")

TIMEOUT_SECONDS = 30.0
"""Time after which a test stops waiting."""


LIMITED = (
    *("request", "sign_in", "passphrase", "guest", "report"),
    *("message", "frame", "chat", "analysis", "watch", "connection"),
)
"""The settings that have a rate and a burst."""


def settings(directory: Path, **changes: Any) -> Settings:
    """Return settings with a database in that directory, and limits that no test reaches.

    Heartbeats come once an hour, so advancing the clock by a minute ends no connection.
    """
    generous: dict[str, Any] = {
        "port": 0,
        "db": f"sqlite:///{directory / 'quire.db'}",
        "tournaments": str(directory / "tournaments"),
        "heartbeat_seconds": 3600.0,
        "agent_workers": 1,
        "log_level": "warning",
        **{f"{name}_rate": 1e6 for name in LIMITED},
        **{f"{name}_burst": 10**6 for name in LIMITED},
        "analysis_concurrency": 10**6,
    }
    return Settings(**{**generous, **changes})


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in the server's kind of event loop."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(work)


class _Server(uvicorn.Server):
    """A uvicorn server that reports when it is ready, and stops at once when asked to.

    uvicorn itself checks for a stop only every tenth of a second.
    """

    def __init__(self, config: uvicorn.Config, ready: threading.Event) -> None:
        super().__init__(config)
        self._ready = ready
        self.stop_requested = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving."""
        await super().startup(sockets)
        self._ready.set()

    async def main_loop(self) -> None:
        """Serve until a stop is requested."""
        await self.on_tick(0)  # sets the headers of every response
        await self.stop_requested.wait()


class RunningServer:
    """A server in a thread, on a port that survives restarts."""

    def __init__(self, settings: Settings, timing: TimeSource | None = None) -> None:
        self.timing = timing
        self.port = settings.port or free_port()
        self.settings = replace(settings, port=self.port)
        self.url = f"http://127.0.0.1:{self.port}"
        self.app: App
        self._server: _Server
        self._loop: asyncio.AbstractEventLoop
        self._thread: threading.Thread | None = None

    @property
    def node(self) -> Node:
        """The server's node; use it only through `run`, in the server's thread."""
        assert self.app.node is not None
        return self.app.node

    def start(self) -> None:
        """Start serving."""
        prepare_sqlite(self.settings.db)
        self.app = App(self.settings, self.timing)
        config = uvicorn_config(self.app, self.settings)
        ready = threading.Event()
        self._server = _Server(config, ready)
        self._thread = threading.Thread(target=self._serve, args=(ready,), daemon=True)
        self._thread.start()
        assert ready.wait(TIMEOUT_SECONDS), "the server did not start"
        assert self._server.started, "the server could not start"

    def _serve(self, ready: threading.Event) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[_listen(self.port)])

        try:
            run_async(serve())
        finally:
            ready.set()

    def stop(self) -> None:
        """Stop gracefully, as after a signal."""
        stop_all([self])

    def restart(self) -> None:
        """Stop, and start again with what is stored."""
        self.stop()
        self.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the server's thread and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(TIMEOUT_SECONDS)

    def advance(self, seconds: float) -> None:
        """Advance the time, and handle everything that is due by then."""
        assert isinstance(self.timing, FakeTime)
        with nothing_written([self]):
            self.timing.advance(seconds)
        self.tick()

    def is_settled(self) -> bool:
        """Return whether the end of every closed connection has been handled."""
        open_sockets = sum(
            isinstance(connection, WebSocketProtocol) and not connection.transport.is_closing()
            for connection in self._server.server_state.connections
        )
        return sum(self.app._sockets._open.values()) <= open_sockets

    def tick(self) -> None:
        """Run the tick that the server runs every second."""
        self.run(self.node.maintenance.tick())

    def renew_lease(self, seconds: float) -> None:
        """Renew this server's lease as if that many seconds had passed."""
        store = self.node.store
        lease = partial(presence.renew_lease, node=self.node.id, now=store.now() + seconds)
        self.run(store.write(lease))

    def drop_connections(self) -> None:
        """Abort every open connection, as a bad network does."""

        async def cut() -> None:
            for connection in list(self._server.server_state.connections):
                connection.transport.abort()

        self.run(cut())


@contextmanager
def nothing_written(servers: Sequence[RunningServer]) -> Iterator[None]:
    """Hold servers while they write nothing, so that time can pass without a slow write.

    A client that has closed its connection was away before that time passes.
    """
    done = threading.Event()

    async def hold(server: RunningServer, held: threading.Event) -> None:
        while not server.is_settled():
            await asyncio.sleep(0)
        await server.node.store.flush()
        held.set()
        done.wait(TIMEOUT_SECONDS)

    try:
        for server in servers:
            held = threading.Event()
            asyncio.run_coroutine_threadsafe(hold(server, held), server._loop)
            assert held.wait(TIMEOUT_SECONDS), "the server still writes"
        yield
    finally:
        done.set()


def stop_all(servers: Sequence[RunningServer]) -> None:
    """Stop all of them gracefully, at the same time."""
    running = [server for server in servers if server._thread is not None]
    for server in running:
        server.run(server.node.stop())
        server._loop.call_soon_threadsafe(server._server.stop_requested.set)
    for server in running:
        assert server._thread is not None
        server._thread.join(TIMEOUT_SECONDS)
        assert not server._thread.is_alive(), "the server did not stop"
        server._thread = None


@contextmanager
def running_server(settings: Settings, timing: TimeSource | None = None) -> Iterator[RunningServer]:
    """Run a server in a thread."""
    server = RunningServer(settings, timing)
    server.start()
    try:
        yield server
    finally:
        server.stop()


FORKSERVER = multiprocessing.get_context("forkserver")
"""Starts servers from a process that has imported everything: that takes longer than to serve."""
FORKSERVER.set_forkserver_preload([server_program.__name__])


class ServerProcess:
    """A server in a separate process, on a port that survives restarts; it can be killed."""

    def __init__(self, settings: Settings) -> None:
        self.port = settings.port or free_port()
        self.settings = replace(settings, port=self.port)
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: ForkServerProcess | None = None
        self._output: IO[str]

    def start(self) -> None:
        """Start the process, and wait until it listens."""
        prepare_sqlite(self.settings.db)
        reader, writer = FORKSERVER.Pipe(duplex=False)
        self.process = FORKSERVER.Process(target=server_program.run, args=(self.settings, writer))
        self.process.start()
        writer.close()
        self._output = os.fdopen(os.dup(reader.fileno()))
        reader.close()
        line = self._output.readline()
        assert line.startswith("Quire is running at"), f"the server printed {line!r}"

    def kill(self) -> None:
        """Kill the process."""
        self._end(lambda process: process.kill())

    def terminate(self) -> int:
        """Terminate the process. Return its exit code."""
        return self._end(lambda process: process.terminate())

    def restart(self) -> None:
        """Kill the process, and start it again with what is stored."""
        self.kill()
        self.start()

    def _end(self, how: Any) -> int:
        if self.process is None:
            return 0
        how(self.process)
        self.process.join(TIMEOUT_SECONDS)
        code = self.process.exitcode
        assert code is not None, "the server did not stop"
        self._output.close()
        self.process = None
        return code


@contextmanager
def server_process(settings: Settings) -> Iterator[ServerProcess]:
    """Run a server as a process."""
    server = ServerProcess(settings)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def _listen(port: int) -> socket.socket:
    listening = socket.socket()
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.bind(("127.0.0.1", port))
    return listening

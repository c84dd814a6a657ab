"""Running the server: one process, or several that share a port."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from tempfile import TemporaryDirectory
from threading import Event, Lock
from typing import Any

import uvicorn

from quire.errors import QuireError, Unavailable
from quire.server import logging, metrics
from quire.server.app import App
from quire.server.bus.bus import open_bus
from quire.server.http import page
from quire.server.play.node import Node
from quire.server.settings import Settings
from quire.store.store import Store

BACKLOG = 4096
"""Connections that may wait to be accepted."""

SHUTDOWN_TIMEOUT_SECONDS = 10
"""Time connections have to close when the server stops."""

GC_THRESHOLDS = (20_000, 20, 200)
"""Collect old objects rarely: nearly all of them are live connections and games."""

POLL_SECONDS = 1.0
"""Interval between two checks of the worker processes."""

MAX_STARTUP_FAILURES = 3
"""Consecutive startup crashes before giving up."""


@dataclass(frozen=True, slots=True)
class _Sign:
    """Where the server is; shown once, by whichever process serves first.

    What it holds can be shared by processes, or be for one alone.
    """

    address: str
    untold: Any
    """A lock that whoever shows it takes, for ever."""
    served: Any
    """An event: this process serves."""

    def show(self) -> None:
        """This process serves."""
        self.served.set()
        if self.untold.acquire(False):
            print(f"Quire is at {self.address}", flush=True)
            if not page.is_built():
                print(page.NOT_BUILT, flush=True)


def serve(settings: Settings) -> None:
    """Serves until it is told to stop. Raises Unavailable where it cannot."""
    with _listen(settings) as listening:
        address = f"http://{_shown(settings.host)}:{listening.getsockname()[1]}/"
        if settings.workers > 1:
            _supervise(settings, listening, address)
        else:
            _work(settings, listening, _Sign(address, Lock(), Event()))


def _work(settings: Settings, listening: socket.socket, sign: _Sign) -> None:
    """Serves in this process, and says where, once it does. Raises what keeps it from it."""
    logging.set_up(settings.log_level)
    gc.set_threshold(*GC_THRESHOLDS)
    with asyncio.Runner(loop_factory=_quick_loop()) as runner:
        runner.run(_serve(settings, listening, sign))


async def _serve(settings: Settings, listening: socket.socket, sign: _Sign) -> None:
    node = await Node.open(settings)
    node.start(node.thinkers.ready())  # so that nobody has to wait for them
    app = App(settings, node=node)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=settings.max_message_bytes,
        ws_per_message_deflate=False,  # a dictionary for each connection takes more than it saves
        ws_ping_interval=None,  # our own beats carry numbers
        log_level="warning",
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_SECONDS,
        backlog=BACKLOG,
    )
    await Server(config, app, sign).serve(sockets=[listening])


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Where there is uvloop, its loop: it takes half the time for a message."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    return uvloop.new_event_loop


def _supervise(settings: Settings, listening: socket.socket, address: str) -> None:
    """Keeps so many processes at work. Raises Unavailable where they cannot be kept."""
    asyncio.run(_reach(settings))
    stop = Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: stop.set())
    with TemporaryDirectory(prefix="quire-", ignore_cleanup_errors=True) as figures:
        workers = _Workers(settings, listening, address, figures)
        try:
            while not stop.wait(POLL_SECONDS):
                workers.renew()
        finally:
            workers.end()


async def _reach(settings: Settings) -> None:
    """Raises what keeps processes from the store or the bus, before any of them is started."""
    await (await Store.open(settings.db)).close()
    await (await open_bus(settings.bus)).close()


class _Workers:
    """Processes that share a port and count together; one that ends by itself is started anew."""

    def __init__(
        self, settings: Settings, listening: socket.socket, address: str, figures: str
    ) -> None:
        self._settings = settings
        self._listening = listening
        self._figures = figures
        self._spawning = get_context("spawn")
        untold = self._spawning.Lock()
        self._signs = [
            _Sign(address, untold, self._spawning.Event()) for _ in range(settings.workers)
        ]
        self._failed = [0] * settings.workers
        """How often in a row each has ended before it served."""
        self._all = [self._start(number) for number in range(settings.workers)]

    def _start(self, number: int) -> Any:
        arguments = (self._settings, self._listening, self._signs[number], self._figures, number)
        worker = self._spawning.Process(target=_work_shared, args=arguments)
        worker.start()
        return worker

    def renew(self) -> None:
        """Others in the place of those that have ended. Raises Unavailable if that is no help."""
        for number, worker in enumerate(self._all):
            if worker.is_alive():
                continue
            served = self._signs[number].served
            self._failed[number] = 0 if served.is_set() else self._failed[number] + 1
            if self._failed[number] == MAX_STARTUP_FAILURES:
                raise Unavailable(
                    f"a server process crashed {MAX_STARTUP_FAILURES} times during startup: "
                    f"see its output above"
                )
            served.clear()
            metrics.bury(self._figures, number)
            self._all[number] = self._start(number)

    def end(self) -> None:
        """All of them, in good order."""
        for worker in self._all:
            worker.terminate()
        for worker in self._all:
            worker.join()


def _work_shared(
    settings: Settings, listening: socket.socket, sign: _Sign, figures: str, number: int
) -> None:
    """The same as one of several processes on this machine, which count together."""
    metrics.share(figures, number)
    try:
        _work(settings, listening, sign)
    except QuireError as error:
        sys.exit(f"quire: {error}")  # without a traceback: who reads it runs a server


class Server(uvicorn.Server):
    """Tells everybody before it goes."""

    def __init__(self, config: uvicorn.Config, app: App, sign: _Sign) -> None:
        super().__init__(config)
        self._app = app
        self._sign = sign

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to serve, and says so."""
        await super().startup(sockets)
        if self.started:
            self._sign.show()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends all connections in good order."""
        if self._app.node is not None:
            await self._app.node.stop()
        await super().shutdown(sockets)


def _listen(settings: Settings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listening.close()
        words = getattr(error, "strerror", None) or error
        raise Unavailable(
            f"can't listen on {settings.host}:{settings.port}: {words}; try --port 0"
        ) from None
    listening.listen(BACKLOG)  # from now on, whoever is told the address may connect
    listening.set_inheritable(True)
    return listening


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host

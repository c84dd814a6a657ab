"""Run the server: one process, or several that share a port."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from tempfile import TemporaryDirectory
from threading import Event, Lock
from typing import Any

import uvicorn

from quire.errors import QuireError, Unavailable
from quire.server import logging, metrics
from quire.server.app import App
from quire.server.bus.bus import open_bus
from quire.server.play.node import Node
from quire.server.settings import Settings
from quire.server.site import page
from quire.server.transport.http_protocol import HttpProtocol, PendingRequests
from quire.server.transport.websocket_protocol import WebSocketProtocol
from quire.store.file_lock import server_lock
from quire.store.store import Store

BACKLOG = 4096
"""Connections that may wait to be accepted."""

SHUTDOWN_TIMEOUT_SECONDS = 10
"""Time connections have to close when the server stops."""

GC_THRESHOLDS = (30_000, 130, 10)
"""Collect few new objects at a time, so that no move waits long for it, but more than all moves in
flight have, about 25 each: they are freed without it. Collect old ones rarely: nearly all are live
connections and games."""

POLL_SECONDS = 1.0
"""Interval between two checks of the worker processes."""

MAX_STARTUP_FAILURES = 3
"""Consecutive startup crashes before giving up."""


@dataclass(frozen=True, slots=True)
class _Banner:
    """Prints the server's address once, from whichever process is ready first.

    Lock and event may be shared between processes.
    """

    address: str
    print_lock: Any
    """Taken by the process that prints, and never released."""
    ready_event: Any
    """Set once this process is ready."""

    def show(self) -> None:
        """Note that this process is ready, and print the address if it is the first."""
        self.ready_event.set()
        if self.print_lock.acquire(False):
            print(f"Quire is running at {self.address}", flush=True)
            if not page.is_built():
                print(page.NOT_BUILT, flush=True)


def serve(settings: Settings) -> None:
    """Serve until stopped. Raises Unavailable if that is not possible."""
    logging.configure(settings.log_level)
    with server_lock(settings.db), _listen(settings) as listening:
        address = f"http://{_host_in_url(settings.host)}:{listening.getsockname()[1]}/"
        if settings.workers > 1:
            _supervise(settings, listening, address)
        else:
            _work(settings, listening, _Banner(address, Lock(), Event()))


def _work(settings: Settings, listening: socket.socket, banner: _Banner) -> None:
    """Serve in this process, and print the address once it is ready."""
    gc.set_threshold(*GC_THRESHOLDS)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(_serve(settings, listening, banner))


async def _serve(settings: Settings, listening: socket.socket, banner: _Banner) -> None:
    node = await Node.open(settings)
    node.services.start(node.pools.agents.ready())  # so that no game has to wait for them
    app = App(settings, node=node)
    config = uvicorn_config(
        app, settings, proxy_headers=True, forwarded_allow_ips=settings.proxies, backlog=BACKLOG
    )
    gc.freeze()  # modules and everything else that is here to stay
    await Server(config, app, banner).serve(sockets=[listening])


def uvicorn_config(app: App, settings: Settings, **options: Any) -> uvicorn.Config:
    """Return how uvicorn serves the application, with our limits on connections."""
    pending = PendingRequests(settings)
    # uvicorn calls them with more arguments; its types only allow for classes.
    http: Any = partial(HttpProtocol, settings=settings, pending=pending)
    websocket: Any = partial(WebSocketProtocol, settings=settings)
    return uvicorn.Config(
        app,
        http=http,
        ws=websocket,
        ws_max_size=settings.max_message_bytes,
        ws_per_message_deflate=False,  # a dictionary per connection costs more than it saves
        ws_ping_interval=None,  # our own heartbeats measure lag
        log_config=None,  # `logging` has configured everything
        log_level="error",  # a warning for every malformed request would fill the disk
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_SECONDS,
        **options,
    )


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's loop if it is installed: it needs half the time per message."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    return uvloop.new_event_loop


def _supervise(settings: Settings, listening: socket.socket, address: str) -> None:
    """Run the worker processes until stopped. Raises Unavailable if they keep crashing."""
    asyncio.run(_check_services(settings))
    stop = Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: stop.set())
    with TemporaryDirectory(prefix="quire-", ignore_cleanup_errors=True) as metrics_directory:
        workers = _Workers(settings, listening, address, metrics_directory)
        try:
            while not stop.wait(POLL_SECONDS):
                workers.restart_crashed()
        finally:
            workers.stop()


async def _check_services(settings: Settings) -> None:
    """Raise Unavailable without a database, NotationError for an invalid address."""
    await (await Store.open(settings.db)).close()
    await (await open_bus(settings.bus)).close()


class _Workers:
    """Processes that share a port and metrics; one that crashes is restarted."""

    def __init__(
        self, settings: Settings, listening: socket.socket, address: str, metrics_directory: str
    ) -> None:
        self._settings = settings
        self._listening = listening
        self._metrics_directory = metrics_directory
        self._spawning = get_context("spawn")
        print_lock = self._spawning.Lock()
        self._banners = [
            _Banner(address, print_lock, self._spawning.Event()) for _ in range(settings.workers)
        ]
        self._failed = [0] * settings.workers
        """Consecutive startup failures of each."""
        self._all = [self._start(number) for number in range(settings.workers)]

    def _start(self, number: int) -> Any:
        arguments = (
            self._settings,
            self._listening,
            self._banners[number],
            self._metrics_directory,
            number,
        )
        worker = self._spawning.Process(target=_work_shared, args=arguments)
        worker.start()
        return worker

    def restart_crashed(self) -> None:
        """Restart crashed processes. Raises Unavailable if they keep crashing."""
        for number, worker in enumerate(self._all):
            if worker.is_alive():
                continue
            ready = self._banners[number].ready_event
            self._failed[number] = 0 if ready.is_set() else self._failed[number] + 1
            if self._failed[number] == MAX_STARTUP_FAILURES:
                raise Unavailable(
                    f"a server process crashed {MAX_STARTUP_FAILURES} times during startup: "
                    f"see its output above"
                )
            ready.clear()
            metrics.drop_worker(self._metrics_directory, number)
            self._all[number] = self._start(number)

    def stop(self) -> None:
        """Stop all processes gracefully."""
        for worker in self._all:
            worker.terminate()
        for worker in self._all:
            worker.join()


def _work_shared(
    settings: Settings,
    listening: socket.socket,
    banner: _Banner,
    metrics_directory: str,
    number: int,
) -> None:
    """Serve as one of several processes on this machine, with shared metrics."""
    logging.configure(settings.log_level)
    metrics.share(metrics_directory, number)
    try:
        _work(settings, listening, banner)
    except QuireError as error:
        logging.logger("quire.server").critical("start_failed", error=str(error))
        sys.exit(2)
    except Exception as error:  # multiprocessing would print it as it is
        logging.logger("quire.server").critical("uncaught_exception", exc_info=error)
        sys.exit(1)


class Server(uvicorn.Server):
    """uvicorn, with the banner and a goodbye to all connections."""

    def __init__(self, config: uvicorn.Config, app: App, banner: _Banner) -> None:
        super().__init__(config)
        self._app = app
        self._banner = banner

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving, and print the address."""
        await super().startup(sockets)
        if self.started:
            self._banner.show()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close all connections gracefully."""
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
        reason = getattr(error, "strerror", None) or error
        raise Unavailable(
            f"can't listen on {settings.host}:{settings.port}: {reason}; try --port 0"
        ) from None
    listening.listen(BACKLOG)  # clients can connect from now on
    listening.set_inheritable(True)
    return listening


def _host_in_url(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host

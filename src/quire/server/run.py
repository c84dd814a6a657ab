"""Running the server: one process, or several that share a port."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import Callable
from multiprocessing import get_context
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import uvicorn

from quire.errors import Unavailable
from quire.server import metrics, observation, page
from quire.server.app import App
from quire.server.node import Node
from quire.server.settings import Settings

BACKLOG = 4096
"""Connections that may wait to be accepted."""

LEAVING = 10
"""Seconds that connections have to end when the server stops."""

COLLECTING = (20_000, 20, 200)
"""When unused objects are looked for: seldom among the old ones, which are all connections' and
rooms', since everybody waits while many thousands of them are looked at."""

AGAIN = 1.0
"""Seconds between two looks at the processes that serve."""


def serve(settings: Settings) -> None:
    """Serves until it is told to stop. Raises Unavailable where it cannot."""
    with _listen(settings) as listening:
        address = f"http://{_shown(settings.host)}:{listening.getsockname()[1]}/"
        if settings.workers > 1:
            _supervise(settings, listening, address)
        else:
            _work(settings, listening, address)


def _work(settings: Settings, listening: socket.socket, address: str | None) -> None:
    """Serves in this process, and says where, once it does. Raises what keeps it from it."""
    observation.set_up(settings.log)
    gc.set_threshold(*COLLECTING)
    with asyncio.Runner(loop_factory=_quick_loop()) as runner:
        runner.run(_serve(settings, listening, address))


async def _serve(settings: Settings, listening: socket.socket, address: str | None) -> None:
    node = await Node.open(settings)
    node.start(node.thinkers.ready())  # so that nobody has to wait for them
    app = App(settings, node=node)
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_per_message_deflate=False,  # a dictionary for each connection takes more than it saves
        ws_ping_interval=None,  # our own beats carry numbers
        log_level="warning",
        access_log=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        server_header=False,
        timeout_graceful_shutdown=LEAVING,
        backlog=BACKLOG,
    )
    await Server(config, app, address).serve(sockets=[listening])


def _quick_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Where there is uvloop, its loop: it takes half the time for a message."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    return uvloop.new_event_loop


def _supervise(settings: Settings, listening: socket.socket, address: str) -> None:
    """Keeps so many processes at work, and starts one anew that ends by itself."""
    stop = Event()
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: stop.set())
    with TemporaryDirectory(prefix="quire-", ignore_cleanup_errors=True) as figures:

        def start(number: int, address: str | None = None) -> Any:
            arguments = (settings, listening, address, figures, number)
            worker = get_context("spawn").Process(target=_work_shared, args=arguments)
            worker.start()
            return worker

        workers = [start(it, None if it else address) for it in range(settings.workers)]
        while not stop.wait(AGAIN):
            for number, worker in enumerate(workers):
                if not worker.is_alive():
                    metrics.bury(figures, number)
                    workers[number] = start(number)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def _work_shared(
    settings: Settings, listening: socket.socket, address: str | None, figures: str, number: int
) -> None:
    """The same as one of several processes on this machine, which count together."""
    metrics.share(figures, number)
    _work(settings, listening, address)


class Server(uvicorn.Server):
    """Tells everybody before it goes."""

    def __init__(self, config: uvicorn.Config, app: App, address: str | None) -> None:
        super().__init__(config)
        self._app = app
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begins to serve, and says so."""
        await super().startup(sockets)
        if self.started and self._address:
            print(f"Quire is at {self._address}", flush=True)
            if not page.is_built():
                print(page.NOT_BUILT, flush=True)

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
            f"{settings.host} port {settings.port} cannot be listened at: {words}; try --port 0"
        ) from None
    listening.listen(BACKLOG)  # from now on, whoever is told the address may connect
    listening.set_inheritable(True)
    return listening


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host

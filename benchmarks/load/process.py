"""Servers in separate processes: Quire's, an echo server, and a relay.

`python -m benchmarks.load.process echo` runs the second; all print their address.
"""

from __future__ import annotations

import gc
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psutil
import uvicorn

from quire.server.run import BACKLOG, GC_THRESHOLDS, serve
from quire.server.settings import Settings

NO_LIMITS = {
    "move_seconds": 600.0,  # no timeouts while others are still connecting
    "max_connections_per_address": 1_000_000,
    "message_rate": 1e9,
    "message_burst": 1_000_000_000,
    "request_rate": 1e9,
    "guest_rate": 1e9,
    "watch_rate": 1e9,
    "connection_rate": 1e9,
    "frame_rate": 1e9,
    "log_level": "warning",
}
"""All players share one address here, and play as fast as they can."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The resources that a server has used so far."""

    seconds: float
    """CPU time."""
    memory: int
    """Resident bytes."""


class ServerProcess:
    """A running server."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        if found is None:
            raise RuntimeError(f"the server did not start: {line!r}")
        self.port = int(found[1])
        while not self._answers():
            if process.poll() is not None:
                raise RuntimeError("the server has stopped: see its log")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 5).close()
        except ConnectionRefusedError:
            return False
        return True

    @property
    def pid(self) -> int:
        """The process id, for a profiler."""
        return self._process.pid

    def usage(self) -> Usage:
        """Return what it and its workers have used so far."""
        main = psutil.Process(self._process.pid)
        seconds, memory = 0.0, 0
        for process in (main, *main.children(recursive=True)):
            times = process.cpu_times()
            seconds += times.user + times.system
            memory += process.memory_info().rss
        return Usage(seconds, memory)

    def kill(self) -> None:
        """Kill it and its workers at once, as `kill -9` does."""
        main = psutil.Process(self._process.pid)
        for process in (main, *main.children(recursive=True)):
            process.kill()
        self._process.wait()


@contextmanager
def started(kind: str, **settings: Any) -> Iterator[ServerProcess]:
    """Run a server, `quire`, `echo` or `relay`, until the context ends."""
    given = {**settings, "port": 0}
    variables = {f"QUIRE_{name.upper()}": str(value) for name, value in given.items()}
    with running([sys.executable, "-m", "benchmarks.load.process", kind], variables) as server:
        yield server


@contextmanager
def running(command: Sequence[str], variables: dict[str, str]) -> Iterator[ServerProcess]:
    """Run a program that prints its address, with these environment variables."""
    process = subprocess.Popen(
        command, env=os.environ | variables, stdout=subprocess.PIPE, text=True
    )
    try:
        yield ServerProcess(process)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        assert process.stdout
        process.stdout.close()


def open_many_files() -> None:
    """Raise the limit of open files as far as possible: every socket is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Send every message back."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def serve_bare(app: Any) -> None:
    """Run an application with the settings of Quire's server."""
    gc.set_threshold(*GC_THRESHOLDS)
    listening = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
    print(f"Running at http://127.0.0.1:{listening.getsockname()[1]}/", flush=True)
    config = uvicorn.Config(
        app,
        http="httptools",
        loop="uvloop",
        ws="websockets-sansio",
        ws_max_size=8192,
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        log_level="error",
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    open_many_files()
    match sys.argv[1]:
        case "echo":
            serve_bare(echo)
        case "relay":
            from benchmarks.load.peers import relay

            serve_bare(relay.app())
        case _:
            serve(Settings.read({}, os.environ))

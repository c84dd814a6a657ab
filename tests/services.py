"""Real servers for tests: PostgreSQL and Redis, each in its own directory.

They listen on 127.0.0.1 only, end with the tests even if those are killed, and can be killed and
restarted, as in an outage.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TypeVar
from uuid import uuid4

from quire.store.schema import metadata
from quire.store.store import Store
from tests.needs import missing

S = TypeVar("S", bound="Server")

START_TIMEOUT_SECONDS = 120.0
"""Time for a server to start on a machine that is busy with other tests."""

EMPTY = f"""
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid();
SET session_replication_role = replica;
{"".join(f'DELETE FROM "{name}";' for name in metadata.tables)}
SELECT setval(oid, 1, false) FROM pg_class WHERE relkind = 'S';
"""
"""End all other connections to a database, and empty its tables.

As a replica, it checks no foreign keys. TRUNCATE would make new files, which takes longer.
"""

_SPAWNER = ThreadPoolExecutor(max_workers=1)
"""A thread that lasts as long as this process: its end ends the servers."""


class Server(ABC):
    """A server program on a free port. `start` it, `kill` it, `start` it again."""

    def __init__(self, directory: Path, owner: pwd.struct_passwd | None = None) -> None:
        self.directory = directory
        self.owner = owner
        """Who runs it, if not we."""
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        self._log = directory / "log"

    @abstractmethod
    def command(self) -> list[str]:
        """Return the command to run in its directory."""

    @abstractmethod
    def answers(self) -> bool:
        """Return whether it accepts connections."""

    def start(self) -> None:
        """Start it unless it runs, and wait until it accepts connections.

        Raises RuntimeError with its output if it does not start.
        """
        deadline = time.monotonic() + START_TIMEOUT_SECONDS
        while not (self._process and self._process.poll() is None and self.answers()):
            if time.monotonic() > deadline:
                raise RuntimeError(f"it does not start:\n{self._log.read_text()[-2000:]}")
            if self._process is None or self._process.poll() is not None:
                # Once more, if remains of a killed server were in the way.
                self._process = self._run()
            time.sleep(0.02)

    def _run(self) -> subprocess.Popen[bytes]:
        # It ends with this process; Ctrl-C must not reach it.
        with_us = ["setpriv", "--pdeathsig", "INT"] if shutil.which("setpriv") else []
        with self._log.open("ab") as log:
            return _SPAWNER.submit(self.spawn, [*with_us, *self.command()], log.fileno()).result()

    def spawn(self, command: list[str], output: int) -> subprocess.Popen[bytes]:
        """Run a program as the server's user, in its directory."""
        return subprocess.Popen(
            command,
            cwd=self.directory,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            user=self.owner and self.owner.pw_uid,
            group=self.owner and self.owner.pw_gid,
            extra_groups=self.owner and [],
        )

    def kill(self) -> None:
        """Kill it with all its processes."""
        if self._process is None:
            return
        self._signal(signal.SIGKILL)
        self._process.wait()
        self._process = None

    def freeze(self) -> None:
        """Pause it with all its processes, without an answer, until `thaw`."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it answer again."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        """Send a signal to the server, then to the processes it has started."""
        assert self._process
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        pids = children.read_text().split() if children.exists() else []
        self._process.send_signal(number)
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(int(pid), number)

    def stop(self) -> None:
        """Stop it gracefully and quickly."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait()
            self._process = None


class Redis(Server):
    """A Redis that stores nothing."""

    @property
    def url(self) -> str:
        """Its address."""
        return f"redis://127.0.0.1:{self.port}"

    def command(self) -> list[str]:
        """Return the command; nothing is written to the disk."""
        options = {"port": str(self.port), "bind": "127.0.0.1", "save": "", "appendonly": "no"}
        return [
            "redis-server",
            *(word for option in options.items() for word in (f"--{option[0]}", option[1])),
        ]

    def answers(self) -> bool:
        """Return whether it answers PING."""
        with (
            suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), 10) as connection,
        ):
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        return False


class Postgres(Server):
    """A PostgreSQL that trusts everyone on this machine.

    What it has written survives its crash, though not that of the machine.
    """

    def __init__(self, programs: Path, directory: Path) -> None:
        # It refuses to run as root.
        super().__init__(directory, _nobody() if os.geteuid() == 0 else None)
        self._programs = programs
        self._data = directory / "data"
        self._emptied: list[str] = []
        """Names of stores that nobody uses."""
        if self.owner:
            os.chown(directory, self.owner.pw_uid, self.owner.pw_gid)
        options = ["--username=quire", "--auth=trust", "--encoding=UTF8", "--no-locale"]
        options.append("--no-sync")
        with self._log.open("wb") as log:
            command = [str(programs / "initdb"), "-D", str(self._data), *options]
            if self.spawn(command, log.fileno()).wait():
                raise RuntimeError(f"initdb failed:\n{self._log.read_text()}")

    def command(self) -> list[str]:
        """Return the command; it listens on the port, and on a socket in its directory."""
        settings = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.directory,
            "max_connections": 200,
            "fsync": "off",
        }
        chosen = [
            word for option in settings.items() for word in ("-c", f"{option[0]}={option[1]}")
        ]
        return [str(self._programs / "postgres"), "-D", str(self._data), *chosen]

    def answers(self) -> bool:
        """Return whether its status file says that it is ready, as pg_ctl does."""
        try:
            words = (self._data / "postmaster.pid").read_text().split()
        except OSError:
            return False
        process = self._process
        return bool(process and words and words[0] == str(process.pid) and words[-1] == "ready")

    def program(self, name: str) -> str:
        """Return the path of another program of PostgreSQL."""
        return str(self._programs / name)

    @contextmanager
    def database(self) -> Iterator[str]:
        """Create an empty database, and drop it afterwards."""
        name = self._create()
        try:
            yield self._address(name)
        finally:
            self.start()
            self._administrate("dropdb", "--force", name)

    @contextmanager
    def store(self) -> Iterator[str]:
        """Return an empty database with the tables of this version; the tables must stay.

        It is reused by other tests: emptying one takes a tenth of the time to create one.
        """
        if not self._emptied:
            self._emptied.append(self._create())
            made = _make_tables(self._address(self._emptied[0]))
            _SPAWNER.submit(asyncio.run, made).result()  # a loop may run in this thread
        name = self._emptied.pop()
        self.start()
        try:
            yield self._address(name)
        finally:
            self.start()
            self._administrate("psql", "--quiet", "--output=/dev/null", "-c", EMPTY, name)
            self._emptied.append(name)

    def _create(self) -> str:
        """Create an empty database and return its name."""
        name = f"quire_{uuid4().hex[:12]}"
        self.start()  # if a test has killed it
        self._administrate("createdb", name)
        return name

    def _address(self, name: str) -> str:
        return f"postgresql+asyncpg://quire@127.0.0.1:{self.port}/{name}"

    def _administrate(self, program: str, *arguments: str) -> None:
        where = ["--host", str(self.directory), "--port", str(self.port), "--username", "quire"]
        subprocess.run([self._programs / program, *where, *arguments], check=True)


@contextmanager
def running_redis() -> Iterator[Redis]:
    """Run a Redis. Without one the test is skipped, or fails in CI."""
    if shutil.which("redis-server") is None:
        missing("redis-server", "tests/system-packages installs it")
    with _directory() as directory:
        yield from _running(Redis(directory))


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a PostgreSQL. Without one the test is skipped, or fails in CI."""
    programs = _postgres_programs()
    if programs is None:
        missing("PostgreSQL", "tests/system-packages installs it")
    with _directory() as directory:
        yield from _running(Postgres(programs, directory))


def prepare_sqlite(url: str) -> None:
    """Create an SQLite database with the tables of this version, unless there is one.

    Copying one takes a fifth of the time to migrate an empty one. Other addresses are ignored.
    """
    if url.startswith("sqlite:///") and not Path(path := url.removeprefix("sqlite:///")).exists():
        Path(path).touch(0o600)
        Path(path).write_bytes(_empty_sqlite())


@cache
def _empty_sqlite() -> bytes:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory, "quire.db")
        _SPAWNER.submit(asyncio.run, _make_tables(f"sqlite:///{path}")).result()
        return path.read_bytes()


async def _make_tables(url: str) -> None:
    await (await Store.open(url)).close()


def free_port() -> int:
    """Return a port that is free and not used for outgoing connections."""
    while True:
        port = random.randrange(20_000, 32_000)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def _running(server: S) -> Iterator[S]:
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextmanager
def _directory() -> Iterator[Path]:
    # Not pytest's: other users may not enter that one.
    with tempfile.TemporaryDirectory(prefix="quire-", ignore_cleanup_errors=True) as path:
        yield Path(path)


def _postgres_programs() -> Path | None:
    """Return the directory of the programs: Debian separates them by version."""
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    places = sorted(versions, key=lambda path: float(path.parent.name), reverse=True)
    for place in [*map(Path, os.environ["PATH"].split(os.pathsep)), *places]:
        if all(
            (place / name).exists() for name in ("initdb", "postgres", "createdb", "dropdb", "psql")
        ):
            return place
    return None


def _nobody() -> pwd.struct_passwd:
    with suppress(KeyError):
        return pwd.getpwnam("postgres")
    return pwd.getpwnam("nobody")

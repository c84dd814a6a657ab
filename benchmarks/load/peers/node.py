"""Servers that are Node programs, with their packages in a cache under `build/`."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.load.process import ServerProcess, running

PROGRAMS = Path(__file__).parent / "servers"
CACHE = Path(__file__).parents[3] / "build" / "peers"


class MissingNode(Exception):
    """Node or npm is not installed, or can't install the packages."""


def install() -> None:
    """Install the programs and exactly the packages they need, unless they are there already.

    Raises MissingNode if that is not possible.
    """
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            raise MissingNode(
                f"{tool} was not found: install Node 20 or later (https://nodejs.org), "
                f"or leave out its servers with --servers quire relay"
            )
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests may run at the same time
        for file in PROGRAMS.iterdir():
            shutil.copy(file, CACHE)
        installed, wanted = CACHE / "installed.json", CACHE / "package-lock.json"
        if installed.exists() and installed.read_bytes() == wanted.read_bytes():
            return
        command = ("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error")
        if subprocess.run(command, cwd=CACHE, check=False).returncode:
            raise MissingNode(f"npm could not install the packages in {CACHE}: see its output")
        shutil.copy(wanted, installed)


@contextmanager
def started(program: str, **settings: str) -> Iterator[ServerProcess]:
    """Run one of the programs in production mode until the context ends."""
    install()
    variables = {name.upper(): value for name, value in settings.items()}
    command = ("node", str(CACHE / program))
    with running(command, {"NODE_ENV": "production", **variables}) as server:
        yield server

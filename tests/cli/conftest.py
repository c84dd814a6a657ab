"""The `quire` command as its users run it: a real process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from tests.cli.fork_server import ForkServer
from tests.server.harness import (
    Running,
    ServerProcess,
    running_server,
    server_process,
    settings,
)

QUIRE = Path(sys.executable).parent / "quire"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def environment(home: Path) -> dict[str, str]:
    """Nothing of the tester's own: a home of its own, no colour settings."""
    disturbing = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
    kept = {key: value for key, value in os.environ.items() if key not in disturbing}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "TERM": "xterm"}


@pytest.fixture(scope="session")
def fork_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    """A process with all commands imported, which forks one for each run."""
    server = ForkServer(tmp_path_factory.mktemp("streams"))
    yield server
    server.close()


@pytest.fixture
def quire(tmp_path: Path, fork_server: ForkServer) -> Run:
    """Run `quire` with arguments and an input that is no terminal, in an empty directory."""

    def run(
        *arguments: str, input: str | bytes = "", **extra: str
    ) -> subprocess.CompletedProcess[str]:
        given = input if isinstance(input, bytes) else input.encode()
        env = {**environment(tmp_path), **extra}
        code, out, err = fork_server.run(list(arguments), given, env, tmp_path)
        assert "Traceback" not in out + err
        return subprocess.CompletedProcess(["quire", *arguments], code, out, err)

    return run


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server of its own to play on; in our process, since it is the player's that is tested."""
    with running_server(settings(tmp_path)) as it:
        yield it


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[ServerProcess]:
    """The same as a process, which can be killed."""
    with server_process(settings(tmp_path)) as it:
        yield it


def saved(home: Path) -> list[Path]:
    """The games that were kept in the user's data directory."""
    return sorted((home / "data" / "quire" / "games").glob("*.json"))


def at_terminal(home: Path, *arguments: str, **extra: str) -> pexpect.spawn[str]:
    """`quire` at a terminal of its own, where it shows colour."""
    # NO_COLOR is never set in this environment, so what is shown is in colour.
    variables = {**environment(home), "LANG": "C.UTF-8", **extra}
    return pexpect.spawn(
        str(QUIRE), list(arguments), env=variables, cwd=str(home), encoding="utf-8", timeout=30
    )

"""The `quire` command as users run it: a real process."""

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
    RunningServer,
    ServerProcess,
    running_server,
    server_process,
    settings,
)

QUIRE = Path(sys.executable).parent / "quire"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def environment(home: Path) -> dict[str, str]:
    """Return an environment with a separate home and no colour settings."""
    left_out = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
    kept = {key: value for key, value in os.environ.items() if key not in left_out}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "TERM": "xterm"}


@pytest.fixture(scope="session")
def fork_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ForkServer]:
    """A process with all commands imported, which forks one for each run."""
    server = ForkServer(tmp_path_factory.mktemp("streams"))
    yield server
    server.close()


@pytest.fixture
def quire(tmp_path: Path, fork_server: ForkServer) -> Run:
    """Run `quire` with arguments and piped input, in an empty directory."""

    def run(
        *arguments: object, input: str | bytes = "", **extra: str
    ) -> subprocess.CompletedProcess[str]:
        given = input if isinstance(input, bytes) else input.encode()
        env = {**environment(tmp_path), **extra}
        words = [str(argument) for argument in arguments]
        code, out, err = fork_server.run(words, given, env, tmp_path)
        assert "Traceback" not in out + err
        return subprocess.CompletedProcess(["quire", *words], code, out, err)

    return run


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server to play on, in this process: the player's process is what is tested."""
    with running_server(settings(tmp_path)) as running:
        yield running


@pytest.fixture
def server_to_kill(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server in a process that can be killed."""
    with server_process(settings(tmp_path)) as running:
        yield running


def saved_games(home: Path) -> list[Path]:
    """Return the games saved in the user's data directory."""
    return sorted((home / "data" / "quire" / "games").glob("*.json"))


def at_terminal(home: Path, *arguments: str, **extra: str) -> pexpect.spawn[str]:
    """Run `quire` at a pseudo-terminal, with colour."""
    # NO_COLOR is never set in this environment, so the output is coloured.
    variables = {**environment(home), "LANG": "C.UTF-8", **extra}
    return pexpect.spawn(
        str(QUIRE), list(arguments), env=variables, cwd=str(home), encoding="utf-8", timeout=30
    )

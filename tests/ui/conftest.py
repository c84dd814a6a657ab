"""The `quire` command as its users run it: a real process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

QUIRE = Path(sys.executable).parent / "quire"

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def environment(home: Path) -> dict[str, str]:
    """Nothing of the tester's own: a home of its own, no colour settings."""
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "LC_ALL")}
    return {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "TERM": "xterm"}


@pytest.fixture
def quire(tmp_path: Path) -> Run:
    """Runs `quire` with arguments and a piped input, in an empty directory."""

    def run(
        *arguments: str, input: str | bytes = "", **extra: str
    ) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [QUIRE, *arguments],
            input=input if isinstance(input, bytes) else input.encode(),
            env={**environment(tmp_path), **extra},
            cwd=tmp_path,
            capture_output=True,
            check=False,
            timeout=60,
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in out + err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


def saved(home: Path) -> list[Path]:
    """The unfinished games that were kept in the user's data directory."""
    return sorted((home / "data" / "quire" / "unfinished").glob("*.json"))

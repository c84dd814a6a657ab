"""The time of `import quire` in a fresh process, and the modules it loads."""

from __future__ import annotations

import subprocess
import sys

from benchmarks.row import Row

GOAL_MILLISECONDS = 100
TERMINAL = {"click", "curses", "prompt_toolkit", "readline", "rich", "textual", "typer"}
WEB = {"aiohttp", "anyio", "fastapi", "http", "httpx", "starlette", "uvicorn", "websockets"}
NEWLY_LOADED = """\
import sys
before = set(sys.modules)
import quire
print(*{name.partition(".")[0] for name in set(sys.modules) - before})
"""


def fresh(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a separate Python process and return it with its output."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True)


def import_milliseconds(module: str) -> float:
    """Return the time of one import, including everything it imports, as Python reports it."""
    report = fresh("-X", "importtime", "-c", f"import {module}").stderr
    for line in report.splitlines():
        _, _, times = line.partition("import time:")
        fields = [field.strip() for field in times.split("|")]
        if fields[-1] == module:
            return int(fields[1]) / 1000
    raise LookupError(f"no import time of {module} in Python's report")


def loaded() -> set[str]:
    """Return the top-level modules that `import quire` loads, without itself."""
    return set(fresh("-c", NEWLY_LOADED).stdout.split()) - {"quire"}


def time_row(rounds: int) -> Row:
    """Measure the best of several imports, each in a fresh process."""
    here, there = [], []
    for _ in range(rounds):
        here.append(import_milliseconds("quire"))
        there.append(import_milliseconds("pyspiel"))
    return Row(
        what="`import quire` / `import pyspiel`",
        ours=f"{min(here):.1f} ms",
        theirs=f"{min(there):.1f} ms",
        ratio=min(there) / min(here),
        goal=f"≤ {GOAL_MILLISECONDS} ms",
        met=min(here) <= GOAL_MILLISECONDS,
    )


def modules_row() -> Row:
    """List the modules from outside the standard library that are loaded."""
    found = loaded()
    foreign = sorted(found - set(sys.stdlib_module_names))
    return Row(
        what="other packages loaded by `import quire`",
        ours=", ".join(foreign) or "none",
        theirs="-",
        goal="no web or terminal library",
        met=not found & (TERMINAL | WEB),
    )


def rows(rounds: int) -> list[Row]:
    """Return both rows about importing."""
    return [time_row(rounds), modules_row()]

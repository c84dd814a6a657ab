"""Amounts of memory, time and threads: as people write them, and what this machine offers."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quire.errors import NotationError, QuireError

MOST_MEMORY = 4 << 30
"""What a solver takes when nobody says, at most: 4 GiB."""

LEAST_MEMORY = 1 << 20
"""Less than this is a missing unit rather than a wish: 1 MiB."""

MOST_THREADS = 256

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def read_memory(text: str) -> int:
    """The bytes that a text names: `2G`, `512 MB`, `1.5GiB`; units are powers of 1024.

    Raises ValueError for what cannot be read and for less than 1 MiB.

    >>> read_memory("2G"), read_memory("1.5 MiB")
    (2147483648, 1572864)
    """
    amount = re.fullmatch(
        r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([kmgt]?)(?:i?b)?", text.strip().lower()
    )
    if amount is None:
        raise ValueError(f"{text!r} is not a memory size: write 2G or 512M")
    size = int(float(amount[1]) * _UNITS[amount[2]])
    if not LEAST_MEMORY <= size < 1 << 62:
        raise ValueError(f"{text!r} is too little memory: use at least 1M")
    return size


def read_seconds(text: str) -> float:
    """A time in seconds, 0 or more and finite; ValueError otherwise.

    >>> read_seconds("0.5")
    0.5
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise ValueError(f"{text!r} is not a number of seconds")
    return seconds


def read_nodes(text: str) -> int:
    """A number of nodes, 1 or more; ValueError otherwise."""
    nodes = int(text)
    if not 1 <= nodes < 1 << 63:
        raise ValueError(f"nodes must be 1 or more, not {text!r}")
    return nodes


def read_threads(text: str) -> int:
    """A number of threads, 1 to 256; ValueError otherwise."""
    return check_threads(int(text))


def check_threads(threads: int) -> int:
    """The number of threads, if it is one; else raises NotationError."""
    if not 1 <= threads <= MOST_THREADS:
        raise NotationError(f"threads must be 1 to {MOST_THREADS}, not {threads}")
    return threads


@contextmanager
def enough_memory(who: str, memory: int) -> Iterator[None]:
    """What is done within takes so many bytes: QuireError where they cannot be had."""
    try:
        yield
    except MemoryError:
        raise QuireError(
            f"not enough memory for {who} ({memory >> 20} MiB): give it less, as in --memory "
            "512M, champion:memory=512M or memory=512 << 20"
        ) from None


def usable_threads() -> int:
    """How many threads this process may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MOST_THREADS)
    return min(os.cpu_count() or 1, MOST_THREADS)


def usable_memory() -> int:
    """The bytes that a solver takes when nobody says: half of what is free, 4 GiB at most."""
    return max(min(MOST_MEMORY, _free_memory() // 2), LEAST_MEMORY)


def _free_memory() -> int:
    """As the system tells it, or the container that we are in; 2 GiB where nobody tells."""
    told = []
    facts = _read("/proc/meminfo")
    if available := re.search(r"^MemAvailable:\s+(\d+) kB", facts, re.MULTILINE):
        told.append(int(available[1]) << 10)
    group = Path("/sys/fs/cgroup")
    most, taken = _read(group / "memory.max").strip(), _read(group / "memory.current").strip()
    if most.isdecimal() and taken.isdecimal():
        told.append(max(int(most) - int(taken), 0))
    return min(told, default=2 << 30)


def _read(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="ascii")
    except (OSError, ValueError):
        return ""

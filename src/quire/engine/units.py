"""Parse amounts of memory, time and threads, and detect what the machine offers.

A parser raises ValueError with the end of a sentence, "must be 1 to 256, not 'x'", so that the
caller can begin it with the name of the option.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quire.errors import NotationError, QuireError

MAX_MEMORY = 4 << 30
"""Bytes that a solver takes by default at most: 4 GiB."""

MIN_MEMORY = 1 << 20
"""Minimum number of bytes, 1 MiB; less is usually a forgotten unit."""

MAX_THREADS = 256

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def read_memory(text: str) -> int:
    """Parse a number of bytes: `2G`, `512 MB`, `1.5GiB`; units are powers of 1024.

    >>> read_memory("2G"), read_memory("1.5 MiB")
    (2147483648, 1572864)
    """
    amount = re.fullmatch(
        r"([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([kmgt]?)(?:i?b)?", text.strip().lower()
    )
    if amount is None:
        raise ValueError(f"must be a memory size like 2G or 512M, not {text!r}")
    size = int(float(amount[1]) * _UNITS[amount[2]])
    if not MIN_MEMORY <= size < 1 << 62:
        raise ValueError(f"must be a memory size of 1M or more, not {text!r}")
    return size


def read_seconds(text: str) -> float:
    """Parse a finite number of seconds, 0 or more.

    >>> read_seconds("0.5")
    0.5
    """
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        raise ValueError(f"must be a number of seconds, 0 or more, not {text!r}")
    return seconds


def read_number(text: str) -> float:
    """Parse a number.

    >>> read_number("0.5")
    0.5
    """
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"must be a number, not {text!r}") from None


def read_whole_number(text: str) -> int:
    """Parse a whole number.

    >>> read_whole_number("-7")
    -7
    """
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"must be a whole number, not {text!r}") from None


def read_nodes(text: str) -> int:
    """Parse a number of nodes, 1 or more."""
    nodes = read_whole_number(text)
    if not 1 <= nodes < 1 << 63:
        raise ValueError(f"must be a whole number, 1 or more, not {text!r}")
    return nodes


def read_threads(text: str) -> int:
    """Parse a number of threads, 1 to 256."""
    threads = read_whole_number(text)
    if not 1 <= threads <= MAX_THREADS:
        raise ValueError(f"must be 1 to {MAX_THREADS}, not {text!r}")
    return threads


def check_threads(threads: int) -> int:
    """Return the number of threads; raise NotationError unless it is 1 to 256."""
    if not 1 <= threads <= MAX_THREADS:
        raise NotationError(f"threads must be 1 to {MAX_THREADS}, not {threads}")
    return threads


@contextmanager
def enough_memory(who: str, memory: int) -> Iterator[None]:
    """Turn a MemoryError into a QuireError that names the remedy."""
    try:
        yield
    except MemoryError:
        raise QuireError(
            f"not enough memory for {who} ({memory >> 20} MiB): give it less, as in --memory "
            "512M, champion:memory=512M or memory=512 << 20"
        ) from None


def usable_threads() -> int:
    """Return how many threads this process may run at once."""
    if hasattr(os, "sched_getaffinity"):
        return min(len(os.sched_getaffinity(0)), MAX_THREADS)
    return min(os.cpu_count() or 1, MAX_THREADS)


def usable_memory() -> int:
    """Return the bytes that a solver takes by default: half of what is free, 4 GiB at most."""
    return max(min(MAX_MEMORY, _free_memory() // 2), MIN_MEMORY)


def _free_memory() -> int:
    """Return the free bytes of the machine or the container; 2 GiB if neither is known."""
    known = []
    facts = _read("/proc/meminfo")
    if available := re.search(r"^MemAvailable:\s+(\d+) kB", facts, re.MULTILINE):
        known.append(int(available[1]) << 10)
    group = Path("/sys/fs/cgroup")
    most, taken = _read(group / "memory.max").strip(), _read(group / "memory.current").strip()
    if most.isdecimal() and taken.isdecimal():
        known.append(max(int(most) - int(taken), 0))
    return min(known, default=2 << 30)


def _read(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="ascii")
    except (OSError, ValueError):
        return ""

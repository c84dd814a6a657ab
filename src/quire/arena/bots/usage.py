"""What a process uses, as Linux tells of it. Of one that is gone, nothing."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from quire.arena.bots import scratch
from quire.arena.bots.sandbox import Bounds


@dataclass(frozen=True, slots=True)
class Usage:
    """Bytes of memory, threads, and bytes in files."""

    memory: int = 0
    threads: int = 0
    written: float = 0


def usage(pid: int, directory: Path, bounds: Bounds) -> Usage:
    """What a bot has that may write in that directory."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("utf-8", "replace").splitlines()
    except OSError:
        return Usage()
    told = {name: said.split() for name, _, said in (line.partition(":") for line in lines)}
    kinds = ("VmRSS", "VmPTE", "VmSwap", "HugetlbPages")
    memory = sum(1024 * int(told[it][0]) for it in kinds if it in told)
    return Usage(
        memory + _nameless(pid, directory, bounds.written),
        int(told["Threads"][0]),
        scratch.weight(directory, bounds.files),
    )


def _nameless(pid: int, directory: Path, largest: int) -> int:
    """The bytes of files that it has removed, but still has mapped or open.

    They count nowhere else. Nobody tells how large one is that is only mapped: at most the largest
    that a file may be.
    """
    own = f" {directory}/".encode()
    sizes: dict[bytes | int, int] = {}
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/maps").read_bytes().splitlines():
            if own in line and line.endswith(b" (deleted)"):
                sizes[line.split()[4]] = largest
        for file in list(os.scandir(f"/proc/{pid}/fd")):
            with suppress(FileNotFoundError):  # closed meanwhile
                found = file.stat()
                if found.st_nlink == 0 and S_ISREG(found.st_mode):
                    sizes[found.st_ino] = 512 * found.st_blocks
    return sum(sizes.values())


def cpu(pid: int) -> float:
    """Seconds of the processor."""
    try:
        # The clock of another process, as clock_getcpuclockid gives it.
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


class Waiting:
    """How long a process had to wait for the processor; kept open, since it is asked so often."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._file = -1
        with suppress(OSError):
            self._file = os.open(f"/proc/{pid}/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def seconds(self) -> float:
        """Seconds for which it was ready to work, and others had the processor."""
        with suppress(OSError):
            return int(os.pread(self._file, 100, 0).split()[1]) / 1e9
        return 0.0

    def close(self) -> None:
        """Not asked any more."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def last_descendant(pid: int) -> int:
    """The only child, or the only child of that, and so on: what bubblewrap runs."""
    with suppress(OSError):
        while below := Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            pid = int(below[0])
    return pid

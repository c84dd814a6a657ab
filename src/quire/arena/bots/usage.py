"""Resources that a process uses, as Linux reports them; nothing for a process that has ended."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from quire.arena.bots import scratch
from quire.arena.bots.fault import Fault
from quire.arena.bots.sandbox import ResourceLimits
from quire.core import Reason


def excess(pid: int, directory: Path, limits: ResourceLimits) -> Fault | None:
    """Return the fault of a bot that uses too much, if it does; it may write to `directory`."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    status = {name: value.split() for name, _, value in (line.partition(":") for line in lines)}
    kinds = ("VmRSS", "VmPTE", "VmSwap", "HugetlbPages")
    memory = sum(1024 * int(status[kind][0]) for kind in kinds if kind in status)
    if memory + _unlinked_bytes(pid, directory, limits.written) > limits.memory:
        detail = f"the bot used more than {limits.memory >> 20} MiB of memory"
        return Fault(Reason.MEMORY, detail)
    if int(status["Threads"][0]) > limits.threads:
        return Fault(Reason.FORBIDDEN, f"the bot started more than {limits.threads} threads")
    if scratch.total_bytes(directory, limits.files) > limits.written:
        detail = f"the bot wrote more than {limits.written >> 20} MiB or {limits.files} files"
        return Fault(Reason.FLOOD, detail)
    return None


def _unlinked_bytes(pid: int, directory: Path, max_file_bytes: int) -> int:
    """Return the bytes of files that the bot has deleted but still has mapped or open.

    They count nowhere else. The size of a file that is only mapped is unknown, so it counts as the
    largest that a file may be.
    """
    own = f" {directory}/".encode()
    sizes: dict[bytes | int, int] = {}
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/maps").read_bytes().splitlines():
            if own in line and line.endswith(b" (deleted)"):
                sizes[line.split()[4]] = max_file_bytes
        for file in list(os.scandir(f"/proc/{pid}/fd")):
            with suppress(FileNotFoundError):  # closed meanwhile
                found = file.stat()
                if found.st_nlink == 0 and S_ISREG(found.st_mode):
                    sizes[found.st_ino] = 512 * found.st_blocks
    return sum(sizes.values())


def cpu_seconds(pid: int) -> float:
    """CPU time used."""
    try:
        # The CPU clock of another process, as clock_getcpuclockid gives it.
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return 0.0


class CpuWait:
    """How long a process has waited for a CPU; keeps the file open, as it is read often."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._file = -1
        with suppress(OSError):
            self._file = os.open(f"/proc/{pid}/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def seconds(self) -> float:
        """Return the seconds in which it was ready to run while others had the CPU."""
        with suppress(OSError):
            return int(os.pread(self._file, 100, 0).split()[1]) / 1e9
        return 0.0

    def close(self) -> None:
        """Close the file."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def last_descendant(pid: int) -> int:
    """Return the last of a chain of only children: the program that bubblewrap runs."""
    with suppress(OSError):
        while below := Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            pid = int(below[0])
    return pid

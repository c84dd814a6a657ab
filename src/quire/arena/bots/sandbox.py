"""Sandbox levels for bots; the highest level that this machine supports is used.

    0  off         a plain process; only on request
    1  process     its own session, limits on memory, files and output, no open files but pipes
    2  kernel      also no network, no files but its own and the interpreter's, no other processes,
                   no threads unless allowed: by seccomp and Landlock, before any of its code runs
    3  namespaces  also its own namespaces, by bubblewrap: no other process or file is visible

The program `launch` applies them; its source is in `native/sandbox`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path

import quire
from quire import _native
from quire.arena.bots.spec import Bot
from quire.errors import QuireError

LAUNCHER = Path(_native.__file__).parent / "launch"

SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/opt")
"""Directories of programs and their libraries: may be read and run, never written."""
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives", "/dev/urandom")
"""Files that programs read when they start; none of them is private."""


class Level(IntEnum):
    """How strongly a bot is sandboxed."""

    OFF = 0
    PROCESS = 1
    KERNEL = 2
    NAMESPACES = 3


@dataclass(frozen=True, slots=True)
class ResourceLimits:
    """The most that a bot may use, in bytes unless stated otherwise."""

    memory: int = 1 << 30
    output: int = 1 << 20
    """Printed during one move."""
    written: int = 1 << 24
    """To files in its own directory."""
    files: int = 1000
    """Files and directories that it may create."""
    open_files: int = 64
    threads: int = 500
    """For bots that may start threads."""
    cpu: int = 24 * 3600
    """Seconds of CPU time per process. A bot that has used half of them gets a new process before
    its next game."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A level, and the reason why it is not a higher one."""

    level: Level
    limitation: str = ""

    def __str__(self) -> str:
        limitation = f"; {self.limitation}" if self.limitation else ""
        level = f"level {self.level.value} of {max(Level)}"
        return f"{self.level.name.lower()} ({level}{limitation})"

    @property
    def warning(self) -> str:
        """What an insufficiently sandboxed bot can do; empty from level 2 on."""
        if self.level >= Level.KERNEL:
            return ""
        return (
            "Weak or no sandbox: bots can read your files, use the network and start programs. "
            "Only run bots you trust."
        )

    def command(self, bot: Bot, scratch: Path, limits: ResourceLimits) -> list[str]:
        """Return the command that starts the bot in the sandbox; it may write to `scratch` only."""
        if self.level is Level.OFF:
            return list(bot.command)
        sealed = self.level >= Level.KERNEL
        own = [*bot.command, *(["--sealed"] if sealed and bot.python else [])]
        inner = [str(LAUNCHER), *_limit_options(bot, limits)]
        if sealed:
            inner += ["--closed", *(["--threads"] if bot.threads else [])]
            inner += _file_options(bot, scratch)
        inner += ["--", *own]
        if self.level is Level.NAMESPACES:
            return [*_bubble(bot, scratch), *inner]
        return inner


ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR")}
"""Keeps NumPy and similar libraries from starting threads."""


def environment(bot: Bot, scratch: Path) -> dict[str, str]:
    """Return the environment variables of a bot."""
    threads = {} if bot.threads else ONE_THREAD
    return threads | {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "LANG": "C.UTF-8",
        "OPENSSL_CONF": "/dev/null",  # some programs would look for it where they may not read
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _limit_options(bot: Bot, limits: ResourceLimits) -> Iterator[str]:
    # Other languages reserve far more than they use: their memory is checked while they run.
    if bot.python and not bot.threads:
        yield from ("--memory", str(limits.memory))
    yield from ("--file-size", str(limits.written), "--open-files", str(limits.open_files))
    yield from ("--cpu", str(limits.cpu))


def _file_options(bot: Bot, scratch: Path) -> Iterator[str]:
    for path in (*SYSTEM, *interpreter(bot)):
        yield from ("--execute", str(path))
    for path in (*SYSTEM_FILES, str(bot.directory)):
        yield from ("--read", path)
    for path in (str(scratch), "/dev/null"):
        yield from ("--write", path)


def interpreter(bot: Bot) -> list[Path]:
    """Return what a bot needs besides the system: Python with its packages, or its program."""
    if bot.command[0] != sys.executable:
        # The command may be a link, and a script may run a program next to it.
        called = Path(bot.command[0])
        inside = any(called.is_relative_to(place) for place in SYSTEM)
        return [*([] if inside else [called]), called.resolve(), bot.directory]
    places = {sys.prefix, sys.base_prefix, str(Path(quire.__file__).parent)}
    places |= set(sysconfig.get_paths().values())
    return sorted({Path(place).resolve() for place in places if Path(place).exists()})


def _bubble(bot: Bot, scratch: Path) -> Iterator[str]:
    yield from (_bwrap() or "bwrap", "--unshare-all", "--die-with-parent", "--new-session")
    for path in (*SYSTEM, *SYSTEM_FILES, *interpreter(bot), LAUNCHER.parent, bot.directory):
        yield from ("--ro-bind-try", str(path), str(path))
    yield from ("--dev", "/dev", "--proc", "/proc", "--bind", str(scratch), str(scratch))
    yield from ("--chdir", str(bot.directory), "--")


def _bwrap() -> str | None:
    return shutil.which("bwrap")


@cache
def probe() -> Sandbox:
    """Find the highest level that works on this machine, by trying it."""
    if not sys.platform.startswith("linux") or not LAUNCHER.exists():
        return Sandbox(Level.OFF, f"not supported on {sys.platform}")
    done = subprocess.run([LAUNCHER, "--probe"], capture_output=True, text=True, check=False)
    words = done.stdout.split()
    found = dict(zip(words[::2], map(int, words[1::2]), strict=False))
    lacking = [name for name in ("landlock", "seccomp") if not found.get(name)]
    if lacking:
        return Sandbox(Level.PROCESS, f"this kernel has no {' and no '.join(lacking)}")
    if _bwrap() is None:
        return Sandbox(Level.KERNEL, "bubblewrap is not installed")
    trial = [_bwrap() or "", "--unshare-all", "--ro-bind", "/", "/", "--", "/bin/true"]
    tried = subprocess.run(trial, capture_output=True, text=True, check=False)
    if tried.returncode != 0:
        why = tried.stderr.strip().splitlines()[-1:] or ["unknown error"]
        return Sandbox(Level.KERNEL, f"bubblewrap failed: {why[0]}")
    return Sandbox(Level.NAMESPACES)


class SandboxMissing(QuireError):
    """The requested sandbox is not available."""

    code = "sandbox_missing"


def select_sandbox(choice: str) -> Sandbox:
    """Return the sandbox for `--sandbox`: `best`, `required` (level 2 at least) or `off`."""
    if choice == "off":
        return Sandbox(Level.OFF, "requested")
    found = probe()
    if choice == "required" and found.level < Level.KERNEL:
        raise SandboxMissing(
            f"--sandbox required, but only {found} is available; level 2 needs a Linux kernel "
            "with seccomp and Landlock"
        )
    if found.level is Level.OFF:
        raise SandboxMissing(
            f"no sandbox available: {found}. To run bots without one, use --sandbox off"
        )
    return found


def cores() -> int:
    """Return the number of CPU cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

"""How a bot is shut in: a ladder, climbed as high as this machine allows.

    0  off         a plain process; must be asked for
    1  process     a session of its own, limits on memory, files and output, nothing but pipes
    2  kernel      and no network, no files but its own and the interpreter's, no other processes,
                   no threads unless allowed: by seccomp and Landlock, before any of its code runs
    3  namespaces  and a world of its own, by bubblewrap: it sees no other process, no other file

A program in C++, `launch`, does this; it is in `native/sandbox`.
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
"""Where programs and their libraries are: to be read and run, never written."""
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/etc/alternatives", "/dev/urandom")
"""What programs read when they start; none of it is anybody's own."""


class Level(IntEnum):
    """How strongly a bot is shut in."""

    OFF = 0
    PROCESS = 1
    KERNEL = 2
    NAMESPACES = 3


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a bot may use at most, in bytes where nothing else is said."""

    memory: int = 1 << 30
    output: int = 1 << 20
    """Printed during one move."""
    written: int = 1 << 24
    """In files of its own."""
    files: int = 1000
    """How many of them, directories included."""
    open_files: int = 64
    threads: int = 500
    """Where there may be any."""
    cpu: int = 24 * 3600
    """Seconds of the processor in the life of its process. A bot that has used half of them gets
    a new one before its next game."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """A level, and why it is not a higher one."""

    level: Level
    limitation: str = ""

    def __str__(self) -> str:
        limitation = f"; {self.limitation}" if self.limitation else ""
        level = f"level {self.level.value} of {max(Level)}"
        return f"{self.level.name.lower()} ({level}{limitation})"

    @property
    def warning(self) -> str:
        """What a bot can do that it should not; nothing from level 2 on."""
        if self.level >= Level.KERNEL:
            return ""
        return (
            "Weak or no sandbox: bots can read your files, use the network and start programs. "
            "Only run bots you trust."
        )

    def command(self, bot: Bot, scratch: Path, bounds: Bounds) -> list[str]:
        """What to run so that the bot starts shut in; it may write in `scratch` alone."""
        if self.level is Level.OFF:
            return list(bot.command)
        sealed = self.level >= Level.KERNEL
        own = [*bot.command, *(["--sealed"] if sealed and bot.python else [])]
        inner = [str(LAUNCHER), *_limits(bot, bounds)]
        if sealed:
            inner += ["--closed", *(["--threads"] if bot.threads else [])]
            inner += _files(bot, scratch)
        inner += ["--", *own]
        if self.level is Level.NAMESPACES:
            return [*_bubble(bot, scratch), *inner]
        return inner


ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR")}
"""What keeps NumPy and its like from starting threads."""


def environment(bot: Bot, scratch: Path) -> dict[str, str]:
    """All that a bot is told of the world."""
    threads = {} if bot.threads else ONE_THREAD
    return threads | {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(scratch),
        "TMPDIR": str(scratch),
        "LANG": "C.UTF-8",
        "OPENSSL_CONF": "/dev/null",  # which some programs would look for where they may not
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _limits(bot: Bot, bounds: Bounds) -> Iterator[str]:
    # Other languages reserve far more than they use; their memory is watched instead.
    if bot.python and not bot.threads:
        yield from ("--memory", str(bounds.memory))
    yield from ("--file-size", str(bounds.written), "--open-files", str(bounds.open_files))
    yield from ("--cpu", str(bounds.cpu))


def _files(bot: Bot, scratch: Path) -> Iterator[str]:
    for path in (*SYSTEM, *interpreter(bot)):
        yield from ("--execute", str(path))
    for path in (*SYSTEM_FILES, str(bot.directory)):
        yield from ("--read", path)
    for path in (str(scratch), "/dev/null"):
        yield from ("--write", path)


def interpreter(bot: Bot) -> list[Path]:
    """What a bot's own program needs beside the system's: Python with its packages, or itself."""
    if bot.command[0] != sys.executable:
        # The name by which it is called may be a link; a script may become a program beside it.
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
    """The highest level that works here, tried out."""
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
    """The sandbox that was asked for cannot be had."""

    code = "sandbox_missing"


def chosen(wish: str) -> Sandbox:
    """The sandbox for `--sandbox`: `best`, `required` (level 2 at least) or `off`."""
    if wish == "off":
        return Sandbox(Level.OFF, "requested")
    found = probe()
    if wish == "required" and found.level < Level.KERNEL:
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
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

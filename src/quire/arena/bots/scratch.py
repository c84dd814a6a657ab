"""The directory that a bot may write to: made for it, measured, and removed whatever it holds."""

from __future__ import annotations

import math
import os
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from uuid import uuid4

_made: set[Path] = set()
"""Directories of this process that are not removed yet."""


def make() -> Path:
    """Make an empty directory for one bot."""
    directory = Path(tempfile.gettempdir()) / f"{_prefix(os.getpid())}{uuid4().hex}"
    _made.add(directory)  # first: a signal between the two must not leave it behind
    directory.mkdir(0o700)
    return directory


def remove_all() -> None:
    """Remove all directories that this process has made."""
    for directory in list(_made):
        remove(directory)


def remove_made_by(pid: int) -> None:
    """Remove the directories that another process has made, which has ended."""
    for directory in Path(tempfile.gettempdir()).glob(f"{_prefix(pid)}*"):
        remove(directory)


def _prefix(pid: int) -> str:
    return f"quire-bot-{pid}-"


def total_bytes(directory: Path, max_files: int) -> float:
    """Return the bytes of all files below a directory.

    Infinite if there are more than `max_files`, or if it is too deep or not readable.
    """
    total, files, unseen = 0, 0, [directory]
    while unseen:
        try:
            with os.scandir(unseen.pop()) as inside:
                for entry in inside:
                    files += 1
                    if files > max_files:
                        return math.inf
                    if entry.is_dir(follow_symlinks=False):
                        unseen.append(Path(entry))
                        continue
                    with suppress(FileNotFoundError):
                        total += entry.stat(follow_symlinks=False).st_size
        except FileNotFoundError:
            continue  # removed meanwhile
        except OSError:
            return math.inf
    return total


def remove(directory: Path) -> None:
    """Remove a directory, however deep it is and whatever its permissions are."""
    names = (directory / uuid4().hex for _ in count())
    with suppress(OSError):
        while inside := list(os.scandir(directory)):
            for entry in inside:
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry)
                    continue
                os.chmod(entry, 0o700)
                for below in list(os.scandir(entry)):
                    if below.is_dir(follow_symlinks=False):
                        os.chmod(below, 0o700)
                        os.rename(below, next(names))  # so that no path becomes too long
                    else:
                        os.unlink(below)
                os.rmdir(entry)
        os.rmdir(directory)
    _made.discard(directory)

"""A solver's table in a file, so that a long search can resume where it was interrupted."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from quire.engine.agents.search_result import Progress
from quire.errors import NotationError, QuireError

HEADER = 4096
"""Bytes before the table: one line of JSON that describes it, padded with spaces."""
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Effort:
    """Nodes and seconds that a search took."""

    nodes: int = 0
    seconds: float = 0.0

    def __add__(self, more: Effort) -> Effort:
        return Effort(self.nodes + more.nodes, self.seconds + more.seconds)


@dataclass(slots=True)
class Checkpoint:
    """A file in which a solver's table is saved during a search."""

    path: Path
    every: float = 600.0
    """Seconds between two saves."""
    on_save: Callable[[str], None] = field(default=lambda line: None)
    """Called with the progress of the search whenever the table is saved."""

    def memory(self) -> int | None:
        """Return the size of the saved table in bytes; None if there is no such file."""
        return _read_header(self.path)[1] if self.path.exists() else None

    def resume(self, solver: object, title: str) -> ResumableSearch:
        """Fill the solver's table from the file, if it exists, and save it there from now on.

        `title` describes the search. Raises NotationError for a checkpoint of another search,
        QuireError for a solver without a table, and OSError if the file can't be written.
        """
        try:
            table = memoryview(cast("bytes", solver))  # solvers with a table are buffers
        except TypeError:
            raise QuireError(
                f"{title}: this solver can't use checkpoints; leave --checkpoint out"
            ) from None
        new = _new(self.path)
        new.touch()  # fail before the search if the file can't be written
        new.unlink()
        return ResumableSearch(self, table, title)


class ResumableSearch:
    """One search whose table is saved; `before` is the effort of earlier runs."""

    def __init__(self, checkpoint: Checkpoint, table: memoryview, title: str) -> None:
        self._checkpoint = checkpoint
        self._table = table
        self._title = title
        self.before = load_table(table, checkpoint.path, title) or Effort()
        self._saved_at = time.monotonic()

    def progress(self, further: Progress | None = None) -> Progress:
        """Return the solver's progress callback; `further` gets the total over all runs."""

        def on_progress(nodes: int, seconds: float, done: float) -> None:
            spent = self.before + Effort(nodes, seconds)
            if time.monotonic() - self._saved_at >= self._checkpoint.every:
                save_table(self._table, self._checkpoint.path, self._title, spent)
                so_far = f"{spent.nodes:,} nodes, {spent.seconds:,.0f} s, {done:.4%} done"
                self._checkpoint.on_save(f"{self._title}: {so_far}, saved")
                self._saved_at = time.monotonic()
            if further is not None:
                further(spent.nodes, spent.seconds, done)

        return on_progress

    def end(self, spent: Effort, *, complete: bool) -> Effort:
        """End a search that took this effort, and return the effort of all runs.

        After a complete search the file is deleted; otherwise the table is saved.
        """
        whole = self.before + spent
        if complete:
            self._checkpoint.path.unlink(missing_ok=True)
        else:
            save_table(self._table, self._checkpoint.path, self._title, whole)
        return whole


def save_table(table: memoryview, path: Path, title: str, spent: Effort) -> None:
    """Save the table atomically, even while a search runs.

    Empty parts of the table take no disk space on file systems with sparse files.
    """
    facts = {"quire": "table", "title": title, "bytes": table.nbytes}
    header = json.dumps({**facts, "nodes": spent.nodes, "seconds": spent.seconds})
    new = _new(path)
    with new.open("wb") as file:
        file.write(header.encode().ljust(HEADER))
        for at in range(0, table.nbytes, CHUNK):
            chunk = bytes(table[at : at + CHUNK])
            if chunk.count(0) == len(chunk):
                file.seek(len(chunk), os.SEEK_CUR)
            else:
                file.write(chunk)
        file.truncate(HEADER + table.nbytes)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def load_table(table: memoryview, path: Path, title: str) -> Effort | None:
    """Fill the table from the file and return its effort; None if there is no such file.

    Raises NotationError if it is of another search or has another size.
    """
    if not path.exists():
        return None
    about, size, spent = _read_header(path)
    if about != title:
        raise NotationError(
            f"{path} is a checkpoint of {about}, not {title}: finish that first, or use "
            "another file"
        )
    if size != table.nbytes:
        raise NotationError(
            f"{path} was made with a different --memory ({size} bytes, now {table.nbytes}): use "
            "the same value as before, or another file"
        )
    with path.open("rb") as file:
        file.seek(HEADER)
        for at in range(0, table.nbytes, CHUNK):
            part = table[at : at + CHUNK]
            chunk = file.read(len(part))
            if chunk.count(0) != len(chunk):
                part[:] = chunk
    return spent


def _new(path: Path) -> Path:
    """Return the temporary file that a save writes before it replaces the old one."""
    return path.with_name(path.name + ".new")


def _read_header(path: Path) -> tuple[str, int, Effort]:
    """Return the title, the size of the table in bytes, and the effort so far."""
    try:
        with path.open("rb") as file:
            header = json.loads(file.read(HEADER))
        size = int(header["bytes"])
        if header["quire"] != "table" or path.stat().st_size != HEADER + size:
            raise ValueError
        spent = Effort(int(header["nodes"]), float(header["seconds"]))
        return str(header["title"]), size, spent
    except (ValueError, TypeError, KeyError):
        raise NotationError(f"{path} is not a complete checkpoint: use another file") from None

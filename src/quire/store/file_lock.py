"""The lock of an SQLite file: one server at a time.

A server keeps the state of its games in memory, so two on one file would not see each other's
moves. The lock is on a file beside the database. The operating system releases it when the process
ends, however it ends; the file itself stays.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quire.errors import Unavailable
from quire.store.database import sqlite_path

if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def server_lock(url: str) -> Iterator[None]:
    """Hold the lock of an SQLite file; PostgreSQL needs none.

    Raises Unavailable if another server has it.
    """
    database = sqlite_path(url)
    if database is None:
        yield
        return
    path = Path(f"{database.resolve()}-lock")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise Unavailable(f"can't open the database {database}: {error.strerror}") from None
    try:
        try:
            _lock(descriptor)
        except OSError:
            raise Unavailable(
                f"another server is using {database}: stop it, choose another file with --db, or "
                "use PostgreSQL and Redis for several servers"
            ) from None
        yield
    finally:
        os.close(descriptor)

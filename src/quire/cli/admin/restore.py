"""The command `quire admin restore`."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from quire.cli.admin.database import DbOption, change, sqlite_file
from quire.cli.terminal.screen import Screen
from quire.errors import NotAllowed
from quire.store.backup import verify
from quire.store.database import create_private_file


def restore(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file written by `quire admin backup`.")
    ],
    db: DbOption = None,
) -> None:
    """Restore an SQLite backup.

    The old database is kept next to it. Stop the server first.
    """
    target = sqlite_file(db)
    verify(file)
    if target.exists():
        _check_not_in_use(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.part")
    partial.unlink(missing_ok=True)
    create_private_file(partial)
    try:
        shutil.copyfile(file, partial)
        change(f"sqlite:///{partial}", "restore", lambda work: work.log(detail=file.name))
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    if target.exists():
        old = target.with_name(f"{target.name}.{datetime.now(UTC):%Y%m%d-%H%M%S}")
        with closing(sqlite3.connect(target)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for suffix in ("-wal", "-shm"):
            Path(f"{target}{suffix}").unlink(missing_ok=True)
        target.rename(old)
        Screen().line(f"The old database was moved to {old}.", wrap=False)
    partial.rename(target)
    Screen().line(f"Restored {target} from {file}.", wrap=False)


def _check_not_in_use(target: Path) -> None:
    """Raise NotAllowed if a server has the database open."""
    with closing(sqlite3.connect(target, timeout=0)) as database:
        try:
            database.execute("PRAGMA locking_mode=EXCLUSIVE")
            database.execute("BEGIN EXCLUSIVE")
            database.rollback()
        except sqlite3.OperationalError:
            raise NotAllowed(f"{target} is in use: stop the server first") from None

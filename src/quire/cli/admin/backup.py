"""The command `quire admin backup`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from quire.cli.admin.database import DbOption, sqlite_file
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError, NotFound
from quire.store.database import create_private_file


def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The backup file; must not exist yet.")
    ],
    db: DbOption = None,
) -> None:
    """Back up an SQLite database; the server may keep running.

    For PostgreSQL use pg_dump.
    """
    source = sqlite_file(db)
    if file.exists():
        raise NotationError(f"{file} already exists: choose a new file")
    if not source.exists():
        raise NotFound(f"no database at {source}")
    create_private_file(file)
    with closing(sqlite3.connect(source)) as database, closing(sqlite3.connect(file)) as copy:
        database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    Screen().line(f"Backed up {source} to {file}.", wrap=False)

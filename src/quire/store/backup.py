"""Back up an SQLite database to one file, and check such a file."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from quire.errors import NotationError, NotFound, Unavailable
from quire.store import migration


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """What an intact backup contains."""

    schema: str
    """The last migration."""
    players: int
    games: int
    events: int


def back_up(source: Path, file: Path) -> BackupSummary:
    """Copy a database, which may be in use, and check the copy.

    The file appears only when it is complete and intact. Raises NotFound without a database,
    NotationError for a file that cannot be written, Unavailable if the copy fails.
    """
    if not source.is_file():
        raise NotFound(f"no database at {source}")
    if file.exists():
        raise NotationError(f"{file} already exists: choose a new file")
    if not file.parent.is_dir():
        raise NotationError(f"no such directory: {file.parent}")
    partial = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
    except OSError as error:
        raise NotationError(f"can't write {partial}: {error.strerror}") from None
    try:
        _copy(source, partial)
        summary = verify(partial)
        partial.rename(file)
    except sqlite3.Error as error:
        raise Unavailable(f"can't back up {source}: {error}") from None
    finally:
        partial.unlink(missing_ok=True)
    return summary


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as database, closing(sqlite3.connect(target)) as copy:
        database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")


def verify(file: Path) -> BackupSummary:
    """Check that a file is an intact Quire database which this version can use.

    Raises NotFound without the file, NotationError if it is anything else.
    """
    if not file.is_file():
        raise NotFound(f"no such file: {file}")
    try:
        # Nothing else may change it, so no lock is needed, nor a file beside it.
        address = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(address, uri=True)) as database:
            return _check(file, database)
    except sqlite3.Error as error:
        raise NotationError(f"{file} is not a backup: {error}") from None


def _check(file: Path, database: sqlite3.Connection) -> BackupSummary:
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if "alembic_version" not in tables:
        raise NotationError(f"{file} is not a Quire backup")
    (problem,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if problem != "ok":
        raise NotationError(f"{file} is damaged: {problem}")
    orphan = database.execute("PRAGMA foreign_key_check").fetchone()
    if orphan is not None:
        raise NotationError(f"{file} is damaged: a row of {orphan[0]} refers to nothing")
    (schema,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
    if schema not in migration.revisions():
        raise NotationError(f"{file} was made by a newer Quire (schema {schema}): upgrade Quire")

    def count(table: str) -> int:
        (number,) = database.execute(f'SELECT count(*) FROM "{table}"').fetchone()
        return int(number)

    return BackupSummary(schema, count("players"), count("games"), count("events"))

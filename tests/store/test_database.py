"""SQLite's files: what is committed reaches the database file without anyone waiting for it."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path

from sqlalchemy import Connection
from sqlalchemy.engine import make_url

from quire.store.database import CHECKPOINT_WRITES, SqliteDatabase


def test_log_is_copied_into_the_file_while_it_is_open(tmp_path: Path) -> None:
    file, copy = tmp_path / "quire.db", tmp_path / "copy.db"

    async def write() -> None:
        database = SqliteDatabase(make_url(f"sqlite:///{file}"))

        def create(connection: Connection) -> None:
            connection.exec_driver_sql("CREATE TABLE number (value INTEGER)")

        def insert(connection: Connection) -> None:
            connection.exec_driver_sql("INSERT INTO number VALUES (1)")

        await database.write(create)
        for _ in range(CHECKPOINT_WRITES - 1):
            await database.write(insert)
        database._checkpointer.submit(int).result()  # after the checkpoint
        shutil.copy(file, copy)  # without the log
        await database.dispose()

    asyncio.run(write())
    with sqlite3.connect(copy) as connection:
        (stored,) = connection.execute("SELECT count(*) FROM number").fetchone()
    connection.close()
    assert stored == CHECKPOINT_WRITES - 1

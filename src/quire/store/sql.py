"""Statements that differ between SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, bindparam, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from quire.store.schema import seats

UPDATE_SEAT = update(seats).where(
    seats.c.game_id == bindparam("of"), seats.c.seat == bindparam("at")
)
"""Updates the seat `at` of the game `of`."""


def insert(connection: Connection, table: Table) -> Any:
    """Return an INSERT of this dialect, which supports `on_conflict_…`."""
    return insertions(table)[connection.dialect.name]


@cache
def insertions(table: Table) -> dict[str, Any]:
    """Return such an INSERT per dialect."""
    return {"postgresql": postgresql.insert(table), "sqlite": sqlite.insert(table)}


@cache
def update_of(table: Table) -> Any:
    """Return an UPDATE of the row with the id `of`."""
    return update(table).where(table.c.id == bindparam("of"))


@cache
def upserts(table: Table, add: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Return an upsert per dialect; the columns of `add` are added to the existing values."""
    keys = list(table.primary_key.columns)
    made = {}
    for name, statement in insertions(table).items():
        new = statement.excluded
        values = {
            column.name: column + new[column.name] if column.name in add else new[column.name]
            for column in table.columns
            if column not in keys
        }
        made[name] = statement.on_conflict_do_update(index_elements=keys, set_=values)
    return made


def insert_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Insert all rows or none. Return False if one of them exists.

    On SQLite this is a single statement, because the thread waits for the GIL after each. On
    PostgreSQL a failure would end the transaction, so nothing is tried there.
    """
    if connection.dialect.name == "postgresql":
        return False
    names = list(rows[0])
    marks = ",".join([f"({','.join('?' * len(names))})"] * len(rows))
    quoted = ",".join(f'"{name}"' for name in names)
    values = tuple(row[name] for row in rows for name in names)
    try:
        connection.exec_driver_sql(f'INSERT INTO "{table.name}" ({quoted}) VALUES {marks}', values)
    except IntegrityError:
        return False
    return True


def update_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Update many rows; each gives its id as `of`."""
    if connection.dialect.name == "postgresql":
        connection.execute(update_of(table), list(rows))
        return
    names = list(rows[0])
    marks = ",".join([f"({','.join('?' * len(names))})"] * len(rows))
    quoted = ",".join(f'"{name}"' for name in names)
    changes = ",".join(f'"{name}"=new."{name}"' for name in names if name != "of")
    values = tuple(row[name] for row in rows for name in names)
    connection.exec_driver_sql(
        f'WITH new({quoted}) AS (VALUES {marks}) UPDATE "{table.name}" SET {changes} '
        f'FROM new WHERE "{table.name}".id = new."of"',
        values,
    )

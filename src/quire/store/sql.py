"""What SQLite and PostgreSQL say in different words."""

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
"""A change of the seat `at` in the game `of`."""


def insert(connection: Connection, table: Table) -> Any:
    """An insertion that can say what to do `on_conflict`."""
    return insertions(table)[connection.dialect.name]


@cache
def insertions(table: Table) -> dict[str, Any]:
    """That for each of the two."""
    return {"postgresql": postgresql.insert(table), "sqlite": sqlite.insert(table)}


@cache
def update_of(table: Table) -> Any:
    """A change of the row with the id `of`."""
    return update(table).where(table.c.id == bindparam("of"))


@cache
def upserts(table: Table, add: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Rows that replace those of the same key, or for these columns are added to them."""
    keys = list(table.primary_key.columns)
    made = {}
    for name, statement in insertions(table).items():
        new = statement.excluded
        values = {
            it.name: it + new[it.name] if it.name in add else new[it.name]
            for it in table.columns
            if it not in keys
        }
        made[name] = statement.on_conflict_do_update(index_elements=keys, set_=values)
    return made


def insert_all(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> bool:
    """Whether these rows are new to the table; if one is not, none was inserted.

    On SQLite it is one statement: after each the thread would have to wait for its turn again. On
    PostgreSQL a failure ends the transaction, so there this is never tried.
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
    """Nothing; the rows of the table with these ids, under `of`, have these values then."""
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

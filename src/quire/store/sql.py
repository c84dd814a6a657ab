"""Statements that differ between SQLite and PostgreSQL, and statements for many rows at once.

Many rows are one statement, which takes hardly longer than one row: in SQLite a list of VALUES,
because its thread waits for the GIL after each statement; in PostgreSQL an array per column, so
that the statement is the same, and prepared, for any number of rows.

These statements go straight to the driver: SQLAlchemy would take longer than they do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError

_POSTGRESQL: Any = postgresql.dialect()  # type: ignore[no-untyped-call]

Rows = Sequence[tuple[Any, ...]]
"""The values of named columns. The first is part of the key, so never None."""

MAX_PARAMETERS = 32_000
"""Values per statement; SQLite allows 32,766."""

CACHED_STATEMENTS = 512
"""Prepared statements that an SQLite connection keeps."""


def insert(connection: Connection, table: Table) -> Any:
    """Return an INSERT of this dialect, which supports `on_conflict_…`."""
    return _insertions(table)[connection.dialect.name]


@cache
def _insertions(table: Table) -> dict[str, Any]:
    return {"postgresql": postgresql.insert(table), "sqlite": sqlite.insert(table)}


def execute(connection: Connection, statement: str, values: Sequence[Any] = ()) -> Sequence[Any]:
    """Execute a statement of the driver. Return its rows."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute(statement, values)
        return cursor.fetchall() if cursor.description else []
    except connection.dialect.loaded_dbapi.Error as error:
        is_lost = connection.dialect.is_disconnect(error, None, cursor)
        if is_lost:
            connection.invalidate(error)
        raise DBAPIError.instance(
            statement,
            None,
            error,
            connection.dialect.loaded_dbapi.Error,
            connection_invalidated=is_lost,
            dialect=connection.dialect,
        ) from error
    finally:
        cursor.close()


def insert_all(connection: Connection, table: Table, names: tuple[str, ...], rows: Rows) -> None:
    """Insert rows. Raises IntegrityError if one of them exists."""
    _execute(connection, table, names, _insertion(table, names), rows)


def insert_new(
    connection: Connection, table: Table, names: tuple[str, ...], rows: Rows
) -> set[tuple[Any, ...]]:
    """Insert the rows that do not exist. Return their primary keys, whose columns come first."""
    keys = _key_names(table)
    if connection.dialect.name == "sqlite" and len(rows) * len(names) <= MAX_PARAMETERS:
        try:
            insert_all(connection, table, names, rows)
            return {row[: len(keys)] for row in rows}
        except IntegrityError:
            pass  # find out which; in PostgreSQL it would end the transaction
    only_new = f"{_insertion(table, names)} ON CONFLICT DO NOTHING RETURNING {_quoted(keys)}"
    return {tuple(row) for row in _execute(connection, table, names, only_new, rows)}


def upsert_all(
    connection: Connection,
    table: Table,
    names: tuple[str, ...],
    rows: Rows,
    add: frozenset[str] = frozenset(),
) -> None:
    """Insert or update rows; the columns of `add` are added to the existing values."""
    _execute(connection, table, names, _upsert(table, names, add), rows)


class RareChange(NamedTuple):
    """A change of a column in the few rows where a condition holds, as SQL.

    The condition and the value refer to the row given as `new`.
    """

    column: str
    value: str
    condition: str


def update_all(
    connection: Connection,
    table: Table,
    names: tuple[str, ...],
    rows: Rows,
    rarely: RareChange | None = None,
) -> None:
    """Update rows, each found by its primary key. Names that are no columns are for `rarely`."""
    for statement in _updates(connection.dialect.name, table, names, rarely):
        _execute(connection, table, names, statement, rows)


def select_all(
    connection: Connection,
    table: Table,
    names: tuple[str, ...],
    key: str,
    values: Sequence[Any],
    lock: bool = False,
) -> Sequence[Any]:
    """Return columns of the rows with these values of a key, sorted by it.

    With `lock`, nobody else changes these rows until the end of the transaction.
    """
    query = _selection(connection.dialect.name, table, names, key, lock)
    return _execute(connection, table, (key,), query, [(value,) for value in values])


def select_after(
    connection: Connection, table: Table, names: tuple[str, ...], rows: Rows
) -> Sequence[Any]:
    """Return columns of the rows that follow these primary keys, sorted.

    They have the same key but for its last column, which is larger.
    """
    return _execute(connection, table, tuple(_key_names(table)), _followers(table, names), rows)


def delete_all(connection: Connection, table: Table, names: tuple[str, ...], rows: Rows) -> None:
    """Delete the rows with these values of the named columns."""
    listed = _quoted(names)
    deletion = f'DELETE FROM "{table.name}" WHERE ({listed}) IN (SELECT {listed} FROM new)'
    _execute(connection, table, names, deletion, rows)


# --- the text of statements, which refer to the rows as `new` ---


@cache
def _insertion(table: Table, names: tuple[str, ...]) -> str:
    listed = _quoted(names)
    return f'INSERT INTO "{table.name}" ({listed}) SELECT {listed} FROM new WHERE {_is_row(names)}'


@cache
def _upsert(table: Table, names: tuple[str, ...], add: frozenset[str]) -> str:
    keys = _key_names(table)
    changes = ",".join(
        f'"{name}"="{table.name}"."{name}"+excluded."{name}"'
        if name in add
        else f'"{name}"=excluded."{name}"'
        for name in names
        if name not in keys
    )
    return f"{_insertion(table, names)} ON CONFLICT ({_quoted(keys)}) DO UPDATE SET {changes}"


@cache
def _updates(
    dialect: str, table: Table, names: tuple[str, ...], rarely: RareChange | None
) -> tuple[str, ...]:
    """Return the statements of an update.

    SQLite writes the indexes of all columns that a statement sets, changed or not, so that it sets
    the columns of rare changes in another one.
    """
    keys = _key_names(table)
    changes = [f'"{name}"=new."{name}"' for name in names if name in table.c and name not in keys]
    found = " AND ".join(f'"{table.name}"."{name}"=new."{name}"' for name in keys)
    update = f'UPDATE "{table.name}" SET {{}} FROM new WHERE {found}'
    if rarely is None:
        return (update.format(",".join(changes)),)
    column, value, condition = rarely
    if dialect == "sqlite":
        rare = f"{update} AND ({condition})".format(f'"{column}"={value}')
        return update.format(",".join(changes)), rare
    either = f'CASE WHEN {condition} THEN {value} ELSE "{table.name}"."{column}" END'
    return (update.format(",".join([*changes, f'"{column}"={either}'])),)


@cache
def _selection(dialect: str, table: Table, names: tuple[str, ...], key: str, lock: bool) -> str:
    # In SQLite there is one writer at a time. References to the rows may be added meanwhile.
    ending = " FOR NO KEY UPDATE" if lock and dialect != "sqlite" else ""
    return (
        f'SELECT {_quoted(names)} FROM "{table.name}" WHERE "{key}" IN (SELECT "{key}" FROM new) '
        f'ORDER BY "{key}"{ending}'
    )


@cache
def _followers(table: Table, names: tuple[str, ...]) -> str:
    keys = [f'"{table.name}"."{name}"' for name in _key_names(table)]
    given = [f'new."{name}"' for name in _key_names(table)]
    same = [f"{key}={value}" for key, value in zip(keys[:-1], given[:-1], strict=True)]
    condition = " AND ".join([*same, f"{keys[-1]}>{given[-1]}"])
    columns = ",".join(f'"{table.name}"."{name}"' for name in names)
    return f'SELECT {columns} FROM "{table.name}" JOIN new ON {condition} ORDER BY {",".join(keys)}'


@lru_cache(CACHED_STATEMENTS)
def _complete(dialect: str, table: Table, names: tuple[str, ...], action: str, size: int) -> str:
    """Return a statement for a number of rows."""
    if dialect == "sqlite":
        source = "VALUES " + ",".join([f"({','.join('?' * len(names))})"] * size)
    else:
        arrays = (f"${at}::{_array_type(table, name)}" for at, name in enumerate(names, 1))
        source = f"SELECT * FROM unnest({','.join(arrays)})"
    return f"WITH new({_quoted(names)}) AS ({source}) {action}"


def _execute(
    connection: Connection, table: Table, names: tuple[str, ...], action: str, rows: Rows
) -> Sequence[Any]:
    dialect, width = connection.dialect.name, len(names)
    if not rows:
        return []
    if dialect != "sqlite":
        columns = list(zip(*rows, strict=True))
        return execute(connection, _complete(dialect, table, names, action, 0), columns)
    found: list[Any] = []
    most = MAX_PARAMETERS // width
    for start in range(0, len(rows), most):
        part = rows[start : start + most]
        size = min(_rounded_up(len(part)), most)
        values = [*chain.from_iterable(part), *[None] * (width * (size - len(part)))]
        found += execute(connection, _complete(dialect, table, names, action, size), values)
    return found


def _rounded_up(number: int) -> int:
    """Return a number of rows for which there is one of few prepared statements.

    >>> [_rounded_up(number) for number in (1, 8, 9, 33, 64, 65, 512)]
    [1, 8, 10, 40, 64, 80, 512]
    """
    step = 1 << max(0, (number - 1).bit_length() - 3)
    return -(-number // step) * step


def _is_row(names: tuple[str, ...]) -> str:
    """Return the condition for a row, rather than the Nones that fill up a statement."""
    return f'"{names[0]}" IS NOT NULL'


@cache
def _array_type(table: Table, name: str) -> str:
    if name not in table.c:
        return "DOUBLE PRECISION[]"  # a time for a rare change
    return f"{table.c[name].type.compile(_POSTGRESQL)}[]"


@cache
def _key_names(table: Table) -> list[str]:
    return [column.name for column in table.primary_key.columns]


def _quoted(names: Any) -> str:
    return ",".join(f'"{name}"' for name in names)

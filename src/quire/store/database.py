"""Database connections: SQLite in threads, PostgreSQL over the network.

Work is a function of a connection. It runs in one transaction, off the event loop.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Dialect, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quire.errors import NotationError
from quire.store import sql

T = TypeVar("T")

READERS = 4
"""Threads that read an SQLite file, next to the one that writes."""

CHECKPOINT_WRITES = 50
"""Transactions between two checkpoints, which copy SQLite's log into the database file."""

MAX_LOG_PAGES = 16_000
"""Pages of SQLite's log after which a write waits for a checkpoint, so that the log starts over."""


WRITER_CACHE_KIB = 16_000
"""Size of the writer's page cache, enough for a thousand games in progress. With SQLite's 2 MB it
read nearly two pages for each move."""


class Database(Protocol):
    """A database that runs work in transactions."""

    @property
    def dialect(self) -> Dialect:
        """The SQL dialect."""
        ...

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that changes nothing."""
        ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work and commit; nothing is stored if it raises."""
        ...

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Run work that rebuilds tables, and commit."""
        ...

    async def dispose(self) -> None:
        """Close all connections."""
        ...


def open_database(url: str) -> Database:
    """Open the database at a URL. Raises NotationError for an invalid URL."""
    address = _parsed(url)
    match address.get_backend_name():
        case "sqlite":
            sqlite_path(url)
            return SqliteDatabase(address.set(drivername="sqlite"))
        case "postgresql" | "postgres":
            try:
                return PostgresDatabase(address.set(drivername="postgresql+asyncpg"))
            except ModuleNotFoundError:
                raise NotationError(
                    "PostgreSQL support is not installed: pip install 'quire[scale]'"
                ) from None
    raise NotationError(
        f"unsupported database {redacted_url(url)}: use sqlite:///quire.db or "
        "postgresql://user@host/name"
    )


def sqlite_path(url: str) -> Path | None:
    """Return the file of an SQLite database; None for another database.

    Raises NotationError for an invalid URL, or one without a file.
    """
    address = _parsed(url)
    if address.get_backend_name() != "sqlite":
        return None
    if address.host or not address.database or address.database == ":memory:":
        raise NotationError(f"{url!r} names no file: write sqlite:///quire.db")
    return Path(address.database)


def _parsed(url: str) -> URL:
    try:
        return make_url(url)
    except (SQLAlchemyError, ValueError):
        raise NotationError(f"{redacted_url(url)} is not a database URL") from None


class SqliteDatabase:
    """SQLite: one thread writes, a few read. All statements of a transaction run in one trip.

    Another thread copies the log into the file: a write that does so itself takes up to 300 ms, for
    which all moves would wait.
    """

    def __init__(self, address: Any) -> None:
        self._engine = create_engine(
            address,
            pool_size=READERS + 2,
            max_overflow=0,
            connect_args={"cached_statements": sql.CACHED_STATEMENTS},
        )
        self._reading = self._engine.execution_options(reading=True)
        self._writer = ThreadPoolExecutor(1, "quire-writer")
        self._readers = ThreadPoolExecutor(READERS, "quire-reader")
        self._checkpointer = ThreadPoolExecutor(1, "quire-checkpoint")
        self._writes = 0
        self._connection: Connection | None = None
        """The writer's connection, until a write fails."""
        _prepare_sqlite(self._engine)

    @property
    def dialect(self) -> Dialect:
        """The SQLite dialect."""
        return self._engine.dialect

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that changes nothing."""

        def run() -> T:
            with self._reading.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work and commit it to disk."""
        loop = asyncio.get_running_loop()
        result = await loop.run_in_executor(self._writer, self._write, work)
        self._writes += 1
        if self._writes % CHECKPOINT_WRITES == 0:
            loop.run_in_executor(self._checkpointer, self._checkpoint)
        return result

    def _checkpoint(self) -> None:
        """Copy the log into the file as far as readers allow. Nobody waits for it."""
        with suppress(SQLAlchemyError), self._engine.connect() as connection:
            sql.execute(connection, "PRAGMA wal_checkpoint(PASSIVE)")  # writes report a full disk

    def _write(self, work: Callable[[Connection], T]) -> T:
        if self._connection is None:
            self._connection = self._engine.connect()
            driver: Any = self._connection.connection.driver_connection
            driver.execute(f"PRAGMA cache_size=-{WRITER_CACHE_KIB}")
        try:
            with self._connection.begin():
                return work(self._connection)
        except BaseException:
            self._release()
            raise

    def _release(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Run work that rebuilds tables, without foreign keys.

        SQLite alters a table by dropping the old one, which must not delete the rows that refer to
        it.
        """

        def run() -> None:
            with self._engine.connect() as connection:
                driver: Any = connection.connection.driver_connection
                driver.execute("PRAGMA foreign_keys=OFF")  # not possible within a transaction
                try:
                    with connection.begin():
                        work(connection)
                        orphan = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
                        if orphan is not None:
                            raise RuntimeError(f"foreign key violation in table {orphan[0]}")
                finally:
                    driver.execute("PRAGMA foreign_keys=ON")

        await asyncio.get_running_loop().run_in_executor(self._writer, run)

    async def dispose(self) -> None:
        """Close the file once all work is done."""
        for threads in (self._writer, self._readers, self._checkpointer):
            await asyncio.to_thread(threads.shutdown)
        self._release()
        self._engine.dispose()


def create_private_file(path: str | Path) -> None:
    """Create an empty file that only this user can read and write. Raises FileExistsError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "do_connect")
    def _create(_: object, __: object, arguments: list[Any], ___: object) -> None:
        # Before SQLite would, with the rights of any file. Its -wal and -shm files get the same.
        if arguments[0] != ":memory:":
            with suppress(OSError):  # it exists, or SQLite will say why it can't be opened
                create_private_file(arguments[0])

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:
        # Transactions are begun explicitly, with the lock taken at once: see `_begin`.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        # Otherwise statements that change many pages copy the old ones to a temporary file.
        cursor.execute("PRAGMA temp_store=MEMORY")
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.execute(f"PRAGMA wal_autocheckpoint={MAX_LOG_PAGES}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # Readers do not wait for the writer; two writers must not both begin as readers.
        reading = connection.get_execution_options().get("reading")
        sql.execute(connection, "BEGIN" if reading else "BEGIN IMMEDIATE")


HOLD_SECONDS = 0.1
"""How long a connection is kept for the next work. One from the pool is checked first, which is
another round trip; PostgreSQL does not restart in this time."""


class _HeldConnection:
    """A connection that is kept between two pieces of work that follow each other soon.

    One piece of work at a time; if it fails, the next gets another connection.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._held = AsyncExitStack()
        self._connection: AsyncConnection | None = None
        self._used_at = 0.0

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run work in a transaction, if the engine has any."""
        time = asyncio.get_running_loop().time
        if self._connection is None or time() - self._used_at > HOLD_SECONDS:
            await self.release()
            self._connection = await self._held.enter_async_context(_connected(self._engine))
        try:
            async with self._connection.begin():
                result = await self._connection.run_sync(work)
        except BaseException:
            await self.release()
            raise
        self._used_at = time()
        return result

    async def release(self) -> None:
        """Return the connection to the pool."""
        self._connection = None
        await self._held.aclose()


@asynccontextmanager
async def _connected(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    async with AsyncExitStack() as stack:
        try:
            connection = await stack.enter_async_context(engine.connect())
        except (SQLAlchemyError, OSError):
            raise
        except Exception as error:  # the driver's own, e.g. while PostgreSQL starts
            raise ConnectionError(str(error)) from error
        yield connection


class PostgresDatabase:
    """PostgreSQL, through asyncpg. One task writes, any number read."""

    def __init__(self, address: Any) -> None:
        self._engine = create_async_engine(address, pool_pre_ping=True, pool_size=8, max_overflow=8)
        # Every statement sees what is committed by then, in a transaction or not: BEGIN and COMMIT
        # around reads would only be two more round trips.
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._writer = _HeldConnection(self._engine)
        self._reader = _HeldConnection(self._reading)
        self._is_reading = False
        """Whether the reader is in use: other reads then take connections from the pool."""

    @property
    def dialect(self) -> Dialect:
        """The PostgreSQL dialect."""
        return self._engine.dialect

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that changes nothing."""
        if self._is_reading:
            async with _connected(self._reading) as connection:
                return await connection.run_sync(work)
        self._is_reading = True
        try:
            return await self._reader.run(work)
        finally:
            self._is_reading = False

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work and commit."""
        return await self._writer.run(work)

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Run work that rebuilds tables, and commit."""
        await self.write(work)

    async def dispose(self) -> None:
        """Close all connections."""
        await self._reader.release()
        await self._writer.release()
        await self._engine.dispose()


def redacted_url(url: str) -> str:
    """Return a URL without its password."""
    with suppress(SQLAlchemyError, ValueError):
        return make_url(url).render_as_string(hide_password=True)
    return repr(url.rpartition("@")[2])

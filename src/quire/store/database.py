"""How work reaches a database and comes back: SQLite in threads here, PostgreSQL over a wire.

A piece of work is a function of a connection. It runs in one transaction, beside the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection, Dialect, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from quire.errors import NotationError

T = TypeVar("T")

READERS = 4
"""Threads that read an SQLite file, beside the one that writes it."""


class Database(Protocol):
    """Where work is done."""

    @property
    def dialect(self) -> Dialect:
        """Which words it understands."""
        ...

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What work that changes nothing gives."""
        ...

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What work gives, once all of it is kept for good; if it raises, nothing is."""
        ...

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Does work that makes tables anew, as `write` does."""
        ...

    async def dispose(self) -> None:
        """Lets go."""
        ...


def open_database(url: str) -> Database:
    """The database at that address. Raises NotationError for an address that is none."""
    try:
        address = make_url(url)
    except SQLAlchemyError:
        raise NotationError(f"{url!r} is not a database URL") from None
    match address.get_backend_name():
        case "sqlite":
            return Embedded(address.set(drivername="sqlite"))
        case "postgresql" | "postgres":
            try:
                return Remote(address.set(drivername="postgresql+asyncpg"))
            except ModuleNotFoundError:
                raise NotationError(
                    "PostgreSQL support is not installed: pip install 'quire[scale]'"
                ) from None
    raise NotationError(
        f"unsupported database {shown_address(url)}: use sqlite:///quire.db or "
        "postgresql://user@host/name"
    )


class Embedded:
    """SQLite: one thread writes, some read.

    However many statements a piece of work has, it goes to its thread and back once.
    """

    def __init__(self, address: Any) -> None:
        self._engine = create_engine(address, pool_size=READERS + 1, max_overflow=0)
        self._reading = self._engine.execution_options(reading=True)
        self._writer = ThreadPoolExecutor(1, "quire-writer")
        self._readers = ThreadPoolExecutor(READERS, "quire-reader")
        _prepare_sqlite(self._engine)

    @property
    def dialect(self) -> Dialect:
        """SQLite's."""
        return self._engine.dialect

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What work that changes nothing gives."""

        def run() -> T:
            with self._reading.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, run)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What work gives, once all of it is on the disk."""

        def run() -> T:
            with self._engine.begin() as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._writer, run)

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Does work that makes tables anew.

        SQLite changes a table by dropping the old one, which must not delete the rows of others
        that refer to it.
        """

        def run() -> None:
            with self._engine.connect() as connection:
                driver: Any = connection.connection.driver_connection
                driver.execute("PRAGMA foreign_keys=OFF")  # it can only be before the beginning
                try:
                    with connection.begin():
                        work(connection)
                        astray = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
                        if astray is not None:
                            raise RuntimeError(f"a row of {astray[0]} refers to none")
                finally:
                    driver.execute("PRAGMA foreign_keys=ON")

        await asyncio.get_running_loop().run_in_executor(self._writer, run)

    async def dispose(self) -> None:
        """Closes the file, once all work is done."""
        for threads in (self._writer, self._readers):
            await asyncio.to_thread(threads.shutdown)
        self._engine.dispose()


def _prepare_sqlite(engine: Engine) -> None:
    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:
        # Begin as soon as a transaction does, and take the lock at once: see `_begin`.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.execute("PRAGMA busy_timeout=10000")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A reader does not wait for the writer; two that write must not both begin as readers.
        reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


class Remote:
    """PostgreSQL."""

    def __init__(self, address: Any) -> None:
        self._engine = create_async_engine(address, pool_pre_ping=True, pool_size=8, max_overflow=8)
        # By default every statement sees what is kept by then, in a transaction or not: to begin
        # and end one for reading would be two more questions to the server for nothing.
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def dialect(self) -> Dialect:
        """PostgreSQL's."""
        return self._engine.dialect

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What work that changes nothing gives."""
        async with self._connected(self._reading) as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What work gives, once all of it is kept for good."""
        async with self._connected(self._engine) as connection, connection.begin():
            return await connection.run_sync(work)

    async def migrate(self, work: Callable[[Connection], None]) -> None:
        """Does work that makes tables anew."""
        await self.write(work)

    @asynccontextmanager
    async def _connected(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        async with AsyncExitStack() as stack:
            try:
                connection = await stack.enter_async_context(engine.connect())
            except (SQLAlchemyError, OSError):
                raise
            except Exception as error:  # the driver's own, as while PostgreSQL is starting
                raise ConnectionError(str(error)) from error
            yield connection

    async def dispose(self) -> None:
        """Ends the connections."""
        await self._engine.dispose()


def shown_address(url: str) -> str:
    """An address without its password."""
    with suppress(SQLAlchemyError):
        return make_url(url).render_as_string(hide_password=True)
    return repr(url)

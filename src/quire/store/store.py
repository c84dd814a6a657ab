"""The store: everything that is kept, in SQLite or PostgreSQL.

Work is a function of a connection, written once for both. Writes are grouped: all that are queued
when a group is done become the next transaction, so that one flush to disk serves many moves. Each
write of a group succeeds or fails alone: if one fails, the group is written again with savepoints.
The game clock pauses while they fail.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError, PendingRollbackError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from quire.errors import QuireError, Unavailable
from quire.store import migration
from quire.store.database import Database, open_database, redacted_url
from quire.store.game_clock import GameClock, steady_time
from quire.store.play import event_log, presence

T = TypeVar("T")
Item = TypeVar("Item")

MAX_ATTEMPTS = 5
"""How often a group is tried when another server is in the way."""

NO_DATABASE = "the server can't reach its database: try again in a moment"
"""What visitors learn about an outage."""

GROUP_SECONDS = 0.02
"""Time between the beginnings of two groups under load, so that more writes share one: a group
costs as much as fifteen more moves in it."""

MAX_GROUP_SIZE = 512
"""Writes per transaction."""


OnDone = Callable[[Any], None]
"""Called with the result of a write once it is committed, or with the error."""


@dataclass(slots=True)
class _Write(Generic[T]):
    work: Callable[[Connection], T]
    on_done: OnDone


Batch = Callable[[Connection, Sequence[Item]], Sequence[T]]
"""Work for many items at once. It returns a result for each."""


@dataclass(slots=True)
class _Batched(Generic[Item, T]):
    work: Batch[Item, T]
    item: Item
    on_done: OnDone


@dataclass(slots=True)
class _ReadBatch:
    """Items to read about, and what will be read."""

    items: list[Any]
    results: asyncio.Future[Any]


_Queued = _Write[Any] | _Batched[Any, Any]


class Store:
    """An open store. `read` and `write` run work, `…_batched` for many at once; `append` stores."""

    def __init__(self, engine: Database, wall: Callable[[], float] | None = None) -> None:
        self.engine = engine
        self.clock = GameClock(wall or steady_time())
        self.is_writable = True
        """Whether the last attempt to write reached the database."""
        self.on_group_written: Callable[[int, float], None] = lambda writes, seconds: None
        """Called after each group."""
        self._writes: list[_Queued] = []
        self._reads: dict[Batch[Any, Any], _ReadBatch] = {}
        """What is read in the next turn of the event loop."""
        self._some = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._writer = asyncio.create_task(self._write_groups())

    @classmethod
    async def open(cls, url: str, wall: Callable[[], float] | None = None) -> Store:
        """Open the database at a URL; create or upgrade its tables.

        `sqlite:///quire.db`, `postgresql://user@host/name`. `wall` returns seconds since 1970 and
        never jumps; by default it is `steady_time()`. Raises Unavailable if the database cannot be
        reached, NotationError for an invalid URL.
        """
        engine = open_database(url)
        store = cls(engine, wall)
        try:
            await engine.migrate(migration.upgrade)
            await store._measure_drift()
        except (SQLAlchemyError, OSError) as error:
            await store.close()
            raise Unavailable(
                f"can't open the database {redacted_url(url)}: {reason(error)}"
            ) from None
        except BaseException:
            await store.close()
            raise
        return store

    async def flush(self) -> None:
        """Wait until nothing is left to write."""
        while self._writes and not self._writer.done():
            with suppress(Unavailable):
                await self.write(lambda connection: None)

    async def close(self) -> None:
        """Flush pending writes and close the database."""
        await self.flush()
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer
        for write in self._writes:  # came meanwhile: nobody must wait for ever
            write.on_done(Unavailable("the database is closed"))
        await self.engine.dispose()

    # --- time ---

    def today(self) -> float:
        """Return seconds since 1970, by the database's clock."""
        return self.clock.today()

    def now(self) -> float:
        """Return the time on the game clock, which pauses while nothing can be written."""
        return self.clock.now()

    async def resume_clock(self) -> None:
        """End a pause of the game clock, before something is decided by it. Raises Unavailable."""
        if self.clock.is_paused:
            await self.write(lambda connection: presence.record_clock(connection, self.clock))

    async def _measure_drift(self) -> None:
        if self.engine.dialect.name == "postgresql":
            before = self.today()
            theirs = await self.read(event_log.database_time)
            self.clock.drift += theirs - (before + self.today()) / 2

    # --- work ---

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run work that changes nothing. Raises Unavailable."""
        try:
            return await self.engine.read(work)
        except (SQLAlchemyError, OSError) as error:
            raise Unavailable(NO_DATABASE) from error

    async def read_batched(self, work: Batch[Item, T], item: Item) -> T:
        """Run work for an item, like `read`: once for all items that are asked for together."""
        batch = self._reads.get(work)
        if batch is None:
            batch = self._reads[work] = _ReadBatch(
                [], asyncio.ensure_future(self._read_batch(work))
            )
        place = len(batch.items)
        batch.items.append(item)
        results: Sequence[T] = await asyncio.shield(batch.results)  # others may wait for it too
        return results[place]

    async def _read_batch(self, work: Batch[Item, T]) -> Sequence[T]:
        await asyncio.sleep(0)
        items = self._reads.pop(work).items
        return await self.read(lambda connection: work(connection, items))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run work and commit it. Raises what the work raises, which then changes nothing.

        The work may run more than once if another server was in the way. Raises Unavailable if it
        is not certain that it was committed.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._add(_Write(work, partial(_settle, done)))
        return await done

    async def append(self, entry: event_log.PendingEvent) -> bool:
        """Append and commit an event. Return False if it is not the next. Raises Unavailable."""
        return await self.write_batched(event_log.append, entry)

    def begin_append(self, entry: event_log.PendingEvent, on_done: OnDone) -> None:
        """Do what `append` does, without waiting: `on_done` gets the result, or the error.

        It must not raise.
        """
        self._add(_Batched(event_log.append, entry, on_done))

    async def write_batched(self, work: Batch[Item, T], item: Item) -> T:
        """Run work for an item and commit it, like `write`.

        The work runs once for all items in the group, before its other writes.
        """
        done: asyncio.Future[T] = self._loop.create_future()
        self._add(_Batched(work, item, partial(_settle, done)))
        return await done

    def _add(self, write: _Queued) -> None:
        if self._writer.done():
            raise Unavailable("the database is closed")
        self._writes.append(write)
        self._some.set()

    async def _write_groups(self) -> None:
        began, group = 0.0, list[_Queued]()
        while True:
            await self._some.wait()
            early = began + GROUP_SECONDS - self._loop.time()
            if len(group) > 1 and early > 0:  # more will come; a lone player need not wait
                await asyncio.sleep(early)
            group = self._writes[:MAX_GROUP_SIZE]
            began = self._loop.time()
            await self._write_group(group)
            del self._writes[: len(group)]
            if not self._writes:
                self._some.clear()
            self.on_group_written(len(group), self._loop.time() - began)

    async def _write_group(self, group: Sequence[_Queued]) -> None:
        self.clock.begin_write()
        results = await self._results(group)
        if self.is_writable and self.clock.is_paused:
            await self._end_pause()
        else:
            self.clock.end_write(self.is_writable)
        for write, result in zip(group, results, strict=True):
            write.on_done(result)

    async def _end_pause(self) -> None:
        """Let the game clock run again.

        Other servers may have reached the database all the time: their players have moved, so it
        first catches up with them.
        """
        try:
            recorded = await self.engine.read(presence.game_time)
        except (SQLAlchemyError, OSError):
            self.clock.end_write(False)
            return
        self.clock.end_write(True)
        self.clock.catch_up(recorded)

    async def _results(self, group: Sequence[_Queued]) -> list[Any]:
        """Return the result or the error of every write, once committed. Never raises."""
        apart = False
        for tries in range(1, MAX_ATTEMPTS + 1):
            run = partial(_run, group=group, apart=apart)
            try:
                results = await self.engine.write(run)
                self.is_writable = True
                return results
            except Exception as error:
                if _is_transient(error) and tries < MAX_ATTEMPTS:
                    await asyncio.sleep(0.01 * tries)
                    continue
                self.is_writable = not _is_database_failure(error)
                if not self.is_writable:
                    return [_unavailable(NO_DATABASE, error) for _ in group]
                if len(group) == 1:
                    return [_public_error(error)]
                if apart:
                    break
                apart = True
        # One of them made all fail: try each alone.
        return [result for write in group for result in await self._results([write])]


def _settle(done: asyncio.Future[Any], result: Any) -> None:
    """Give a result, or an error, to the caller who waits for it, unless that was cancelled."""
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)


def _run(connection: Connection, group: Sequence[_Queued], apart: bool) -> list[Any]:
    """Run every write. Raise what one raises, or with `apart` return it as a result."""
    results: list[Any] = [None] * len(group)
    batches: dict[Batch[Any, Any], list[int]] = {}
    single: list[tuple[int, _Write[Any]]] = []
    for place, write in enumerate(group):
        if isinstance(write, _Batched):
            batches.setdefault(write.work, []).append(place)
        else:
            single.append((place, write))
    for work, places in batches.items():
        items = [group[place].item for place in places]  # type: ignore[union-attr]
        for place, result in zip(places, work(connection, items), strict=True):
            results[place] = result
    for place, write in single:
        if not apart:
            results[place] = write.work(connection)
            continue
        try:
            with connection.begin_nested():
                results[place] = write.work(connection)
        except Exception as error:  # for its caller; the other writes stand
            if _is_transient(error) or _is_database_failure(error):
                raise
            results[place] = _public_error(error)
    return results


def _is_transient(error: Exception) -> bool:
    """Return whether a retry may succeed: another server was in the way."""
    return _state(error) in ("40001", "40P01") or "database is locked" in reason(error)


def _is_database_failure(error: Exception) -> bool:
    """Return whether the database is at fault, rather than the work."""
    if isinstance(error, DBAPIError):
        return (
            error.connection_invalidated
            or isinstance(error.orig, OSError)
            or isinstance(error, OperationalError)
            # Connections, resources, limits, operators, the system, and PostgreSQL itself.
            or _state(error)[:2] in ("08", "53", "54", "57", "58", "XX")
        )
    # Also if the connection broke before, or if there was none to be had.
    return isinstance(error, (OSError, PendingRollbackError, NoConnection))


def _public_error(error: Exception) -> Exception:
    """Return an error for a visitor: without internals, which the log has."""
    if isinstance(error, SQLAlchemyError):
        return _unavailable("the server couldn't store that", error)
    return error


def _unavailable(message: str, cause: Exception) -> Unavailable:
    problem = Unavailable(message)
    problem.__cause__ = cause
    return problem


def _state(error: Exception) -> str:
    """Return PostgreSQL's error code, if the error has one."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def reason(error: BaseException) -> str:
    """Return what went wrong, in one line, without the SQL."""
    if isinstance(error, QuireError):
        return str(error)
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__

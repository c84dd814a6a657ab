"""The store: where everything is kept, in SQLite beside the server or in PostgreSQL.

Work is a function of a connection, written once for both. What is written goes in groups: all that
waits when the last group is done is one transaction, so that one flush to the disk serves many
moves, and nobody hears of anything before that. In a group each piece of work stands or fails
alone: if one fails, the group is written again with a savepoint before each.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError, PendingRollbackError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoConnection

from quire.errors import QuireError, Unavailable
from quire.store import event_log, migration
from quire.store.database import Database, open_database, shown_address

T = TypeVar("T")

TRIES = 5
"""So often a group is written that another server was in the way of."""

MOST = 512
"""Pieces of work in a group."""


@dataclass(slots=True)
class _Piece(Generic[T]):
    work: Callable[[Connection], T]
    done: asyncio.Future[T]


@dataclass(slots=True)
class _Append:
    entry: event_log.Entry
    done: asyncio.Future[bool]


class Store:
    """An open store. `read` and `write` run work; `append` is the quick way for an event."""

    def __init__(self, engine: Database, wall: Callable[[], float] = time.time) -> None:
        self.engine = engine
        self.wall = wall
        """Seconds since 1970, by this machine."""
        self.drift = 0.0
        """By how much the store's own clock is ahead of it."""
        self.downtime = 0.0
        """Seconds for which no server ran."""
        self.written: Callable[[int, float], None] = lambda pieces, seconds: None
        """Is told of every group."""
        self._pieces: list[_Piece[Any] | _Append] = []
        self._some = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._writer = asyncio.create_task(self._write_groups())

    @classmethod
    async def open(cls, url: str, wall: Callable[[], float] = time.time) -> Store:
        """The store at that address, made if it is not there, brought up to date if it is old.

        `sqlite:///quire.db`, `postgresql://user@host/name`. Raises Unavailable
        where it cannot be reached, and NotationError for an address that is none.
        """
        engine = open_database(url)
        store = cls(engine, wall)
        try:
            await engine.migrate(migration.upgrade)
            await store._learn_time()
        except (SQLAlchemyError, OSError) as error:
            await store.close()
            raise Unavailable(
                f"can't open the database {shown_address(url)}: {_words(error)}"
            ) from None
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Writes what waits, and lets go."""
        while self._pieces and not self._writer.done():
            await asyncio.wait([piece.done for piece in self._pieces])
        self._writer.cancel()
        with suppress(asyncio.CancelledError):
            await self._writer
        await self.engine.dispose()

    # --- time ---

    def today(self) -> float:
        """Seconds since 1970 by the store's clock."""
        return self.wall() + self.drift

    def now(self) -> float:
        """The time of the games' clock, which stands still while no server runs."""
        return self.today() - self.downtime

    async def _learn_time(self) -> None:
        if self.engine.dialect.name == "postgresql":
            before = self.wall()
            theirs = await self.read(event_log.database_time)
            self.drift = theirs - (before + self.wall()) / 2

    # --- work ---

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What a piece of work that changes nothing gives. Raises Unavailable."""
        try:
            return await self.engine.read(work)
        except (SQLAlchemyError, OSError) as error:
            raise Unavailable(f"can't read the database: {_words(error)}") from error

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What a piece of work gives, once it is kept for good. Raises what it raises.

        Work that raises leaves nothing behind. It may be run again where another server was in the
        way. Raises Unavailable if it is not certain to be kept.
        """
        piece: _Piece[T] = _Piece(work, self._loop.create_future())
        self._add(piece)
        return await piece.done

    async def append(self, entry: event_log.Entry) -> bool:
        """Whether this event is the next of its game, and kept for good. Raises Unavailable."""
        piece = _Append(entry, self._loop.create_future())
        self._add(piece)
        return await piece.done

    def _add(self, piece: _Piece[Any] | _Append) -> None:
        if self._writer.done():
            raise Unavailable("the database is closed")
        self._pieces.append(piece)
        self._some.set()

    async def _write_groups(self) -> None:
        while True:
            await self._some.wait()
            group = self._pieces[:MOST]
            began = time.perf_counter()
            await self._write_group(group)
            del self._pieces[: len(group)]
            if not self._pieces:
                self._some.clear()
            self.written(len(group), time.perf_counter() - began)

    async def _write_group(self, group: Sequence[_Piece[Any] | _Append]) -> None:
        for piece, result in zip(group, await self._results(group), strict=True):
            if piece.done.done():
                continue  # whoever asked has gone
            if isinstance(result, Exception):
                piece.done.set_exception(result)
            else:
                piece.done.set_result(result)

    async def _results(self, group: Sequence[_Piece[Any] | _Append]) -> list[Any]:
        """What every piece gives, once it is kept for good, or how it failed. Never raises."""
        apart = False
        for tries in range(1, TRIES + 1):
            run = partial(_run, group=group, apart=apart)
            try:
                return await self.engine.write(run)
            except Exception as error:
                if _passes(error) and tries < TRIES:
                    await asyncio.sleep(0.01 * tries)
                    continue
                if _is_stores_fault(error):
                    problem = Unavailable(f"the store cannot be written: {_words(error)}")
                    return [problem] * len(group)
                if len(group) == 1:
                    return [_refusal(error)]
                if apart:
                    break
                apart = True
        # Nothing is kept, because of one of them: the others shall not suffer for it.
        return [result for piece in group for result in await self._results([piece])]


def _run(connection: Connection, group: Sequence[_Piece[Any] | _Append], apart: bool) -> list[Any]:
    """What every piece gives. Where one fails, raises that, or `apart` gives how it failed."""
    first: dict[tuple[str, int], _Append] = {}
    for it in group:
        if isinstance(it, _Append):
            first.setdefault((it.entry.game_id, it.entry.event.seq), it)
    kept = event_log.append(connection, [it.entry for it in first.values()])
    results: list[Any] = []
    for piece in group:
        if isinstance(piece, _Append):
            key = piece.entry.game_id, piece.entry.event.seq
            results.append(key in kept and first[key] is piece)
            continue
        if not apart:
            results.append(piece.work(connection))
            continue
        try:
            with connection.begin_nested():
                results.append(piece.work(connection))
        except Exception as error:  # it is for whoever asked; the others' work stands
            if _passes(error) or _is_stores_fault(error):
                raise
            results.append(_refusal(error))
    return results


def _passes(error: Exception) -> bool:
    """Whether it may well do when it is tried again: another server was in the way."""
    return _state(error) in ("40001", "40P01") or "database is locked" in _words(error)


def _is_stores_fault(error: Exception) -> bool:
    """Whether the store is out of order, rather than what was to be written."""
    if isinstance(error, DBAPIError):
        return (
            error.connection_invalidated
            or isinstance(error.orig, OSError)
            or isinstance(error, OperationalError)
            # Connections, resources, limits, operators, the system, and PostgreSQL itself.
            or _state(error)[:2] in ("08", "53", "54", "57", "58", "XX")
        )
    # Which it is too if the connection broke before, or if none could be had.
    return isinstance(error, (OSError, PendingRollbackError, NoConnection))


def _refusal(error: Exception) -> Exception:
    if isinstance(error, SQLAlchemyError):
        return Unavailable(f"the store refused it: {_words(error)}")
    return error


def _state(error: Exception) -> str:
    """PostgreSQL's code for what is wrong, if it is PostgreSQL that says so."""
    return getattr(getattr(error, "orig", None), "sqlstate", None) or ""


def _words(error: Exception) -> str:
    if isinstance(error, QuireError):
        return str(error)
    cause = getattr(error, "orig", None) or error
    return str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__

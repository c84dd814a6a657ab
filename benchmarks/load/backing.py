"""PostgreSQL and Redis under several servers, and what they do for them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, fields
from typing import Any

import psutil
from redis.asyncio import Redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from benchmarks.load.seen import Backing

_COUNTS = """
    SELECT pg_backend_pid() AS pid,
           pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS wal,
           (SELECT wal_fpi FROM pg_stat_wal) AS images,
           (SELECT sum(xact_commit) FROM pg_stat_database) AS commits,
           (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') - 1
             AS connections
"""
_SIZES = """
    SELECT pg_total_relation_size('events')::float / greatest(1, (SELECT count(*) FROM events)),
           (pg_total_relation_size('games') + pg_total_relation_size('seats'))::float
             / greatest(1, (SELECT count(*) FROM games))
"""


@dataclass(frozen=True, slots=True)
class Services:
    """Both, on this machine."""

    db: str
    bus: str

    async def sample(self) -> Sample:
        """What they have done so far."""
        return Sample(self, await self._so_far())

    async def _so_far(self) -> Backing:
        engine = create_async_engine(self.db, poolclass=NullPool)
        async with engine.connect() as connection:
            counts = (await connection.execute(text(_COUNTS))).one()
            seconds = _processor_of_parent(counts.pid)
            sizes = await _sizes(connection)
        await engine.dispose()
        redis: Any = Redis.from_url(self.bus)
        figures, by_command = await redis.info(), await redis.info("commandstats")
        await redis.aclose()
        return Backing(
            postgres=seconds,
            redis=figures["used_cpu_user"] + figures["used_cpu_sys"],
            commits=int(counts.commits),
            wal=int(counts.wal),
            images=int(counts.images),
            published=by_command.get("cmdstat_publish", {}).get("calls", 0),
            sent=figures["total_net_output_bytes"],
            connections=counts.connections,
            event_bytes=sizes[0],
            game_bytes=sizes[1],
        )


@dataclass(frozen=True, slots=True)
class Sample:
    """What was so far at some time."""

    services: Services
    before: Backing

    async def since(self) -> Backing:
        """What was done since then; what is no sum is as it is now."""
        now = await self.services._so_far()
        as_it_is = ("connections", "event_bytes", "game_bytes")
        return Backing(
            **{
                field.name: getattr(now, field.name)
                - (0 if field.name in as_it_is else getattr(self.before, field.name))
                for field in fields(Backing)
            }
        )


async def _sizes(connection: AsyncConnection) -> tuple[float, float]:
    found = (await connection.execute(text(_SIZES))).one()
    return float(found[0]), float(found[1])


def _processor_of_parent(pid: int) -> float:
    """Seconds of the processors for all of PostgreSQL: a connection is a child of its."""
    main = psutil.Process(pid).parent()
    seconds = 0.0
    for process in (main, *main.children()):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            # Those of children that have ended are the parent's.
            seconds += times.user + times.system
            seconds += times.children_user + times.children_system if process is main else 0.0
    return seconds


@contextmanager
def running_services() -> Iterator[Services]:
    """New ones, as the tests have them, until the block ends."""
    from tests.services import running_postgres, running_redis

    with running_postgres() as postgres, running_redis() as redis, postgres.database() as db:
        yield Services(db, redis.url)

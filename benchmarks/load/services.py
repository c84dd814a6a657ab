"""PostgreSQL and Redis for several servers, and the resources they use."""

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

from benchmarks.load.results import ServiceUsage

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
    """PostgreSQL and Redis on this machine."""

    db: str
    bus: str

    async def sample(self) -> Sample:
        """Take a sample of what they have used so far."""
        return Sample(self, await self._usage())

    async def _usage(self) -> ServiceUsage:
        engine = create_async_engine(self.db, poolclass=NullPool)
        async with engine.connect() as connection:
            counts = (await connection.execute(text(_COUNTS))).one()
            seconds = _postgres_cpu_seconds(counts.pid)
            sizes = await _sizes(connection)
        await engine.dispose()
        redis: Any = Redis.from_url(self.bus)
        figures, by_command = await redis.info(), await redis.info("commandstats")
        await redis.aclose()
        return ServiceUsage(
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
    """What the services had used at one time."""

    services: Services
    before: ServiceUsage

    async def since(self) -> ServiceUsage:
        """Return the difference to now; connections and sizes are the current ones."""
        now = await self.services._usage()
        current = ("connections", "event_bytes", "game_bytes")
        return ServiceUsage(
            **{
                field.name: getattr(now, field.name)
                - (0 if field.name in current else getattr(self.before, field.name))
                for field in fields(ServiceUsage)
            }
        )


async def _sizes(connection: AsyncConnection) -> tuple[float, float]:
    found = (await connection.execute(text(_SIZES))).one()
    return float(found[0]), float(found[1])


def _postgres_cpu_seconds(pid: int) -> float:
    """Return the CPU seconds of all PostgreSQL processes, given one of its backends."""
    main = psutil.Process(pid).parent()
    seconds = 0.0
    for process in (main, *main.children()):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            # Children that have ended count for the parent.
            seconds += times.user + times.system
            seconds += times.children_user + times.children_system if process is main else 0.0
    return seconds


@contextmanager
def running_services() -> Iterator[Services]:
    """Start both services, as the tests do, and stop them afterwards."""
    from tests.services import running_postgres, running_redis

    with running_postgres() as postgres, running_redis() as redis, postgres.database() as db:
        yield Services(db, redis.url)

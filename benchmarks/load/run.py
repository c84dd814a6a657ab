"""One run: start servers and players, and measure both for some seconds."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import uvloop
from sqlalchemy import Connection, func, select

from benchmarks.load.players import Crowd, EchoPlayer, Tally
from benchmarks.load.process import NO_LIMITS, ServerProcess, Usage, started
from benchmarks.load.results import Measurement, Plan, quantile
from benchmarks.load.services import Services
from quire.online.setup import JOIN_GRACE_SECONDS
from quire.store import schema
from quire.store.people import players, sessions
from quire.store.people.token import TokenSigner
from quire.store.store import Store

T = TypeVar("T")

WARM_UP_SECONDS = 1.0
"""Time between the start of the games and the measurement."""

SETTLE_SECONDS = 0.5
SETTLE_TIMEOUT_SECONDS = 10.0
MAX_IDLE_LOAD = 0.1
"""CPU seconds per second of a server that has started."""


def run_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop, the players' fastest."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def run(
    plan: Plan,
    db: str,
    services: Services | None = None,
    on_server_start: Callable[[int], None] = lambda pid: None,
) -> Measurement:
    """Measure servers on that database; `on_server_start` gets the process id of each."""
    if plan.echo:
        with started("echo") as server:
            crowd = Crowd([server.port], plan.pace, make_player=EchoPlayer)
            return run_loop(_measure_and_stop(plan, [server], crowd, [""] * plan.players, None))
    bus = services.bus if services else ""
    tokens, since = run_loop(create_guests(db, plan.players))
    with ExitStack() as stack:
        servers = [
            stack.enter_context(started("quire", **NO_LIMITS, db=db, bus=bus))
            for _ in range(plan.nodes)
        ]
        for server in servers:
            on_server_start(server.pid)
        crowd = Crowd([server.port for server in servers], plan.pace, plan.pictures)
        measured = run_loop(_measure_and_stop(plan, servers, crowd, tokens, services))
    stored = run_loop(_stored_moves(db, since))
    if stored < measured.moves:
        return replace(measured, errors=measured.errors | {"lost moves": measured.moves - stored})
    return measured


def _usage(servers: list[ServerProcess]) -> Usage:
    used = [server.usage() for server in servers]
    return Usage(sum(usage.seconds for usage in used), sum(usage.memory for usage in used))


async def _measure_and_stop(
    plan: Plan,
    servers: list[ServerProcess],
    crowd: Crowd,
    tokens: list[str],
    services: Services | None,
) -> Measurement:
    measured = await measure(plan, servers, crowd, tokens, services)
    crowd.stop()
    return measured


async def measure(
    plan: Plan,
    servers: list[ServerProcess],
    crowd: Crowd,
    tokens: list[str],
    services: Services | None = None,
) -> Measurement:
    """Connect the players, measure their games, and leave them playing."""
    empty = await _settled(servers)
    await crowd.fill(tokens)
    idle, idle_service_usage = 0.0, None
    if plan.idle:
        # Until every game was checked once.
        await asyncio.sleep(JOIN_GRACE_SECONDS + 2 * WARM_UP_SECONDS)
        full, service_usage = _usage(servers), await _sample(services)
        await asyncio.sleep(plan.idle)
        idle = (_usage(servers).seconds - full.seconds) / plan.idle
        idle_service_usage = service_usage and (await service_usage.since())
    crowd.start()
    await asyncio.sleep(WARM_UP_SECONDS)
    loop = asyncio.get_running_loop()
    errors, crowd.tally = crowd.tally.errors, Tally()
    service_usage = await _sample(services)
    began, before, used = loop.time(), _usage(servers), time.process_time()
    await asyncio.sleep(plan.seconds)
    after, tally, seconds = _usage(servers), crowd.tally, loop.time() - began
    used = time.process_time() - used
    crowd.tally = Tally()  # the players play on
    done = service_usage and (await service_usage.since())
    return Measurement(
        plan=plan,
        seconds=seconds,
        moves=tally.moves,
        games=tally.games,
        cpu_seconds=after.seconds - before.seconds,
        idle=idle,
        memory=(after.memory - empty.memory) / plan.players,
        median=quantile(tally.seconds, 0.5),
        p99=quantile(tally.seconds, 0.99),
        sent_bytes=tally.sent_bytes,
        received_bytes=tally.received_bytes,
        errors=dict(errors + tally.errors),
        service_usage=done,
        idle_service_usage=idle_service_usage,
        players_load=used / seconds,
    )


async def _settled(servers: list[ServerProcess]) -> Usage:
    """Return the usage of new servers once they, and the workers they start, are idle."""
    before, waited = _usage(servers), 0.0
    while waited < SETTLE_TIMEOUT_SECONDS:
        await asyncio.sleep(SETTLE_SECONDS)
        after, waited = _usage(servers), waited + SETTLE_SECONDS
        if after.seconds - before.seconds < MAX_IDLE_LOAD * SETTLE_SECONDS:
            return after
        before = after
    return before


async def _sample(services: Services | None) -> Any:
    return None if services is None else await services.sample()


async def create_guests(db: str, number: int) -> tuple[list[str], float]:
    """Return the tokens of new guests, and when they were created."""
    store = await Store.open(db)
    today = store.today()

    def create(connection: Connection) -> list[str]:
        signer = TokenSigner.load(connection)
        names = (f"Guest {n}" for n in range(number))
        guests = [players.create_guest(connection, name, today) for name in names]
        return [signer.sign(sessions.start(connection, it.id, "", today)) for it in guests]

    try:
        return await store.write(create), today
    finally:
        await store.close()


async def _stored_moves(db: str, since: float) -> int:
    """Return the number of stored moves of these guests; other games may be very many."""
    here = schema.players.c.login.is_(None) & (schema.players.c.created >= since)
    query = (
        select(func.count())
        .select_from(schema.players)
        .join(schema.seats, schema.seats.c.player == schema.players.c.id)
        .join(schema.events, schema.events.c.game_id == schema.seats.c.game_id)
        .where(here, schema.seats.c.seat == 0, schema.events.c.kind == "move")
    )
    store = await Store.open(db)
    try:
        return await store.read(lambda connection: connection.scalar(query) or 0)
    finally:
        await store.close()


@contextmanager
def new_database() -> Iterator[str]:
    """Return the address of an SQLite database that is deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="quire-load-") as directory:
        yield f"sqlite:///{Path(directory) / 'quire.db'}"

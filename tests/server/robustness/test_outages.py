"""Outages of the store, and changes of the date, cost nobody clock time."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import Any

import pytest
from sqlalchemy import Connection

from quire.errors import Unavailable
from quire.store.play import event_log
from tests.server.bus.subscriber import until
from tests.server.deployment import Deployment, async_test
from tests.server.harness import RunningServer
from tests.server.player_client import PlayerClient
from tests.services import Postgres, Redis

HOUR = 3600.0
TEN_DAYS = 240 * HOUR
LEFT = 10.0
"""Seconds on Bob's clock when the outage begins."""


async def game_with_ten_seconds_left(
    deployment: Deployment,
) -> tuple[PlayerClient, PlayerClient, str]:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    await bob.receive_event(game, "move")
    deployment.advance(60 - LEFT)
    return ann, bob, game


@contextmanager
def unwritable(servers: list[RunningServer]) -> Iterator[None]:
    """Let all writes fail."""
    stores: list[Any] = [server.node.store.engine for server in servers]

    async def fail(_: object) -> None:
        raise OSError("no store")

    for store in stores:
        store.write = fail
    try:
        yield
    finally:
        for store in stores:
            del store.write


@contextmanager
def full_disk() -> Iterator[None]:
    """Let no file of this process grow, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def is_writing(server: RunningServer) -> bool:
    """Return whether a write has begun."""
    return server.node.store.clock._began_at < inf


async def pass_an_outage(deployment: Deployment, bob: PlayerClient, game: str) -> None:
    """Let 20 seconds pass in which nothing can be written; Bob tries to move."""
    for _ in range(20):
        deployment.timing.advance(1)
        for server in deployment.servers:
            with pytest.raises(Unavailable):
                server.tick()
    assert await bob.act_error(game, "move", "S7") == "unavailable"


async def check_clock(deployment: Deployment, bob: PlayerClient, game: str) -> None:
    """Bob still has his ten seconds, everyone sees it, and his move counts."""
    for server in deployment.servers:
        server.tick()
    state = await bob.receive("state", id=game)
    assert state["clock_left"] == LEFT
    deployment.advance(LEFT - 1)
    assert (await bob.watch(game))["clock_left"] == 1
    assert (await bob.move(game, "S7"))["clock_left"] == 60


@async_test
async def test_clocks_pause_while_nothing_can_be_written(own_deployment: Deployment) -> None:
    _, bob, game = await game_with_ten_seconds_left(own_deployment)
    with unwritable(list(own_deployment.servers)):
        await pass_an_outage(own_deployment, bob, game)
    await check_clock(own_deployment, bob, game)


@async_test
async def test_clocks_run_when_the_outage_is_over(own_deployment: Deployment) -> None:
    _, bob, game = await game_with_ten_seconds_left(own_deployment)
    with unwritable(list(own_deployment.servers)):
        await pass_an_outage(own_deployment, bob, game)
    for server in own_deployment.servers:
        server.tick()
    own_deployment.advance(LEFT + 2)
    assert (await bob.receive_event(game, "timeout"))["outcome"]["reason"] == "time"


@pytest.mark.parametrize("deploy", ["sqlite"], indirect=True)
@async_test
async def test_clocks_pause_while_the_disk_is_full(own_deployment: Deployment) -> None:
    _, bob, game = await game_with_ten_seconds_left(own_deployment)
    with full_disk():
        await pass_an_outage(own_deployment, bob, game)
    await check_clock(own_deployment, bob, game)


on_postgresql = pytest.mark.parametrize("deploy", ["postgresql"], indirect=True)


@on_postgresql
@async_test
async def test_clocks_pause_while_postgresql_is_down(
    own_deployment: Deployment, postgres: Postgres
) -> None:
    _, bob, game = await game_with_ten_seconds_left(own_deployment)
    postgres.kill()
    try:
        await pass_an_outage(own_deployment, bob, game)
    finally:
        postgres.start()
    await check_clock(own_deployment, bob, game)


@on_postgresql
@async_test
async def test_clocks_pause_while_postgresql_hangs(
    own_deployment: Deployment, postgres: Postgres
) -> None:
    _, bob, game = await game_with_ten_seconds_left(own_deployment)
    postgres.freeze()
    try:
        own_deployment.timing.advance(1)  # every server renews its lease
        for server in own_deployment.servers:
            await until(partial(is_writing, server))
        own_deployment.timing.advance(20)
        moved = asyncio.create_task(bob.move(game, "S7"))
        await asyncio.sleep(0)
        for server in own_deployment.servers:
            assert server.node.store.clock.is_paused
    finally:
        postgres.thaw()
    assert (await moved)["clock_left"] == 60
    for server in own_deployment.servers:
        server.tick()
    assert (await bob.watch(game))["clock_left"] == 60


@pytest.mark.parametrize("first", ["move", "chat"])
@on_postgresql
@async_test
async def test_server_that_alone_lost_the_database_charges_nobody(
    own_deployment: Deployment, first: str
) -> None:
    ann, bob, game = await game_with_ten_seconds_left(own_deployment)
    anns, bobs = own_deployment.servers
    with unwritable([bobs]):
        for _ in range(5):
            own_deployment.timing.advance(1)
            anns.tick()
            with pytest.raises(Unavailable):
                bobs.tick()
    if first == "chat":
        await bob.act(game, "chat", "sorry")
    assert (await bob.move(game, "S7"))["clock_left"] == 60
    assert (await ann.receive_event(game, "move", seat=1))["clock_left"] == 60
    assert (await ann.watch(game))["clock_left"] == 60


@pytest.mark.parametrize("step", [HOUR, -HOUR, TEN_DAYS, -TEN_DAYS])
@async_test
async def test_date_that_changes_between_restarts_changes_no_clock(
    own_deployment: Deployment, step: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, game = await game_with_ten_seconds_left(own_deployment)
    await ann.close()
    await bob.close()
    real = event_log.database_time

    def stepped(connection: Connection) -> float:
        return real(connection) + step

    monkeypatch.setattr(event_log, "database_time", stepped)
    for server in own_deployment.servers:  # one after the other, so that they have both dates
        server.stop()
        if len(own_deployment.servers) == 1:
            own_deployment.timing.advance(step)
        server.start()
    for server in own_deployment.servers:
        server.tick()
    for player in (ann, bob):
        await player.connect()
        left = (await player.watch(game))["clock_left"]
        assert LEFT - 3 < left <= LEFT


@on_postgresql
@async_test
async def test_server_is_ready_but_degraded_while_redis_is_away(
    own_deployment: Deployment, session_redis: Redis
) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    game = await own_deployment.start_game("line", (ann, bob), size="7")

    async def degraded() -> list[str]:
        health = await ann.get("/health/ready")
        assert health["ready"]
        reasons: list[str] = health["degraded"]
        metric = f"quire_degraded {len(reasons)}.0"
        assert metric in (await ann.request("GET", "/metrics")).text
        return reasons

    assert await degraded() == []
    session_redis.kill()
    try:
        buses = [server.node.bus for server in own_deployment.servers]
        await until(lambda: not any(bus.healthy for bus in buses))
        assert "Redis" in (await degraded())[0]
        await ann.move(game, "S1")
        own_deployment.advance(1)
        await bob.receive_event(game, "move")
    finally:
        session_redis.start()
    await until(lambda: all(bus.healthy for bus in buses))
    assert await degraded() == []
    await bob.move(game, "S7")
    await ann.receive_event(game, "move", seat=1)

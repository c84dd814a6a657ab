"""`quire serve --workers 2`: two processes behind one port, with common metrics."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
from prometheus_client.parser import text_string_to_metric_families

from tests.server.deployment import async_test
from tests.server.player_client import TIMEOUT_SECONDS, PlayerClient
from tests.services import Postgres, Redis

GAMES = 3

TIMEOUT_SECONDS_OF_RESTARTS = 120.0
"""Time for processes to start and stop several times, on a machine under load."""


@contextmanager
def started_server(db: str, bus: str, workers: int) -> Iterator[subprocess.Popen[str]]:
    """Start a real server with that many workers, and terminate it at the end."""
    options = ["--port", "0", "--db", db, "--bus", bus, "--workers", str(workers)]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("QUIRE")}
    environment = {
        **clean,
        "QUIRE_REQUEST_BURST": "100000",
        "QUIRE_SIGN_IN_BURST": "1000",
        "QUIRE_LOG_LEVEL": "error",  # nobody reads the pipe meanwhile
    }
    with subprocess.Popen(
        [sys.executable, "-m", "quire", "serve", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as server:
        try:
            yield server
        finally:
            server.terminate()


@contextmanager
def running_workers(db: str, bus: str, workers: int) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a real server with that many workers; yield its address and its process."""
    with started_server(db, bus, workers) as server:
        yield address(server), server
    assert server.returncode == 0


def address(server: subprocess.Popen[str]) -> str:
    """Return the address that the server prints."""
    assert server.stdout is not None
    line = server.stdout.readline()
    assert line.startswith("Quire is running at"), line
    return line.split()[-1].rstrip("/")


async def metrics_of(url: str) -> dict[str, float]:
    """Return the metrics by name and labels, from either process."""
    async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as http:  # a new connection each time
        page = (await http.get(f"{url}/metrics")).raise_for_status().text
    return {
        sample.name
        + "".join(f" {value}" for _, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


async def wait_for_metric(url: str, name: str, value: float) -> dict[str, float]:
    """Return the metrics once one of them has that value; gauges are set every second."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (found := await metrics_of(url)).get(name) != value:
            pass
    return found


def worker_pids(process: subprocess.Popen[str]) -> list[int]:
    """Return the ids of the worker processes, without other children of multiprocessing."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [
        int(pid) for pid in children if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def kill_with_children(pid: int) -> None:
    """Kill a process and its children: one that has just started would miss its parent aloud."""
    os.kill(pid, signal.SIGSTOP)  # it would replace its children
    for process in (*psutil.Process(pid).children(recursive=True), psutil.Process(pid)):
        process.kill()


async def connect_to_other(url: str, other: int) -> list[PlayerClient]:
    """Connect players to the process that is not `other`, which is paused meanwhile."""
    people = [PlayerClient(url, f"P{number}") for number in range(GAMES)]
    os.kill(other, signal.SIGSTOP)
    try:
        for player in people:
            await (await player.guest()).connect()
    finally:
        os.kill(other, signal.SIGCONT)
    return people


@async_test
async def test_either_process_has_the_metrics_of_both(postgres: Postgres, redis: Redis) -> None:
    with postgres.database() as db, running_workers(db, redis.url, 2) as (url, server):
        anns, bobs = [await connect_to_other(url, other) for other in worker_pids(server)]
        for ann, bob in zip(anns, bobs, strict=True):
            game = await ann.create_game("line", size="3", random_order=False)
            await bob.join(game)
            for player in (ann, bob):
                state = await player.watch(game)
                while state["status"] == "open":
                    state = await player.receive("state", id=game)
            for mover, other, move in ((ann, bob, "S1"), (bob, ann, "S3"), (ann, bob, "O2")):
                made = await mover.move(game, move)
                await other.receive("event", game_id=game, seq=made["seq"])
            assert await bob.act_error(game, "move", "S1") == "match_over"
        for _ in range(20):  # either process may answer
            metrics = await metrics_of(url)
            assert metrics["quire_events_total move"] == 3 * GAMES
            assert metrics["quire_new_games_total"] == GAMES
            assert metrics["quire_games_over_total line line"] == GAMES
            assert metrics["quire_act_seconds_count"] >= 3 * GAMES
            assert metrics["quire_rejections_total match_over"] == GAMES
            assert metrics["quire_requests_total create_guest 201"] == 2 * GAMES
            assert metrics["quire_write_seconds_count"] > 0
            assert metrics["quire_errors_total"] == 0
            assert metrics["quire_thinking_queue"] == 0
        await wait_for_metric(url, "quire_connections", 2 * GAMES)
        killed = worker_pids(server)
        assert len(killed) == 2
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        for player in (*anns, *bobs):
            await player.aclose()
        metrics = await wait_for_metric(url, "quire_connections", 0)  # from new processes
        assert metrics["quire_events_total move"] == 3 * GAMES, "counters survive"
        assert metrics["quire_new_games_total"] == GAMES
        assert not set(worker_pids(server)) & set(killed)


UNREACHABLE = "postgresql://nobody@127.0.0.1:1/none", "redis://127.0.0.1:1"


def test_unreachable_database_is_reported_once() -> None:
    with started_server(*UNREACHABLE, 2) as server:
        output, errors = server.communicate(timeout=TIMEOUT_SECONDS_OF_RESTARTS)
    assert (server.returncode, output) == (2, "")
    (line,) = errors.splitlines()
    assert line.startswith("quire: can't open the database postgresql")


@async_test
async def test_it_serves_without_redis(postgres: Postgres) -> None:
    with postgres.database() as db, started_server(db, UNREACHABLE[1], 2) as server:
        url = address(server)
        await wait_for_metric(url, "quire_degraded", 2)
        async with httpx.AsyncClient() as http:
            ready = await http.get(f"{url}/health/ready")
        assert ready.status_code == 200
        assert ready.json()["ready"]
        assert "Redis" in ready.json()["degraded"][0]


def test_crashing_processes_are_not_restarted_for_ever(postgres: Postgres, redis: Redis) -> None:
    with postgres.database() as db, started_server(db, redis.url, 2) as server:
        address(server)
        postgres.kill()
        for pid in worker_pids(server):
            kill_with_children(pid)
        _, errors = server.communicate(timeout=TIMEOUT_SECONDS_OF_RESTARTS)
        assert server.returncode == 2
        assert "Traceback" not in errors
        *lines, last = errors.splitlines()
        assert last.startswith("quire: a server process crashed 3 times")
        failures = [
            entry for line in lines if (entry := json.loads(line))["event"] == "start_failed"
        ]
        # The second process may have been starting when the database went away.
        known = ("can't open the database", "the server can't reach its database")
        assert all(failure["error"].startswith(known) for failure in failures)
        assert len(failures) >= 3


def test_address_is_printed_even_if_the_first_process_is_killed(
    postgres: Postgres, redis: Redis
) -> None:
    with postgres.database() as db, started_server(db, redis.url, 2) as server:
        while len(found := worker_pids(server)) < 2:
            pass
        os.kill(min(found), signal.SIGKILL)  # before it serves
        assert httpx.get(f"{address(server)}/health/live").status_code == 200
    assert server.returncode == 0

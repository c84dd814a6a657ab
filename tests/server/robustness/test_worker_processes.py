"""`quire serve --workers 2`: two processes behind one port, and the figures of both in one page."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from prometheus_client.parser import text_string_to_metric_families

from tests.server.deployment import scenario
from tests.server.player_client import TIMEOUT_SECONDS, Player
from tests.services import Postgres, Redis

GAMES = 3

LONG = 120.0
"""Seconds for processes to begin and end several times, on a machine under load."""


@contextmanager
def begun(db: str, bus: str, workers: int) -> Iterator[subprocess.Popen[str]]:
    """A real server with so many workers, as soon as its process is there, until it has ended."""
    options = ["--port", "0", "--db", db, "--bus", bus, "--workers", str(workers)]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("QUIRE")}
    environment = {
        **clean,
        "QUIRE_REQUEST_BURST": "100000",
        "QUIRE_SIGN_IN_BURST": "1000",
        "QUIRE_LOG_LEVEL": "error",  # nobody reads it meanwhile
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
def served(db: str, bus: str, workers: int) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a real server with so many workers, and its process."""
    with begun(db, bus, workers) as server:
        yield address(server), server
    assert server.returncode == 0


def address(server: subprocess.Popen[str]) -> str:
    """Where it is, once it says so."""
    assert server.stdout is not None
    said = server.stdout.readline()
    assert said.startswith("Quire is running at"), said
    return said.split()[-1].rstrip("/")


async def figures(url: str) -> dict[str, float]:
    """The figures by name and labels, from whichever process answers."""
    async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as http:  # a new connection each time
        page = (await http.get(f"{url}/metrics")).raise_for_status().text
    return {
        it.name + "".join(f" {value}" for _, value in sorted(it.labels.items())): it.value
        for family in text_string_to_metric_families(page)
        for it in family.samples
    }


async def figures_when(url: str, name: str, value: float) -> dict[str, float]:
    """The figures, once one of them is so: what is open is counted each second."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (found := await figures(url)).get(name) != value:
            pass
    return found


def workers(process: subprocess.Popen[str]) -> list[int]:
    """The ids of its processes, without what else multiprocessing keeps."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(it) for it in children if b"spawn_main" in Path(f"/proc/{it}/cmdline").read_bytes()]


async def arrive(url: str, other: int) -> list[Player]:
    """People who are connected to whichever process is not that one, which is held meanwhile."""
    people = [Player(url, f"P{number}") for number in range(GAMES)]
    os.kill(other, signal.SIGSTOP)
    try:
        for it in people:
            await (await it.guest()).connect()
    finally:
        os.kill(other, signal.SIGCONT)
    return people


@scenario
async def test_any_process_tells_the_figures_of_all(postgres: Postgres, redis: Redis) -> None:
    with postgres.database() as db, served(db, redis.url, 2) as (url, server):
        anns, bobs = [await arrive(url, other) for other in workers(server)]
        for ann, bob in zip(anns, bobs, strict=True):
            game = await ann.make("line", size="3", random_order=False)
            await bob.join(game)
            for it in (ann, bob):
                state = await it.watch(game)
                while state["status"] == "open":
                    state = await it.receive("state", id=game)
            for mover, other, move in ((ann, bob, "S1"), (bob, ann, "S3"), (ann, bob, "O2")):
                made = await mover.move(game, move)
                await other.receive("event", game_id=game, seq=made["seq"])
            assert await bob.fails(game, "move", "S1") == "match_over"
        for _ in range(20):  # whichever process answers
            metrics = await figures(url)
            assert metrics["quire_events_total move"] == 3 * GAMES
            assert metrics["quire_new_games_total"] == GAMES
            assert metrics["quire_games_over_total line line"] == GAMES
            assert metrics["quire_act_seconds_count"] >= 3 * GAMES
            assert metrics["quire_rejections_total match_over"] == GAMES
            assert metrics["quire_requests_total create_guest 201"] == 2 * GAMES
            assert metrics["quire_write_seconds_count"] > 0
            assert metrics["quire_errors_total"] == 0
            assert metrics["quire_thinking_queue"] == 0
        await figures_when(url, "quire_connections", 2 * GAMES)
        killed = workers(server)
        assert len(killed) == 2
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        for it in (*anns, *bobs):
            await it.leave()
        metrics = await figures_when(url, "quire_connections", 0)  # by new processes
        assert metrics["quire_events_total move"] == 3 * GAMES, "what was counted is not forgotten"
        assert metrics["quire_new_games_total"] == GAMES
        assert not set(workers(server)) & set(killed)


NOWHERE = "postgresql://nobody@127.0.0.1:1/none", "redis://127.0.0.1:1"


def test_what_cannot_be_reached_is_told_once(postgres: Postgres) -> None:
    with postgres.database() as db:
        for store, said in (
            (NOWHERE[0], "quire: can't open the database postgresql"),
            (db, "quire: can't connect to Redis at"),
        ):
            with begun(store, NOWHERE[1], 2) as server:
                output, errors = server.communicate(timeout=LONG)
            assert (server.returncode, output) == (2, "")
            (line,) = errors.splitlines()
            assert line.startswith(said)


def test_processes_that_never_serve_are_not_started_for_ever(
    postgres: Postgres, redis: Redis
) -> None:
    with postgres.database() as db, begun(db, redis.url, 2) as server:
        address(server)
        redis.kill()
        for pid in workers(server):
            os.kill(pid, signal.SIGKILL)
        _, errors = server.communicate(timeout=LONG)
        assert server.returncode == 2
        assert "Traceback" not in errors
        *said, last = [line for line in errors.splitlines() if line.startswith("quire: ")]
        assert last.startswith("quire: a server process crashed 3 times")
        assert {line.partition(" at ")[0] for line in said} == {"quire: can't connect to Redis"}
        assert len(said) >= 3


def test_the_address_is_told_even_if_the_first_process_is_lost(
    postgres: Postgres, redis: Redis
) -> None:
    with postgres.database() as db, begun(db, redis.url, 2) as server:
        while len(found := workers(server)) < 2:
            pass
        os.kill(min(found), signal.SIGKILL)  # long before it could serve
        assert httpx.get(f"{address(server)}/health/live").status_code == 200
    assert server.returncode == 0

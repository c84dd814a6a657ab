"""Rounds in which every server has its turn, with one core to itself, until it is killed."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from benchmarks.load.peers.peer import GAME, PEERS, Peer
from benchmarks.load.players import Crowd, Table
from benchmarks.load.process import ServerProcess
from benchmarks.load.results import Crash, Measurement, Plan
from benchmarks.load.run import measure, run_loop

POLL_SECONDS = 0.01
KILL_TIMEOUT_SECONDS = 30.0


def measure_peers(
    plans: Sequence[Plan],
    servers: Sequence[str] = tuple(PEERS),
    rounds: int = 1,
    on_server_start: Callable[[int], None] = lambda pid: None,
) -> list[Measurement]:
    """Measure every plan on every server, in turn.

    The cheapest of the rounds counts, with the crash that lost most.
    """
    best = []
    for plan in plans:
        runs: dict[str, list[Measurement]] = {server: [] for server in servers}
        for _ in range(rounds):
            for server, measured in runs.items():
                turn = replace(plan, server=PEERS[server].name)
                measured.append(run_peer(turn, PEERS[server], on_server_start))
        best += [_best(measured) for measured in runs.values()]
    return best


def _best(rounds: list[Measurement]) -> Measurement:
    crashes = [run.crash for run in rounds if run.crash is not None]
    crash = max(crashes, key=lambda crash: crash.lost / max(1, crash.announced))
    return replace(min(rounds, key=lambda run: run.cost), crash=crash)


def run_peer(
    plan: Plan, peer: Peer, on_server_start: Callable[[int], None] = lambda pid: None
) -> Measurement:
    """Measure a server, and kill it at the end to see what it has stored."""
    server_cores, player_cores = _cores()
    with tempfile.TemporaryDirectory(prefix="quire-peers-") as path, pinned(server_cores):
        directory = Path(path)
        tokens = peer.tokens(plan.players, directory)
        with peer.start(directory) as server, pinned(player_cores):
            on_server_start(server.pid)
            measured, announced = run_loop(_play(plan, peer, server, tokens))
        lost = sum(announced.values())
        if peer.stored_moves is not None:
            with peer.start(directory) as server:
                stored = run_loop(_stored(peer, server, list(announced)))
            lost = sum(max(0, moves - stored.get(id, 0)) for id, moves in announced.items())
    return replace(measured, crash=Crash(sum(announced.values()), lost))


async def _play(
    plan: Plan, peer: Peer, server: ServerProcess, tokens: list[str]
) -> tuple[Measurement, dict[str, int]]:
    crowd = Crowd([server.port], plan.pace, make_player=peer.player, games=(GAME,))
    measured = await measure(plan, [server], crowd, tokens)
    return measured, await _kill(server, crowd)


async def _kill(server: ServerProcess, crowd: Crowd) -> dict[str, int]:
    """Kill a server during a game; return the moves that both players of each game received."""
    async with asyncio.timeout(KILL_TIMEOUT_SECONDS):
        while not any(_is_under_way(table) for table in crowd.tables.values()):
            await asyncio.sleep(POLL_SECONDS)
        server.kill()
        crowd.is_stopping = True
        while any(player.is_connected for player in crowd.players):  # there may be more to read
            await asyncio.sleep(POLL_SECONDS)
    return {id: min(table.announced) for id, table in crowd.tables.items()}


def _is_under_way(table: Table) -> bool:
    return min(table.announced) > 0 and not table.is_over


async def _stored(peer: Peer, server: ServerProcess, games: list[str]) -> dict[str, int]:
    assert peer.stored_moves is not None
    return await peer.stored_moves(server.port, games)


def _cores() -> tuple[set[int], set[int]]:
    """Return the cores of the server and of the players: the first, and all others if any."""
    first, *others = sorted(os.sched_getaffinity(0))
    return {first}, set(others) or {first}


@contextmanager
def pinned(cores: set[int]) -> Iterator[None]:
    """Run on these cores only, and with it the processes that are started here."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)

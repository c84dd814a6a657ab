"""One attack on a server with ordinary games: how long do these wait, and what does it use?"""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from multiprocessing.synchronize import Event

import httpx
import msgspec
from websockets.asyncio.client import connect

from benchmarks.load.players import Crowd, Tally
from benchmarks.load.process import ServerProcess, open_many_files, started
from benchmarks.load.results import quantile
from benchmarks.load.run import create_guests, new_database
from benchmarks.siege.attacker import Attacker
from benchmarks.siege.attacks import ATTACKS
from benchmarks.siege.results import Siege

SAMPLE_SECONDS = 0.2
"""Interval between two samples of the server's memory."""

STEADY_SECONDS, STEADY_BYTES = 3.0, 1_000_000
"""The attack begins when the server's memory has grown by less than that in this time: the workers
of a new server start too, and on a busy machine that takes a while."""

START_TIMEOUT_SECONDS = 60.0
"""Time for the attacker's process, or the server's workers, to start."""

ANSWER_TIMEOUT_SECONDS = 60.0
"""Time after which the computer player counts as silent."""

CELLS = tuple(f"{column}{row}" for row in range(1, 11) for column in "abcdefghij")
"""The squares of the game against level 3."""


def besiege(attack: str, games: int, seconds: float) -> Siege:
    """Attack a new server for some seconds while ordinary players use it."""
    with new_database() as db:
        tokens, _ = asyncio.run(create_guests(db, 2 * games + 1))
        with started("quire", db=db, log_level="error") as server:
            return asyncio.run(_measure(attack, server, tokens, games, seconds))


async def _measure(
    attack: str, server: ServerProcess, tokens: list[str], games: int, seconds: float
) -> Siege:
    crowd = Crowd([server.port], pace=1.0)
    await crowd.fill(tokens[1:])
    crowd.start()
    before = await _steady_memory(server)
    async with _attacking(attack, server.port, seconds):
        errors, crowd.tally = crowd.tally.errors, Tally()
        answers = asyncio.create_task(_answers(server.port, tokens[0], seconds))
        memory = await _peak_memory(server, seconds)
        answer = await answers
    crowd.stop()
    tally = crowd.tally
    median, p99, slowest = (
        quantile(tally.seconds, part) if tally.seconds else None for part in (0.5, 0.99, 1.0)
    )
    return Siege(
        attack=attack,
        games=games,
        seconds=seconds,
        moves=tally.moves,
        median=median,
        p99=p99,
        slowest=slowest,
        answer=answer,
        memory_before=before,
        memory=memory,
        errors=dict(errors + tally.errors),
    )


async def _steady_memory(server: ServerProcess) -> int:
    """Wait until the server's memory grows no more, and return it."""
    steady, since, began = server.usage().memory, time.monotonic(), time.monotonic()
    while time.monotonic() < min(since + STEADY_SECONDS, began + START_TIMEOUT_SECONDS):
        await asyncio.sleep(SAMPLE_SECONDS)
        memory = server.usage().memory
        if memory > steady + STEADY_BYTES:
            steady, since = memory, time.monotonic()
    return steady


async def _peak_memory(server: ServerProcess, seconds: float) -> int:
    deadline, peak = time.monotonic() + seconds, 0
    while time.monotonic() < deadline:
        peak = max(peak, server.usage().memory)
        await asyncio.sleep(SAMPLE_SECONDS)
    return peak


async def _answers(port: int, token: str, seconds: float) -> float:
    """Play against level 3 for some seconds; return the longest time it took for a move."""
    deadline = time.monotonic() + seconds
    id = await _new_game(port, token)
    async with connect(f"ws://127.0.0.1:{port}/socket", compression=None) as socket:
        await socket.send(_json(type="hello", token=token))
        await socket.send(_json(type="watch", game_id=id))
        free, me, longest, asked = list(CELLS), 0, 0.0, time.monotonic()
        while time.monotonic() < deadline and free:
            try:
                got = await asyncio.wait_for(socket.recv(), ANSWER_TIMEOUT_SECONDS)
            except TimeoutError:
                return ANSWER_TIMEOUT_SECONDS
            message = msgspec.json.decode(got)
            if message["type"] == "state":
                me = message["you"]
                free = [
                    cell for cell in CELLS if not {f"S{cell}", f"O{cell}"} & {*message["moves"]}
                ]
            elif message["type"] == "event" and message["kind"] == "move":
                free.remove(message["text"][1:])
                if message["seat"] != me:
                    longest = max(longest, time.monotonic() - asked)
                asked = time.monotonic()
            else:
                continue
            if message["to_move"] == me and free:
                await asyncio.sleep(0.2)
                act = {"game_id": id, "kind": "move", "id": free[0], "seq": message["seq"]}
                await socket.send(_json(type="act", text=f"S{free[0]}", **act))
    return longest


async def _new_game(port: int, token: str) -> str:
    body = {"game": "sos", "size": "10x10", "seats": ["me", "level3"], "clock": None}
    async with httpx.AsyncClient(timeout=ANSWER_TIMEOUT_SECONDS) as http:
        answer = await http.post(
            f"http://127.0.0.1:{port}/api/games",
            headers={"authorization": f"Bearer {token}"},
            json=body,
        )
    id: str = answer.raise_for_status().json()["id"]
    return id


def _json(**fields: object) -> str:
    return msgspec.json.encode(fields).decode()


@asynccontextmanager
async def _attacking(attack: str, port: int, seconds: float) -> AsyncIterator[None]:
    """Run an attack in a process of its own, from its first moment to its end."""
    context = multiprocessing.get_context("spawn")
    begun = context.Event()
    process = context.Process(target=_attack, args=(attack, port, seconds, begun))
    process.start()
    try:
        if not await asyncio.to_thread(begun.wait, START_TIMEOUT_SECONDS):
            raise RuntimeError("the attacker did not start")
        yield
        process.join()
    finally:
        process.kill()


def _attack(attack: str, port: int, seconds: float, begun: Event) -> None:
    open_many_files()

    async def run() -> None:
        attacker = Attacker(port, seconds)
        begun.set()
        with suppress(httpx.HTTPError, TimeoutError):
            await asyncio.wait_for(ATTACKS[attack](attacker), seconds + 1)

    asyncio.run(run())

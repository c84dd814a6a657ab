"""One run: a server, its players, and what was seen of both for some seconds."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import uvloop
from sqlalchemy import Connection, func, select

from benchmarks.load.players import Hall, Tally
from benchmarks.load.process import ServerProcess, started
from quire.history import players
from quire.history.schema import events
from quire.history.store import Store

T = TypeVar("T")

SETTLE = 1.0
"""Seconds between the whistle and the counting."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays how, and for how long."""

    players: int
    pace: float
    """Seconds between a game's moves; 0 for flat out."""
    seconds: float
    pictures: bool = False
    idle: float = 0.0
    """Seconds before, in which everybody is connected and nobody moves."""
    echo: bool = False


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of it."""

    plan: Plan
    seconds: float
    moves: int
    games: int
    processor: float
    """Seconds of the server's processors while it was counted."""
    idle: float
    """Seconds of the server's processors in a second without moves."""
    memory: float
    """Bytes for each connection."""
    waits: tuple[float, ...]
    errors: Counter[str]

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds

    @property
    def cost(self) -> float:
        """Seconds of the server's processors for a move, beats and all."""
        return self.processor / max(1, self.moves)

    @property
    def cost_of_move(self) -> float:
        """The same without what the connections cost by themselves, where that was measured."""
        return (self.processor - self.idle * self.seconds) / max(1, self.moves)

    def wait(self, part: float) -> float:
        """Seconds from sending a move until the opponent has it, for that part of all at most."""
        waits = sorted(self.waits)
        return waits[int(part * (len(waits) - 1))] if waits else float("nan")


def _run(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def run(plan: Plan, db: str, bus: str = "", told: Callable[[int], None] = lambda pid: None) -> Seen:
    """What is seen of a server on that store. `told` hears the number of its process."""
    if plan.echo:
        with started("echo") as server:
            return _run(_watched(plan, server, [""] * plan.players))
    tokens, before = _run(_prepared(db, plan.players))
    with started("quire", db=db, bus=bus) as server:
        told(server.pid)
        seen = _run(_watched(plan, server, tokens))
    kept = _run(_kept(db)) - before
    if kept < seen.moves:
        return replace(seen, errors=seen.errors + Counter({"lost moves": seen.moves - kept}))
    return seen


async def _watched(plan: Plan, server: ServerProcess, tokens: list[str]) -> Seen:
    hall = Hall(server.port, plan.pace, plan.pictures)
    empty = server.usage()
    await hall.fill(tokens, plan.echo)
    full = server.usage()
    idle = 0.0
    if plan.idle:
        await asyncio.sleep(plan.idle)
        idle = (server.usage().seconds - full.seconds) / plan.idle
    hall.start()
    await asyncio.sleep(SETTLE)
    loop = asyncio.get_running_loop()
    errors, hall.tally = hall.tally.errors, Tally()
    began, before = loop.time(), server.usage()
    await asyncio.sleep(plan.seconds)
    after, tally, seconds = server.usage(), hall.tally, loop.time() - began
    hall.stop()
    return Seen(
        plan=plan,
        seconds=seconds,
        moves=tally.moves,
        games=tally.games,
        processor=after.seconds - before.seconds,
        idle=idle,
        memory=(after.memory - empty.memory) / plan.players,
        waits=tuple(tally.seconds),
        errors=errors + tally.errors,
    )


async def _prepared(db: str, number: int) -> tuple[list[str], int]:
    """The tokens of so many new guests, and the moves that the store has so far."""
    store = await Store.open(db)

    def invite(connection: Connection) -> list[str]:
        signer, today = players.Signer.of(connection), store.today()
        names = (f"Guest {it}" for it in range(number))
        return [signer.token(players.make_guest(connection, name, today)) for name in names]

    try:
        return await store.write(invite), await store.read(_count)
    finally:
        await store.close()


async def _kept(db: str) -> int:
    store = await Store.open(db)
    try:
        return await store.read(_count)
    finally:
        await store.close()


def _count(connection: Connection) -> int:
    query = select(func.count()).select_from(events).where(events.c.kind == "move")
    return connection.scalar(query) or 0


@contextmanager
def new_store() -> Iterator[str]:
    """The address of an SQLite store that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="quire-load-") as directory:
        yield f"sqlite:///{Path(directory) / 'quire.db'}"

"""The simulated event loop: virtual time, a random order of tasks, and killed processes."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from typing import Any

import pytest

from tests.simulation.environment.scheduler import (
    START_SECONDS,
    Machine,
    Process,
    SimulatedLoop,
    Stuck,
)


def run(loop: SimulatedLoop, work: Coroutine[Any, Any, Any]) -> None:
    """Run something to its end, and close the loop."""
    try:
        loop.run_until_complete(loop.start(None, work))
    finally:
        loop.bury()


def order_of_tasks(seed: int) -> list[int]:
    """Return in which order ten tasks run that are started together."""
    done: list[int] = []

    async def step(number: int) -> None:
        done.append(number)

    async def start() -> None:
        await asyncio.gather(*map(step, range(10)))

    run(SimulatedLoop(random.Random(seed)), start())
    return done


def test_time_jumps_to_the_next_timer() -> None:
    loop = SimulatedLoop(random.Random(0))

    async def wait() -> None:
        await asyncio.sleep(86_400)
        assert loop.time() == START_SECONDS + 86_400

    run(loop, wait())


def test_order_of_tasks_depends_on_the_seed_only() -> None:
    orders = [order_of_tasks(seed) for seed in range(5)]
    assert orders == [order_of_tasks(seed) for seed in range(5)]
    assert len({tuple(order) for order in orders}) == 5


def test_callbacks_stay_in_order() -> None:
    loop = SimulatedLoop(random.Random(0))
    done: list[int] = []

    async def schedule() -> None:
        for number in range(10):
            loop.call_soon(done.append, number)
        await asyncio.sleep(1)

    run(loop, schedule())
    assert done == list(range(10))


def test_killed_process_does_nothing_any_more() -> None:
    loop, done = SimulatedLoop(random.Random(0)), []
    process = Process(Machine("server", 0.0), "server.1")

    async def work() -> None:
        try:
            await asyncio.sleep(1)
            done.append("worked")
        finally:
            done.append("cleaned up")

    async def live() -> None:
        loop.start(process, work())
        await asyncio.sleep(0.5)
        process.alive = False
        await asyncio.sleep(10)
        assert done == []

    run(loop, live())
    assert done == ["cleaned up"]  # when the run is over


def test_waiting_for_nothing_is_an_error() -> None:
    loop = SimulatedLoop(random.Random(0))

    async def wait() -> None:
        await loop.create_future()

    with pytest.raises(Stuck):
        run(loop, wait())

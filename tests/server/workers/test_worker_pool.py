"""The worker pool: computer players answer in order and survive killed processes."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from functools import partial, wraps
from itertools import product
from typing import Any

import pytest
from structlog.testing import capture_logs

from quire.core import replay
from quire.engine import AGENTS
from quire.errors import (
    AgentFailed,
    IllegalMove,
    MatchOver,
    NotAllowed,
    TooMany,
    Unavailable,
)
from quire.games import start
from quire.server.workers import worker_pool
from quire.server.workers.agent_policy import check_agent
from quire.server.workers.fair_queue import Owner
from quire.server.workers.worker_pool import MAX_ATTEMPTS, WorkerPool
from quire.server.workers.worker_task import MoveTask
from tests.random_games import sample

LONG_SECONDS = 600.0
"""A budget that no test waits for; agents without a node limit think that long."""

BOARDS = (
    ("sos", "4x4"),
    ("sos", "5x5:3"),
    ("sos", "8x8"),
    ("line", "14"),
    ("extreme", "2x9x9"),
    ("obstruction", "6x6"),
)


def run(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run the test in an event loop, and check that no process is left behind."""

    @wraps(test)
    def running(*args: object, **named: object) -> None:
        asyncio.run(test(*args, **named), debug=True)
        assert multiprocessing.active_children() == []

    return running


@asynccontextmanager
async def one_worker(
    budget: float = LONG_SECONDS, max_queued: int = 8, kill_after: float = LONG_SECONDS
) -> AsyncIterator[WorkerPool]:
    async with WorkerPool(1, budget, max_queued, kill_after=kill_after) as pool:
        await pool.ready()
        yield pool


async def until(condition: Callable[[], bool]) -> None:
    while not condition():
        await asyncio.sleep(0)


def halt(pool: WorkerPool) -> int:
    """Pause the pool's only worker and return its process id."""
    (pid,) = pool.pids
    os.kill(pid, signal.SIGSTOP)
    return pid


@run
async def test_every_agent_plays_every_allowed_game() -> None:
    tasks = []
    for (game, size), agent in product(BOARDS, AGENTS):
        spec = f"{agent}:nodes=200" if "nodes" in AGENTS[agent].options else agent
        with suppress(NotAllowed):
            tasks.append((check_agent(spec, game, size), *sample(game, size, seed=3, count=3)[1]))
    assert len(tasks) == len(BOARDS) * len(AGENTS) - 6  # greedy 1, feasible 2, perfect 3
    async with WorkerPool(2, LONG_SECONDS, max_queued=1000) as pool:
        moves = await asyncio.gather(
            *(
                pool.choose(example.game, example.size, entries, agent)
                for agent, example, entries in tasks
            )
        )
        for (agent, position, _), move in zip(tasks, moves, strict=True):
            assert move in position.legal_moves(), agent
        statistics = pool.statistics
        assert (statistics.finished, statistics.queued, statistics.running) == (len(tasks), 0, 0)
        assert statistics.seconds > 0
        assert statistics.replaced == 0


@run
async def test_position_with_a_player_who_left() -> None:
    entries = ["Sa1", "x2", "Oa2"]
    *_, position = replay(start("sos", "4x4:3"), entries)
    assert (position.out, position.to_move) == ((1,), 0)
    async with one_worker() as pool:
        for agent in ("level2", "level7", "feasible", "greedy"):
            move = await pool.choose("sos", "4x4:3", entries, agent)
            assert move in position.legal_moves()


@run
async def test_same_seed_gives_the_same_result() -> None:
    async with WorkerPool(2, LONG_SECONDS, 100) as pool:
        for agent in ("random:seed=7", "level1:seed=7", "mcts:nodes=50,seed=7"):
            answers = await asyncio.gather(
                *(pool.choose("sos", "8x8", ["Sa1"], agent) for _ in range(4))
            )
            assert len(set(answers)) == 1
        free = await asyncio.gather(*(pool.choose("sos", "26x26", [], "random") for _ in range(20)))
        assert len(set(free)) > 1


@run
async def test_invalid_task_costs_no_worker() -> None:
    async with one_worker() as pool:
        with pytest.raises(IllegalMove):
            await pool.choose("line", "5", ["S1", "O1"], "level1")
        with pytest.raises(MatchOver):
            await pool.choose("line", "3", ["S1", "O2", "S3"], "level1")
        with pytest.raises(NotAllowed):
            await pool.choose("line", "5", [], "champion:threads=8")
        with pytest.raises(AgentFailed):
            await pool.choose("obstruction", "6x6", [], "greedy")
        assert pool.statistics.replaced == 0
        assert pool.statistics.running == 0


@run
async def test_crash_details_are_only_logged() -> None:
    async with one_worker() as pool:
        with capture_logs() as logged, pytest.raises(AgentFailed) as refusal:
            await pool.choose("line", "5", [None], "level1")  # type: ignore[list-item]
        assert str(refusal.value) == "level1 crashed: try again"
        (line,) = logged
        assert "NoneType" in str(line["exc_info"])
        assert pool.statistics.replaced == 0


@run
async def test_worker_that_fails_to_start_is_replaced() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "warm_up", partial(int, "no number"))
        pool = WorkerPool(1, LONG_SECONDS, 8)
        with pytest.raises(BrokenProcessPool):
            await pool.ready()
    async with pool:
        assert await pool.choose("line", "5", [], "level1")
        assert pool.statistics.replaced == 1


@run
async def test_killed_worker_costs_a_retry() -> None:
    async with one_worker() as pool:
        pid = halt(pool)
        tasks = asyncio.create_task(pool.choose("line", "5", [], "level3"))
        waits = asyncio.create_task(pool.choose("line", "5", ["S1"], "level3"))
        await until(lambda: pool.statistics.queued == 1)
        os.kill(pid, signal.SIGKILL)
        assert await tasks in start("line", "5").legal_moves()
        assert await waits in start("line", "5").play("S1").legal_moves()
        assert pool.statistics.replaced == 1
        assert pool.pids != [pid]


@run
async def test_worker_killed_while_idle_is_replaced() -> None:
    async with one_worker() as pool:
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        assert await pool.choose("line", "5", [], "level3")
        assert pool.pids != [pid]


@run
async def test_endless_task_costs_a_retry() -> None:
    async with one_worker(budget=1.0, kill_after=1.0) as pool:
        pid = halt(pool)
        assert await pool.choose("line", "5", [], "level1")
        assert pool.statistics.replaced >= 1
        assert pid not in pool.pids


@run
async def test_task_that_kills_every_worker_fails() -> None:
    async with one_worker() as pool:
        tasks = asyncio.create_task(pool.choose("sos", "8x8", [], "champion"))
        killed: set[int] = set()
        while len(killed) < MAX_ATTEMPTS:
            await until(lambda: bool(pool.statistics.running and set(pool.pids) - killed))
            (pid,) = pool.pids
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)
        with pytest.raises(AgentFailed, match="champion didn't answer after 3 attempts"):
            await tasks
        assert await pool.choose("line", "5", [], "level1")  # other tasks still run


@run
async def test_full_queue_refuses_and_serves_in_order() -> None:
    async with one_worker(max_queued=3) as pool:
        pid = halt(pool)
        served: list[int] = []

        async def ask(number: int) -> None:
            await pool.choose("line", "5", [], "level1")
            served.append(number)

        requests = []
        for number in range(4):
            requests.append(asyncio.create_task(ask(number)))
            await until(lambda n=number: pool.statistics.queued == n)  # type: ignore[misc]
        with pytest.raises(TooMany) as refusal:
            await ask(5)
        assert refusal.value.after == LONG_SECONDS
        assert (pool.statistics.running, pool.statistics.queued) == (1, 3)
        os.kill(pid, signal.SIGCONT)
        await asyncio.gather(*requests)
        assert served == [0, 1, 2, 3]
        assert pool.statistics.replaced == 0


@run
async def test_continuing_task_ignores_the_queue_limit() -> None:
    async with one_worker(max_queued=1) as pool:
        pid = halt(pool)
        task = MoveTask("line", "5", (), "level1", LONG_SECONDS)
        requests = [asyncio.create_task(pool.run(task)) for _ in range(2)]
        await until(lambda: pool.statistics.queued == 1)
        with pytest.raises(TooMany):
            await pool.run(task)
        requests.append(asyncio.create_task(pool.run(task, continuing=True)))
        await until(lambda: pool.statistics.queued == 2)
        os.kill(pid, signal.SIGCONT)
        assert all(await asyncio.gather(*requests))


@run
async def test_cancelled_tasks_free_their_place() -> None:
    async with one_worker(max_queued=2) as pool:
        pid = halt(pool)
        requests = [asyncio.create_task(pool.choose("line", "5", [], "level1")) for _ in range(3)]
        await until(lambda: pool.statistics.queued == 2)
        thinks, waits, last = requests
        waits.cancel()
        await asyncio.gather(waits, return_exceptions=True)
        assert (pool.statistics.running, pool.statistics.queued) == (1, 1)
        thinks.cancel()
        await asyncio.gather(thinks, return_exceptions=True)
        os.kill(pid, signal.SIGCONT)
        assert await last
        assert (pool.statistics.running, pool.statistics.queued) == (0, 0)
        assert await pool.choose("line", "5", [], "level1")


@run
async def test_task_cancelled_at_its_turn_passes_the_worker_on() -> None:
    async with one_worker() as pool:
        pid = halt(pool)
        first, second, third = (
            asyncio.create_task(pool.choose("line", "5", [], "level1")) for _ in range(3)
        )
        await until(lambda: pool.statistics.queued == 2)
        os.kill(pid, signal.SIGCONT)
        await until(lambda: pool.statistics.queued == 1)  # it is the second's turn
        second.cancel()
        assert await first
        assert await third
        await asyncio.gather(second, return_exceptions=True)
        assert pool.statistics.running == 0


@run
async def test_closing_fails_waiting_tasks_and_ends_the_workers() -> None:
    pool = WorkerPool(1, LONG_SECONDS, 8)
    await pool.ready()
    (pid,) = pool.pids
    tasks = [asyncio.create_task(pool.choose("sos", "8x8", [], "champion")) for _ in range(2)]
    await until(lambda: pool.statistics.queued == 1)
    await pool.close()
    for task in tasks:
        with pytest.raises(Unavailable):
            await task
    with pytest.raises(Unavailable):
        await pool.choose("line", "5", [], "level1")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@run
async def test_closing_before_workers_are_ready() -> None:
    async with WorkerPool(2, LONG_SECONDS, 8):
        pass


@run
async def test_short_task_does_not_wait_for_long_ones() -> None:
    async with WorkerPool(2, 1.0, 100) as pool:
        await pool.ready()
        long = [
            asyncio.create_task(pool.choose("sos", "26x26:8", [], "champion", Owner(f"p{number}")))
            for number in range(6)
        ]
        await until(lambda: pool.statistics.queued == 5)
        assert pool.statistics.running == 1, "one worker is kept for short tasks"
        assert await pool.choose("sos", "26x26", [], "level3", Owner("victim"))
        assert not any(task.done() for task in long[1:])
        for task in long:
            task.cancel()


@run
async def test_full_queue_rejects_the_greediest() -> None:
    eve, ann = Owner("eve", "cafe"), Owner("ann", "home")
    async with one_worker(budget=0.2, max_queued=2) as pool:
        assert await pool.choose("sos", "8x8", [], "champion:nodes=20000", eve)
        halt(pool)
        running = asyncio.create_task(pool.choose("line", "5", [], "level1", eve))
        await until(lambda: pool.statistics.running == 1)
        waiting = [
            asyncio.create_task(pool.choose("line", "5", [], "level1", eve)) for _ in range(2)
        ]
        await until(lambda: pool.statistics.queued == 2)
        victim = asyncio.create_task(pool.choose("line", "5", [], "level1", ann))
        await asyncio.wait([waiting[1]])
        with pytest.raises(TooMany):
            waiting[1].result()
        for pid in pool.pids:
            os.kill(pid, signal.SIGCONT)
        assert await victim
        assert await running
        assert await waiting[0]

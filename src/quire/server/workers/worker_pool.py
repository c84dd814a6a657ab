"""A pool of worker processes for computer players and analysis, separate from the server process.

The pool limits concurrency, queues the rest fairly, and replaces workers that crash or hang; the
task of such a worker is retried. One worker is kept for short tasks, unless there is no other: a
move of a weak level never waits for the long search of a strong one.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import active_children
from typing import Any, Protocol, Self, TypeVar

from quire.core import Move
from quire.engine.workers import worker_pool
from quire.errors import AgentFailed, QuireError, TooMany, Unavailable
from quire.server.logging import logger
from quire.server.workers.fair_queue import FairQueue, Owner
from quire.server.workers.worker_task import MoveTask, warm_up

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

KILL_AFTER_SECONDS = 20.0
"""Time beyond the budget after which a worker is killed; generous, for loaded machines."""

MAX_ATTEMPTS = 3
"""How often a task is tried before it fails."""

NOBODY = Owner()

_log = logger("quire.server")


class Task(Protocol[Result_co]):
    """What a worker does; it can be pickled."""

    @property
    def seconds(self) -> float:
        """The time budget."""
        ...

    @property
    def is_short(self) -> bool:
        """Whether it takes some milliseconds."""
        ...

    @property
    def label(self) -> str:
        """What works, for error messages: an agent, or the analysis."""
        ...

    def run(self) -> Result_co:
        """Return the result; called in a worker."""
        ...


@dataclass(slots=True)
class _Request:
    """A task, and whether the caller still waits for its result."""

    task: Task[Any]
    owner: Owner
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class PoolStatistics:
    """How busy a pool is now, and totals since its start."""

    queued: int
    running: int
    finished: int
    """Tasks done or failed."""
    seconds: float
    """Time spent on them."""
    replaced: int
    """Workers that crashed or hung."""


class WorkerPool:
    """A number of workers, and a queue for them.

    `budget` is in seconds per move; levels stop at their own number of nodes, mostly long before.
    `purpose` appears in error messages. Use the pool as a context or `close` it; it must be created
    on the event loop.
    """

    def __init__(
        self,
        workers: int,
        budget: float,
        max_queued: int,
        *,
        kill_after: float = KILL_AFTER_SECONDS,
        purpose: str = "computer players",
    ) -> None:
        self._budget = budget
        self._kill_after = kill_after
        self._max_queued = max_queued
        self._purpose = purpose
        self._workers = [_Worker() for _ in range(workers)]
        self._idle = list(self._workers)
        self._long = 0
        """Long tasks that are running."""
        self._max_long = max(1, workers - 1)
        self._queue: FairQueue[asyncio.Future[_Worker]] = FairQueue(time.monotonic)
        self._running: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._finished = 0
        self._seconds = 0.0
        self._replaced = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def ready(self) -> None:
        """Return once every worker has imported what it needs."""
        for worker in self._workers:
            await worker.ready()

    async def choose(
        self, game: str, size: str, moves: Sequence[str], agent: str, owner: Owner = NOBODY
    ) -> Move:
        """Return an agent's move after those entries of a record. Raises as `run`."""
        return await self.run(MoveTask(game, size, tuple(moves), agent, self._budget), owner)

    async def run(
        self, task: Task[Result], owner: Owner = NOBODY, *, continuing: bool = False
    ) -> Result:
        """Run a task for someone in the pool.

        Raises TooMany if the queue is full (unless `continuing` earlier work), AgentFailed after
        several attempts, Unavailable during shutdown, and what the task itself raises. The caller
        may be cancelled; a task that is running then runs to its end.
        """
        worker = await self._acquire(task, owner, continuing)
        request = _Request(task, owner)
        running = asyncio.create_task(self._run(worker, request))
        self._running.add(running)
        running.add_done_callback(self._on_done)
        try:
            result: Result = await asyncio.shield(running)
            return result
        finally:
            request.wanted = False

    @property
    def statistics(self) -> PoolStatistics:
        """How busy the pool is, for the metrics."""
        return PoolStatistics(
            len(self._queue), len(self._running), self._finished, self._seconds, self._replaced
        )

    @property
    def pids(self) -> list[int]:
        """The process ids of the workers that are ready."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def close(self) -> None:
        """Stop all workers; queued and running tasks raise Unavailable."""
        self._closed = True
        while (waiting := self._queue.pop()) is not None:
            if not waiting.item.done():
                waiting.item.set_exception(_stopping())
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*self._running, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def _acquire(self, task: Task[Any], owner: Owner, continuing: bool) -> _Worker:
        """Return a worker for a task, when it is its turn."""
        if self._closed:
            raise _stopping()
        if self._idle and (task.is_short or self._long < self._max_long):
            self._long += not task.is_short
            return self._idle.pop()
        waiter: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        waiting = self._queue.add(waiter, owner, task.is_short)
        if len(self._queue) > self._max_queued and not continuing:
            self._reject(self._queue.pop_last())
        try:
            return await waiter
        except asyncio.CancelledError:
            if not self._queue.remove(waiting) and _has_result(waiter):
                self._release(waiter.result(), task)
            raise

    def _reject(self, waiter: asyncio.Future[_Worker]) -> None:
        if not waiter.done():
            problem = f"the server is busy: too many {self._purpose} in the queue"
            waiter.set_exception(TooMany(f"{problem}; try again in a moment", self._budget))

    def _release(self, worker: _Worker, task: Task[Any]) -> None:
        """Give the worker to the next task that may run."""
        self._long -= not task.is_short
        self._idle.append(worker)
        while self._idle:
            waiting = self._queue.pop(only_short=self._long >= self._max_long)
            if waiting is None:
                return
            if not waiting.item.done():
                self._long += not waiting.is_short
                waiting.item.set_result(self._idle.pop())

    async def _run(self, worker: _Worker, request: _Request) -> Any:
        began = time.monotonic()
        try:
            return await self._attempt(worker, request)
        finally:
            seconds = time.monotonic() - began
            self._finished += 1
            self._seconds += seconds
            self._queue.charge(request.owner, seconds)
            self._release(worker, request.task)

    async def _attempt(self, worker: _Worker, request: _Request) -> Any:
        task = request.task
        for _ in range(MAX_ATTEMPTS):
            try:
                await worker.ready()
                if self._closed:
                    break
                return await worker.run(task, task.seconds + self._kill_after)
            except _LOST:
                if self._closed:
                    break
                self._replaced += 1
                await worker.replace()
                if not request.wanted:
                    break
            except QuireError:
                raise
            except Exception as error:  # its details are not for visitors
                _log.error("internal_error", task=task.label, exc_info=error)
                raise AgentFailed(f"{task.label} crashed: try again") from error
        if self._closed:
            raise _stopping()
        raise AgentFailed(f"{task.label} didn't answer after {MAX_ATTEMPTS} attempts: try another")

    def _on_done(self, running: asyncio.Task[Any]) -> None:
        self._running.discard(running)
        _discard_exception(running)


def _has_result(future: asyncio.Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


_LOST = (BrokenProcessPool, MemoryError, OSError)
"""A worker that died, ran out of memory or time (TimeoutError is an OSError), or never started."""


def _stopping() -> Unavailable:
    return Unavailable("the server is restarting: try again in a moment")


def _discard_exception(future: asyncio.Future[Any]) -> None:
    """Retrieve an exception nobody waits for, so that asyncio does not log it."""
    if not future.cancelled():
        future.exception()


class _Worker:
    """A process that runs one task at a time, and can be replaced."""

    # Each has its own executor: if one process of an executor dies, all of its tasks are lost.
    _executor: ProcessPoolExecutor
    _warm: Future[int]

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._executor = worker_pool(1)
        try:
            self._warm = self._executor.submit(warm_up)
        except OSError as error:  # the process could not be started
            self._warm = Future()
            self._warm.set_exception(error)

    @property
    def pid(self) -> int | None:
        """The process id; None while it is not ready, or if it failed to start."""
        if not self._warm.done() or self._warm.exception() is not None:
            return None
        return self._warm.result()

    async def ready(self) -> None:
        """Wait until the worker is ready. Raises one of _LOST if it never is."""
        if not self._warm.done():
            await asyncio.wait([asyncio.wrap_future(self._warm)])
        error = self._warm.exception()
        if error is not None and not isinstance(error, _LOST):
            _log.error("internal_error", task="warm-up", exc_info=error)
            raise BrokenProcessPool("a worker process failed to start") from error
        self._warm.result()

    async def run(self, task: Task[Result], timeout: float) -> Result:
        """Run a task. Raises TimeoutError after `timeout` seconds; replace the worker then."""
        result = asyncio.wrap_future(self._executor.submit(task.run))
        result.add_done_callback(_discard_exception)
        done, _ = await asyncio.wait([result], timeout=timeout)
        if not done:
            raise TimeoutError
        return result.result()

    def kill(self) -> None:
        """Kill the process, if there is one."""
        for child in active_children():
            if child.pid == self.pid:
                child.kill()

    async def replace(self) -> None:
        """Start another process in place of this one."""
        self.kill()
        # Starting a process takes milliseconds, shutting one down longer.
        await asyncio.to_thread(self._replace)

    def _replace(self) -> None:
        self._executor.shutdown(cancel_futures=True)
        self._start()

    async def close(self) -> None:
        """Stop the process for good."""
        with contextlib.suppress(*_LOST):
            await self.ready()
        self.kill()
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)

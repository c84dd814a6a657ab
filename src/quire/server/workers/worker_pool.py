"""Whoever thinks does it in processes of its own: never where the sockets are served.

At most so many questions are thought about at once and the others wait in order. A worker that dies
or never ends costs a retry: it is replaced, and the question that it had is asked again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import active_children
from typing import Any, Protocol, Self, TypeVar

from quire.arena.tournament.workers import worker_pool
from quire.core import Move
from quire.errors import AgentFailed, QuireError, TooMany, Unavailable
from quire.server.logging import logger
from quire.server.workers.worker_task import MoveQuestion, warm_up

Answer = TypeVar("Answer")
Answer_co = TypeVar("Answer_co", covariant=True)

KILL_AFTER_SECONDS = 20.0
"""Time beyond the budget after which a worker is killed; generous, for loaded machines."""

MAX_ATTEMPTS = 3
"""How often a task is tried before it fails."""

_log = logger("quire.server")


class Question(Protocol[Answer_co]):
    """What a worker is asked; it can be pickled."""

    @property
    def seconds(self) -> float:
        """The budget; the answer comes soon after it at the latest."""
        ...

    @property
    def whom(self) -> str:
        """Who is asked, as an error names it."""
        ...

    def answer(self) -> Answer_co:
        """The answer; called in a worker."""
        ...


@dataclass(slots=True)
class _Asked:
    """A question, and whether anybody still waits for its answer."""

    question: Question[Any]
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class Figures:
    """How busy the workers are; what is counted is counted since the start."""

    waiting: int
    thinking: int
    total: int
    """Questions dealt with."""
    seconds: float
    """Spent on them."""
    lost: int
    """Workers that had to be replaced."""


class Thinkers:
    """So many workers, and a line of those who wait for one.

    `budget` is in seconds for a move. Levels stop at their own number of nodes, mostly long before
    it. `who` is the name of those who think, as an error tells it. Use it as a context, or `close`
    it; made where an event loop runs.
    """

    def __init__(
        self,
        workers: int,
        budget: float,
        most_waiting: int,
        *,
        margin: float = KILL_AFTER_SECONDS,
        who: str = "computer players",
    ) -> None:
        self._budget = budget
        self._margin = margin
        self._most_waiting = most_waiting
        self._who = who
        self._workers = [_Worker() for _ in range(workers)]
        self._idle = list(self._workers)  # empty while anybody waits
        self._waiting: deque[asyncio.Future[_Worker]] = deque()
        self._thoughts: set[asyncio.Task[Any]] = set()
        self._closed = False
        self._total = 0
        self._seconds = 0.0
        self._lost = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def ready(self) -> None:
        """Returns once every worker has what it needs to think."""
        for worker in self._workers:
            await worker.ready()

    async def choose(self, game: str, size: str, moves: Sequence[str], agent: str) -> Move:
        """The agent's move in the position after those entries of a record. Raises as `ask`."""
        return await self.ask(MoveQuestion(game, size, tuple(moves), agent, self._budget))

    async def ask(self, question: Question[Answer], *, going_on: bool = False) -> Answer:
        """The answer to a question.

        Raises TooMany if too many wait already, unless this is `going_on` with what was begun;
        AgentFailed if there is no answer after several tries, Unavailable while the server stops,
        and what the question itself raises. Whoever no longer wants the answer may cancel; a
        thought under way is then thought to its end.
        """
        worker = await self._turn(going_on)
        asked = _Asked(question)
        thought = asyncio.create_task(self._thought(worker, asked))
        self._thoughts.add(thought)
        thought.add_done_callback(self._ended)
        try:
            answer: Answer = await asyncio.shield(thought)
            return answer
        finally:
            asked.wanted = False

    @property
    def figures(self) -> Figures:
        """For the metrics."""
        return Figures(
            len(self._waiting), len(self._thoughts), self._total, self._seconds, self._lost
        )

    @property
    def pids(self) -> list[int]:
        """The workers' processes, those that are ready."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def close(self) -> None:
        """Ends all workers; who waits or is being thought for gets Unavailable."""
        self._closed = True
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_exception(_stopping())
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*self._thoughts, return_exceptions=True)
        await asyncio.gather(*(worker.close() for worker in self._workers))

    async def _turn(self, going_on: bool) -> _Worker:
        """A worker of one's own, in the order of asking."""
        if self._closed:
            raise _stopping()
        if self._idle:
            return self._idle.pop()
        if len(self._waiting) >= self._most_waiting and not going_on:
            raise TooMany(
                f"the server is busy: too many {self._who} are thinking; try again in a moment",
                self._budget,
            )
        waiter: asyncio.Future[_Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        try:
            return await waiter
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif not waiter.cancelled() and waiter.exception() is None:
                self._next(waiter.result())
            raise

    def _next(self, worker: _Worker) -> None:
        """The worker is free for whoever waits longest."""
        while self._waiting:
            waiter = self._waiting.popleft()
            if not waiter.done():
                waiter.set_result(worker)
                return
        self._idle.append(worker)

    async def _thought(self, worker: _Worker, asked: _Asked) -> Any:
        began = time.monotonic()
        try:
            return await self._answer(worker, asked)
        finally:
            self._total += 1
            self._seconds += time.monotonic() - began
            self._next(worker)

    async def _answer(self, worker: _Worker, asked: _Asked) -> Any:
        question = asked.question
        for _ in range(MAX_ATTEMPTS):
            try:
                await worker.ready()
                if self._closed:
                    break
                return await worker.ask(question, question.seconds + self._margin)
            except _LOST:
                if self._closed:
                    break
                self._lost += 1
                await worker.renew()
                if not asked.wanted:
                    break
            except QuireError:
                raise
            except Exception as error:  # nobody may see our insides
                _log.error("failure", whom=question.whom, exc_info=error)
                raise AgentFailed(f"{question.whom} crashed: try again") from error
        if self._closed:
            raise _stopping()
        raise AgentFailed(
            f"{question.whom} didn't answer after {MAX_ATTEMPTS} attempts: try another"
        )

    def _ended(self, thought: asyncio.Task[Any]) -> None:
        self._thoughts.discard(thought)
        _look_at(thought)


_LOST = (BrokenProcessPool, MemoryError, OSError)
"""A worker that died, ran out of memory or time (a TimeoutError is an OSError), or never began."""


def _stopping() -> Unavailable:
    return Unavailable("the server is stopping: nobody thinks any more")


def _look_at(future: asyncio.Future[Any]) -> None:
    """An error that nobody waits for any more is no news."""
    if not future.cancelled():
        future.exception()


class _Worker:
    """A process that thinks about one question at a time, and can be replaced by another."""

    # A pool of its own: if one process of a pool dies, the questions of all are lost.
    _pool: ProcessPoolExecutor
    _warm: Future[int]

    def __init__(self) -> None:
        self._start()

    def _start(self) -> None:
        self._pool = worker_pool(1)
        try:
            self._warm = self._pool.submit(warm_up)
        except OSError as error:  # no process to be had
            self._warm = Future()
            self._warm.set_exception(error)

    @property
    def pid(self) -> int | None:
        """Its process; None while it is not ready, or failed to be."""
        if not self._warm.done() or self._warm.exception() is not None:
            return None
        return self._warm.result()

    async def ready(self) -> None:
        """Raises one of _LOST if it never is."""
        if not self._warm.done():
            await asyncio.wait([asyncio.wrap_future(self._warm)])
        error = self._warm.exception()
        if error is not None and not isinstance(error, _LOST):
            _log.error("failure", whom="the warm-up of a worker", exc_info=error)
            raise BrokenProcessPool("a worker process failed to start") from error
        self._warm.result()

    async def ask(self, question: Question[Answer], patience: float) -> Answer:
        """Raises TimeoutError when patience has ended; the worker is of no use then."""
        answer = asyncio.wrap_future(self._pool.submit(question.answer))
        answer.add_done_callback(_look_at)
        done, _ = await asyncio.wait([answer], timeout=patience)
        if not done:
            raise TimeoutError
        return answer.result()

    def kill(self) -> None:
        """Its process ends at once, if there is one."""
        for child in active_children():
            if child.pid == self.pid:
                child.kill()

    async def renew(self) -> None:
        """Another process in the place of this one."""
        self.kill()
        # A process takes milliseconds to start, and longer to be buried.
        await asyncio.to_thread(self._replace)

    def _replace(self) -> None:
        self._pool.shutdown(cancel_futures=True)
        self._start()

    async def close(self) -> None:
        """For good."""
        with contextlib.suppress(*_LOST):
            await self.ready()
        self.kill()
        await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)

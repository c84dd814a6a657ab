"""An event loop with virtual time, which chooses among ready tasks by a seed.

Time stands still while anything is ready, then jumps to the next timer. asyncio promises that
callbacks run in the order in which they were scheduled. What the order of independent tasks is,
however, depends on which socket or thread was ready first, so here it is random: the next step is
drawn from all tasks that are ready. Plain callbacks stay in order among themselves, and so do the
steps of one task, the waiters of one lock and the messages of one connection.

Every callback belongs to the process in whose context it was scheduled. When a process is killed,
none of its callbacks run any more: its tasks are neither cancelled nor cleaned up.
"""

from __future__ import annotations

import asyncio
import heapq
import random
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar
from typing import Any

START_SECONDS = 1000.0
"""The virtual time at which every run starts."""

BURIAL_ROUNDS = 20
"""How often what is left at the end is cancelled before that counts as an error."""


class Machine:
    """A computer: its date can be set, and it can be started again."""

    def __init__(self, name: str, date_offset: float) -> None:
        self.name = name
        self.date_offset = date_offset
        """Seconds that its date is ahead of the virtual time."""


class Process:
    """A program that runs on a machine until it is killed."""

    def __init__(self, machine: Machine, name: str) -> None:
        self.machine = machine
        self.name = name
        self.alive = True
        self.context = Context()
        self.context.run(CURRENT.set, self)


CURRENT: ContextVar[Process | None] = ContextVar("current process", default=None)
"""The process whose code runs; None for everything outside the servers."""


class Stuck(Exception):
    """Nothing is left to run, and no timer will ever be due."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """An event loop with virtual time and a random order of tasks."""

    _ready: Any
    _scheduled: list[Any]
    _stopping: bool

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._chance = chance
        self._now = START_SECONDS
        self._stalled: list[Any] = []
        """What killed processes would still do."""
        self._tasks: dict[asyncio.Task[Any], None] = {}
        self.is_buried = False
        self.set_task_factory(self._create)

    def time(self) -> float:
        """Return the virtual time, in seconds."""
        return self._now

    def start(self, process: Process | None, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task in a process, or outside of all."""
        context = Context() if process is None else process.context
        return context.run(self.create_task, work)

    def call_outside(self, delay: float, callback: Callable[..., object], *arguments: Any) -> None:
        """Call something later that no killed process takes along."""
        self.call_later(delay, callback, *arguments, context=Context())

    def bury(self) -> None:
        """Cancel all tasks, those of killed processes too, and close the loop."""
        self.is_buried = True
        self._ready.extend(self._stalled)
        for _ in range(BURIAL_ROUNDS):
            tasks = [task for task in self._tasks if not task.done()]
            if not tasks:
                break
            for task in tasks:
                task.cancel()
            self.call_soon(self.call_soon, self.stop)
            self.run_forever()
        else:
            raise Stuck(f"tasks that can't be cancelled: {tasks}")
        self._scheduled.clear()
        self._ready.clear()
        self.close()

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Run a function at once, and return its result a little later, as a thread would."""
        done = self.create_future()

        def run() -> None:
            try:
                result = func(*args)
            except Exception as error:
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(result)

        self.call_later(self._chance.uniform(0.0, 0.02), run)
        return done

    def _create(self, _: object, work: Any, **options: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.Task(work, loop=self, **options)
        self._tasks[task] = None
        task.add_done_callback(self._forget)
        return task

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)

    def _run_once(self) -> None:
        """Run one callback: a step of a random task, or the first of the plain callbacks."""
        ready, scheduled = self._ready, self._scheduled
        while not ready and scheduled:
            self._now = max(self._now, scheduled[0]._when)
            while scheduled and scheduled[0]._when <= self._now:
                timer = heapq.heappop(scheduled)
                timer._scheduled = False
                if not timer._cancelled:
                    ready.append(timer)
        if not ready:
            if self._stopping:
                return
            raise Stuck("nothing is left to run")
        handle = self._choose()
        process = handle._context.get(CURRENT)
        if process is not None and not process.alive and not self.is_buried:
            self._stalled.append(handle)
        elif not handle._cancelled:
            handle._run()

    def _choose(self) -> Any:
        ready = self._ready
        if len(ready) == 1 or self.is_buried:
            return ready.popleft()
        at = self._chance.randrange(len(ready))
        if not _is_task_step(ready[at]):
            at = next(place for place, it in enumerate(ready) if not _is_task_step(it))
        handle = ready[at]
        del ready[at]
        return handle

    def _process_events(self, event_list: object) -> None:
        """There is no I/O."""

    def _write_to_self(self) -> None:
        """There are no threads."""

    def _timer_handle_cancelled(self, handle: object) -> None:
        """Cancelled timers are skipped when they are due."""


def _is_task_step(handle: Any) -> bool:
    return isinstance(getattr(handle._callback, "__self__", None), asyncio.Task)

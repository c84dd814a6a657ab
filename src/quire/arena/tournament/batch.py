"""A batch of games as it goes to another machine, and as a worker plays it there."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from threading import Event, Lock, Thread

import quire
from quire.arena.bots.sandbox import Level, Sandbox, chosen
from quire.arena.bots.spec import Bot, Kind
from quire.arena.tournament.plan import Plan
from quire.arena.tournament.referee import Bench
from quire.arena.tournament.results import GameLine
from quire.arena.tournament.runner import Job, Sitting, play_sitting
from quire.errors import AgentFailed, QuireError

POLL_SECONDS = 1.0


class ClusterFailed(QuireError):
    """The cluster cannot play what it was asked to."""

    code = "cluster"


@dataclass(frozen=True, slots=True)
class Posting:
    """A job as it goes to other machines, and what must be the same there."""

    job: Job
    wish: str
    """What is asked of the sandbox; every machine finds out what it has."""
    version: str
    """Quire's."""
    python: str
    """The interpreter here, in whose place every machine takes its own."""
    files: tuple[tuple[Path, str], ...]
    """The bots' programs, and what tells whether they are the same."""

    @classmethod
    def of(cls, plan: Plan, wish: str) -> Posting:
        """What a plan comes to. Raises a QuireError for a bot that there is not."""
        job = Job.of(plan, Sandbox(Level.OFF))
        paths = dict.fromkeys(path for bot in job.bots for path in _programs(bot))
        files = tuple((path, _digest(path)) for path in paths)
        return cls(job, wish, quire.__version__, sys.executable, files)

    def here(self) -> Job:
        """The job as this machine plays it. Raises a QuireError where something is not the same."""
        self.check_version()
        for path, digest in self.files:
            if _digest(path) != digest:
                raise AgentFailed(f"{path} on the worker differs from the file on this machine")
        bots = tuple(map(self._at_home, self.job.bots))
        return replace(self.job, bots=bots, sandbox=chosen(self.wish))

    def check_version(self) -> None:
        """Raises ClusterFailed unless Quire is the same on this machine."""
        if self.version != quire.__version__:
            raise ClusterFailed(
                f"version mismatch: this machine runs Quire {self.version}, the "
                f"worker runs {quire.__version__}"
            )

    def _at_home(self, bot: Bot) -> Bot:
        if bot.command[0] == self.python:
            bot = replace(bot, command=(sys.executable, *bot.command[1:]))
        # An agent has no files of its own; it starts wherever there is a directory.
        return replace(bot, directory=Path.cwd()) if bot.kind is Kind.AGENT else bot


def _programs(bot: Bot) -> list[Path]:
    """The files that a bot is: its class's, its script, or the program itself."""
    if bot.kind is Kind.AGENT:
        return []
    if bot.kind is Kind.PROGRAM:
        files = [Path(word) for word in bot.command[1:] if Path(word).is_file()]
        return files or [Path(bot.command[0])]
    return [Path(bot.spec.removeprefix("course:").rpartition(":")[0])]


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise AgentFailed(f"{path}: {error.strerror}") from None


_table = Lock()
"""One batch at a time in a process: two would wait for each other while their bots' clocks run."""


async def arrive(posting: Posting) -> Sandbox:
    """How the bots are shut in on this worker, once each of them has started there."""
    # The worker goes on answering the scheduler meanwhile.
    job = await asyncio.to_thread(_job_here, posting)
    return job.sandbox


def play_batch(posting: Posting, sittings: Sequence[Sitting]) -> list[GameLine]:
    """The games, played on this worker by bots that are started for them and ended after them."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks[worker.get_current_task()]
    try:
        with _table:
            job = _job_here(posting)
            with (
                Bench(job.sandbox, job.bounds) as bench,
                _while_wanted(lambda: task.state == "executing", bench) as check,
            ):
                games = []
                for sitting in sittings:
                    games.append(play_sitting(job, sitting, bench))
                    check()
                return games
    except (QuireError, OSError) as error:
        raise ClusterFailed(f"worker {worker.address}: {error}") from None


def _job_here(posting: Posting) -> Job:
    """Raises a QuireError unless every bot can play on this machine."""
    job = posting.here()
    try:
        _try_bots(job)
    except OSError as error:
        raise AgentFailed(str(error)) from None
    return job


@lru_cache(maxsize=8)
def _try_bots(job: Job) -> None:
    """Once a process: a worker may come when the tournament has long begun."""
    job.try_bots()


@contextmanager
def _while_wanted(wanted: Callable[[], bool], bench: Bench) -> Iterator[Callable[[], None]]:
    """Ends the bots as soon as nobody waits for the batch; then the check that it gives raises.

    Whoever stops a tournament leaves no worker behind that thinks about it for another hour.
    """
    from distributed import Reschedule

    over, given_up = Event(), Event()

    def watch() -> None:
        while not over.wait(POLL_SECONDS):
            if given_up.is_set() or not wanted():
                given_up.set()
                bench.interrupt()

    def check() -> None:
        if given_up.is_set():
            # Should somebody want it again, it must be played again: a bot was ended.
            raise Reschedule

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield check
    finally:
        over.set()
        watcher.join()

"""A batch of games, as it is sent to another machine and played by a worker there."""

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
from quire.arena.bots.pool import BotPool
from quire.arena.bots.sandbox import Level, Sandbox, select_sandbox
from quire.arena.bots.spec import Bot, Kind
from quire.arena.tournament.plan import Plan
from quire.arena.tournament.results import GameLine
from quire.arena.tournament.runner import Job, ScheduledGame, play_scheduled_game
from quire.errors import AgentFailed, QuireError

POLL_SECONDS = 1.0


class ClusterFailed(QuireError):
    """The cluster can't play the tournament."""

    code = "cluster"


@dataclass(frozen=True, slots=True)
class RemoteJob:
    """A job for other machines, and what must be the same there."""

    job: Job
    sandbox: str
    """The requested sandbox; every machine finds out what it supports."""
    version: str
    """The version of Quire."""
    python: str
    """The interpreter on this machine; a worker replaces it by its own."""
    files: tuple[tuple[Path, str], ...]
    """The bots' programs with their digests."""

    @classmethod
    def of(cls, plan: Plan, sandbox: str) -> RemoteJob:
        """Return the job of a plan. Raises a QuireError for a bot that does not exist."""
        job = Job.of(plan, Sandbox(Level.OFF))
        paths = dict.fromkeys(path for bot in job.bots for path in _programs(bot))
        files = tuple((path, _digest(path)) for path in paths)
        return cls(job, sandbox, quire.__version__, sys.executable, files)

    def localized(self) -> Job:
        """Return the job for this machine. Raises a QuireError if version or files differ."""
        self.check_version()
        for path, digest in self.files:
            if _digest(path) != digest:
                raise AgentFailed(f"{path} on the worker differs from the file on this machine")
        bots = tuple(map(self._localize, self.job.bots))
        return replace(self.job, bots=bots, sandbox=select_sandbox(self.sandbox))

    def check_version(self) -> None:
        """Raise ClusterFailed unless this machine has the same version of Quire."""
        if self.version != quire.__version__:
            raise ClusterFailed(
                f"version mismatch: this machine runs Quire {self.version}, the "
                f"worker runs {quire.__version__}"
            )

    def _localize(self, bot: Bot) -> Bot:
        if bot.command[0] == self.python:
            bot = replace(bot, command=(sys.executable, *bot.command[1:]))
        # A built-in agent has no files, so it can start in any directory.
        return replace(bot, directory=Path.cwd()) if bot.kind is Kind.AGENT else bot


def _programs(bot: Bot) -> list[Path]:
    """Return the files that a bot consists of: its class, its script, or the program itself."""
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


_one_batch = Lock()
"""Two batches in one process would compete for the CPU while their bots' clocks run."""


async def prepare_worker(remote_job: RemoteJob) -> Sandbox:
    """Start every bot once on this worker; return the sandbox they run in."""
    # In a thread, because the worker must keep answering the scheduler.
    job = await asyncio.to_thread(_job_here, remote_job)
    return job.sandbox


def play_batch(remote_job: RemoteJob, games: Sequence[ScheduledGame]) -> list[GameLine]:
    """Play the games on this worker, with bots that run only as long as the batch."""
    from distributed import get_worker

    worker = get_worker()
    task = worker.state.tasks[worker.get_current_task()]
    try:
        with _one_batch:
            job = _job_here(remote_job)
            with (
                BotPool(job.sandbox, job.resource_limits) as pool,
                _cancel_if_unwanted(lambda: task.state == "executing", pool) as check,
            ):
                played = []
                for game in games:
                    played.append(play_scheduled_game(job, game, pool))
                    check()
                return played
    except (QuireError, OSError) as error:
        raise ClusterFailed(f"worker {worker.address}: {error}") from None


def _job_here(remote_job: RemoteJob) -> Job:
    """Return the job, once every bot has been tried. Raises a QuireError if one can't play here."""
    job = remote_job.localized()
    try:
        _try_bots(job)
    except OSError as error:
        raise AgentFailed(str(error)) from None
    return job


@lru_cache(maxsize=8)
def _try_bots(job: Job) -> None:
    """Try the bots once per process: a worker may join in the middle of the tournament."""
    job.try_bots()


@contextmanager
def _cancel_if_unwanted(
    is_wanted: Callable[[], bool], pool: BotPool
) -> Iterator[Callable[[], None]]:
    """Kill the bots as soon as the batch is cancelled; the function that it yields then raises.

    Without this, a worker would keep playing for a tournament that has been stopped.
    """
    from distributed import Reschedule

    done, cancelled = Event(), Event()

    def watch() -> None:
        while not done.wait(POLL_SECONDS):
            if cancelled.is_set() or not is_wanted():
                cancelled.set()
                pool.interrupt()

    def check() -> None:
        if cancelled.is_set():
            # The result must not count, because a bot was killed: if it is wanted after all,
            # it must be played again.
            raise Reschedule

    watcher = Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield check
    finally:
        done.set()
        watcher.join()

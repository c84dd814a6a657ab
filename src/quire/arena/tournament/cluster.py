"""Play a tournament on the workers of a Dask cluster.

A task is a batch of games. If a worker is lost, Dask gives its tasks to another one. The games of a
task count only when the whole task has come back, so no game is counted twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import suppress
from typing import Any

import quire
from quire.arena.bots.sandbox import Sandbox
from quire.arena.tournament.batch import ClusterFailed, RemoteJob, play_batch, prepare_worker
from quire.arena.tournament.results import GameLine
from quire.arena.tournament.runner import ScheduledGame
from quire.errors import QuireError
from quire.games import find_game

CONNECT_SECONDS = 5.0
"""Time for the scheduler to answer."""

NO_WORKERS_TIMEOUT_SECONDS = 30.0

POLL_SECONDS = 1.0
"""Interval between two counts of the workers."""

BATCH_SECONDS = 10.0
"""Intended duration of a batch: much longer than its bots take to start, and little to lose."""

MAX_BATCH_ENCOUNTERS = 32
"""Maximum number of encounters per batch, however fast the games are."""


class ClusterExecutor:
    """The workers of a Dask cluster; their number may change at any time."""

    def __init__(self, address: str, remote_job: RemoteJob) -> None:
        """Raises ClusterFailed unless there is a worker and every worker can play."""
        self._address = address
        self._remote_job = remote_job
        job = remote_job.job
        self._seats = find_game(job.game).start(job.size).players
        self._games = 0
        self._seconds = 0.0
        """The total duration of these games."""
        self._client = _connect(address)
        try:
            self.sandboxes = self._try_workers()
            """Which sandbox is used on how many workers."""
        except BaseException:
            self.close()
            raise
        self._workers = self.sandboxes.total()
        self._counted = self._last_seen = time.monotonic()
        """When the workers were last counted, and when there last were any."""

    def _try_workers(self) -> Counter[Sandbox]:
        try:
            # The scheduler unpickles tasks, so it needs the same version as well.
            self._client.run_on_scheduler(self._remote_job.check_version)
            self._client.wait_for_workers(1, timeout=NO_WORKERS_TIMEOUT_SECONDS)
            found = self._client.run(prepare_worker, self._remote_job, on_error="return")
        except TimeoutError:
            raise ClusterFailed(f"{self._address} has no workers: {self._remedy}") from None
        except OSError as error:
            raise ClusterFailed(f"lost the connection to {self._address}: {error}") from None
        except Exception as error:
            raise ClusterFailed(f"scheduler {self._address}: {_describe(error)}") from None
        # A worker that has left by now does not matter; the others' errors do.
        there = {name: result for name, result in found.items() if not isinstance(result, OSError)}
        failed = [
            f"worker {name}: {_describe(result)}"
            for name, result in there.items()
            if isinstance(result, Exception)
        ]
        if failed or not there:
            raise ClusterFailed("\n".join(failed) or f"{self._address} lost all its workers")
        return Counter(there.values())

    @property
    def _remedy(self) -> str:
        return f"start one with `dask worker {self._address} --nthreads 1`"

    @property
    def batch(self) -> int:
        """Games per task: whole encounters for about ten seconds, judging by the games so far."""
        if not self._games:
            return self._seats
        encounter = self._seats * self._seconds / self._games
        return self._seats * round(
            min(max(1, BATCH_SECONDS / max(encounter, 0.001)), MAX_BATCH_ENCOUNTERS)
        )

    @property
    def max_tasks(self) -> int:
        """Two tasks per worker. Raises ClusterFailed if there have been no workers for long."""
        now = time.monotonic()
        if now > self._counted + POLL_SECONDS and self._client.status == "running":
            self._counted = now
            with suppress(OSError):  # if the scheduler is lost, its tasks fail as well
                self._workers = len(self._client.nthreads(callback_timeout=POLL_SECONDS))
        if self._workers:
            self._last_seen = now
        elif now > self._last_seen + NO_WORKERS_TIMEOUT_SECONDS:
            raise ClusterFailed(
                f"{self._address} has had no workers for {NO_WORKERS_TIMEOUT_SECONDS:g} s: "
                f"{self._remedy}, then "
                "continue with --resume"
            )
        return 2 * max(1, self._workers)

    def submit(self, games: Sequence[ScheduledGame]) -> Future[list[GameLine]]:
        """Play the games as one task."""
        future: Future[list[GameLine]] = Future()
        try:
            task = self._client.submit(play_batch, self._remote_job, list(games), pure=False)
        except Exception as error:  # the client is closed
            future.set_exception(BrokenExecutor(str(error)))
        else:
            self._client.loop.add_callback(self._deliver, task, games, future)
        return future

    async def _deliver(
        self, task: Any, games: Sequence[ScheduledGame], future: Future[list[GameLine]]
    ) -> None:
        try:
            played: list[GameLine] = await task
            if [game.id for game in played] != [game.id for game in games]:
                raise ClusterFailed("a worker returned games it was not asked to play")
        except BaseException as error:
            future.set_exception(_task_error(error))
        else:
            self._games += len(played)
            self._seconds += sum(sum(game.record.seconds) for game in played)
            future.set_result(played)

    def restart(self) -> None:
        """Connect again. Raises ClusterFailed if that fails."""
        self.close()
        try:
            self._client = _connect(self._address)
        except ClusterFailed as error:
            raise ClusterFailed(f"{error}; then continue with --resume") from None

    def close(self) -> None:
        """Disconnect from the cluster, which then cancels the pending tasks."""
        with suppress(OSError):
            self._client.close(timeout=CONNECT_SECONDS)


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterFailed("--cluster needs Dask: pip install 'quire[cluster]'") from None
    # Dask logs every lost connection to the terminal; what matters is raised as an error here.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        # A client without a scheduler takes long to close and logs errors, so check first.
        asyncio.run(asyncio.wait_for(_check_scheduler(address), CONNECT_SECONDS))
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except ValueError as error:
        raise ClusterFailed(
            f"{error}: give the address of a Dask scheduler, such as tcp://host:8786"
        ) from None
    except (OSError, ImportError):
        raise ClusterFailed(
            f"no Dask scheduler at {address}: start one with `dask scheduler`"
        ) from None


async def _check_scheduler(address: str) -> None:
    """Raise OSError if there is no answer, ValueError if it is not a scheduler."""
    from distributed import Security, rpc

    async with rpc(address, connection_args=Security().get_connection_args("client")) as other:
        kind = (await other.identity())["type"]
    if kind != "Scheduler":
        raise ValueError(f"{address} is a {kind.lower()}, not a scheduler")


def _describe(error: BaseException) -> str:
    """Return the message of an error; one that is not ours mostly means a missing Quire."""
    if isinstance(error, QuireError):
        return str(error)
    return f"{type(error).__name__}: {error}; is Quire {quire.__version__} installed there?"


def _task_error(error: BaseException) -> Exception:
    """Return the error to raise for a batch that did not come back."""
    from distributed import KilledWorker

    if isinstance(error, CancelledError | asyncio.CancelledError | OSError):
        return BrokenExecutor(str(error))  # the scheduler is lost or was restarted
    if isinstance(error, KilledWorker):
        problem = (
            f"{error.allowed_failures + 1} workers died while playing the same games, the last "
            f"at {error.last_worker.address}: check its log"
        )
    else:
        problem = _describe(error)
    return ClusterFailed(f"{problem}\nFinished games are saved; continue with --resume")

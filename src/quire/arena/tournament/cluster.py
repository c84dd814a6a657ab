"""A tournament on many machines: a hall whose games are played by the workers of a Dask cluster.

A task is a batch of games. Dask gives the tasks of a worker that is lost to another one, and what a
task has played counts when it has come back whole, so that every game is there once.
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
from quire.arena.tournament.batch import ClusterFailed, Posting, arrive, play_batch
from quire.arena.tournament.results import GameLine
from quire.arena.tournament.runner import Sitting
from quire.errors import QuireError
from quire.games import find_game

ANSWER = 5.0
"""Seconds for a scheduler to answer."""

NO_WORKERS_TIMEOUT_SECONDS = 30.0

LOOK = 1.0
"""Seconds between two looks at who is there."""

BATCH_SECONDS = 10.0
"""What a batch is to take: much longer than its bots take to start, and little to lose."""

BATCH_ENCOUNTERS = 32
"""The most that a batch holds, however fast its games are."""


class ClusterHall:
    """The workers of a Dask cluster, however many there are at the time."""

    def __init__(self, address: str, posting: Posting) -> None:
        """Raises ClusterFailed unless there is a worker, and all that there are can play."""
        self._address = address
        self._posting = posting
        job = posting.job
        self._seats = find_game(job.game).start(job.size).players
        self._games = 0
        self._seconds = 0.0
        """What those games took."""
        self._client = _connect(address)
        try:
            self.sandboxes = self._try_workers()
            """How bots are shut in, and on how many workers."""
        except BaseException:
            self.close()
            raise
        self._workers = self.sandboxes.total()
        self._looked = self._attended = time.monotonic()
        """When workers were counted, and when there were any."""

    def _try_workers(self) -> Counter[Sandbox]:
        try:
            # A scheduler reads the tasks that it gives away.
            self._client.run_on_scheduler(self._posting.check_version)
            self._client.wait_for_workers(1, timeout=NO_WORKERS_TIMEOUT_SECONDS)
            found = self._client.run(arrive, self._posting, on_error="return")
        except TimeoutError:
            raise ClusterFailed(f"{self._address} has no workers: {self._remedy}") from None
        except OSError as error:
            raise ClusterFailed(f"lost the connection to {self._address}: {error}") from None
        except Exception as error:
            raise ClusterFailed(f"scheduler {self._address}: {_plainly(error)}") from None
        # A worker that is gone by now will not play; the others' troubles are to be told.
        there = {name: it for name, it in found.items() if not isinstance(it, OSError)}
        failed = [
            f"worker {name}: {_plainly(it)}"
            for name, it in there.items()
            if isinstance(it, Exception)
        ]
        if failed or not there:
            raise ClusterFailed("\n".join(failed) or f"{self._address} lost all its workers")
        return Counter(there.values())

    @property
    def _remedy(self) -> str:
        return f"start one with `dask worker {self._address} --nthreads 1`"

    @property
    def batch(self) -> int:
        """Whole encounters, as many as take about ten seconds by what games took so far."""
        if not self._games:
            return self._seats
        encounter = self._seats * self._seconds / self._games
        return self._seats * round(
            min(max(1, BATCH_SECONDS / max(encounter, 0.001)), BATCH_ENCOUNTERS)
        )

    @property
    def at_once(self) -> int:
        """One that waits for each that plays. Raises ClusterFailed if nobody does for long."""
        now = time.monotonic()
        if now > self._looked + LOOK and self._client.status == "running":
            self._looked = now
            with suppress(OSError):  # a scheduler that is lost gives back its tasks as well
                self._workers = len(self._client.nthreads(callback_timeout=LOOK))
        if self._workers:
            self._attended = now
        elif now > self._attended + NO_WORKERS_TIMEOUT_SECONDS:
            raise ClusterFailed(
                f"{self._address} has had no workers for {NO_WORKERS_TIMEOUT_SECONDS:g} s: "
                f"{self._remedy}, then "
                "continue with --resume"
            )
        return 2 * max(1, self._workers)

    def submit(self, sittings: Sequence[Sitting]) -> Future[list[GameLine]]:
        """Has them played."""
        future: Future[list[GameLine]] = Future()
        try:
            task = self._client.submit(play_batch, self._posting, list(sittings), pure=False)
        except Exception as error:  # the client is closed, in one way or another
            future.set_exception(BrokenExecutor(str(error)))
        else:
            self._client.loop.add_callback(self._deliver, task, sittings, future)
        return future

    async def _deliver(
        self, task: Any, sittings: Sequence[Sitting], future: Future[list[GameLine]]
    ) -> None:
        try:
            games: list[GameLine] = await task
            if [game.id for game in games] != [sitting.id for sitting in sittings]:
                raise ClusterFailed("a worker returned games it was not asked to play")
        except BaseException as error:
            future.set_exception(_told(error))
        else:
            self._games += len(games)
            self._seconds += sum(sum(game.record.seconds) for game in games)
            future.set_result(games)

    def renew(self) -> None:
        """Connects again. Raises ClusterFailed if that is in vain."""
        self.close()
        try:
            self._client = _connect(self._address)
        except ClusterFailed as error:
            raise ClusterFailed(f"{error}; then continue with --resume") from None

    def close(self) -> None:
        """Leaves the cluster, which gives up what nobody waits for any more."""
        with suppress(OSError):
            self._client.close(timeout=ANSWER)


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise ClusterFailed("--cluster needs Dask: pip install 'quire[cluster]'") from None
    # It talks to the terminal about every connection that is lost; what matters is an error here.
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        # A client that was made for nobody takes long to go away, and complains.
        asyncio.run(asyncio.wait_for(_knock(address), ANSWER))
        return Client(address, timeout=ANSWER, set_as_default=False)
    except ValueError as error:
        raise ClusterFailed(
            f"{error}: give the address of a Dask scheduler, such as tcp://host:8786"
        ) from None
    except (OSError, ImportError):
        raise ClusterFailed(
            f"no Dask scheduler at {address}: start one with `dask scheduler`"
        ) from None


async def _knock(address: str) -> None:
    """Raises OSError if nobody answers, ValueError if it is not a scheduler."""
    from distributed import Security, rpc

    async with rpc(address, connection_args=Security().get_connection_args("client")) as other:
        kind = (await other.identity())["type"]
    if kind != "Scheduler":
        raise ValueError(f"{address} is a {kind.lower()}, not a scheduler")


def _plainly(error: BaseException) -> str:
    """An error of ours as it is; any other one mostly means that Quire is missing or different."""
    if isinstance(error, QuireError):
        return str(error)
    return f"{type(error).__name__}: {error}; is Quire {quire.__version__} installed there?"


def _told(error: BaseException) -> Exception:
    """What a batch that did not come back means for the tournament."""
    from distributed import KilledWorker

    if isinstance(error, CancelledError | asyncio.CancelledError | OSError):
        return BrokenExecutor(str(error))  # the scheduler is lost, or was begun anew
    if isinstance(error, KilledWorker):
        problem = (
            f"{error.allowed_failures + 1} workers died while playing the same games, the last "
            f"at {error.last_worker.address}: check its log"
        )
    else:
        problem = _plainly(error)
    return ClusterFailed(f"{problem}\nFinished games are saved; continue with --resume")

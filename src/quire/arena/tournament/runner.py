"""Play a tournament: games run in parallel, and each is saved as soon as it is over."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field
from itertools import chain, islice
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Protocol

from quire.arena.bots import scratch
from quire.arena.bots.fault import Fault
from quire.arena.bots.pool import BotPool
from quire.arena.bots.sandbox import ResourceLimits, Sandbox, cores
from quire.arena.bots.spec import Bot
from quire.arena.bots.spec import Kind as BotKind
from quire.arena.tournament.game_logs import write_logs
from quire.arena.tournament.pairing import Encounter, draw_opening, rounds
from quire.arena.tournament.plan import Kind, Plan
from quire.arena.tournament.referee import play_game
from quire.arena.tournament.results import GameLine, ResultsFile
from quire.arena.tournament.standings import encounter_points
from quire.core import Move
from quire.engine import make_agent
from quire.engine.workers import worker_pool
from quire.errors import AgentFailed, NotationError, QuireError
from quire.games import find_game
from quire.match.agent import Limit

MAX_REPLAYS = 2
"""How often a game is played again that a bot lost because the machine was overloaded."""

MAX_RESTARTS = 3
"""How often in a row, without a finished game between, an executor may lose its processes."""

POLL_SECONDS = 0.2
"""Interval between two checks whether to stop."""


@dataclass(frozen=True, slots=True)
class Job:
    """All that is needed to play any game of a tournament, on any machine."""

    game: str
    size: str
    bots: tuple[Bot, ...]
    limit: Limit
    sandbox: Sandbox
    resource_limits: ResourceLimits = field(default_factory=ResourceLimits)
    logs: Path | None = None
    """The directory for what passed between the referee and the bots in each game."""

    @classmethod
    def of(cls, plan: Plan, sandbox: Sandbox, logs: Path | None = None) -> Job:
        """Return the job of a plan. Raises a QuireError for a bot that does not exist."""
        return cls(plan.game, plan.start_size(), plan.entrants(), plan.limit(), sandbox, logs=logs)

    def try_bots(self) -> None:
        """Start every bot once. Raises AgentFailed, with the reasons, unless all get ready."""
        failed = []
        with BotPool(self.sandbox, self.resource_limits) as pool:
            for bot in self.bots:
                try:
                    pool.ready(bot, self.game, self.size)
                    if bot.kind is BotKind.AGENT:
                        self._try_agent(bot)
                except QuireError as error:
                    failed.append(f"{bot.name} cannot play: {error}")
                except Fault as fault:
                    failed.append(f"{bot.name} cannot play: {fault.detail}")
                pool.stop(bot)
        if failed:
            raise AgentFailed("\n".join(failed))

    def _try_agent(self, bot: Bot) -> None:
        """Raise a QuireError if a built-in agent can't play this game."""
        start = find_game(self.game).start(self.size)
        try:
            make_agent(bot.spec).choose(start, Limit(seconds=0.01, nodes=1))
        except AgentFailed:
            # The time may have been too short for it.
            make_agent(bot.spec).choose(start, self.limit)


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game to be played: which bot has which seat, and the opening moves."""

    id: str
    seats: tuple[int, ...]
    opening: tuple[Move, ...]


def play_scheduled_game(job: Job, game: ScheduledGame, pool: BotPool) -> GameLine:
    """Play one game of a tournament, again if the machine was overloaded and a bot lost by it."""
    bots = [job.bots[number] for number in game.seats]
    played = play_game(job.game, job.size, bots, pool, job.limit, game.opening)
    replays = 0
    while played.overloaded and replays < MAX_REPLAYS:
        played = play_game(job.game, job.size, bots, pool, job.limit, game.opening)
        replays += 1
    if job.logs is not None:
        write_logs(job.logs, game.id, played)
    return GameLine(
        id=game.id,
        record=played.record,
        forfeits=played.forfeits,
        opening=len(game.opening),
        cpu_seconds=played.cpu_seconds,
        sandbox=str(job.sandbox),
        replays=replays,
    )


class Executor(Protocol):
    """Where games are played."""

    @property
    def batch(self) -> int:
        """Games per task."""
        ...

    @property
    def max_tasks(self) -> int:
        """Tasks to submit before the first is done."""
        ...

    def submit(self, games: Sequence[ScheduledGame]) -> Future[list[GameLine]]:
        """Play the games as one task."""
        ...

    def restart(self) -> None:
        """Start again after processes were lost."""
        ...

    def close(self) -> None:
        """Stop; games in progress are cancelled."""
        ...


class LocalExecutor:
    """Processes on this machine, each with bots that keep running from game to game."""

    batch = 1

    def __init__(self, job: Job, workers: int) -> None:
        self._job = job
        self._workers = workers
        self._pool = worker_pool(workers)
        self._pids: set[int] = set()
        """The worker processes so far; one that is killed removes nothing."""

    @property
    def max_tasks(self) -> int:
        """One more per worker than is being played, so that no worker is idle."""
        return 2 * self._workers

    def submit(self, games: Sequence[ScheduledGame]) -> Future[list[GameLine]]:
        """Play the games as one task."""
        future = self._pool.submit(_play_in_worker, self._job, list(games))
        self._pids.update(self._pool._processes or {})
        return future

    def restart(self) -> None:
        """Start new processes."""
        self.close()
        self._pool = worker_pool(self._workers)

    def close(self) -> None:
        """Stop the processes."""
        workers = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()
        for pid in self._pids:
            scratch.remove_made_by(pid)
        self._pids.clear()


_bot_pool: BotPool | None = None


def _play_in_worker(job: Job, games: list[ScheduledGame]) -> list[GameLine]:
    global _bot_pool  # noqa: PLW0603  # a worker is a process for one job
    if _bot_pool is None:
        _bot_pool = BotPool(job.sandbox, job.resource_limits)
        Finalize(None, _bot_pool.close, exitpriority=1)
        signal.signal(signal.SIGTERM, _exit_worker)
    return [play_scheduled_game(job, game, _bot_pool) for game in games]


def _exit_worker(*_: object) -> None:
    """Leave no bot and no directory behind when the executor closes."""
    try:
        if _bot_pool is not None:
            _bot_pool.close()
        scratch.remove_all()  # of a bot that was about to start or to exit
    finally:
        os._exit(1)


def default_concurrency() -> int:
    """Games to play at once; one core is left for the referees and the rest of the machine."""
    return max(1, cores() - 1)


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of a tournament, which are played separately and then merged."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """`2/5` is the second of five. Raises NotationError."""
        number, _, of = text.partition("/")
        if not (number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
            raise NotationError(f"{text!r} is not a shard: write 1/4 for the first of four")
        return cls(int(number), int(of))

    def check(self, plan: Plan) -> None:
        """Raise NotationError for a plan that can't be sharded."""
        if self.of > 1 and plan.kind in (Kind.SWISS, Kind.KNOCKOUT):
            raise NotationError(
                f"{plan.kind} tournaments can't be sharded, because later pairings depend on "
                "earlier results"
            )

    def contains(self, place: int) -> bool:
        """Return whether the encounter at that place belongs to this shard."""
        return place % self.of == self.number - 1


WHOLE = Shard(1, 1)


def play_tournament(
    plan: Plan,
    file: ResultsFile,
    executor: Executor,
    *,
    shard: Shard = WHOLE,
    on_game: Callable[[GameLine], None] = lambda game: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> None:
    """Play the games that are not in the file yet; `on_game` is called after each of them."""
    shard.check(plan)
    for encounters in rounds(plan, lambda: encounter_points(file.results)):
        mine = [encounter for place, encounter in enumerate(encounters) if shard.contains(place)]
        missing = (
            encounter
            for encounter in _schedule(plan, mine)
            if encounter.id not in file.results.games
        )
        for game in _play_all(executor, missing, should_stop):
            file.add(game)
            on_game(game)
        if should_stop():
            return


def _schedule(plan: Plan, encounters: Iterable[Encounter]) -> Iterator[ScheduledGame]:
    for encounter in encounters:
        opening = draw_opening(plan, encounter)
        for number, seats in enumerate(encounter.seatings()):
            yield ScheduledGame(f"{encounter.id}#{number}", seats, opening)


def _play_all(
    executor: Executor, games: Iterator[ScheduledGame], should_stop: Callable[[], bool]
) -> Iterator[GameLine]:
    """Yield the games as they end. Those that a lost process leaves behind are played again."""
    pending: dict[Future[list[GameLine]], list[ScheduledGame]] = {}
    restarts = 0
    while not should_stop():
        while len(pending) < executor.max_tasks and (batch := list(islice(games, executor.batch))):
            pending[executor.submit(batch)] = batch
        if not pending:
            return
        done, _ = wait(pending, POLL_SECONDS, FIRST_COMPLETED)
        try:
            for future in done:
                played = future.result()
                del pending[future]
                restarts = 0
                yield from played
        except BrokenExecutor:
            restarts += 1
            if restarts == MAX_RESTARTS:
                raise AgentFailed(
                    "the worker processes keep being killed, perhaps for lack of memory: try "
                    "--concurrency 1 with --resume"
                ) from None
            lost = list(chain.from_iterable(pending.values()))
            games = chain(lost, games)
            pending.clear()
            executor.restart()

"""Play a tournament: games run in parallel, and each is saved as soon as it is over."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field, replace
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
from quire.arena.conditions.adjudication import NO_ADJUDICATION, Adjudication
from quire.arena.conditions.affinity import pin_worker
from quire.arena.conditions.bot_settings import Conditions
from quire.arena.conditions.opening import NO_OPENING, Opening, OpeningFile
from quire.arena.conditions.time_control import ClockSet
from quire.arena.tournament.game_logs import write_logs
from quire.arena.tournament.pairing import Encounter, opening_of, rounds
from quire.arena.tournament.plan import Kind, Plan
from quire.arena.tournament.referee import PlayedGame, play_game
from quire.arena.tournament.results import GameLine, ResultsFile
from quire.arena.tournament.standings import encounter_points
from quire.engine import make_agent
from quire.engine.ugi.protocol import Options
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
    conditions: tuple[Conditions, ...]
    """What each bot plays under."""
    sandbox: Sandbox
    resource_limits: ResourceLimits = field(default_factory=ResourceLimits)
    logs: Path | None = None
    """The directory for what passed between the referee and the bots in each game."""
    adjudication: Adjudication = NO_ADJUDICATION

    @classmethod
    def of(cls, plan: Plan, sandbox: Sandbox, logs: Path | None = None) -> Job:
        """Return the job of a plan. Raises a QuireError for a bot that does not exist."""
        bots, conditions = plan.entrants(), plan.conditions()
        for bot, under in zip(bots, conditions, strict=True):
            if bot.kind is BotKind.AGENT and under.control.limit.depth is not None:
                raise NotationError(
                    f"{bot.name}: built-in agents have no depth limit: use movetime, tc or nodes"
                )
        return cls(
            plan.game,
            plan.start_size(),
            bots,
            conditions,
            sandbox,
            logs=logs,
            adjudication=plan.adjudication(),
        )

    def with_options(self, options: Options) -> Job:
        """Return the job with these options for every bot, after its own."""
        return replace(
            self,
            conditions=tuple(
                replace(under, options=(*under.options, *options)) for under in self.conditions
            ),
        )

    def try_bots(self) -> None:
        """Start every bot once. Raises AgentFailed, with the reasons, unless all get ready."""
        failed = []
        with BotPool(self.sandbox, self.resource_limits) as pool:
            for bot, under in zip(self.bots, self.conditions, strict=True):
                try:
                    pool.ready(bot, self.game, self.size, options=under.options)
                    if bot.kind is BotKind.AGENT:
                        self._try_agent(bot, ClockSet([under.control]).limit(0))
                except QuireError as error:
                    failed.append(f"{bot.name} cannot play: {error}")
                except Fault as fault:
                    failed.append(f"{bot.name} cannot play: {fault.detail}")
                pool.stop(bot)
        if failed:
            raise AgentFailed("\n".join(failed))

    def _try_agent(self, bot: Bot, limit: Limit) -> None:
        """Raise a QuireError if a built-in agent can't play this game."""
        start = find_game(self.game).start(self.size)
        try:
            make_agent(bot.spec).choose(start, Limit(seconds=0.01, nodes=1))
        except AgentFailed:
            # The time may have been too short for it.
            make_agent(bot.spec).choose(start, limit)


@dataclass(frozen=True, slots=True)
class ScheduledGame:
    """A game to be played: which bot has which seat, and the opening moves."""

    id: str
    seats: tuple[int, ...]
    opening: Opening = NO_OPENING
    options: tuple[Options, ...] = ()
    """Options of the bot in each seat for this game alone, after its usual ones."""


def play_scheduled_game(job: Job, game: ScheduledGame, pool: BotPool) -> GameLine:
    """Play one game of a tournament, again if the machine was overloaded and a bot lost by it."""
    bots = [job.bots[number] for number in game.seats]
    under = [job.conditions[number] for number in game.seats]
    for seat, options in enumerate(game.options):
        under[seat] = replace(under[seat], options=(*under[seat].options, *options))

    def play() -> PlayedGame:
        return play_game(
            *(job.game, job.size, bots, pool, under, game.opening.moves),
            start=game.opening.start,
            adjudication=job.adjudication,
        )

    played, replays = play(), 0
    while played.overloaded and replays < MAX_REPLAYS:
        played, replays = play(), replays + 1
    if job.logs is not None:
        write_logs(job.logs, game.id, played)
    return GameLine(
        id=game.id,
        record=played.record,
        forfeits=played.forfeits,
        opening=len(game.opening.moves),
        cpu_seconds=played.cpu_seconds,
        sandbox=str(job.sandbox),
        replays=replays,
        info=played.info,
        adjudicated=played.adjudicated,
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

    def __init__(self, job: Job, workers: int, *, affinity: bool = False) -> None:
        """With affinity, every worker and its bots stay on one core."""
        self._job = job
        self._workers = workers
        self._affinity = affinity
        self._pool = worker_pool(workers)
        self._pids: set[int] = set()
        """The worker processes so far; one that is killed removes nothing."""

    @property
    def max_tasks(self) -> int:
        """One more per worker than is being played, so that no worker is idle."""
        return 2 * self._workers

    def submit(self, games: Sequence[ScheduledGame]) -> Future[list[GameLine]]:
        """Play the games as one task."""
        future = self._pool.submit(_play_in_worker, self._job, list(games), self._affinity)
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


def _play_in_worker(job: Job, games: list[ScheduledGame], affinity: bool) -> list[GameLine]:
    global _bot_pool  # noqa: PLW0603  # a worker is a process for one job
    if _bot_pool is None:
        if affinity:
            pin_worker()  # before its bots start: they inherit it
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
    is_decided: Callable[[Encounter], bool] = lambda encounter: False,
    should_stop: Callable[[], bool] = lambda: False,
) -> None:
    """Play the games that are not in the file yet; `on_game` is called after each of them.

    The games of encounters that are decided are left out.
    """
    shard.check(plan)
    openings = plan.opening_file()
    for encounters in rounds(plan, lambda: encounter_points(file.results)):
        mine = [encounter for place, encounter in enumerate(encounters) if shard.contains(place)]
        missing = (
            game
            for encounter in mine
            if not is_decided(encounter)
            for game in _games(plan, encounter, openings)
            if game.id not in file.results.games
        )
        for game in play_all(executor, missing, should_stop):
            file.add(game)
            on_game(game)
        if should_stop():
            return


def _games(
    plan: Plan, encounter: Encounter, openings: OpeningFile | None
) -> Iterator[ScheduledGame]:
    opening = opening_of(plan, encounter, openings)
    for number, seats in enumerate(encounter.seatings()):
        yield ScheduledGame(f"{encounter.id}#{number}", seats, opening)


def play_all(
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

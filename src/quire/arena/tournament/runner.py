"""A tournament as it is played: games side by side, each kept as soon as it is over."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field
from itertools import chain, islice
from multiprocessing.util import Finalize
from typing import Protocol

from quire.arena.bots import scratch
from quire.arena.bots.fault import Fault
from quire.arena.bots.sandbox import Bounds, Sandbox, cores
from quire.arena.bots.spec import Bot
from quire.arena.bots.spec import Kind as BotKind
from quire.arena.statistics.standings import encounter_points
from quire.arena.tournament.pairing import Encounter, draw_opening, rounds
from quire.arena.tournament.plan import Kind, Plan
from quire.arena.tournament.referee import Bench, judge
from quire.arena.tournament.results import GameLine, ResultsFile
from quire.arena.tournament.workers import worker_pool
from quire.core import Move
from quire.engine import make_agent
from quire.errors import AgentFailed, NotationError, QuireError
from quire.games import find_game
from quire.match.agent import Limit

LOST_HALLS = 3
"""So often processes that play may end, without a game between, until it is enough."""

LISTEN = 0.2
"""Seconds between two looks whether to stop."""


@dataclass(frozen=True, slots=True)
class Job:
    """All that is needed to play any game of a tournament, wherever that is."""

    game: str
    size: str
    bots: tuple[Bot, ...]
    limit: Limit
    sandbox: Sandbox
    bounds: Bounds = field(default_factory=Bounds)

    @classmethod
    def of(cls, plan: Plan, sandbox: Sandbox) -> Job:
        """What a plan comes to. Raises a QuireError for a bot that there is not."""
        return cls(plan.game, plan.start_size(), plan.entrants(), plan.limit(), sandbox)

    def try_bots(self) -> None:
        """Raises AgentFailed, with the reasons, unless every bot starts and gets ready."""
        failed = []
        with Bench(self.sandbox, self.bounds) as bench:
            for bot in self.bots:
                try:
                    bench.ready(bot, self.game, self.size)
                    if bot.kind is BotKind.AGENT:
                        self._try_agent(bot)
                except QuireError as error:
                    failed.append(f"{bot.name} cannot play: {error}")
                except Fault as fault:
                    failed.append(f"{bot.name} cannot play: {fault.detail}")
                bench.dismiss(bot)
        if failed:
            raise AgentFailed("\n".join(failed))

    def _try_agent(self, bot: Bot) -> None:
        """Raises a QuireError if an agent of our own has no move in this game."""
        start = find_game(self.game).start(self.size)
        try:
            make_agent(bot.spec).choose(start, Limit(seconds=0.01, nodes=1))
        except AgentFailed:
            # It may have been in too much of a hurry.
            make_agent(bot.spec).choose(start, self.limit)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game to be played: which bots in which seats, and the moves that it begins with."""

    id: str
    seats: tuple[int, ...]
    opening: tuple[Move, ...]


def play_sitting(job: Job, sitting: Sitting, bench: Bench) -> GameLine:
    """The game, played."""
    bots = [job.bots[number] for number in sitting.seats]
    judged = judge(job.game, job.size, bots, bench, job.limit, sitting.opening)
    return GameLine(
        id=sitting.id,
        record=judged.record,
        forfeits=judged.forfeits,
        opening=len(sitting.opening),
        cpu_seconds=judged.cpu_seconds,
        sandbox=str(job.sandbox),
    )


class Hall(Protocol):
    """Where games are played."""

    @property
    def batch(self) -> int:
        """How many games one task is."""
        ...

    @property
    def at_once(self) -> int:
        """How many tasks to give it before the first is done."""
        ...

    def submit(self, sittings: Sequence[Sitting]) -> Future[list[GameLine]]:
        """Has them played."""
        ...

    def renew(self) -> None:
        """Is as new, after processes were lost."""
        ...

    def close(self) -> None:
        """No more games; those under way are given up."""
        ...


class LocalHall:
    """Processes on this machine, each with bots that stay at work from game to game."""

    batch = 1

    def __init__(self, job: Job, workers: int) -> None:
        self._job = job
        self._workers = workers
        self._pool = worker_pool(workers)

    @property
    def at_once(self) -> int:
        """One that waits for each that plays, so that nobody is idle."""
        return 2 * self._workers

    def submit(self, sittings: Sequence[Sitting]) -> Future[list[GameLine]]:
        """Has them played."""
        return self._pool.submit(_play_here, self._job, list(sittings))

    def renew(self) -> None:
        """Is as new."""
        self.close()
        self._pool = worker_pool(self._workers)

    def close(self) -> None:
        """Ends the processes."""
        workers = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


_bench: Bench | None = None


def _play_here(job: Job, sittings: list[Sitting]) -> list[GameLine]:
    global _bench  # noqa: PLW0603  # a worker is a process for one job
    if _bench is None:
        _bench = Bench(job.sandbox, job.bounds)
        Finalize(None, _bench.close, exitpriority=1)
        signal.signal(signal.SIGTERM, _leave)
    return [play_sitting(job, sitting, _bench) for sitting in sittings]


def _leave(*_: object) -> None:
    """Nothing stays behind when the hall closes."""
    try:
        if _bench is not None:
            _bench.close()
        scratch.remove_all()  # of one that was about to start or to end
    finally:
        os._exit(1)


def default_concurrency() -> int:
    """One core is left for the referees and for the machine."""
    return max(1, cores() - 1)


@dataclass(frozen=True, slots=True)
class Shard:
    """One of several parts of a tournament, which are played apart and merged."""

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
        """Raises NotationError for a plan that cannot be played in parts."""
        if self.of > 1 and plan.kind in (Kind.SWISS, Kind.KNOCKOUT):
            raise NotationError(
                f"{plan.kind} tournaments can't be sharded, because later pairings depend on "
                "earlier results"
            )

    def holds(self, place: int) -> bool:
        """Whether the encounter at that place belongs to it."""
        return place % self.of == self.number - 1


WHOLE = Shard(1, 1)


def play_tournament(
    plan: Plan,
    file: ResultsFile,
    hall: Hall,
    *,
    shard: Shard = WHOLE,
    told: Callable[[GameLine], None] = lambda game: None,
    stopped: Callable[[], bool] = lambda: False,
) -> None:
    """Plays what is not in the file yet, until all is or it is stopped."""
    shard.check(plan)
    for encounters in rounds(plan, lambda: encounter_points(file.results)):
        mine = [it for place, it in enumerate(encounters) if shard.holds(place)]
        missing = (it for it in _sittings(plan, mine) if it.id not in file.results.games)
        for game in _played(hall, missing, stopped):
            file.add(game)
            told(game)
        if stopped():
            return


def _sittings(plan: Plan, encounters: Iterable[Encounter]) -> Iterator[Sitting]:
    for encounter in encounters:
        opening = draw_opening(plan, encounter)
        for number, seats in enumerate(encounter.seatings()):
            yield Sitting(f"{encounter.id}#{number}", seats, opening)


def _played(
    hall: Hall, sittings: Iterator[Sitting], stopped: Callable[[], bool]
) -> Iterator[GameLine]:
    """The games as they end. Those that a lost process leaves behind are played again."""
    waiting: dict[Future[list[GameLine]], list[Sitting]] = {}
    losses = 0
    while not stopped():
        while len(waiting) < hall.at_once and (batch := list(islice(sittings, hall.batch))):
            waiting[hall.submit(batch)] = batch
        if not waiting:
            return
        done, _ = wait(waiting, LISTEN, FIRST_COMPLETED)
        try:
            for future in done:
                games = future.result()
                del waiting[future]
                losses = 0
                yield from games
        except BrokenExecutor:
            losses += 1
            if losses == LOST_HALLS:
                raise AgentFailed(
                    "the worker processes keep being killed, perhaps for lack of memory: try "
                    "--concurrency 1 with --resume"
                ) from None
            lost = list(chain.from_iterable(waiting.values()))
            sittings = chain(lost, sittings)
            waiting.clear()
            hall.renew()

"""Many games between one agent and another, on all cores, from a seed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace

from quire.arena.tournament.workers import worker_pool
from quire.core import Position
from quire.engine import make_agent
from quire.engine.solver.solve import Solver
from quire.errors import AgentFailed
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Agent, Choice, Limit
from quire.match.game_loop import Played, play

TOLERANCE = 0.02
"""Seconds within which every engine obeys a limit."""

UNLOST_MEMORY = 1 << 27
"""Bytes for the solver that finds out who need not lose."""


@dataclass(frozen=True, slots=True)
class Duel:
    """One agent against another, who takes all the other seats; seats rotate.

    `opening` random moves begin each game; the games of one round, in which the one agent takes
    every seat once, begin alike, so that luck in the opening falls on both. If it is `unlost` the
    one agent, against a single other, sits only where by the exact value it need not lose, and
    every game has an opening of its own.
    """

    game: str
    size: str
    one: str
    other: str
    games: int
    limit: Limit = NO_LIMIT
    other_limit: Limit | None = None
    opening: int = 0
    seed: int = 1
    unlost: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """How a duel went for the one agent. `points` has a draw as a half; times are in seconds.

    `busiest` is the longest thought by the processor's clock, which stands still while the machine
    does something else; of all `thoughts` those are `late` that took longer by it than their limit
    and TOLERANCE. A game in which an agent failed counts for nobody: it is `failed`, and
    `failure` says what happened in the first of them.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    slowest: float = 0.0
    other_slowest: float = 0.0
    busiest: float = 0.0
    thoughts: int = 0
    late: int = 0
    failed: int = 0
    failure: str = ""

    @property
    def games(self) -> int:
        """How many were played to their end."""
        return self.wins + self.draws + self.losses

    def __add__(self, more: Score) -> Score:
        return Score(
            self.wins + more.wins,
            self.draws + more.draws,
            self.losses + more.losses,
            self.points + more.points,
            max(self.slowest, more.slowest),
            max(self.other_slowest, more.other_slowest),
            max(self.busiest, more.busiest),
            self.thoughts + more.thoughts,
            self.late + more.late,
            self.failed + more.failed,
            self.failure or more.failure,
        )


@dataclass(slots=True)
class Watched:
    """An agent whose thoughts are timed by the processor's clock."""

    agent: Agent
    busiest: float = 0.0
    thoughts: int = 0
    late: int = 0

    @property
    def name(self) -> str:
        """The agent's own."""
        return self.agent.name

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """What the agent chooses."""
        began = time.process_time()
        choice = self.agent.choose(position, limit)
        seconds = time.process_time() - began
        self.busiest = max(self.busiest, seconds)
        self.thoughts += 1
        self.late += limit.seconds is not None and seconds > limit.seconds + TOLERANCE
        return choice


def score(played: Played, seat: int) -> Score:
    """What one game adds for the agent in that seat."""
    share = played.share(seat)
    others = [time for player, time in enumerate(played.slowest) if player != seat]
    return Score(
        wins=share == 1,
        draws=0 < share < 1,
        losses=share == 0,
        points=share,
        slowest=played.slowest[seat],
        other_slowest=max(others),
    )


def opened(position: Position, moves: int, chance: random.Random) -> Position:
    """The position after that many random moves, none of which ends the game."""
    begin = position
    for _ in range(moves):
        position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is not None:
            return opened(begin, moves, chance)
    return position


def seatings(duel: Duel, number: int, chance: random.Random) -> Iterator[tuple[Position, int]]:
    """Where each game of a round starts, and the one agent's seat."""
    empty = find_game(duel.game).start(duel.size)
    games = range(min(empty.players, duel.games - number * empty.players))
    if not duel.unlost:
        start = opened(empty, duel.opening, chance)
        yield from ((start, seat) for seat in games)
        return
    solver = Solver(threads=1, memory=UNLOST_MEMORY)
    for game in games:
        start = opened(empty, duel.opening, chance)
        value = solver.solve(start, all_best=False).value or 0
        mover_sits = value > 0 or (value == 0 and game == 0)
        yield start, start.to_move if mover_sits else 1 - start.to_move


def play_round(duel: Duel, number: int) -> Score:
    """The games of one round: the one agent in every seat once."""
    chance = random.Random(f"{duel.seed} {number}")
    other_limit = duel.limit if duel.other_limit is None else duel.other_limit
    total = Score()
    for start, seat in seatings(duel, number, chance):
        specs = [duel.one if player == seat else duel.other for player in range(start.players)]
        agents = [Watched(make_agent(spec, seed=chance.getrandbits(32))) for spec in specs]
        limits = [duel.limit if player == seat else other_limit for player in range(start.players)]
        try:
            result = score(play(start, agents, limits), seat)
        except AgentFailed as error:
            result = Score(failed=1, failure=str(error))
        one = agents[seat]
        total += replace(result, busiest=one.busiest, thoughts=one.thoughts, late=one.late)
    return total


def play_duels(duels: list[Duel], workers: int, told: Callable[[int, Score], None]) -> list[Score]:
    """The score of each duel. `told(which, score)` hears of every round as it ends.

    The same duels give the same scores whatever the number of workers, if the agents are limited
    by nodes.
    """
    totals = [Score() for _ in duels]
    for which, part in _parts(duels, workers):
        totals[which] += part
        told(which, part)
    return totals


def _parts(duels: list[Duel], workers: int) -> Iterator[tuple[int, Score]]:
    rounds = [
        (which, number)
        for which, duel in enumerate(duels)
        for number in range(-(-duel.games // find_game(duel.game).start(duel.size).players))
    ]
    if workers <= 1:
        for which, number in rounds:
            yield which, play_round(duels[which], number)
        return
    with worker_pool(workers) as pool:
        try:
            jobs = [
                (which, pool.submit(play_round, duels[which], number)) for which, number in rounds
            ]
            # In their order, since sums of thirds depend on it.
            for which, job in jobs:
                yield which, job.result()
        except BrokenProcessPool as error:
            raise AgentFailed(
                "a worker process was killed, perhaps for lack of memory: try fewer --workers"
            ) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise

"""Matches between two agents, on all cores, from a seed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from quire.core import Position
from quire.engine import make_agent
from quire.engine.solver.solve import Solver
from quire.engine.workers import workers_at_work
from quire.errors import AgentFailed
from quire.games import find_game
from quire.match.agent import NO_LIMIT, Agent, Choice, Limit
from quire.match.game_loop import Played, play

TOLERANCE_SECONDS = 0.02
"""By how much an engine may exceed its limit."""

SOLVER_BYTES = 1 << 27
"""Memory of the solver that finds out which player need not lose."""


@dataclass(frozen=True, slots=True)
class Duel:
    """One agent against another, which takes all the other seats; seats rotate.

    Each game begins with `opening` random moves. In a round the one agent takes every seat once,
    and all its games have the same opening, so both profit from it. With `from_unlost_positions`
    the one agent, against a single other, gets the seat that need not lose by the exact value, and
    every game has a different opening.
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
    from_unlost_positions: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a duel for the one agent; a draw is half a point, times are in seconds.

    `slowest` is the longest move by wall time, `max_cpu_seconds` by CPU time. Of all `moves`, those
    are `late` whose CPU time exceeded the limit by more than TOLERANCE_SECONDS. A game in which an
    agent failed is not counted: it is `failed`, and `failure` describes the first of them.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    slowest: float = 0.0
    other_slowest: float = 0.0
    max_cpu_seconds: float = 0.0
    moves: int = 0
    late: int = 0
    failed: int = 0
    failure: str = ""

    @property
    def games(self) -> int:
        """The number of games that were played to the end."""
        return self.wins + self.draws + self.losses

    def __add__(self, more: Score) -> Score:
        return Score(
            self.wins + more.wins,
            self.draws + more.draws,
            self.losses + more.losses,
            self.points + more.points,
            max(self.slowest, more.slowest),
            max(self.other_slowest, more.other_slowest),
            max(self.max_cpu_seconds, more.max_cpu_seconds),
            self.moves + more.moves,
            self.late + more.late,
            self.failed + more.failed,
            self.failure or more.failure,
        )


@dataclass(slots=True)
class TimedAgent:
    """An agent whose CPU time per move is measured."""

    agent: Agent
    max_cpu_seconds: float = 0.0
    moves: int = 0
    late: int = 0

    @property
    def name(self) -> str:
        """The name of the agent."""
        return self.agent.name

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Choice:
        """Return the agent's choice."""
        began = time.process_time()
        choice = self.agent.choose(position, limit)
        seconds = time.process_time() - began
        self.max_cpu_seconds = max(self.max_cpu_seconds, seconds)
        self.moves += 1
        self.late += limit.seconds is not None and seconds > limit.seconds + TOLERANCE_SECONDS
        return choice


def score(played: Played, seat: int) -> Score:
    """Return the score of one game for the agent in that seat."""
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


def play_random_moves(position: Position, moves: int, chance: random.Random) -> Position:
    """Play that many random moves; none of them ends the game."""
    begin = position
    for _ in range(moves):
        position = position.play(chance.choice(position.legal_moves()))
        if position.outcome() is not None:
            return play_random_moves(begin, moves, chance)
    return position


def seatings(duel: Duel, number: int, chance: random.Random) -> Iterator[tuple[Position, int]]:
    """Yield the start of each game of a round, and the one agent's seat."""
    empty = find_game(duel.game).start(duel.size)
    games = range(min(empty.players, duel.games - number * empty.players))
    if not duel.from_unlost_positions:
        start = play_random_moves(empty, duel.opening, chance)
        yield from ((start, seat) for seat in games)
        return
    solver = Solver(threads=1, memory=SOLVER_BYTES)
    for game in games:
        start = play_random_moves(empty, duel.opening, chance)
        value = solver.solve(start, all_best=False).value or 0
        mover_sits = value > 0 or (value == 0 and game == 0)
        yield start, start.to_move if mover_sits else 1 - start.to_move


def play_round(duel: Duel, number: int) -> Score:
    """Play one round: the one agent in every seat once."""
    chance = random.Random(f"{duel.seed} {number}")
    other_limit = duel.limit if duel.other_limit is None else duel.other_limit
    total = Score()
    for start, seat in seatings(duel, number, chance):
        specs = [duel.one if player == seat else duel.other for player in range(start.players)]
        agents = [TimedAgent(make_agent(spec, seed=chance.getrandbits(32))) for spec in specs]
        limits = [duel.limit if player == seat else other_limit for player in range(start.players)]
        try:
            result = score(play(start, agents, limits), seat)
        except AgentFailed as error:
            result = Score(failed=1, failure=str(error))
        one = agents[seat]
        total += replace(
            result, max_cpu_seconds=one.max_cpu_seconds, moves=one.moves, late=one.late
        )
    return total


def play_duels(
    duels: list[Duel], workers: int, on_round: Callable[[int, Score], None]
) -> list[Score]:
    """Play duels and return their scores; `on_round(which, score)` is called after every round.

    If the agents are limited by nodes, the scores do not depend on the number of workers.
    """
    totals = [Score() for _ in duels]
    for which, part in _parts(duels, workers):
        totals[which] += part
        on_round(which, part)
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
    with workers_at_work(workers) as pool:
        jobs = [(which, pool.submit(play_round, duels[which], number)) for which, number in rounds]
        # In order, because floating-point sums of thirds depend on it.
        for which, job in jobs:
            yield which, job.result()

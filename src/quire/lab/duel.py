"""Many games between one agent and another, on all cores, from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing import get_context

from quire.arena.play import Played, play
from quire.core import Position
from quire.engine import make_agent
from quire.engine.agent import NO_LIMIT, Limit
from quire.errors import AgentFailed
from quire.games import find_game


@dataclass(frozen=True, slots=True)
class Duel:
    """One agent against another, who takes all the other seats; seats rotate.

    `opening` random moves begin each game; the games of one round, in which the one agent takes
    every seat once, begin alike, so that luck in the opening falls on both.
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


@dataclass(frozen=True, slots=True)
class Score:
    """How a duel went for the one agent. `points` has a draw as a half; times are in seconds."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0
    slowest: float = 0.0
    other_slowest: float = 0.0

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    def __add__(self, more: Score) -> Score:
        return Score(
            self.wins + more.wins,
            self.draws + more.draws,
            self.losses + more.losses,
            self.points + more.points,
            max(self.slowest, more.slowest),
            max(self.other_slowest, more.other_slowest),
        )


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


def play_round(duel: Duel, number: int) -> Score:
    """The games of one round: the one agent in every seat once."""
    chance = random.Random(f"{duel.seed} {number}")
    start = opened(find_game(duel.game).start(duel.size), duel.opening, chance)
    total = Score()
    for seat in range(min(start.players, duel.games - number * start.players)):
        specs = [duel.one if player == seat else duel.other for player in range(start.players)]
        agents = [make_agent(spec, seed=chance.getrandbits(32)) for spec in specs]
        other_limit = duel.limit if duel.other_limit is None else duel.other_limit
        limits = [duel.limit if player == seat else other_limit for player in range(start.players)]
        total += score(play(start, agents, limits), seat)
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
    # Fresh processes: a copy of one with threads of its own may hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            jobs = [
                (which, pool.submit(play_round, duels[which], number)) for which, number in rounds
            ]
            # In their order, since sums of thirds depend on it.
            for which, job in jobs:
                yield which, job.result()
        except BrokenProcessPool as error:
            raise AgentFailed(
                "a process that played games was ended from outside, perhaps for lack of memory; "
                "try fewer workers"
            ) from error
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise

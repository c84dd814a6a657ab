"""How the evaluation of Extreme Tic-Tac-Toe is learnt: by games of the search against itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quire import _native
from quire._native import Stop
from quire.engine.weights import pack

GAMES = 12_000
GENERATIONS = 5
NODES = 150


@dataclass(frozen=True, slots=True)
class Generation:
    """What one generation learnt: the mean logistic losses, and the content of a weights file."""

    generation: int
    positions: int
    seen: float
    unseen: float
    content: bytes


def train(
    games: int = GAMES,
    generations: int = GENERATIONS,
    nodes: int = NODES,
    seed: int = 1,
    threads: int = 1,
    stop: Stop | None = None,
    tell: Callable[[float], None] = lambda done: None,
) -> Iterator[Generation]:
    """Each generation when it has learnt; the last is the best. Threads do not change the result.

    A set `stop` ends it early, `tell` hears how much is done, 0 to 1.
    """
    training = _native.training(_native.start("extreme", "2x9x9"), seed)
    for number in range(generations):

        def part(which: int, number: int = number) -> Callable[[int, float, float], None]:
            return lambda _nodes, _seconds, done: tell((number + (which + done) / 2) / generations)

        positions = training.play(games, nodes=nodes, threads=threads, stop=stop, progress=part(0))
        if stop is not None and stop.is_set():
            return
        seen, unseen = training.learn(stop=stop, progress=part(1))
        if stop is not None and stop.is_set():
            return
        yield Generation(number + 1, positions, seen, unseen, pack(training.weights()))

"""Learn the evaluation of Extreme Tic-Tac-Toe from games of the search against itself."""

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
    """One generation: mean logistic losses of training and test set, and a weights file."""

    generation: int
    positions: int
    train_loss: float
    test_loss: float
    content: bytes


def train(
    games: int = GAMES,
    generations: int = GENERATIONS,
    nodes: int = NODES,
    seed: int = 1,
    threads: int = 1,
    stop: Stop | None = None,
    on_progress: Callable[[float], None] = lambda done: None,
) -> Iterator[Generation]:
    """Yield each generation; the last is the best. Threads do not change the result.

    Setting `stop` ends it early; `on_progress` receives the share that is done, 0 to 1.
    """
    training = _native.training(_native.start("extreme", "2x9x9"), seed)
    for number in range(generations):

        def part(which: int, number: int = number) -> Callable[[int, float, float], None]:
            def report(_nodes: int, _seconds: float, done: float) -> None:
                on_progress((number + (which + done) / 2) / generations)

            return report

        positions = training.play(games, nodes=nodes, threads=threads, stop=stop, progress=part(0))
        if stop is not None and stop.is_set():
            return
        train_loss, test_loss = training.learn(stop=stop, progress=part(1))
        if stop is not None and stop.is_set():
            return
        yield Generation(number + 1, positions, train_loss, test_loss, pack(training.weights()))

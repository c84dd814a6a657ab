"""Learn a game by self-play: `python examples/alphazero/train.py --minutes 1`.

Every iteration plays games with a tree search that the network guides, then trains the network on
what the search found and how the games ended. Every few iterations the result plays `perfect`, from
positions that it can win.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from network import Network
from search import Search

import quire
from quire.batch import NO_ACTION, Batch, Encoding, Symmetries


@dataclass(frozen=True)
class Settings:
    """What is learned and how."""

    game: str = "obstruction"
    size: str = "5x5"
    minutes: float = 1.0  # of CPU time
    games: int = 192  # per iteration
    simulations: int = 48  # per move
    hidden: int = 256
    random_plies: int = 3  # random moves that begin a game, at most
    varied_plies: int = 6  # first moves that are drawn by their visits
    batch: int = 512
    steps: int = 60  # of learning, per iteration
    memory: int = 30_000  # positions
    openings: int = 100  # of the measurement
    every: int = 12  # iterations between measurements
    seed: int = 1


Examples = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]
"""Observations, masks, policies and values, one row per position."""


def self_play(network: Network, settings: Settings, rng: np.random.Generator) -> Examples:
    """Play games to their end; return their positions with what the search and the end say."""
    batch = Batch(settings.game, settings.size, settings.games, autoreset=False)
    for ply in range(settings.random_plies):
        played = rng.integers(settings.random_plies + 1, size=len(batch)) > ply
        batch.step(np.where(played, batch.random_actions(rng), NO_ACTION))
    batch.reset(batch.over())
    payoffs = np.zeros((len(batch), batch.encoding.players), np.float32)
    found: list[tuple[np.ndarray, ...]] = []
    ply = 0
    while (alive := np.flatnonzero(~batch.over())).size:
        games = batch.take(alive)
        search = Search(games, network, settings.simulations)
        search.add_noise(rng)
        policies = search.run()
        found.append((games.observations(), games.masks(), policies, alive, games.to_move()))
        chosen = policies.argmax(1)
        if ply < settings.varied_plies:
            chosen = (policies.cumsum(1) > rng.random((len(alive), 1))).argmax(1)
        actions = np.full(len(batch), NO_ACTION)
        actions[alive] = chosen
        payoffs += batch.step(actions)[0]
        ply += 1
    observations, masks, policies, rows, movers = map(np.concatenate, zip(*found, strict=True))
    return observations, masks, policies, payoffs[rows, movers]


class Learner:
    """A network with the positions that it learns from."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.rng = np.random.default_rng(settings.seed)
        self.encoding = Encoding(settings.game, settings.size)
        self.symmetries = Symmetries(self.encoding)
        planes = int(np.prod(self.encoding.shape))
        self.network = Network(planes, len(self.encoding.moves), settings.hidden, self.rng)
        self.memory: list[np.ndarray] = []

    def iterate(self) -> None:
        """Play games, store their positions, and train the network."""
        played = self_play(self.network, self.settings, self.rng)
        old = self.memory or [it[:0] for it in played]
        self.memory = [
            np.concatenate([before, now])[-self.settings.memory :]
            for before, now in zip(old, played, strict=True)
        ]
        for _ in range(self.settings.steps):
            rows = self.rng.integers(len(self.memory[0]), size=self.settings.batch)
            observations, masks, policies, values = (it[rows] for it in self.memory)
            which = self.rng.integers(len(self.symmetries), size=len(rows))
            self.network.learn(
                self.symmetries.observations(observations, which),
                self.symmetries.policies(masks, which),
                self.symmetries.policies(policies, which),
                values,
            )


def won_openings(settings: Settings) -> list[quire.Position]:
    """Return positions after a few random moves that the player to move can win."""
    rng = np.random.default_rng(99)
    found: dict[str, quire.Position] = {}
    start = quire.start(settings.game, settings.size)
    tries = 0
    while len(found) < settings.openings and tries < 20 * settings.openings:
        tries += 1
        position = start
        for _ in range(rng.integers(4)):
            if position.outcome() is None:
                position = position.play(str(rng.choice(position.legal_moves())))
        if position.outcome() is None and quire.solve(position).outcome == "win":
            found[str(position)] = position
    return list(found.values())


def share_won(network: Network, openings: list[quire.Position], simulations: int) -> float:
    """Return the share of these openings that the network wins against `perfect`.

    With 0 simulations it plays the most probable move, without a search.
    """
    batch, perfect = Batch.of(openings), quire.make_agent("perfect")
    seats = batch.to_move()
    payoffs = np.zeros((len(batch), batch.encoding.players), np.float32)
    while (alive := np.flatnonzero(~batch.over())).size:
        actions = np.full(len(batch), NO_ACTION)
        ours = alive[batch.to_move()[alive] == seats[alive]]
        if ours.size:
            games = batch.take(ours)
            policies = network(games.observations(), games.masks())[0]
            if simulations:
                policies = Search(games, network, simulations).run()
            actions[ours] = policies.argmax(1)
        for game in set(alive.tolist()) - set(ours.tolist()):
            position = batch.position(game)
            actions[game] = position.index(perfect.choose(position).move)
        payoffs += batch.step(actions)[0]
    return float((payoffs[np.arange(len(batch)), seats] > 0).mean())


def train(settings: Settings, file: Path | None) -> None:
    """Learn for some minutes; print the measurements, and write all so far into the file."""
    learner, openings = Learner(settings), won_openings(settings)
    measured: list[dict[str, float]] = []
    seconds, iteration = 0.0, 0
    while True:
        over = seconds >= 60 * settings.minutes
        if iteration % settings.every == 0 or over:
            measured.append(
                {
                    "iteration": iteration,
                    "seconds": round(seconds, 1),
                    "alone": share_won(learner.network, openings, 0),
                    "search": share_won(learner.network, openings, settings.simulations),
                }
            )
            print(
                "iteration {iteration}, {seconds:.0f} s: wins {alone:.0%} of the won openings "
                "against perfect, {search:.0%} with search".format(**measured[-1]),
                flush=True,
            )
            if file:
                content = {"settings": asdict(settings), "measured": measured}
                file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        if over:
            return
        begun = time.process_time()
        learner.iterate()
        seconds += time.process_time() - begun
        iteration += 1


def main() -> None:
    """Read the command line and learn."""
    parser = argparse.ArgumentParser(description="Learn a game by self-play.")
    for name, value in asdict(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    parser.add_argument("--json", type=Path, help="write the measurements to this file")
    asked = vars(parser.parse_args())
    file = asked.pop("json")
    train(Settings(**asked), file)


if __name__ == "__main__":
    main()

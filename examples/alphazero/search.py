"""Monte Carlo tree search guided by a network, for many games at once.

The trees are arrays with one row per game and one column per node; node 0 is the position itself.
Turns need not alternate: a value changes its sign where the other player is to move.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from quire.batch import NO_ACTION, Batch

EXPLORATION = 1.5
NOISE, CONCENTRATION = 0.25, 10.0

Evaluate = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


class Search:
    """The search trees of a batch of two-player games that are not over."""

    def __init__(self, games: Batch, evaluate: Evaluate, simulations: int) -> None:
        nodes, actions = simulations + 1, len(games.encoding.moves)
        self.games, self.evaluate, self.rows = games, evaluate, np.arange(len(games))
        self.children = np.zeros((len(games), nodes, actions), np.int32)  # 0: not yet visited
        self.visits = np.zeros((len(games), nodes, actions), np.float32)
        self.values = np.zeros((len(games), nodes, actions), np.float32)  # sums, for the mover
        self.priors = np.zeros((len(games), nodes, actions), np.float32)
        self.movers = np.zeros((len(games), nodes), np.int8)
        self.priors[:, 0] = evaluate(games.observations(), games.masks())[0]
        self.movers[:, 0] = games.to_move()

    def add_noise(self, rng: np.random.Generator) -> None:
        """Mix random numbers (Dirichlet) into the priors of the first moves, for variety."""
        legal = self.games.masks() > 0
        noise = rng.gamma(CONCENTRATION / legal.sum(1, keepdims=True), size=legal.shape) * legal
        noise /= np.maximum(noise.sum(1, keepdims=True), 1e-9)
        self.priors[:, 0] = (1 - NOISE) * self.priors[:, 0] + NOISE * noise

    def run(self) -> np.ndarray:
        """Run all simulations; return how often each first move was visited, as shares."""
        for node in range(1, self.children.shape[1]):
            self._simulate(node)
        visits = self.visits[:, 0]
        return visits / np.maximum(visits.sum(1, keepdims=True), 1)

    def _simulate(self, new: int) -> None:
        """Follow the best moves to a new position in every game, and add its value to each move."""
        games = self.games.take(self.rows)
        nodes = np.zeros(len(games), np.int32)
        payoffs = np.zeros((len(games), 2), np.float32)
        path: list[tuple[np.ndarray, np.ndarray, np.ndarray]] = []
        walking = np.ones(len(games), bool)
        while walking.any():
            actions = np.where(walking, self._best(nodes), NO_ACTION)
            path.append((walking, nodes, actions))
            rewards, ended = games.step(actions)
            payoffs += rewards
            reached = self.children[self.rows, nodes, actions]
            nodes = np.where(walking, reached, nodes)
            walking = walking & (reached > 0) & ~ended
        movers = games.to_move()
        priors, values = self.evaluate(games.observations(), games.masks())
        over = games.over()
        values = np.where(over, payoffs[self.rows, movers], values)
        self.priors[:, new], self.movers[:, new] = priors, movers
        for step, (walked, parents, actions) in enumerate(path):
            edges = self.rows[walked], parents[walked], actions[walked]
            same = self.movers[edges[:2]] == movers[walked]
            self.visits[edges] += 1
            self.values[edges] += np.where(same, 1, -1) * values[walked]
            further = path[step + 1][0] if step + 1 < len(path) else np.zeros(len(games), bool)
            grown = walked & ~further & ~over
            self.children[self.rows[grown], parents[grown], actions[grown]] = new

    def _best(self, nodes: np.ndarray) -> np.ndarray:
        """Return the move to follow in each game: the best by mean value and prior (PUCT)."""
        visits = self.visits[self.rows, nodes]
        priors = self.priors[self.rows, nodes]
        mean = self.values[self.rows, nodes] / np.maximum(visits, 1)
        bonus = EXPLORATION * priors * np.sqrt(visits.sum(1, keepdims=True) + 1) / (1 + visits)
        return np.where(priors > 0, mean + bonus, -np.inf).argmax(1)

"""The example that learns by self-play: its gradients, its search, and that it learns."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quire
from quire.batch import Batch
from tests.brute_force import brute_force

EXAMPLE = Path(__file__).parents[2] / "examples" / "alphazero"


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """The modules of the example, as its script imports them."""
    monkeypatch.syspath_prepend(EXAMPLE)
    names = ("network", "search", "train")
    yield {name: import_module(name) for name in names}
    for name in names:
        del sys.modules[name]


def uniform(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Evaluate without knowledge: every legal move alike, every position even."""
    return masks / np.maximum(masks.sum(1, keepdims=True), 1), np.zeros(len(masks), np.float32)


def test_gradients_are_those_of_the_loss(modules: dict[str, Any]) -> None:
    rng = np.random.default_rng(1)
    network = modules["network"].Network(8, 4, 5, rng)
    # Without biases of 0, no layer's input is exactly 0, where its gradient would jump.
    network.weights = [it + rng.normal(0, 0.1, it.shape) for it in network.weights]
    gradients: list[np.ndarray] = []
    network._adam = gradients.extend
    masks = np.array([[1, 1, 0, 1], [1, 0, 1, 1], [0, 1, 1, 1]])
    policies = masks * rng.random((3, 4))
    policies /= policies.sum(1, keepdims=True)
    examples = rng.normal(size=(3, 2, 2, 2)), masks, policies, np.array([1.0, -1.0, 0.0])
    network.learn(*examples)
    for weights, gradient in zip(network.weights, list(gradients), strict=True):
        at = tuple(rng.integers(side) for side in weights.shape)
        losses = []
        for change in (1e-5, -1e-5):
            weights[at] += change
            losses.append(network.learn(*examples))
            weights[at] -= change
        assert gradient[at] == pytest.approx((losses[0] - losses[1]) / 2e-5, rel=1e-4, abs=1e-6)


@pytest.mark.parametrize(
    ("game", "texts"),
    [
        ("obstruction", ["..../..../..../.... 1", "X#../##../..../.... 2"]),
        ("sos", ["S.S/S../OS. 1 1-1", "SO./.OS/... 2 0-0"]),  # a player who scores moves again
    ],
)
def test_the_search_without_knowledge_finds_the_best_moves(
    modules: dict[str, Any], game: str, texts: list[str]
) -> None:
    positions = [quire.parse(game, text) for text in texts]
    batch = Batch.of(positions)
    policies = modules["search"].Search(batch, uniform, 500).run()
    assert policies.sum(1) == pytest.approx([1, 1])
    for position, policy in zip(positions, policies, strict=True):
        move = batch.encoding.moves[int(policy.argmax())]
        after = position.play(move)
        sign = 1 if after.to_move == position.to_move else -1
        best = brute_force(position)[0]
        assert np.sign(sign * brute_force(after)[0]) == np.sign(best)


def test_a_few_iterations_learn_a_small_board(modules: dict[str, Any]) -> None:
    train = modules["train"]
    settings = train.Settings(
        size="5x3", games=32, simulations=16, hidden=64, batch=128, steps=30, openings=30
    )
    learner, openings = train.Learner(settings), train.won_openings(settings)
    assert all(quire.solve(it).outcome == "win" for it in openings)
    before = train.share_won(learner.network, openings, 0)
    for _ in range(6):
        learner.iterate()
    assert before < 0.5 < train.share_won(learner.network, openings, 0)
    assert train.share_won(learner.network, openings, 16) > 0.8


def test_the_command_writes_its_measurements(
    modules: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "learning.json"
    options = "--size 3x3 --minutes 0 --openings 2 --simulations 4 --json"
    monkeypatch.setattr(sys, "argv", ["train.py", *options.split(), str(file)])
    modules["train"].main()
    written = json.loads(file.read_text("utf-8"))
    assert written["settings"]["size"] == "3x3"
    (measured,) = written["measured"]
    assert measured["iteration"] == 0
    assert 0 <= measured["alone"] <= 1

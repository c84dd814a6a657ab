"""A small network in NumPy: planes in, a policy and a value out, trained by Adam."""

from __future__ import annotations

import numpy as np

LEARNING_RATE = 1e-3
WEIGHT_DECAY = 1e-5
DECAYS = (0.9, 0.999)


class Network:
    """Two hidden layers, then one output per action and one for the value of the game."""

    def __init__(self, planes: int, actions: int, hidden: int, rng: np.random.Generator) -> None:
        def layer(inputs: int, outputs: int) -> list[np.ndarray]:
            weights = rng.normal(0, np.sqrt(2 / inputs), (inputs, outputs))
            return [weights.astype(np.float32), np.zeros(outputs, np.float32)]

        self.actions = actions
        self.weights = [*layer(planes, hidden), *layer(hidden, hidden), *layer(hidden, actions + 1)]
        self.weights[4] *= 0.1  # at first every move is about as good as any other
        self._means = [np.zeros_like(it) for it in self.weights]
        self._squares = [np.zeros_like(it) for it in self.weights]
        self._steps = 0

    def __call__(
        self, observations: np.ndarray, masks: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the probabilities of the legal actions, and the value for the player to move."""
        *_, policy, value = self._forward(observations, masks)
        return policy, value

    def learn(
        self, observations: np.ndarray, masks: np.ndarray, policies: np.ndarray, values: np.ndarray
    ) -> float:
        """Do one step towards these policies and values; return the loss before it."""
        flat, first, second, policy, value = self._forward(observations, masks)
        count = len(flat)
        loss = -(policies * np.log(policy + 1e-9)).sum(1) + (value - values) ** 2
        outputs = np.empty((count, self.actions + 1), policy.dtype)
        outputs[:, :-1] = policy - policies  # the gradient of the cross entropy
        outputs[:, -1] = 2 * (value - values) * (1 - value**2)
        outputs /= count
        gradients = []
        for layer, inputs in ((4, second), (2, first), (0, flat)):
            gradients += [outputs.sum(0), inputs.T @ outputs]
            if layer:
                outputs = (outputs @ self.weights[layer].T) * (inputs > 0)
        self._adam(gradients[::-1])
        return float(loss.mean())

    def _forward(self, observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, ...]:
        flat = observations.reshape(len(observations), -1)
        first = np.maximum(flat @ self.weights[0] + self.weights[1], 0)
        second = np.maximum(first @ self.weights[2] + self.weights[3], 0)
        outputs = second @ self.weights[4] + self.weights[5]
        scores = np.where(masks > 0, outputs[:, :-1], -1e9)
        policy = np.exp(scores - scores.max(1, keepdims=True)) * (masks > 0)
        policy /= np.maximum(policy.sum(1, keepdims=True), 1e-9)
        return flat, first, second, policy, np.tanh(outputs[:, -1])

    def _adam(self, gradients: list[np.ndarray]) -> None:
        self._steps += 1
        for at, gradient in enumerate(gradients):
            self._means[at] += (1 - DECAYS[0]) * (gradient - self._means[at])
            self._squares[at] += (1 - DECAYS[1]) * (gradient**2 - self._squares[at])
            mean = self._means[at] / (1 - DECAYS[0] ** self._steps)
            square = self._squares[at] / (1 - DECAYS[1] ** self._steps)
            step = mean / (np.sqrt(square) + 1e-8) + WEIGHT_DECAY * self.weights[at]
            self.weights[at] -= LEARNING_RATE * step

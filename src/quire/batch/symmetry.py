"""The symmetries of a board as permutations of arrays, to learn more from each position."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from quire.batch.encoding import Encoding


class Symmetries:
    """Every way to turn and mirror a board of one size; number 0 changes nothing.

    `actions[k][a]` is the action that `a` becomes under symmetry `k`, and `places[k][p]` where the
    place `p` of a plane goes, row by row. A game says in its profile which symmetries it has.

    >>> symmetries = Symmetries(Encoding("line", "5"))
    >>> len(symmetries), symmetries.places.tolist()
    (2, [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]])
    """

    def __init__(self, encoding: Encoding) -> None:
        self.encoding = encoding
        views = [
            view
            for view in encoding.game.profile.symmetries(str(encoding.start))
            if encoding.game.parse(view.text).size == encoding.size  # not an oblong board upright
        ]
        indexes = {move: action for action, move in enumerate(encoding.moves)}
        self.actions = np.array(
            [[indexes[view.there(move)] for move in encoding.moves] for view in views], np.intp
        )
        area = encoding.shape[1] * encoding.shape[2]
        self.places = np.tile(np.arange(area), (len(views), 1))
        places = np.array(encoding.places)
        for number, moved in enumerate(self.actions):
            self.places[number, places] = places[moved]
        self._actions_from = np.argsort(self.actions)
        self._places_from = np.argsort(self.places)

    def __len__(self) -> int:
        return len(self.actions)

    def observations(self, observations: NDArray[Any], which: ArrayLike) -> NDArray[Any]:
        """Return observations under a symmetry: one for all of them, or one each.

        Boards can be given too: all but the last two dimensions may be anything.
        """
        flat = observations.reshape(*observations.shape[:-2], -1)
        return _permuted(flat, self._places_from[self._numbers(which)]).reshape(observations.shape)

    def policies(self, policies: NDArray[Any], which: ArrayLike) -> NDArray[Any]:
        """Return arrays with one value per action, such as masks, under a symmetry."""
        return _permuted(policies, self._actions_from[self._numbers(which)])

    def _numbers(self, which: ArrayLike) -> NDArray[np.intp]:
        numbers = np.asarray(which, np.intp)
        if ((numbers < 0) | (numbers >= len(self))).any():
            raise ValueError(f"symmetries are numbered 0 to {len(self) - 1}")
        return numbers


def _permuted(values: NDArray[Any], sources: NDArray[np.intp]) -> NDArray[Any]:
    """Take the last dimension in another order; `sources` is one order, or one per first index."""
    if sources.ndim == 1:
        return values[..., sources]
    between = (1,) * (values.ndim - sources.ndim)
    orders = sources.reshape(sources.shape[0], *between, sources.shape[-1])
    return np.take_along_axis(values, np.broadcast_to(orders, values.shape), -1)

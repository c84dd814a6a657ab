"""Tic-tac-toe: its facts and words. It has no profile, so every default is used."""

from __future__ import annotations

from functools import partial

from quire import _native
from quire.core import Game, Sizes

_SIZES = Sizes(
    summary="columns x rows, 3 to 6 each",
    default="3x3",
    common=("3x3", "4x4"),
    normalise=partial(_native.normalise_size, "tictactoe"),
)

GAME = Game(
    key="tictactoe",
    title="Tic-tac-toe",
    summary="Mark an empty cell. Three in a row win.",
    sizes=_SIZES,
    online_sizes=_SIZES,
    drawable=True,
    marks=("X", "O"),
)

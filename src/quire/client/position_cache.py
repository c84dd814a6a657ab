"""The position of a followed game, replayed incrementally."""

from __future__ import annotations

from quire.core import Position, step
from quire.games import find_game
from quire.wire.protocol import State


class PositionCache:
    """The last position that was requested, and the moves that led to it."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._moves: tuple[str, ...] = ()

    def position(self, state: State) -> Position:
        """Return the position of a state."""
        known = len(self._moves)
        position = self._position
        if position is None or self._moves != state.moves[:known]:
            position, known = find_game(state.game).start(state.size), 0
        for entry in state.moves[known:]:
            position = step(position, entry)
        self._position, self._moves = position, state.moves
        return position

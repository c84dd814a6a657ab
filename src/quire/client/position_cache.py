"""The position of a game that is followed, replayed no further than it has to be."""

from __future__ import annotations

from quire.core import Position, step
from quire.games import find_game
from quire.wire.protocol import State


class Line:
    """The last position that was asked for, and the entries of the record that led there."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._moves: tuple[str, ...] = ()

    def position(self, state: State) -> Position:
        """The position of that state."""
        known = len(self._moves)
        position = self._position
        if position is None or self._moves != state.moves[:known]:
            position, known = find_game(state.game).start(state.size), 0
        for entry in state.moves[known:]:
            position = step(position, entry)
        self._position, self._moves = position, state.moves
        return position

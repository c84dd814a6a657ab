"""A game as numbers, for machine learning: observations, actions and payoffs."""

from __future__ import annotations

from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from quire import _native
from quire.core import Move, Position
from quire.errors import IllegalMove
from quire.games import find_game


class Encoding:
    """A game on a board of one size as numbers: its actions, planes and payoffs.

    An action is the index of its move in `game.moves(size)`. A plane is as large as the drawn
    board. Players are counted from the observer: `marks+0` are the observer's marks, `marks+1` the
    next player's.

    >>> encoding = Encoding("sos", "5x5")
    >>> encoding.planes
    ('S', 'O', 'open', 'to_move+0', 'to_move+1', 'points+0', 'points+1')
    >>> encoding.shape, len(encoding.moves)
    ((7, 5, 5), 50)
    """

    def __init__(self, game: str, size: str | int | None = None) -> None:
        self.game = find_game(game)
        self.start = self.game.start(size)
        self.size = self.start.size
        self.players = self.start.players
        self.moves = self.game.moves(self.size)
        # If players have no marks of their own, a move starts with the mark that it writes.
        self.marks = self.game.marks or tuple(dict.fromkeys(move[0] for move in self.moves))
        """The marks on the board, by which `Batch.boards` counts from 1."""
        picture = self.game.draw(self.start)
        height, width = picture.height, picture.width
        places = {cell.name: int(cell.y * width + cell.x) for cell in picture.cells}
        if any(cell.x % 1 or cell.y % 1 for cell in picture.cells):  # no grid: all in one row
            height, width = 1, len(picture.cells)
            places = {cell.name: at for at, cell in enumerate(picture.cells)}
        # A move is an optional mark, then the cell.
        self.places = [places[move if move in places else move[1:]] for move in self.moves]
        """The place of every action's cell in a plane, row by row."""
        self.encoder = _native.encoder(
            self.start,
            height * width,
            "".join(self.marks),
            bool(self.game.marks),
            self.game.has_points(self.size),
            [places[cell] for cell in self.start.cells()],
            self.places,
        )
        self.planes = tuple(self._plane_names())
        self.shape = (len(self.planes), height, width)

    def __reduce__(self) -> tuple[type[Encoding], tuple[str, str]]:
        return Encoding, (self.game.key, self.size)

    @property
    def max_points(self) -> int:
        """Upper bound of a player's points: a line has a middle cell and one of four directions."""
        return 4 * len(self.start.cells())

    def highest(self) -> NDArray[np.float32]:
        """Return the largest value that each entry of an observation can have."""
        high = np.ones(self.shape, np.float32)
        high[[name.startswith("points") for name in self.planes]] = self.max_points
        return high

    def actions(self, position: Position) -> list[int]:
        """Return the legal actions in ascending order; none once the game is over."""
        return self.encoder.actions(position)

    def mask(self, position: Position) -> NDArray[np.int8]:
        """Return 1 for every legal action and 0 for all others."""
        mask = np.empty(len(self.moves), np.int8)
        self.encoder.mask(position, mask)
        return mask

    def move(self, action: SupportsIndex) -> Move:
        """Return the move of an action. Raises IllegalMove if there is no such action."""
        number = action.__index__()
        if not 0 <= number < len(self.moves):
            raise IllegalMove(
                f"no action {number}: {self.game.key} {self.size} has actions 0 to "
                f"{len(self.moves) - 1}"
            )
        return self.moves[number]

    def play(self, position: Position, action: SupportsIndex) -> Position:
        """Return the position after an action. Raises IllegalMove."""
        return position.play(self.move(action))

    def observe(self, position: Position, player: int) -> NDArray[np.float32]:
        """Return the planes as a player sees them: of `shape`, 0 or 1 except the points."""
        if not 0 <= player < self.players:
            raise ValueError(f"no player {player}: players are numbered 0 to {self.players - 1}")
        seen = np.empty(self.shape, np.float32)
        self.encoder.observe(position, player, seen)
        return seen

    def payoffs(self, position: Position) -> list[float]:
        """Return each player's payoff, from -1 to 1 and 0 in total; all 0 before the end.

        It is the share of opponents ranked below, minus the share of those above: with two players
        1 for a win, -1 for a loss, 0 for a draw.
        """
        return self.encoder.payoffs(position)

    def _plane_names(self) -> list[str]:
        kinds = ["to_move", *(["points"] if self.game.has_points(self.size) else [])]
        by_player = [f"marks+{step}" for step in range(self.players)]
        return [
            *(by_player if self.game.marks else self.marks),
            "open",
            *(f"{kind}+{step}" for kind in kinds for step in range(self.players)),
            *(["bonus"] if self.encoder.has_bonus else []),
        ]

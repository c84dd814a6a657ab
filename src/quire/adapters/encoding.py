"""A game as numbers, for machine learning: observations, actions and payoffs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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

    def __init__(self, game: str, size: str | None = None) -> None:
        self.game = find_game(game)
        self.start = self.game.start(size)
        self.size = self.start.size
        self.players = self.start.players
        self.moves = self.game.moves(self.size)
        self._actions = {move: action for action, move in enumerate(self.moves)}
        # If players have no marks of their own, a move starts with the mark that it writes.
        self._letters = (
            () if self.game.marks else tuple(dict.fromkeys(move[0] for move in self.moves))
        )
        self.planes = tuple(self._plane_names())
        picture = self.game.draw(self.start)
        height, width = picture.height, picture.width
        places = {cell.name: int(cell.y * width + cell.x) for cell in picture.cells}
        if any(cell.x % 1 or cell.y % 1 for cell in picture.cells):  # no grid: all in one row
            height, width = 1, len(picture.cells)
            places = {cell.name: at for at, cell in enumerate(picture.cells)}
        self.shape = (len(self.planes), height, width)
        self._places = np.array([places[cell] for cell in self.start.cells()])
        # A move is an optional mark, then the cell.
        self._move_places = np.array(
            [places[move if move in places else move[1:]] for move in self.moves]
        )

    def __reduce__(self) -> tuple[type[Encoding], tuple[str, str]]:
        return Encoding, (self.game.key, self.size)

    @property
    def max_points(self) -> int:
        """Upper bound of a player's points: a line has a middle cell and one of four directions."""
        return 4 * len(self._places)

    def actions(self, position: Position) -> list[int]:
        """Return the legal actions in ascending order; none once the game is over."""
        return [self._actions[move] for move in position.legal_moves()]

    def mask(self, position: Position) -> NDArray[np.int8]:
        """Return 1 for every legal action and 0 for all others."""
        mask = np.zeros(len(self.moves), np.int8)
        mask[self.actions(position)] = 1
        return mask

    def move(self, action: int) -> Move:
        """Return the move of an action. Raises IllegalMove if there is no such action."""
        if not 0 <= action < len(self.moves):
            raise IllegalMove(
                f"no action {action}: {self.game.key} {self.size} has actions 0 to "
                f"{len(self.moves) - 1}"
            )
        return self.moves[action]

    def play(self, position: Position, action: int) -> Position:
        """Return the position after an action. Raises IllegalMove."""
        return position.play(self.move(action))

    def observe(self, position: Position, player: int) -> NDArray[np.float32]:
        """Return the planes as a player sees them: of `shape`, 0 or 1 except the points."""
        if not 0 <= player < self.players:
            raise ValueError(f"no player {player}: players are numbered 0 to {self.players - 1}")
        players = [(player + step) % self.players for step in range(self.players)]
        marks = np.array(list(position.cells().values()))
        seen = np.zeros(self.shape, np.float32)
        flat = seen.reshape(len(seen), -1)
        shown = self._letters or [self.game.marks[player] for player in players]
        for plane, mark in enumerate(shown):
            flat[plane, self._places] = marks == mark
        actions = self.actions(position)
        flat[len(shown), self._move_places[actions]] = 1
        whole: list[float] = [bool(actions) and position.to_move == seat for seat in players]
        if self.game.has_points(self.size):
            whole += [position.points[player] for player in players]
        if self.game.is_bonus is not None:
            whole.append(self.game.is_bonus(position))
        flat[len(shown) + 1 :] = np.array(whole, np.float32)[:, None]
        return seen

    def payoffs(self, position: Position) -> list[float]:
        """Return each player's payoff, from -1 to 1 and 0 in total; all 0 before the end.

        It is the share of opponents ranked below, minus the share of those above: with two players
        1 for a win, -1 for a loss, 0 for a draw.
        """
        outcome = position.outcome()
        if outcome is None:
            return [0.0] * self.players
        return [
            sum((other > rank) - (other < rank) for other in outcome.ranks) / (self.players - 1)
            for rank in outcome.ranks
        ]

    def _plane_names(self) -> list[str]:
        kinds = ["to_move", *(["points"] if self.game.has_points(self.size) else [])]
        return [
            *(self._letters or [f"marks+{step}" for step in range(self.players)]),
            "open",
            *(f"{kind}+{step}" for kind in kinds for step in range(self.players)),
            *(["bonus"] if self.game.is_bonus is not None else []),
        ]

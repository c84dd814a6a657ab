"""A game as numbers: what a learning program sees, does and gets."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from quire.core import Move, Position
from quire.errors import IllegalMove
from quire.games import find_game


class Encoding:
    """A game on a board of one size as numbers: its actions, planes and payoffs.

    An action is the place of its move in `game.moves(size)`. A plane is as large as the board is
    drawn. Players are counted from the one who observes: `marks+0` are the observer's own, `+1`
    is the next player.

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
        # Where players have no marks of their own, a move begins with the mark that it writes.
        self._letters = (
            () if self.game.marks else tuple(dict.fromkeys(move[0] for move in self.moves))
        )
        self.planes = tuple(self._plane_names())
        picture = self.game.draw(self.start)
        self.shape = (len(self.planes), picture.height, picture.width)
        places = {cell.name: cell.y * picture.width + cell.x for cell in picture.cells}
        self._places = np.array([places[cell] for cell in self.start.cells()])
        # A move is an optional mark, then the cell.
        self._move_places = np.array(
            [places[move if move in places else move[1:]] for move in self.moves]
        )

    def __reduce__(self) -> tuple[type[Encoding], tuple[str, str]]:
        return Encoding, (self.game.key, self.size)

    @property
    def most_points(self) -> int:
        """More points than anybody can make: each line has a middle cell and one of four ways."""
        return 4 * len(self._places)

    def actions(self, position: Position) -> list[int]:
        """Every legal action, in ascending order; none once the game is over."""
        return [self._actions[move] for move in position.legal_moves()]

    def mask(self, position: Position) -> NDArray[np.int8]:
        """For every action 1 if it is legal, else 0."""
        mask = np.zeros(len(self.moves), np.int8)
        mask[self.actions(position)] = 1
        return mask

    def move(self, action: int) -> Move:
        """The move that an action stands for; IllegalMove if it stands for none."""
        if not 0 <= action < len(self.moves):
            raise IllegalMove(
                f"no action {action}: {self.game.key} {self.size} has actions 0 to "
                f"{len(self.moves) - 1}"
            )
        return self.moves[action]

    def play(self, position: Position, action: int) -> Position:
        """The position after an action. Raises IllegalMove."""
        return position.play(self.move(action))

    def observe(self, position: Position, player: int) -> NDArray[np.float32]:
        """The planes as a player sees them: an array of `shape`, 0 or 1 but for the points."""
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
        """What each player gets, from -1 to 1 and 0 in all; nothing before the end.

        It is the share of the opponents who ended below, less the share of those above: with two
        players 1 for the win, -1 for the loss, 0 for a draw.
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

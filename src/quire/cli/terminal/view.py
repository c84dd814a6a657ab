"""Show a game in the terminal: players, board, score, result."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from quire.cli.terminal.screen import Screen
from quire.core import Game, Outcome, PictureSequence, Position, player_who_left


class View:
    """The texts and boards of one game, local or online.

    `start` is the position it started from (default: the start of the game).
    """

    def __init__(
        self,
        game: Game,
        size: str,
        names: Sequence[str],
        screen: Screen,
        start: Position | None = None,
    ) -> None:
        self.game = game
        self.size = size
        self.names = names
        self.screen = screen
        self._pictures = PictureSequence(game, start)

    def who(self, player: int) -> str:
        """Return a player's name with the mark or number, since names may be the same."""
        name, marks = self.names[player], self.game.marks
        if not marks and name == f"Player {player + 1}":
            return name
        return f"{name} ({marks[player] if marks else player + 1})"

    def show(
        self,
        position: Position,
        moves: Sequence[str],
        points: Sequence[int],
        to_move: int | None,
    ) -> None:
        """Show the board and a status line; `to_move` is None once the game is over."""
        self.screen.board(self._pictures.draw(position, moves))
        scores = (self._score(position, points, player) for player in range(len(self.names)))
        status = Text("  ").join(scores)
        if to_move is not None:
            status.append(f"  {self.who(to_move)} to move")
        played = [entry for entry in moves if player_who_left(entry) is None]
        if played:
            status.append(f", last move {played[-1]}")
        self.screen.line(status)

    def _score(self, position: Position, points: Sequence[int], player: int) -> Text:
        text = Text(self.who(player), style=self.screen.style_of(player))
        if player in position.out:
            text.append(" out")
        elif self.game.has_points(self.size):
            text.append(f" {points[player]}")
        return text

    def ending(self, outcome: Outcome, position: Position) -> str:
        """Return the result of the game as a sentence."""
        reason = outcome.reason.replace("_", " ")
        if outcome.winner is not None:
            how = f"{self.who(outcome.winner)} wins"
        else:
            tied = [self.who(player) for player, rank in enumerate(outcome.ranks) if rank == 1]
            how = f"Draw between {', '.join(tied[:-1])} and {tied[-1]}"
        if not self.game.has_points(self.size):
            return f"{how} ({reason})."
        out = position.out
        points = ("x" if p in out else str(has) for p, has in enumerate(outcome.points))
        return f"{how} {'-'.join(points)} ({reason})."

    def explain(self) -> None:
        """Show the aim of the game, and how to write a move."""
        self.screen.line(self.game.summary)
        self.screen.line(f"Moves: {self.game.profile.words}. Dots mark the cells you can play.")

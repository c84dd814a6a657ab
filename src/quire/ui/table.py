"""Playing at one keyboard: people and agents at a table, a board, a prompt."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.text import Text

from quire.arena import Match, Record
from quire.core import Outcome, departed
from quire.engine import Agent
from quire.errors import IllegalMove, NotationError, QuireError
from quire.ui.prompt import LEAVING
from quire.ui.screen import Screen


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a person, or an agent."""

    name: str
    agent: Agent | None = None


class Left(Exception):
    """Somebody left the table before the game was over."""


class Table:
    """A match with somebody in every seat, and the screen they all look at.

    `keep` gets the record after everything that changes it.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat],
        screen: Screen,
        ask: Callable[[str], str],
        keep: Callable[[Record], None],
    ) -> None:
        self.match = match
        self.seats = seats
        self.screen = screen
        self.ask = ask
        self.keep = keep
        self.commands = {
            **dict.fromkeys(("help", "?"), self._help),
            "moves": self._moves,
            "undo": self._undo,
            "resign": self._resign,
            **dict.fromkeys(LEAVING, self._quit),
        }

    def play(self) -> Outcome:
        """Everybody plays until the game is over. Raises Left if somebody leaves before that."""
        self._show()
        while self.match.outcome is None:
            agent = self.seats[self.match.to_move].agent
            if agent is None:
                self._person_moves()
            else:
                # How long it thinks is its own affair: a limit from here would cut `seconds=60`
                # short, and make the strength of a level depend on the machine.
                self._make(agent.choose(self.match.position).move)
        self.screen.line(self._ending(self.match.outcome))
        return self.match.outcome

    def who(self, player: int) -> str:
        """A player's name with the mark or the number, since names may be the same."""
        name, marks = self.seats[player].name, self.match.game.marks
        if not marks and name == f"Player {player + 1}":
            return name
        return f"{name} ({marks[player] if marks else player + 1})"

    def _person_moves(self) -> None:
        try:
            typed = self.ask(f"{self.who(self.match.to_move)}, your move: ").strip()
        except EOFError:
            raise Left from None
        command = self.commands.get(typed.lower())
        try:
            if command is not None:
                command()
            elif typed:
                self._make(self._one_reading(typed))
        except QuireError as error:
            self.screen.problem(f"{error}. Type help for help.")

    def _one_reading(self, typed: str) -> str:
        readings = self.match.game.read(self.match.position, typed)
        if len(readings) > 1:
            meant = " or ".join(readings)
            raise NotationError(f"{typed!r} may mean {meant}: type one of these")
        return readings[0]

    def _make(self, move: str) -> None:
        player = self.match.to_move
        self.match.play(player, move, time.monotonic())
        self.keep(self.match.record)
        self.screen.line(f"{self.who(player)} plays {self.match.moves[-1]}")
        if not self._agent_answers():
            self._show()

    def _agent_answers(self) -> bool:
        """Whether the board changes again at once, so that a person need not look at it yet."""
        agent_next = self.seats[self.match.to_move].agent is not None
        people = any(seat.agent is None for seat in self.seats)
        return people and agent_next and self.match.outcome is None

    def _show(self) -> None:
        match = self.match
        self.screen.board(match.game.draw(match.position, match.moves))
        status = Text("  ").join(self._score(player) for player in range(len(self.seats)))
        if match.outcome is None:
            status.append(f"  {self.who(match.to_move)} to move")
        moves = [entry for entry in match.moves if departed(entry) is None]
        if moves:
            status.append(f", last move {moves[-1]}")
        self.screen.line(status)

    def _score(self, player: int) -> Text:
        text = Text(self.who(player), style=self.screen.style_of(player))
        if player in self.match.position.out:
            text.append(" out")
        elif self.match.game.has_points(self.match.size):
            text.append(f" {self.match.points[player]}")
        return text

    def _ending(self, outcome: Outcome) -> str:
        reason = outcome.reason.replace("_", " ")
        if outcome.winner is not None:
            how = f"{self.who(outcome.winner)} wins"
        else:
            tied = [self.who(player) for player, rank in enumerate(outcome.ranks) if rank == 1]
            how = f"A draw between {', '.join(tied[:-1])} and {tied[-1]}"
        if not self.match.game.has_points(self.match.size):
            return f"{how} ({reason})."
        out = self.match.position.out
        points = ("x" if p in out else str(has) for p, has in enumerate(outcome.points))
        return f"{how} {'-'.join(points)} ({reason})."

    def _help(self) -> None:
        game = self.match.game
        self.screen.line(game.summary)
        self.screen.line(f"A move is {game.words}. Dots are the cells that it may go to.")
        self.screen.line("moves   list the legal moves")
        self.screen.line("undo    take back the last move that a person made")
        self.screen.line("resign  give up the game; of three or more, the others play on")
        self.screen.line("quit    leave; the game is saved and can be taken up again")

    def _moves(self) -> None:
        self.screen.line(" ".join(self.match.position.legal_moves()))

    def _undo(self) -> None:
        player = self._last_person()
        self.match.take_back(player, time.monotonic())
        self.keep(self.match.record)
        self.screen.line(f"Back to {self.who(player)}'s move")
        self._show()

    def _last_person(self) -> int:
        """The person who moved last, as far back as moves can be taken back."""
        played = list(zip(self.match.record.replay(), self.match.moves, strict=False))
        for position, entry in reversed(played):
            gone = departed(entry)
            if gone is not None:
                raise IllegalMove(
                    f"{self.who(gone)} has left since: earlier moves cannot be taken back"
                )
            if self.seats[position.to_move].agent is None:
                return position.to_move
        raise IllegalMove("there is no move to take back")

    def _resign(self) -> None:
        player = self.match.to_move
        self.match.resign(player, time.monotonic())
        self.keep(self.match.record)
        self.screen.line(f"{self.who(player)} resigns")
        if self.match.outcome is None and not self._agent_answers():
            self._show()

    def _quit(self) -> None:
        raise Left

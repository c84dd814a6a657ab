"""Playing at one keyboard: people and agents at a table, a board, a prompt."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec
from rich.text import Text

from quire.arena import Match, Record
from quire.core import Outcome
from quire.engine import Agent, Limit
from quire.errors import QuireError
from quire.ui.screen import Screen

THINKING = Limit(seconds=1.0)
"""How long an agent at the table may think."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits there: a person, or an agent."""

    name: str
    agent: Agent | None = None


class Left(Exception):
    """Somebody left the table before the game was over."""


class Table:
    """A match with somebody in every seat, and the screen they all look at."""

    def __init__(
        self, match: Match, seats: Sequence[Seat], screen: Screen, ask: Callable[[str], str]
    ) -> None:
        self.match = match
        self.seats = seats
        self.screen = screen
        self.ask = ask
        self.commands = {
            "help": self._help,
            "moves": self._moves,
            "undo": self._undo,
            "resign": self._resign,
            "quit": self._quit,
        }

    def play(self) -> Outcome:
        """Everybody plays until the game is over. Raises Left if somebody leaves before that."""
        self._show()
        while self.match.outcome is None:
            agent = self.seats[self.match.to_move].agent
            if agent is None:
                self._person_moves()
            else:
                self._make(agent.choose(self.match.position, THINKING).move)
        self.screen.line(self._ending(self.match.outcome))
        return self.match.outcome

    @property
    def record(self) -> Record:
        """The record of the match so far, which knows the agents at the table."""
        if all(seat.agent is None for seat in self.seats):
            return self.match.record
        agents = tuple(seat.name if seat.agent else None for seat in self.seats)
        return msgspec.structs.replace(self.match.record, agents=agents)

    def who(self, player: int) -> str:
        """A player's name with the number, since names may be the same."""
        return f"{self.seats[player].name} ({player + 1})"

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
            raise QuireError(f"{typed!r} may mean {meant}: type one of these")
        return readings[0]

    def _make(self, move: str) -> None:
        player = self.match.to_move
        self.match.play(player, move, time.monotonic())
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
        if match.moves:
            status.append(f", last move {match.moves[-1]}")
        self.screen.line(status)

    def _score(self, player: int) -> Text:
        position = self.match.position
        text = Text(self.who(player), style=self.screen.style_of(player))
        if player in position.out:
            text.append(" out")
        elif self.match.game.has_points(self.match.size):
            text.append(f" {self.match.points[player]}", style="bold")
        return text

    def _ending(self, outcome: Outcome) -> str:
        points = "-".join(map(str, outcome.points)) if any(outcome.points) else ""
        if outcome.winner is not None:
            how = f"{self.who(outcome.winner)} wins"
        else:
            tied = [self.who(player) for player, rank in enumerate(outcome.ranks) if rank == 1]
            how = f"A draw between {' and '.join(tied)}"
        reason = outcome.reason.replace("_", " ")
        return f"{how} {points} ({reason})." if points else f"{how} ({reason})."

    def _help(self) -> None:
        self.screen.line(f"A move is {self.match.game.words}.")
        self.screen.line("moves   list the legal moves")
        self.screen.line("undo    take back the last move that a person made")
        self.screen.line("resign  give up the game")
        self.screen.line("quit    leave; the game is saved and can be taken up again")

    def _moves(self) -> None:
        self.screen.line(" ".join(self.match.position.legal_moves()))

    def _undo(self) -> None:
        people = [
            position.to_move
            for position, entry in zip(self.match.record.replay(), self.match.moves, strict=False)
            if self.seats[position.to_move].agent is None
        ]
        if not people:
            raise QuireError("there is no move to take back")
        self.match.take_back(people[-1], time.monotonic())
        self.screen.line(f"Back to {self.who(people[-1])}'s move")
        self._show()

    def _resign(self) -> None:
        player = self.match.to_move
        self.match.resign(player, time.monotonic())
        self.screen.line(f"{self.who(player)} resigns")
        if self.match.outcome is None:
            self._show()

    def _quit(self) -> None:
        raise Left

"""Play a game at one keyboard: people and agents, a board, a prompt."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from quire.cli.terminal.prompt import QUIT_WORDS
from quire.cli.terminal.screen import Screen, sentence
from quire.cli.terminal.view import View
from quire.core import Outcome, player_who_left
from quire.engine import Agent
from quire.errors import IllegalMove, QuireError
from quire.match.match import Match
from quire.match.record import Record


@dataclass(frozen=True, slots=True)
class Seat:
    """A person or an agent."""

    name: str
    agent: Agent | None = None


class PlayerQuit(Exception):
    """A player quit before the game was over; the message says why, if there is a reason."""


class LocalGame:
    """A match with a player in every seat, and the screen they share.

    `save` is called with the record after each change.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat],
        screen: Screen,
        ask: Callable[[str], str],
        save: Callable[[Record], None],
    ) -> None:
        self.match = match
        self.seats = seats
        self.screen = screen
        names = [seat.name for seat in seats]
        self.view = View(match.game, match.size, names, screen, match.start)
        self.ask = ask
        self.save = save
        self.commands = {
            **dict.fromkeys(("help", "?"), self._help),
            "moves": self._moves,
            "undo": self._undo,
            "resign": self._resign,
            **dict.fromkeys(QUIT_WORDS, self._quit),
        }

    def play(self) -> Outcome:
        """Play until the game is over. Raises PlayerQuit if a person leaves before that."""
        self._show()
        while self.match.outcome is None:
            agent = self.seats[self.match.to_move].agent
            if agent is None:
                self._person_moves()
            else:
                # No limit from here: it would cut `seconds=60` short, and make the strength of a
                # level depend on the machine.
                self._make(agent.choose(self.match.position).move)
        self.screen.line(self.view.ending(self.match.outcome, self.match.position))
        return self.match.outcome

    def who(self, player: int) -> str:
        """Return a player's name with the mark or number, since names may be the same."""
        return self.view.who(player)

    def _person_moves(self) -> None:
        try:
            typed = self.ask(f"{self.who(self.match.to_move)}, your move: ").strip()
        except EOFError:
            raise PlayerQuit from None
        command = self.commands.get(typed.lower())
        try:
            if command is not None:
                command()
            elif typed:
                self._make(self.view.game.parse_move(self.match.position, typed))
        except QuireError as error:
            self.screen.problem(f"{sentence(error)} Type help for a list of commands.")

    def _make(self, move: str) -> None:
        player = self.match.to_move
        self.match.play(player, move, time.monotonic())
        self.save(self.match.record)
        self.screen.line(f"{self.who(player)} plays {self.match.moves[-1]}")
        if not self._agent_answers():
            self._show()

    def _agent_answers(self) -> bool:
        """Return whether an agent moves next, so that the board need not be shown yet."""
        agent_next = self.seats[self.match.to_move].agent is not None
        people = any(seat.agent is None for seat in self.seats)
        return people and agent_next and self.match.outcome is None

    def _show(self) -> None:
        match = self.match
        to_move = match.to_move if match.outcome is None else None
        self.view.show(match.position, match.moves, match.points, to_move)

    def _help(self) -> None:
        self.view.explain()
        self.screen.line("moves   show the legal moves")
        self.screen.line("undo    take back the last move by a person (and the computer's replies)")
        self.screen.line("resign  resign; with three or more players the others play on")
        self.screen.line("quit    leave; the game is saved, so you can continue later")

    def _moves(self) -> None:
        self.screen.line(" ".join(self.match.position.legal_moves()))

    def _undo(self) -> None:
        player = self._last_person()
        self.match.take_back(player, time.monotonic())
        self.save(self.match.record)
        self.screen.line(f"{self.who(player)} takes back a move")
        self._show()

    def _last_person(self) -> int:
        """Return the person whose move is the last that can be taken back."""
        played = list(zip(self.match.record.replay(), self.match.moves, strict=False))
        for position, entry in reversed(played):
            gone = player_who_left(entry)
            if gone is not None:
                raise IllegalMove(f"can't take back moves from before {self.who(gone)} left")
            if self.seats[position.to_move].agent is None:
                return position.to_move
        raise IllegalMove("no move to take back")

    def _resign(self) -> None:
        player = self.match.to_move
        self.match.resign(player, time.monotonic())
        self.save(self.match.record)
        self.screen.line(f"{self.who(player)} resigns")
        if self.match.outcome is None and not self._agent_answers():
            self._show()

    def _quit(self) -> None:
        raise PlayerQuit

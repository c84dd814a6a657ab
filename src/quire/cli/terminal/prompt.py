"""Ask at the prompt which game to play, and against which opponent."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from quire.cli.terminal.screen import Screen, sentence
from quire.core import Game, Sizes
from quire.engine import AGENTS, make_agent
from quire.errors import QuireError
from quire.games import GAMES, find_game

Answer = TypeVar("Answer")

MAX_NAME_LENGTH = 40

QUIT_WORDS = ("quit", "exit", "q")
"""Answers that leave, at every prompt."""


@dataclass(frozen=True, slots=True)
class Question(Generic[Answer]):
    """A question at the prompt; `read` raises a QuireError for an invalid answer."""

    asked: str
    read: Callable[[str], Answer]
    before: tuple[str, ...] = ()
    """Lines shown once, above the question."""

    def answer(self, typed: str) -> Answer:
        """Read an answer. Raises EOFError if the player quits, QuireError if it is invalid."""
        if typed.strip().lower() in QUIT_WORDS:
            raise EOFError
        return self.read(typed.strip())


def ask(prompt: str) -> str:
    """Ask for a line of input. Raises EOFError where the input ends."""
    if is_interactive():
        # Importing readline is enough for arrow keys to work in input().
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
        return input(prompt)
    typed = input(prompt)
    print("".join(char if char.isprintable() else "?" for char in typed[:80]))
    return typed


def is_interactive() -> bool:
    """Return whether the input is a terminal, not a pipe or a file."""
    return sys.stdin.isatty()


def clean_name(name: str, player: int) -> str:
    """Return a name that is safe to show on one line, or `Player 2` if it is empty."""
    printable = "".join(char if char.isprintable() else " " for char in name)
    return " ".join(printable.split())[:MAX_NAME_LENGTH] or f"Player {player + 1}"


def which_game() -> Question[Game]:
    """Ask for a game, by name or number."""
    numbers = {str(number): game for number, game in enumerate(GAMES, 1)}
    return Question(
        f"Which game (1-{len(GAMES)})? ",
        lambda typed: numbers.get(typed) or find_game(typed),
        tuple(f"{number}  {game.key:<12} {game.summary}" for number, game in numbers.items()),
    )


def which_size(sizes: Sizes) -> Question[str] | None:
    """Ask for a board size (Enter: the default); None for a game with one size."""
    if len(sizes.common) == 1:
        return None
    return Question(
        f"Board size [{sizes.default}]? ",
        lambda typed: sizes.normalise(typed or sizes.default),
        (f"Sizes: {sizes.summary}.",),
    )


def which_opponent() -> Question[str | None]:
    """Ask for an agent to play against; the answer is None for a person at this keyboard."""

    def read(typed: str) -> str | None:
        if typed:
            make_agent(typed)
        return typed or None

    return Question(
        f"Opponent: another person here [Enter], or an agent ({', '.join(AGENTS)})? ", read
    )


def ask_until_valid(screen: Screen, question: Question[Answer]) -> Answer:
    """Ask until the answer is valid. Raises EOFError if the player quits or the input ends."""
    for line in question.before:
        screen.line(line)
    while True:
        try:
            return question.answer(ask(question.asked))
        except QuireError as error:
            screen.problem(sentence(error))

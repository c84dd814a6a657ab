"""Asking a person what to play and with whom."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from quire.cli.terminal.screen import Screen
from quire.core import Game, Sizes
from quire.engine import AGENTS, make_agent
from quire.errors import QuireError
from quire.games import GAMES, find_game

Answer = TypeVar("Answer")

LONGEST_NAME = 40

LEAVING = ("quit", "exit", "q")
"""What people type to leave, wherever they are asked something."""


@dataclass(frozen=True, slots=True)
class Question(Generic[Answer]):
    """What is asked, however the answer comes; `read` raises a QuireError for what is none."""

    asked: str
    read: Callable[[str], Answer]
    before: tuple[str, ...] = ()
    """Lines that are shown once, above it."""

    def answer(self, typed: str) -> Answer:
        """What the answer means. Raises EOFError where a person leaves instead, else QuireError."""
        if typed.strip().lower() in LEAVING:
            raise EOFError
        return self.read(typed.strip())


def ask(prompt: str) -> str:
    """What a person types next. Raises EOFError where the input ends."""
    if is_typed():
        # Being loaded is all that it takes for arrow keys to work in a line that is typed.
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
        return input(prompt)
    typed = input(prompt)
    print("".join(char if char.isprintable() else "?" for char in typed[:80]))
    return typed


def is_typed() -> bool:
    """Whether somebody sits at a keyboard; otherwise the input comes from a pipe or a file."""
    return sys.stdin.isatty()


def clean_name(name: str, player: int) -> str:
    """A name that is safe to show on one line, or `Player 2` if nothing is left of it."""
    printable = "".join(char if char.isprintable() else " " for char in name)
    return " ".join(printable.split())[:LONGEST_NAME] or f"Player {player + 1}"


def which_game() -> Question[Game]:
    """A game of the list."""
    numbers = {str(number): game for number, game in enumerate(GAMES, 1)}
    return Question(
        f"Which game (1-{len(GAMES)})? ",
        lambda typed: numbers.get(typed) or find_game(typed),
        tuple(f"{number}  {game.key:<12} {game.summary}" for number, game in numbers.items()),
    )


def which_size(sizes: Sizes) -> Question[str] | None:
    """A size of board, the default one for no answer; None where there is no choice."""
    if len(sizes.common) == 1:
        return None
    return Question(
        f"Board size [{sizes.default}]? ",
        lambda typed: sizes.normalise(typed or sizes.default),
        (f"Sizes: {sizes.summary}.",),
    )


def which_opponent() -> Question[str | None]:
    """An agent to play against, None for people at this keyboard."""

    def read(typed: str) -> str | None:
        if typed:
            make_agent(typed)
        return typed or None

    return Question(
        f"Opponent: another person here [Enter], or an agent ({', '.join(AGENTS)})? ", read
    )


def until_clear(screen: Screen, question: Question[Answer]) -> Answer:
    """The answer; while it is none, the question is asked again.

    Raises EOFError where a person leaves instead, or the input ends.
    """
    for line in question.before:
        screen.line(line)
    while True:
        try:
            return question.answer(ask(question.asked))
        except QuireError as error:
            screen.problem(f"{error}.")

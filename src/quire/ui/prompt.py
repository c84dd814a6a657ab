"""Asking a person what to play and with whom."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import TypeVar

from quire.core import Game, Sizes
from quire.engine import AGENTS, make_agent
from quire.errors import QuireError
from quire.games import GAMES, find_game
from quire.ui.screen import Screen

Answer = TypeVar("Answer")

Ask = Callable[[str], str]
"""Shows a prompt and gives what is typed; raises EOFError where the input ends."""

LONGEST_NAME = 40

LEAVING = ("quit", "exit", "q")
"""What people type to leave, wherever they are asked something."""


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


def ask_game(screen: Screen, ask: Ask = ask) -> Game:
    """The game that a person picks from the list."""
    for number, game in enumerate(GAMES, 1):
        screen.line(f"{number}  {game.key:<12} {game.summary}")
    numbers = {str(number): game for number, game in enumerate(GAMES, 1)}
    return until_clear(
        screen,
        f"Which game, 1 to {len(GAMES)}? ",
        lambda typed: numbers.get(typed) or find_game(typed),
        ask,
    )


def ask_size(screen: Screen, sizes: Sizes, ask: Ask = ask) -> str:
    """The size of board that a person wants, the default one for no answer."""
    if len(sizes.common) == 1:
        return sizes.default
    screen.line(f"Sizes: {sizes.summary}.")
    return until_clear(
        screen,
        f"Which size [{sizes.default}]? ",
        lambda typed: sizes.normalise(typed or sizes.default),
        ask,
    )


def ask_opponent(screen: Screen) -> str | None:
    """The agent that a person wants to play against, None for people at this keyboard."""

    def read(typed: str) -> str | None:
        if typed:
            make_agent(typed)
        return typed or None

    return until_clear(screen, f"Against whom: people here [Enter], or {', '.join(AGENTS)}? ", read)


def until_clear(
    screen: Screen, prompt: str, read: Callable[[str], Answer], ask: Ask = ask
) -> Answer:
    """What `read` makes of the answer; while it raises a QuireError, the question is asked again.

    Raises EOFError where a person leaves instead, or the input ends.
    """
    while True:
        typed = ask(prompt).strip()
        if typed.lower() in LEAVING:
            raise EOFError
        try:
            return read(typed)
        except QuireError as error:
            screen.problem(f"{error}.")

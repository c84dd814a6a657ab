"""Arguments that several commands share, and their shell completion."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

import typer

from quire.core import Game, Position, replay
from quire.engine import AGENTS
from quire.errors import NotationError, QuireError
from quire.games import GAMES, find_game
from quire.picture import Picture

T = TypeVar("T")


def complete_game(incomplete: str) -> Iterator[tuple[str, str]]:
    """Complete the name of a game."""
    return ((game.key, game.title) for game in GAMES if game.key.startswith(incomplete.lower()))


def complete_size(context: typer.Context, incomplete: str) -> list[str]:
    """Complete a board size: the common sizes of the game given before it."""
    try:
        sizes = find_game(context.params.get("game") or "").sizes.common
    except QuireError:
        return []
    return [size for size in sizes if size.startswith(incomplete)]


def complete_agent(incomplete: str) -> list[str]:
    """Complete the name of an agent."""
    return [name for name in AGENTS if name.startswith(incomplete.lower())]


def parser_for(read: Callable[[str], T]) -> Callable[[str], T]:
    """Make an option parser from `read`: its ValueError becomes the usual usage error."""

    def parse(text: str) -> T:
        try:
            return read(text)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return parse


def given_game(game: str | None) -> str:
    """Return the game of a command that can do without one. Raises NotationError if it can't."""
    if game is None:
        raise NotationError("no game given: name one, or a file of positions with --in")
    return game


@dataclass(frozen=True, slots=True)
class PositionArgument:
    """A position given on the command line, and the moves to play from there.

    `is_start`: a game was played from the position, and `entries` are all of its moves.
    """

    game: Game
    start: Position
    entries: Sequence[str]
    is_start: bool

    @classmethod
    def read(cls, game: Game, words: Sequence[str] | None, moves: str) -> PositionArgument:
        """Read a size or a position text, quoted or not, and moves separated by spaces or commas.

        No words stand for the default size. Raises NotationError.
        """
        text = " ".join(" ".join(words or ()).split())
        # A position text has at least two fields; a size has one and begins with a digit. Telling
        # them apart first lets the error be about the right one.
        is_size = not text or (" " not in text and text[0].isdecimal())
        start = game.start(text or None) if is_size else game.parse(text)
        return cls(game, start, moves.replace(",", " ").split(), is_start=is_size)

    def position(self) -> Position:
        """Return the position after the moves."""
        *_, last = replay(self.start, self.entries)
        return last

    def picture(self, position: Position) -> Picture:
        """Draw the position after the moves, with the owner of each line if the game is known."""
        if not self.is_start:
            return self.game.draw(position)
        return self.game.draw(position, self.entries, self.start)


_GAME = typer.Argument(
    metavar="GAME",
    help=f"The game: {', '.join(game.key for game in GAMES)}.",
    autocompletion=complete_game,
)
GameName = Annotated[str, _GAME]
OptionalGameName = Annotated[str | None, _GAME]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]

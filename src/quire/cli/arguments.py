"""What the commands take, and how a shell completes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, TypeVar

import typer

from quire.core import Game, Position, replay
from quire.engine import AGENTS
from quire.errors import QuireError
from quire.games import GAMES, find_game

Amount = TypeVar("Amount")


def complete_game(incomplete: str) -> Iterator[tuple[str, str]]:
    """The games whose names go on like this."""
    return ((game.key, game.title) for game in GAMES if game.key.startswith(incomplete.lower()))


def complete_size(context: typer.Context, incomplete: str) -> list[str]:
    """The common sizes of the game before it that go on like this."""
    try:
        sizes = find_game(context.params.get("game") or "").sizes.common
    except QuireError:
        return []
    return [size for size in sizes if size.startswith(incomplete)]


def complete_agent(incomplete: str) -> list[str]:
    """The agents whose names go on like this."""
    return [name for name in AGENTS if name.startswith(incomplete.lower())]


def amount(read: Callable[[str], Amount]) -> Callable[[str], Amount]:
    """The `parser` of an option: what `read` refuses with ValueError is told as other options tell.

    For `read_memory` and its like in `engine.units`.
    """

    def parse(text: str) -> Amount:
        try:
            return read(text)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return parse


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command is asked about: a position, and the moves to make from there.

    `from_first`: that position is the first of a game, and the moves are all there were.
    """

    game: Game
    start: Position
    entries: Sequence[str]
    from_first: bool

    @classmethod
    def read(cls, game: Game, words: Sequence[str] | None, moves: str) -> Asked:
        """From a size or a position text, quoted or not, and moves with blanks or commas between.

        Nothing is the default size. Raises NotationError.
        """
        text = " ".join(" ".join(words or ()).split())
        # A position text has two fields at least, a size has one and begins with a number: so what
        # is wrong can be told of the right one.
        is_size = not text or (" " not in text and text[0].isdecimal())
        start = game.start(text or None) if is_size else game.parse(text)
        return cls(game, start, moves.replace(",", " ").split(), from_first=is_size)

    def position(self) -> Position:
        """The one after the moves."""
        *_, last = replay(self.start, self.entries)
        return last

    def history(self) -> Sequence[str]:
        """The moves if they are all that led there: from them a picture tells who drew what."""
        return self.entries if self.from_first else ()


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game: sos, line, extreme, obstruction.",
        autocompletion=complete_game,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]

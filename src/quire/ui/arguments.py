"""What the commands take, and how a shell completes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from quire.engine import AGENTS
from quire.errors import QuireError
from quire.games import GAMES, find_game


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


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game: sos, line, extreme, obstruction.",
        autocompletion=complete_game,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]

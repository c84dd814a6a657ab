"""The four games: their facts, and how each of them looks."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module

from quire.core import Game, Position
from quire.errors import UnknownGame
from quire.picture import Picture

_MODULES = ("sos", "line", "extreme", "obstruction")

GAMES: tuple[Game, ...] = tuple(import_module(f"quire.games.{name}").GAME for name in _MODULES)
"""Every game there is, in the order of a menu."""

__all__ = ["GAMES", "draw", "find_game", "parse", "start"]


def find_game(key: str) -> Game:
    """The game of that name, upper or lower case; UnknownGame names the ones there are.

    >>> find_game("SOS").title
    'SOS'
    """
    if not isinstance(key, str):
        raise TypeError(f"game must be a string, not {key!r}")
    by_key = {game.key: game for game in GAMES}
    wanted = key.strip().lower()
    if wanted in by_key:
        return by_key[wanted]
    message = f"no game called {key!r}; choose from {', '.join(by_key)}"
    closest = get_close_matches(wanted, by_key, n=1)
    if closest:
        message += f"; did you mean {closest[0]}?"
    raise UnknownGame(message)


def start(game: str, size: str | None = None) -> Position:
    """The first position of a game, on a board of that size or of the default one.

    >>> str(start("sos", "3x3"))
    '.../.../... 1 0-0'
    """
    return find_game(game).start(size)


def parse(game: str, text: str) -> Position:
    """The position of a game that a position text describes.

    >>> parse("line", "S..S.... 1").play("O2").to_move
    1
    """
    return find_game(game).parse(text)


def draw(position: Position, moves: Sequence[str] = ()) -> Picture:
    """The board as data. With the moves that led there each scored line has its maker."""
    return find_game(position.game).draw(position, moves)

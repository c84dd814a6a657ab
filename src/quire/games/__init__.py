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
"""All games, in menu order."""

__all__ = ["GAMES", "draw", "find_game", "parse", "start"]


def find_game(key: str) -> Game:
    """Return the game of that name, in upper or lower case. Raises UnknownGame.

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
    """Return the start position of a game, on a board of that size or of the default one.

    >>> str(start("sos", "3x3"))
    '.../.../... 1 0-0'
    """
    return find_game(game).start(size)


def parse(game: str, text: str) -> Position:
    """Return the position that a position text describes.

    >>> parse("line", "S..S.... 1").play("O2").to_move
    1
    """
    return find_game(game).parse(text)


def draw(position: Position, moves: Sequence[str] = ()) -> Picture:
    """Return the board as data. With the moves so far, each scored line has its owner."""
    return find_game(position.game).draw(position, moves)

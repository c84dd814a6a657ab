"""The four games: their facts and words."""

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

_BY_KEY = {game.key: game for game in GAMES}

__all__ = ["GAMES", "draw", "find_game", "parse", "start"]


def find_game(key: str) -> Game:
    """Return the game of that name, in upper or lower case. Raises UnknownGame.

    >>> find_game("SOS").title
    'SOS'
    """
    if not isinstance(key, str):
        raise TypeError(f"game must be a string, not {key!r}")
    wanted = key.strip().lower()
    if wanted in _BY_KEY:
        return _BY_KEY[wanted]
    message = f"no game called {key!r}; choose from {', '.join(_BY_KEY)}"
    closest = get_close_matches(wanted, _BY_KEY, n=1)
    if closest:
        message += f"; did you mean {closest[0]}?"
    raise UnknownGame(message)


def start(game: str, size: str | int | None = None) -> Position:
    """Return the start position of a game, on a board of that size or of the default one.

    A number is the side of a square board, or the length of a line.

    >>> str(start("sos", "3x3"))
    '.../.../... 1 0-0'
    >>> start("sos", 5).size, start("line", 20).size
    ('5x5', '20')
    """
    return find_game(game).start(size)


def parse(game: str, text: str) -> Position:
    """Return the position that a position text describes.

    >>> parse("line", "S..S.... 1").play("O2").to_move
    1
    """
    return find_game(game).parse(text)


def draw(
    position: Position,
    moves: Sequence[str] = (),
    start: Position | None = None,
    *,
    before: Picture | None = None,
) -> Picture:
    """Return the board as data. With the moves so far, each scored line has its owner.

    The moves are from `start` (default: the start of the game). `before` is the picture before the
    last move; with it, nothing is played again.
    """
    return find_game(position.game).draw(position, moves, start, before=before)

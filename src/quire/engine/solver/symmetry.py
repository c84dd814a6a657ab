"""Canonical forms: one for all positions that differ only by symmetry or by what doesn't matter.

A game's profile says which symmetries its board has, and what its value doesn't depend on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quire.core import Move, Position
from quire.games import find_game
from quire.profile import View


@dataclass(frozen=True, slots=True)
class Form:
    """The canonical form of positions with the same answer.

    The value of the position is that of the form plus `base`; `there` and `back` map moves.
    """

    key: str
    base: int
    there: Callable[[Move], Move]
    back: Callable[[Move], Move]


def views(position: Position) -> Iterator[View]:
    """Yield the position under each symmetry of its board, as it is first.

    >>> import quire
    >>> [view.text for view in views(quire.parse("line", "S...O 1"))]
    ['S...O 1', 'O...S 1']
    """
    return find_game(position.game).profile.symmetries(str(position))


def form(position: Position) -> Form:
    """Return the canonical form of an unfinished two-player position.

    >>> import quire
    >>> form(quire.parse("sos", "..S/.../... 2 1-3")).key
    '.../.../..S'
    """
    value_key = find_game(position.game).profile.value_key
    key, base, chosen = min(
        ((*value_key(view.text), view) for view in views(position)), key=lambda keyed: keyed[0]
    )
    return Form(key, base, chosen.there, chosen.back)

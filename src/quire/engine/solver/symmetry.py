"""Symmetries and canonical forms: one form for all positions with the same answer.

A game's profile says which symmetries its board has, and what its value doesn't depend on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from quire.core import Move, Position
from quire.errors import QuireError
from quire.games import find_game
from quire.profile import View


@dataclass(frozen=True, slots=True)
class CanonicalForm:
    """The canonical form of positions with the same answer.

    `key` is the same for all of them, for one game. The value of the position is that of the form
    plus `base`; `there` maps a move of the position to the form, `back` a move of the form to the
    position.
    """

    key: str
    base: int
    there: Callable[[Move], Move]
    back: Callable[[Move], Move]


def symmetries(position: Position) -> Iterator[View]:
    """Yield the position under each symmetry of its board, as it is first.

    Each view has the text of the position, and maps moves `there` and `back`. A board that looks
    the same under several symmetries is yielded as often.

    >>> import quire
    >>> [view.text for view in quire.symmetries(quire.parse("line", "S...O 1"))]
    ['S...O 1', 'O...S 1']
    """
    return find_game(position.game).profile.symmetries(str(position))


def canonical_form(position: Position) -> CanonicalForm:
    """Return the form that all positions with the same answer share.

    These differ only by a symmetry of the board, or by what its value doesn't depend on: the points
    so far, or which player's marks are whose. Raises QuireError if more than two play.

    >>> import quire
    >>> form = quire.canonical_form(quire.parse("sos", "..S/.../... 2 1-3"))
    >>> form.key, form.base, form.there("Sa1")
    ('.../.../..S', 2, 'Sa3')
    """
    if position.players != 2:
        raise QuireError(
            f"only two-player positions have a canonical form; this one has {position.players} "
            "players"
        )
    value_key = find_game(position.game).profile.value_key
    key, base, chosen = min(
        ((*value_key(view.text), view) for view in symmetries(position)),
        key=lambda keyed: keyed[0],
    )
    return CanonicalForm(key, base, chosen.there, chosen.back)

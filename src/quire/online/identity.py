"""Ids of players, games and servers."""

from __future__ import annotations

import secrets
import string

LETTERS = string.digits + string.ascii_uppercase + string.ascii_lowercase
"""What an id is made of, in the order of a store. Nothing else: at the prompt, one that begins
with - is an option."""

PLAYER, SERVER, WISH = 12, 12, 12
"""Letters of an id."""

AGE, SECRET = 4, 12
"""Letters of a game's id: of the time when it was made, and such as nobody can guess (71 bits)."""

STEP = 256
"""Seconds after which ids of games begin with the next letters: four last until 2089."""


def new_id(length: int) -> str:
    """An id of `length` letters that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def new_game_id(today: float) -> str:
    """An id for a game that is made now.

    Games of the same time lie side by side in the store: what is played now is in few of its
    pages, however many games there were before.
    """
    return age(today) + new_id(SECRET)


def age(today: float) -> str:
    """The letters of that time.

    >>> age(0.0), age(256.0), age(62 * 256.0)
    ('0000', '0001', '0010')
    """
    number, letters = int(today // STEP), ""
    for _ in range(AGE):
        number, digit = divmod(number, len(LETTERS))
        letters = LETTERS[digit] + letters
    return letters

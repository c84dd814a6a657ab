"""Ids of players, games and servers."""

from __future__ import annotations

import secrets
import string

LETTERS = string.digits + string.ascii_uppercase + string.ascii_lowercase
"""The letters of ids, in the sort order of databases. No hyphen: at the prompt, an id that starts
with one would be an option."""

PLAYER, SERVER, SEEK, SESSION = 12, 12, 12, 16
"""Lengths of ids, in letters."""

TIME, SECRET = 4, 12
"""Lengths of the two parts of a game's id: its time of creation, and random letters (71 bits)."""

STEP_SECONDS = 256
"""Resolution of the time in a game's id: four letters last until 2089."""


def new_id(length: int) -> str:
    """Return an unguessable id of `length` letters."""
    return letters(secrets.randbelow(len(LETTERS) ** length), length)


def new_game_id(today: float) -> str:
    """Return an id for a new game.

    Ids sort by time, so that current games share a few pages of the database, however many games
    there are.
    """
    return time_prefix(today) + new_id(SECRET)


def time_prefix(today: float) -> str:
    """Return the letters for a time.

    >>> time_prefix(0.0), time_prefix(256.0), time_prefix(62 * 256.0)
    ('0000', '0001', '0010')
    """
    return letters(int(today // STEP_SECONDS), TIME)


def letters(number: int, length: int) -> str:
    """Return the last `length` digits of a number, written with LETTERS."""
    letters = ""
    for _ in range(length):
        number, digit = divmod(number, len(LETTERS))
        letters = LETTERS[digit] + letters
    return letters

"""Ids of players, games, servers and wishes."""

from __future__ import annotations

import secrets
import string

LETTERS = string.ascii_letters + string.digits
"""What an id is made of. Nothing else: at the prompt, one that begins with - is an option."""

PLAYER, GAME, SERVER, WISH = 12, 16, 12, 12
"""Letters of an id, six bits each or nearly: a game's is all that keeps a private game private."""


def new_id(length: int) -> str:
    """An id of `length` letters that nobody can guess."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))

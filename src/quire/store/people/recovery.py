"""Recovery codes: how a member who has lost the passphrase chooses a new one.

A code is random and long, so that a plain hash of it can be stored: nobody can try them all.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from sqlalchemy import Connection, select, update

from quire.errors import NotAllowed, NotFound, NotSignedIn
from quire.store.people import sessions
from quire.store.people.players import Player, change_passphrase, find_by_name
from quire.store.schema import players

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and letters of a code, without those that look like others."""

GROUPS, GROUP_LENGTH = 4, 5
"""A code has 20 characters, of 5 bits each, and is written in groups."""

_MISREAD = str.maketrans("OIL", "011", " -")


def new_code() -> str:
    """Return a new code."""
    return "-".join(
        "".join(secrets.choice(LETTERS) for _ in range(GROUP_LENGTH)) for _ in range(GROUPS)
    )


def set_code(connection: Connection, player_id: str, code: str) -> None:
    """Give a member or bot a code; the old one is no longer valid."""
    which = players.c.id == player_id
    connection.execute(update(players).where(which).values(recovery=_hash(code)))


def recover(connection: Connection, name: str, code: str, passphrase_hash: str) -> Player:
    """Change the passphrase of a member who knows the code, which is used up.

    All sessions end. Raises NotSignedIn, whatever was wrong, and NotAllowed for a banned player.
    """
    try:
        player = find_by_name(connection, name)
    except NotFound:
        raise NotSignedIn("wrong name or recovery code") from None
    known = connection.scalar(select(players.c.recovery).where(players.c.id == player.id))
    if known is None or not hmac.compare_digest(known, _hash(code)):
        raise NotSignedIn("wrong name or recovery code")
    if player.banned:
        raise NotAllowed("this account is banned")
    sessions.end_all(connection, player.id)
    return change_passphrase(connection, player.id, passphrase_hash)


def _hash(code: str) -> str:
    """Return the hash of a code, however it is written.

    >>> _hash("0A1BC-DEFGH") == _hash("oalbc defgh")
    True
    """
    return hashlib.sha256(code.upper().translate(_MISREAD).encode("utf-8", "replace")).hexdigest()

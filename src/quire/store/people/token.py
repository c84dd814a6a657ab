"""Signed tokens: how clients prove which session they are.

The secret is in the database, and can be rotated: tokens that were signed with an older one stay
valid for a while, in which clients get a new one.
"""

from __future__ import annotations

import hashlib
import math
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import Connection, delete, select, update

from quire.errors import NotSignedIn
from quire.store import schema
from quire.store.sql import insert

MAX_TOKEN_LENGTH = 200
"""Characters; longer tokens are rejected unread."""

CURRENT = "tokens"
"""The name of the secret that signs."""

OLD = "tokens until "
"""The beginning of the names of older secrets; then come the seconds since 1970."""


class Token(NamedTuple):
    """What a token says."""

    session: str
    epoch: int | None = None
    """For tokens from before there were sessions, in which the session is the player's id."""


class OldSecret(NamedTuple):
    """A secret that doesn't sign any more, and until when its tokens are valid."""

    value: str
    until: float


class TokenSigner:
    """Signs and reads tokens with a secret, so that they survive restarts.

    >>> signer = TokenSigner("a secret")
    >>> signer.read(signer.sign("xTcz0b3kQ1aZ"), 0.0).session
    'xTcz0b3kQ1aZ'
    """

    def __init__(self, secret: str, old: Sequence[OldSecret] = ()) -> None:
        self._current = _serializer(secret)
        self._all = [(self._current, math.inf)]
        self._all += [(_serializer(it.value), it.until) for it in old]

    @classmethod
    def load(cls, connection: Connection) -> TokenSigner:
        """Return a signer with the database's secrets; the first is created on first use."""
        secret = {"name": CURRENT, "value": secrets.token_urlsafe(32)}
        connection.execute(insert(connection, schema.secrets).on_conflict_do_nothing(), secret)
        rows = connection.execute(select(schema.secrets.c.name, schema.secrets.c.value))
        found = {row.name: row.value for row in rows}
        old = [
            OldSecret(value, float(name.removeprefix(OLD)))
            for name, value in found.items()
            if name.startswith(OLD)
        ]
        return cls(found[CURRENT], old)

    def sign(self, session: str) -> str:
        """Return a token for a session."""
        return str(self._current.dumps(session))

    def read(self, token: str, today: float) -> Token:
        """Return what a token says. Raises NotSignedIn for any other text.

        Whether its session is still valid is up to `sessions.authenticate`.
        """
        if len(token) <= MAX_TOKEN_LENGTH and token.isascii():
            for serializer, until in self._all:
                if today > until:
                    continue
                try:
                    content = serializer.loads(token)
                except BadData:
                    continue
                match content:
                    case str() as session:
                        return Token(session)
                    case [str() as player_id, int() as epoch]:
                        return Token(player_id, epoch)
        raise NotSignedIn("invalid token: sign in again")


def rotate(connection: Connection, today: float, days: float) -> None:
    """Sign with a new secret from now on; tokens of the old one stay valid for these days.

    With 0 days, all tokens of all older secrets are invalid at once.
    """
    table = schema.secrets
    TokenSigner.load(connection)  # which creates the first secret
    current = table.c.name == CURRENT
    old = connection.scalar(select(table.c.value).where(current).with_for_update())
    for name in list(connection.scalars(select(table.c.name).where(table.c.name.startswith(OLD)))):
        if days == 0 or float(name.removeprefix(OLD)) < today:
            connection.execute(delete(table).where(table.c.name == name))
    if days > 0:
        kept = {"name": f"{OLD}{today + 86400 * days:.3f}", "value": old}
        connection.execute(table.insert(), kept)
    new = secrets.token_urlsafe(32)
    connection.execute(update(table).where(current).values(value=new))


def _serializer(secret: str) -> URLSafeSerializer:
    return URLSafeSerializer(
        secret,
        salt="quire.player",
        signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
    )

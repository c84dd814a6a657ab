"""Signed tokens: how clients prove which player they are."""

from __future__ import annotations

import hashlib
import secrets

from itsdangerous import BadData, URLSafeSerializer
from sqlalchemy import Connection, select

from quire.errors import NotSignedIn
from quire.store import schema
from quire.store.people.players import Player
from quire.store.sql import insert

MAX_TOKEN_LENGTH = 200
"""Characters; longer tokens are rejected unread."""


class TokenSigner:
    """Signs and reads tokens with a secret, so that they survive restarts.

    >>> signer = TokenSigner("a secret")
    >>> signer.read(signer.sign("xTcz0b3kQ1aZ", 2))
    ('xTcz0b3kQ1aZ', 2)
    """

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(
            secret,
            salt="quire.player",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )

    @classmethod
    def load(cls, connection: Connection) -> TokenSigner:
        """Return a signer with the database's secret, which is created on first use."""
        secret = {"name": "tokens", "value": secrets.token_urlsafe(32)}
        connection.execute(insert(connection, schema.secrets).on_conflict_do_nothing(), secret)
        wanted = select(schema.secrets.c.value).where(schema.secrets.c.name == "tokens")
        return cls(str(connection.scalar(wanted)))

    def token(self, player: Player) -> str:
        """Return a token of a player, valid until the player signs out everywhere."""
        return self.sign(player.id, player.epoch)

    def sign(self, player_id: str, epoch: int) -> str:
        """Return a token for an id and an epoch."""
        return str(self._serializer.dumps([player_id, epoch]))

    def read(self, token: str) -> tuple[str, int]:
        """Return the player id and the epoch of a token. Raises NotSignedIn for any other text.

        Whether the token is still valid is up to `players.authenticate`.
        """
        if len(token) <= MAX_TOKEN_LENGTH and token.isascii():
            try:
                match self._serializer.loads(token):
                    case [str() as player_id, int() as epoch]:
                        return player_id, epoch
            except BadData:
                pass
        raise NotSignedIn("invalid token: sign in again")

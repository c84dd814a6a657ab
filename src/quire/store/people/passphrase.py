"""Passphrases: only their hashes are kept.

Hashing is slow on purpose (some twentieth of a second and 19 MiB). It belongs into a thread, never
onto the event loop nor into a transaction.
"""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from quire.errors import NotationError

SHORTEST, LONGEST = 8, 200
"""Characters of a passphrase."""

# The figures of the OWASP Password Storage Cheat Sheet: one thread each, so that many who log in
# at once share the machine.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def hashed(passphrase: str) -> str:
    """The argon2 hash of a new passphrase. Raises NotationError for one too short or too long."""
    if not SHORTEST <= len(passphrase) <= LONGEST:
        raise NotationError(f"passphrases need {SHORTEST} to {LONGEST} characters")
    return _HASHER.hash(_typed(passphrase))


def matches(hash: str | None, passphrase: str) -> bool:
    """Whether it is the passphrase of that hash; None takes as long and never matches."""
    nobodys = _nobodys()
    if len(passphrase) > LONGEST:
        return False
    try:
        right = _HASHER.verify(hash or nobodys, _typed(passphrase))
    except (VerificationError, InvalidHashError):
        return False
    return right and hash is not None


def is_dated(hash: str) -> bool:
    """Whether today's figures are others, so that the passphrase should be hashed anew."""
    return _HASHER.check_needs_rehash(hash)


def _typed(passphrase: str) -> bytes:
    """The same bytes, whatever keyboard it was typed on."""
    return unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")


@cache
def _nobodys() -> str:
    return _HASHER.hash(secrets.token_bytes())

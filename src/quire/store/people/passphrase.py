"""Passphrases: only their hashes are stored.

Hashing is slow on purpose (about 50 ms and 19 MiB). Run it in a thread, never on the event loop or
in a transaction.
"""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from quire.errors import NotationError

MIN_LENGTH, MAX_LENGTH = 8, 200
"""Characters in a passphrase."""

# Parameters of the OWASP Password Storage Cheat Sheet; one thread per hash, because many players
# may sign in at once.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def hashed(passphrase: str) -> str:
    """Return the argon2 hash of a new passphrase. Raises NotationError for a bad length."""
    if not MIN_LENGTH <= len(passphrase) <= MAX_LENGTH:
        raise NotationError(f"passphrases need {MIN_LENGTH} to {MAX_LENGTH} characters")
    return _HASHER.hash(_normalised(passphrase))


def matches(hash: str | None, passphrase: str) -> bool:
    """Return whether a passphrase matches a hash. None takes as long, and never matches."""
    dummy = _dummy_hash()
    if len(passphrase) > MAX_LENGTH:
        return False
    try:
        matches = _HASHER.verify(hash or dummy, _normalised(passphrase))
    except (VerificationError, InvalidHashError):
        return False
    return matches and hash is not None


def needs_rehash(hash: str) -> bool:
    """Return whether a hash was made with outdated parameters."""
    return _HASHER.check_needs_rehash(hash)


def _normalised(passphrase: str) -> bytes:
    """Return the bytes to hash, the same for every keyboard."""
    return unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")


@cache
def _dummy_hash() -> str:
    return _HASHER.hash(secrets.token_bytes())

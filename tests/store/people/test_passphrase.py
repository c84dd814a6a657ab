"""Passphrases are stored as hashes."""

from __future__ import annotations

import pytest
from argon2 import PasswordHasher

from quire.errors import NotationError
from quire.store.people.passphrase import hashed, matches, needs_rehash


def test_only_the_right_passphrase_matches() -> None:
    hash = hashed("correct horse")
    assert hash.startswith("$argon2id$")
    assert "horse" not in hash
    assert matches(hash, "correct horse")
    assert not matches(hash, "correct horsf")
    assert hash != hashed("correct horse")


def test_missing_hash_matches_nothing() -> None:
    assert not matches(None, "correct horse")
    assert not matches("no hash", "correct horse")
    assert not matches(None, "x" * 10_000)


def test_passphrase_is_normalised() -> None:
    assert matches(hashed("cafe\u0301 noir"), "caf\u00e9 noir")


@pytest.mark.parametrize("passphrase", ["", "seven77", "x" * 201])
def test_too_short_and_too_long_passphrases(passphrase: str) -> None:
    with pytest.raises(NotationError, match="8 to 200"):
        hashed(passphrase)


def test_old_parameters_are_noticed() -> None:
    assert not needs_rehash(hashed("correct horse"))
    assert needs_rehash(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash("x"))

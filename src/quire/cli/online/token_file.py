"""Stored sign-in tokens, per server."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec
from platformdirs import user_data_path

GUEST = "guest"


class StoredAccount(msgspec.Struct, omit_defaults=True):
    """A player's name and token; a guest and a registered player may share a name."""

    name: str
    token: str
    kind: str = GUEST

    def has_name(self, name: str | None) -> bool:
        """Return whether the name matches, ignoring case as the server does."""
        return name is None or self.name.casefold() == name.casefold()


class TokenFile:
    """The accounts per server, the last used at the end. Only the user can read the file."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or user_data_path("quire") / "online.json"

    def find(
        self, server: str, name: str | None = None, *, guest: bool | None = None
    ) -> StoredAccount | None:
        """Find the account of that name, or the last used; `guest` filters by kind."""
        for account in reversed(self._read().get(server, [])):
            if account.has_name(name) and guest in (None, account.kind == GUEST):
                return account
        return None

    def add(self, server: str, account: StoredAccount) -> None:
        """Store an account as the last used. Raises OSError."""
        accounts = self._read()
        others = [
            other
            for other in accounts.get(server, [])
            if not (other.has_name(account.name) and other.kind == account.kind)
        ]
        self._write({**accounts, server: [*others, account]})

    def remove(self, server: str, token: str) -> None:
        """Remove a token that is no longer valid. Raises OSError."""
        accounts = self._read()
        others = [account for account in accounts.get(server, []) if account.token != token]
        self._write({**accounts, server: others})

    def _read(self) -> dict[str, list[StoredAccount]]:
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, list[StoredAccount]])
        return {}

    def _write(self, accounts: dict[str, list[StoredAccount]]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(accounts))
        new.replace(self.path)

"""The tokens of those who play at this terminal, kept among the user's data for the next time."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec
from platformdirs import user_data_path

GUEST = "guest"


class Kept(msgspec.Struct, omit_defaults=True):
    """A player's name and token on a server; a guest and a member may have the same name."""

    name: str
    token: str
    kind: str = GUEST

    def is_called(self, name: str | None) -> bool:
        """Whether that is the name; to a server, capitals are the same."""
        return name is None or self.name.casefold() == name.casefold()


class Purse:
    """The players by server, the last one at the end. The file is for its owner alone."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or user_data_path("quire") / "online.json"

    def find(
        self, server: str, name: str | None = None, *, guest: bool | None = None
    ) -> Kept | None:
        """The player of that name there, or whoever played there last; a guest or none, if said."""
        for kept in reversed(self._read().get(server, [])):
            if kept.is_called(name) and guest in (None, kept.kind == GUEST):
                return kept
        return None

    def keep(self, server: str, player: Kept) -> None:
        """Keeps a token for the next time. Raises OSError."""
        everything = self._read()
        others = [
            it
            for it in everything.get(server, [])
            if not (it.is_called(player.name) and it.kind == player.kind)
        ]
        self._write({**everything, server: [*others, player]})

    def forget(self, server: str, token: str) -> None:
        """Throws a token away that is no longer good. Raises OSError."""
        everything = self._read()
        others = [it for it in everything.get(server, []) if it.token != token]
        self._write({**everything, server: others})

    def _read(self) -> dict[str, list[Kept]]:
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, list[Kept]])
        return {}

    def _write(self, everything: dict[str, list[Kept]]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(everything))
        new.replace(self.path)

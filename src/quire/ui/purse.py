"""The tokens of a terminal's guests, kept among the user's data for the next time."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec
from platformdirs import user_data_path


class Kept(msgspec.Struct):
    """A guest's name and token on a server."""

    name: str
    token: str


class Purse:
    """The guests by server, the one who played last at the end. The file is for its owner alone."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or user_data_path("quire") / "online.json"

    def find(self, server: str, name: str | None) -> Kept | None:
        """The guest of that name there, or whoever played there last."""
        known = [it for it in self._read().get(server, []) if name in (None, it.name)]
        return known[-1] if known else None

    def keep(self, server: str, guest: Kept) -> None:
        """Keeps a token for the next time. Raises OSError."""
        everything = self._read()
        others = [it for it in everything.get(server, []) if it.name != guest.name]
        self._write({**everything, server: [*others, guest]})

    def forget(self, server: str, guest: Kept) -> None:
        """Throws a token away that is no longer good. Raises OSError."""
        everything = self._read()
        others = [it for it in everything.get(server, []) if it != guest]
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

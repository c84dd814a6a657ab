"""The command `quire admin bans`."""

from __future__ import annotations

from typing import Any

import msgspec

from quire.cli.admin.database import DbOption, in_store
from quire.cli.arguments import Json
from quire.cli.terminal.screen import Screen
from quire.store import admin
from quire.store.people import players


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A player in a list."""

    id: str
    name: str


class Bans(msgspec.Struct, frozen=True, kw_only=True):
    """Who is banned, and who is muted."""

    players: tuple[Listed, ...]
    muted: tuple[Listed, ...]
    networks: tuple[str, ...]


def bans(db: DbOption = None, as_json: Json = False) -> None:
    """List banned players and networks, and muted players."""
    found = in_store(db, _read)
    if as_json:
        print(msgspec.json.encode(found).decode())
        return
    screen = Screen()
    for word, listed in (("banned", found.players), ("muted", found.muted)):
        for player in listed:
            screen.line(f"{word}  {player.name} ({player.id})")
    for network in found.networks:
        screen.line(f"banned  {network}")
    if not (found.players or found.muted or found.networks):
        screen.line("No bans.")


def _read(connection: Any) -> Bans:
    return Bans(
        players=tuple(map(_listed, players.banned(connection))),
        muted=tuple(map(_listed, players.muted(connection))),
        networks=tuple(admin.banned_networks(connection)),
    )


def _listed(player: players.Player) -> Listed:
    return Listed(id=player.id, name=player.name)

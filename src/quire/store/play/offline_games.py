"""Storing games that were played without a server."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sqlalchemy import Connection

from quire.online import identity
from quire.online.offline_game import replayed
from quire.store.play import event_log, games


def id_of(player: str, client_id: str) -> str:
    """Return the id of a player's game, which the client knows by another one."""
    digest = hashlib.sha256(f"{player} {client_id}".encode()).digest()
    return identity.letters(int.from_bytes(digest, "big"), identity.TIME + identity.SECRET)


def is_stored(connection: Connection, id: str) -> bool:
    """Return whether the game was sent before."""
    return id in games.numbers(connection, [id])


def store(
    connection: Connection, game: games.NewGame, moves: Sequence[str], resigned: bool
) -> None:
    """Store a game whose moves are checked already; one that is stored stays as it is."""
    if is_stored(connection, game.id):
        return
    [stored] = games.create_all(connection, [game])
    steps = replayed(stored.setup, moves, resigned=resigned)
    entries = [event_log.PendingEvent.of(*step, game.today) for step in steps]
    event_log.append(connection, entries)

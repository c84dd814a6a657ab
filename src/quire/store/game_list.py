"""Game lists: the lobby, and a player's open and running games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from quire.online.setup import Seat
from quire.store import games
from quire.store.schema import games as table
from quire.store.schema import seats


@dataclass(frozen=True, slots=True)
class GameListing:
    """A game in a list."""

    id: str
    status: str
    game: str
    size: str
    clock: float | None
    rated: bool
    seats: tuple[Seat, ...]
    created: float
    moves: int


def public_games(connection: Connection, status: str, limit: int) -> list[GameListing]:
    """Return public games: open ones oldest first, or running ones newest first."""
    order = table.c.created if status == games.OPEN else table.c.created.desc()
    query = select(table).where(table.c.status == status, games.CURRENT, table.c.public)
    return _listings(connection, connection.execute(query.order_by(order).limit(limit)).all())


def of_player(connection: Connection, player: str, limit: int) -> list[GameListing]:
    """Return a player's open and running games, newest first."""
    query = (
        select(table)
        .join(seats, seats.c.game_id == table.c.id)
        .where(seats.c.player == player, seats.c.ended.is_(None))
        .order_by(table.c.created.desc())
    )
    return _listings(connection, connection.execute(query.limit(limit)).all())


def _listings(connection: Connection, rows: Sequence[Row[Any]]) -> list[GameListing]:
    if not rows:
        return []
    seats_by_game: dict[str, list[Seat]] = {row.id: [] for row in rows}
    found = connection.execute(
        select(seats).where(seats.c.game_id.in_(list(seats_by_game))).order_by(seats.c.seat)
    )
    for row in found:
        seats_by_game[row.game_id].append(Seat(row.name, row.player, row.agent))
    return [
        GameListing(
            *(row.id, row.status, row.game, row.size, row.clock, row.rated),
            seats=tuple(seats_by_game[row.id]),
            created=row.created,
            moves=row.moves or 0,
        )
        for row in rows
    ]

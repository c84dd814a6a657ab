"""Games in lists: the lobby's, and those that a player has open or under way."""

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
class Listed:
    """A game in the lobby."""

    id: str
    status: str
    game: str
    size: str
    clock: float | None
    rated: bool
    seats: tuple[Seat, ...]
    created: float
    moves: int


def listed(connection: Connection, status: str, most: int) -> list[Listed]:
    """Public games that wait for players, oldest first, or are being played, newest first."""
    order = table.c.created if status == games.OPEN else table.c.created.desc()
    query = select(table).where(table.c.status == status, games.CURRENT, table.c.public)
    return _listed(connection, connection.execute(query.order_by(order).limit(most)).all())


def of_player(connection: Connection, player: str, most: int) -> list[Listed]:
    """The games that a player has open or under way, newest first."""
    query = (
        select(table)
        .join(seats, seats.c.game_id == table.c.id)
        .where(seats.c.player == player, seats.c.ended.is_(None))
        .order_by(table.c.created.desc())
    )
    return _listed(connection, connection.execute(query.limit(most)).all())


def _listed(connection: Connection, rows: Sequence[Row[Any]]) -> list[Listed]:
    if not rows:
        return []
    sitting: dict[str, list[Seat]] = {row.id: [] for row in rows}
    found = connection.execute(
        select(seats).where(seats.c.game_id.in_(list(sitting))).order_by(seats.c.seat)
    )
    for it in found:
        sitting[it.game_id].append(Seat(it.name, it.player, it.agent))
    return [
        Listed(
            *(row.id, row.status, row.game, row.size, row.clock, row.rated),
            seats=tuple(sitting[row.id]),
            created=row.created,
            moves=row.moves or 0,
        )
        for row in rows
    ]

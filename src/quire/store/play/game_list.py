"""Game lists: the lobby, and a player's open and running games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from quire.online.setup import Seat
from quire.store.play import games
from quire.store.schema import CURRENT, presence, seats
from quire.store.schema import games as table


@dataclass(frozen=True, slots=True)
class GameListing:
    """A game in a list."""

    id: str
    status: str
    game: str
    size: str
    clock: float | None
    increment: float | None
    rated: bool
    seats: tuple[Seat, ...]
    public: bool
    created: float
    moves: int
    events: int


@dataclass(frozen=True, slots=True)
class CurrentGames:
    """Filters for open and running games; None matches anything."""

    status: str | None = None
    game: str | None = None
    player: str | None = None
    before: float | None = None
    """Games created before, in seconds since 1970."""
    min_events: int = 0


def current(connection: Connection, wanted: CurrentGames, limit: int) -> list[GameListing]:
    """Return open and running games, oldest first."""
    query = select(table).where(CURRENT, table.c.seq >= wanted.min_events)
    if wanted.status is not None:
        query = query.where(table.c.status == wanted.status)
    if wanted.game is not None:
        query = query.where(table.c.game == wanted.game)
    if wanted.before is not None:
        query = query.where(table.c.created < wanted.before)
    if wanted.player is not None:
        theirs = select(seats.c.game_id).where(seats.c.player == wanted.player)
        query = query.where(table.c.id.in_(theirs))
    query = query.order_by(table.c.created, table.c.id).limit(limit)
    return _listings(connection, connection.execute(query).all())


def public_games(connection: Connection, status: str, limit: int) -> list[GameListing]:
    """Return public games: open ones oldest first, or running ones newest first."""
    order = table.c.created if status == games.OPEN else table.c.created.desc()
    query = select(table).where(table.c.status == status, CURRENT, table.c.public)
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


def oldest_waiting(connection: Connection, player: str) -> str | None:
    """Return a player's oldest game against computer players to which nobody is connected."""
    others = seats.alias()
    person = select(others.c.seat).where(
        others.c.game_id == table.c.id, others.c.agent.is_(None), others.c.player != player
    )
    here = select(presence.c.node).where(presence.c.game_id == table.c.id, presence.c.player != "")
    query = (
        select(table.c.id)
        .join(seats, seats.c.game_id == table.c.id)
        .where(seats.c.player == player, seats.c.ended.is_(None))
        .where(table.c.status == games.PLAYING, ~person.exists(), ~here.exists())
        .order_by(table.c.created, table.c.id)
    )
    return connection.scalar(query.limit(1))


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
            *(row.id, row.status, row.game, row.size, row.clock, row.increment, row.rated),
            seats=tuple(seats_by_game[row.id]),
            public=row.public,
            created=row.created,
            moves=row.moves or 0,
            events=row.seq,
        )
        for row in rows
    ]

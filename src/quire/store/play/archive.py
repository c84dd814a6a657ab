"""The archive: search finished games by player, game, date and result.

Pages come newest first, with a cursor to the next one, so that no page costs more than another.
Public games are visible to everyone, private games to their players only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, or_, select, tuple_

from quire.errors import NotationError, NotFound
from quire.match.record import Record
from quire.store.schema import games, seats
from quire.wire.statistics_types import ArchivedGame, ArchivedSeat, ArchivePage

MAX_PAGE_SIZE = 100

MAX_BATCH_SIZE = 1000
"""Games per batch of an export."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Search filters; None matches anything. A size needs a game, result and reason a player."""

    player: str | None = None
    game: str | None = None
    size: str | None = None
    result: Literal["won", "lost", "drawn"] | None = None
    """From that player's point of view."""
    reason: str | None = None
    since: float | None = None
    """Games that ended then or later, in seconds since 1970."""
    until: float | None = None
    """Games that ended before."""
    before: str | None = None
    """The cursor from the previous page."""
    limit: int = 50


class ArchivedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game with all its moves."""

    game: ArchivedGame
    record: Record


class GameMoves(msgspec.Struct, frozen=True):
    """What a game was played on, and its moves."""

    game: str
    size: str
    moves: tuple[str, ...]


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Records as lines of JSON, and the cursor to the next batch; None for the last."""

    lines: tuple[str, ...]
    after: str | None


_LISTED = [games.c[name] for name in ArchivedGame.__struct_fields__ if name != "seats"]


def search(connection: Connection, wanted: Search, viewer: str | None = None) -> ArchivePage:
    """Return a page of finished games. Raises NotationError for filters that do not fit together.

    The viewer finds private games by the players in them: the viewer, or an opponent.
    """
    _check(wanted)
    query = _of_everyone(wanted) if wanted.player is None else _of_player(wanted, viewer)
    rows = connection.execute(query.limit(wanted.limit + 1)).all()
    page = rows[: wanted.limit]
    more = len(rows) > len(page)
    return ArchivePage(
        games=tuple(_archived(connection, page)),
        before=_cursor(page[-1].ended, page[-1].id) if more else None,
    )


def one(connection: Connection, game_id: str, viewer: str | None = None) -> ArchivedRecord:
    """Return a finished game with its record. Raises NotFound if the viewer may not see it."""
    query = select(*_LISTED, games.c.record).where(games.c.id == game_id, games.c.status == "over")
    row = connection.execute(query).first()
    if row is not None:
        (game,) = _archived(connection, [row])
        if game.public or (viewer is not None and viewer in [seat.player for seat in game.seats]):
            return ArchivedRecord(game=game, record=_record(row.record, game.seats))
    raise NotFound(f"no finished game {game_id!r}")


def moves_of(connection: Connection, game_ids: Sequence[str]) -> dict[str, GameMoves | None]:
    """Return the moves of those games that have started; None for those in progress."""
    query = select(games.c.id, games.c.record, games.c.status)
    found = connection.execute(query.where(games.c.id.in_(game_ids), games.c.status != "open"))
    return {
        row.id: msgspec.json.decode(row.record, type=GameMoves) if row.status == "over" else None
        for row in found
    }


def export(
    connection: Connection, player_id: str, after: str | None = None, limit: int = 50
) -> Batch:
    """Return the next batch of a player's games as records, oldest first.

    Start without a cursor and continue with the one from the batch, until that is None.
    """
    if not 1 <= limit <= MAX_BATCH_SIZE:
        raise NotationError(f"limit must be 1 to {MAX_BATCH_SIZE}, not {limit}")
    at = tuple_(seats.c.ended, seats.c.game_id)
    query = (
        select(*_LISTED, games.c.record)
        .select_from(seats.join(games, games.c.id == seats.c.game_id))
        .where(seats.c.player == player_id, seats.c.ended.is_not(None))
        .order_by(seats.c.ended, seats.c.game_id)
    )
    if after is not None:
        query = query.where(at > tuple_(*_place(after)))
    rows = connection.execute(query.limit(limit + 1)).all()
    batch = rows[:limit]
    by_game = _seats_by_game(connection, batch)
    return Batch(
        lines=tuple(_record(row.record, by_game[row.id]).to_json() for row in batch),
        after=_cursor(batch[-1].ended, batch[-1].id) if len(rows) > limit else None,
    )


# --- the query ---


def _check(wanted: Search) -> None:
    if not 1 <= wanted.limit <= MAX_PAGE_SIZE:
        raise NotationError(f"limit must be 1 to {MAX_PAGE_SIZE}, not {wanted.limit}")
    if wanted.size is not None and wanted.game is None:
        raise NotationError("to filter by size, choose a game too")
    if wanted.player is None and (wanted.result or wanted.reason):
        raise NotationError("to filter by result or reason, choose a player too")


def _of_everyone(wanted: Search) -> Select[Any]:
    query = select(*_LISTED).where(games.c.public, games.c.ended.is_not(None))
    query = query.where(*_same_game(wanted), *_between(wanted, games.c.ended, games.c.id))
    return query.order_by(games.c.ended.desc(), games.c.id.desc())


def _of_player(wanted: Search, viewer: str | None) -> Select[Any]:
    query = (
        select(*_LISTED)
        .select_from(seats.join(games, games.c.id == seats.c.game_id))
        .where(seats.c.player == wanted.player, seats.c.ended.is_not(None))
        .where(*_same_game(wanted), *_between(wanted, seats.c.ended, seats.c.game_id))
        .order_by(seats.c.ended.desc(), seats.c.game_id.desc())
    )
    if wanted.result is not None:
        query = query.where(_ended_as(wanted.result))
    if wanted.reason is not None:
        query = query.where(games.c.reason == wanted.reason)
    if viewer is None:
        return query.where(games.c.public)
    if viewer != wanted.player:
        theirs = seats.alias()
        sat = select(theirs.c.seat).where(theirs.c.game_id == games.c.id, theirs.c.player == viewer)
        query = query.where(or_(games.c.public, sat.exists()))
    return query


def _same_game(wanted: Search) -> list[ColumnElement[bool]]:
    same = []
    if wanted.game is not None:
        same.append(games.c.game == wanted.game)
    if wanted.size is not None:
        same.append(games.c.size == wanted.size)
    return same


def _between(wanted: Search, ended: Any, id: Any) -> list[ColumnElement[bool]]:
    limits: list[ColumnElement[bool]] = []
    if wanted.since is not None:
        limits.append(ended >= wanted.since)
    if wanted.until is not None:
        limits.append(ended < wanted.until)
    if wanted.before is not None:
        limits.append(tuple_(ended, id) < tuple_(*_place(wanted.before)))
    return limits


def _ended_as(result: str) -> ColumnElement[bool]:
    """Return the condition for a result, defined as in `rating.result`."""
    if result == "won":
        return games.c.winner == seats.c.seat
    if result == "lost":
        return seats.c.rank > 1
    return and_(seats.c.rank == 1, games.c.winner.is_(None))


def _cursor(ended: float, id: str) -> str:
    return f"{ended!r}~{id}"


def _place(cursor: str) -> tuple[float, str]:
    found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,20})?)~([A-Za-z0-9_-]{1,16})", cursor)
    if found is None:
        raise NotationError("invalid cursor: use the one from the previous page")
    return float(found[1]), found[2]


# --- the result ---


def _seats_by_game(connection: Connection, rows: Sequence[Any]) -> dict[str, list[ArchivedSeat]]:
    by_game: dict[str, list[ArchivedSeat]] = {row.id: [] for row in rows}
    if not rows:
        return by_game
    query = select(seats).where(seats.c.game_id.in_(list(by_game)))
    for row in connection.execute(query.order_by(seats.c.game_id, seats.c.seat)):
        who = ArchivedSeat(name=row.name, player=row.player, agent=row.agent, rank=row.rank)
        by_game[row.game_id].append(who)
    return by_game


def _archived(connection: Connection, rows: Sequence[Any]) -> list[ArchivedGame]:
    by_game = _seats_by_game(connection, rows)
    names = [name for name in ArchivedGame.__struct_fields__ if name != "seats"]
    return [
        ArchivedGame(**{name: getattr(row, name) for name in names}, seats=tuple(by_game[row.id]))
        for row in rows
    ]


def _record(line: str, by_game: Sequence[ArchivedSeat]) -> Record:
    """Return the record with the current names; it was checked when it was stored."""
    record = msgspec.json.decode(line, type=Record)
    names = tuple(seat.name for seat in by_game)
    return msgspec.structs.replace(record, format=2, players=names)

"""The archive: finished games, found by who played, what, when and how it went.

Pages come newest first, and a cursor says where the next one begins, so that no page costs more
than another. Public games are for everybody, all others for those who sat in them.
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

MOST = 100
"""Games on a page."""

MOST_EXPORTED = 1000
"""Games in a batch of an export."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """What is looked for; None is anything. A size wants a game; result and reason a player."""

    player: str | None = None
    game: str | None = None
    size: str | None = None
    result: Literal["won", "lost", "drawn"] | None = None
    """For that player."""
    reason: str | None = None
    since: float | None = None
    """Games that ended then or later, in seconds since 1970."""
    until: float | None = None
    """Games that ended before."""
    before: str | None = None
    """The cursor of the page before."""
    limit: int = 50


class ArchivedRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One finished game with every move."""

    game: ArchivedGame
    record: Record


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """Records as lines of JSON, and the cursor for those after them; None if there are none."""

    lines: tuple[str, ...]
    after: str | None


_LISTED = [games.c[name] for name in ArchivedGame.__struct_fields__ if name != "seats"]


def search(connection: Connection, wanted: Search, asker: str | None = None) -> ArchivePage:
    """A page of finished games. Raises NotationError for a search that makes no sense.

    Who asks finds private games by naming somebody who played there: the asker, or an opponent.
    """
    _check(wanted)
    query = _of_everybody(wanted) if wanted.player is None else _of_player(wanted, asker)
    rows = connection.execute(query.limit(wanted.limit + 1)).all()
    page = rows[: wanted.limit]
    more = len(rows) > len(page)
    return ArchivePage(
        games=tuple(_archived(connection, page)),
        before=_cursor(page[-1].ended, page[-1].id) if more else None,
    )


def one(connection: Connection, game_id: str, asker: str | None = None) -> ArchivedRecord:
    """A finished game with its record. Raises NotFound, also for one that the asker may not see."""
    query = select(*_LISTED, games.c.record).where(games.c.id == game_id, games.c.status == "over")
    row = connection.execute(query).first()
    if row is not None:
        (game,) = _archived(connection, [row])
        if game.public or (asker is not None and asker in [seat.player for seat in game.seats]):
            return ArchivedRecord(game=game, record=_record(row.record, game.seats))
    raise NotFound(f"no finished game {game_id!r}")


def export(
    connection: Connection, player_id: str, after: str | None = None, limit: int = 200
) -> Batch:
    """The next of all games of a player, the oldest first, as records that `quire` reads.

    Begin without a cursor and go on with the one that the batch holds, until that is None.
    """
    if not 1 <= limit <= MOST_EXPORTED:
        raise NotationError(f"limit must be 1 to {MOST_EXPORTED}, not {limit}")
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
    sitting = _sitting(connection, batch)
    return Batch(
        lines=tuple(_record(row.record, sitting[row.id]).to_json() for row in batch),
        after=_cursor(batch[-1].ended, batch[-1].id) if len(rows) > limit else None,
    )


# --- how it is asked for ---


def _check(wanted: Search) -> None:
    if not 1 <= wanted.limit <= MOST:
        raise NotationError(f"limit must be 1 to {MOST}, not {wanted.limit}")
    if wanted.size is not None and wanted.game is None:
        raise NotationError("to filter by size, choose a game too")
    if wanted.player is None and (wanted.result or wanted.reason):
        raise NotationError("to filter by result or reason, choose a player too")


def _of_everybody(wanted: Search) -> Select[Any]:
    query = select(*_LISTED).where(games.c.public, games.c.ended.is_not(None))
    query = query.where(*_same_game(wanted), *_between(wanted, games.c.ended, games.c.id))
    return query.order_by(games.c.ended.desc(), games.c.id.desc())


def _of_player(wanted: Search, asker: str | None) -> Select[Any]:
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
    if asker is None:
        return query.where(games.c.public)
    if asker != wanted.player:
        theirs = seats.alias()
        sat = select(theirs.c.seat).where(theirs.c.game_id == games.c.id, theirs.c.player == asker)
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
    """As `standing.result` has it."""
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


# --- what is found ---


def _sitting(connection: Connection, rows: Sequence[Any]) -> dict[str, list[ArchivedSeat]]:
    sitting: dict[str, list[ArchivedSeat]] = {row.id: [] for row in rows}
    if not rows:
        return sitting
    query = select(seats).where(seats.c.game_id.in_(list(sitting)))
    for row in connection.execute(query.order_by(seats.c.game_id, seats.c.seat)):
        who = ArchivedSeat(name=row.name, player=row.player, agent=row.agent, rank=row.rank)
        sitting[row.game_id].append(who)
    return sitting


def _archived(connection: Connection, rows: Sequence[Any]) -> list[ArchivedGame]:
    sitting = _sitting(connection, rows)
    names = [name for name in ArchivedGame.__struct_fields__ if name != "seats"]
    return [
        ArchivedGame(**{name: getattr(row, name) for name in names}, seats=tuple(sitting[row.id]))
        for row in rows
    ]


def _record(line: str, sitting: Sequence[ArchivedSeat]) -> Record:
    """The record with the names that the players have now; it was checked when it was made."""
    record = msgspec.json.decode(line, type=Record)
    return msgspec.structs.replace(record, players=tuple(seat.name for seat in sitting))

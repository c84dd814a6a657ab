"""The event log of every game. The key (game, seq) decides races between servers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select, text

from quire.online.ending import Ending
from quire.online.event import Event, EventKind
from quire.store.people import statistics
from quire.store.schema import events, games
from quire.store.sql import insert, insert_all, update_all

_SINCE = (
    select(events)
    .where(events.c.game_id == bindparam("of"), events.c.seq > bindparam("known"))
    .order_by(events.c.seq)
)

_LIVE = (
    select(games.c.id)
    .where(games.c.position.in_(bindparam("keys", expanding=True)), games.c.status == "playing")
    .limit(1)
)

LATEST_LIMIT = 4
"""Number of events `latest` returns per game."""

_LATEST = (
    select(events)
    .join(games, games.c.id == events.c.game_id)
    .where(
        games.c.id.in_(bindparam("ids", expanding=True)), events.c.seq > games.c.seq - LATEST_LIMIT
    )
    .order_by(events.c.game_id, events.c.seq)
)


@dataclass(frozen=True, slots=True)
class PendingEvent:
    """An event to append, with what it changes in the game's row."""

    game_id: str
    event: Event
    moves: int
    """Moves made, this one included."""
    due: float | None = None
    """When something is due even if nobody acts."""
    ending: Ending | None = None
    position: int | None = None
    """The key of the position, if nobody may analyse it now."""


def append(connection: Connection, entries: Sequence[PendingEvent]) -> set[tuple[str, int]]:
    """Append events. Return game and seq of those that were stored, being the next."""
    if not entries:
        return set()
    # Sorted, so that two servers never deadlock.
    entries = sorted(entries, key=lambda entry: entry.game_id)
    rows = [
        {
            "game_id": entry.game_id,
            "seq": entry.event.seq,
            "kind": entry.event.kind.value,
            "seat": entry.event.seat,
            "text": entry.event.text,
            "at": entry.event.at,
            "id": entry.event.id,
        }
        for entry in entries
    ]
    if insert_all(connection, events, rows):
        kept = {(entry.game_id, entry.event.seq) for entry in entries}
    else:
        statement = insert(connection, events).on_conflict_do_nothing()
        found = connection.execute(statement.returning(events.c.game_id, events.c.seq), rows)
        kept = {(game_id, seq) for game_id, seq in found}
    stored = [entry for entry in entries if (entry.game_id, entry.event.seq) in kept]
    if stored:
        numbers = [
            {
                "of": entry.game_id,
                "seq": entry.event.seq,
                "moves": entry.moves,
                "due": entry.due,
                "position": entry.position,
            }
            for entry in stored
        ]
        update_all(connection, games, numbers)
    endings = [(entry.game_id, entry.ending) for entry in stored if entry.ending is not None]
    statistics.finish(connection, endings)
    return kept


def since(connection: Connection, game_id: str, seq: int = 0) -> list[Event]:
    """Return the events of a game after `seq`."""
    found = connection.execute(_SINCE, {"of": game_id, "known": seq})
    return [_event(row) for row in found]


def latest(connection: Connection, game_ids: Sequence[str]) -> dict[str, list[Event]]:
    """Return the last few events of games, enough for a server that is notified of each."""
    if not game_ids:
        return {}
    found: dict[str, list[Event]] = {}
    for row in connection.execute(_LATEST, {"ids": list(game_ids)}):
        found.setdefault(row.game_id, []).append(_event(row))
    return found


def is_live(connection: Connection, positions: Collection[int]) -> bool:
    """Return whether one of these positions is on the board in a rated game now, on any server."""
    return connection.execute(_LIVE, {"keys": list(positions)}).first() is not None


def _event(row: Any) -> Event:
    kind = EventKind(row.kind)
    return Event(seq=row.seq, kind=kind, at=row.at, seat=row.seat, text=row.text, id=row.id)


def database_time(connection: Connection) -> float:
    """Return seconds since 1970, by PostgreSQL's clock."""
    return float(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")))

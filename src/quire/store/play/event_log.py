"""The event log of every game. The key (game, seq) decides races between servers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
from sqlalchemy import Connection, bindparam, select, text

from quire.online.ending import Ending
from quire.online.event import Event, EventKind
from quire.online.live_game import Decision, LiveGame
from quire.online.position_key import rated_key
from quire.online.setup import JOIN_GRACE_SECONDS
from quire.store.people import statistics
from quire.store.people.statistics import FinishedGame
from quire.store.schema import CURRENT, events, games
from quire.store.sql import RareChange, insert_new, select_after, update_all

_EVENT_COLUMNS = ("game_id", "seq", "kind", "seat", "text", "at", "id")

_EVENTS = select(*(events.c[name] for name in _EVENT_COLUMNS))

_SINCE = _EVENTS.where(
    events.c.game_id == bindparam("of"), events.c.seq > bindparam("known")
).order_by(events.c.seq)

_LIVE = (
    select(games.c.id)
    .where(CURRENT, games.c.rated, games.c.status == "playing")
    .where(games.c.position.in_(bindparam("keys", expanding=True)))
    .limit(1)
)

LATEST_LIMIT = 4
"""Number of events `latest` returns per game."""

_LATEST = (
    _EVENTS.join(games, games.c.id == events.c.game_id)
    .where(
        games.c.id.in_(bindparam("ids", expanding=True)), events.c.seq > games.c.seq - LATEST_LIMIT
    )
    .order_by(events.c.game_id, events.c.seq)
)


class PendingEvent(msgspec.Struct, frozen=True):
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

    @classmethod
    def of(cls, before: LiveGame, decision: Decision, today: float) -> PendingEvent:
        """Return the event that was decided for a game."""
        event, after = decision
        ends = after.is_over and not before.is_over
        ending = Ending.of(after, today) if ends else None
        return cls(before.setup.id, event, after.moves, after.due(), ending, rated_key(after))


_GAME_COLUMNS = ("id", "seq", "moves", "due", "position", "now")

_NEXT_CHECK = RareChange(
    "next_check",
    value="new.due",
    condition="games.next_check > new.due OR (games.next_check <= new.now "
    f"AND games.next_check > games.began + {JOIN_GRACE_SECONDS}) "
    "OR (games.next_check IS NULL AND new.due IS NOT NULL)",
)
"""An index is only written if the game is due before its next check, or that has passed. The first
check finds players who have never come, so that no move puts it off."""


def append(connection: Connection, entries: Sequence[PendingEvent]) -> list[bool]:
    """Append events. Return for each whether it was stored, being the next."""
    first: dict[tuple[str, int], PendingEvent] = {}
    for entry in entries:
        first.setdefault((entry.game_id, entry.event.seq), entry)
    # Sorted, so that two servers never deadlock.
    rows = [
        (*key, event.kind.value, event.seat, event.text, event.at, event.id)
        for key in sorted(first)
        if (event := first[key].event)
    ]
    kept = insert_new(connection, events, _EVENT_COLUMNS, rows)
    _update_games(connection, [first[key] for key in sorted(kept)])
    return [
        (key := (entry.game_id, entry.event.seq)) in kept and first[key] is entry
        for entry in entries
    ]


def _update_games(connection: Connection, stored: Sequence[PendingEvent]) -> None:
    """Update the games of events that were stored; of several in a game, the last counts."""
    last = {entry.game_id: entry for entry in stored}
    finished = [
        FinishedGame(entry.game_id, last[entry.game_id].event.seq, entry.ending)
        for entry in stored
        if entry.ending is not None
    ]
    over = {game.id for game in finished}
    rows = [
        (id, entry.event.seq, entry.moves, entry.due, entry.position, entry.event.at)
        for id, entry in last.items()
        if id not in over
    ]
    if rows:
        update_all(connection, games, _GAME_COLUMNS, rows, rarely=_NEXT_CHECK)
    statistics.finish(connection, finished)


def since(connection: Connection, game_id: str, seq: int = 0) -> list[Event]:
    """Return the events of a game after `seq`."""
    found = connection.execute(_SINCE, {"of": game_id, "known": seq})
    return [_event(*row[1:]) for row in found]


def since_all(connection: Connection, known: Sequence[tuple[str, int]]) -> list[list[Event]]:
    """Return the events of games after those that are known: the game and the number of each."""
    found: dict[str, list[Event]] = {id: [] for id, _ in known}
    first = dict(sorted(known, reverse=True))  # of several numbers of a game, the smallest
    for id, *values in select_after(connection, events, _EVENT_COLUMNS, sorted(first.items())):
        found[id].append(_event(*values))
    return [[event for event in found[id] if event.seq > seq] for id, seq in known]


def latest(connection: Connection, game_ids: Sequence[str]) -> dict[str, list[Event]]:
    """Return the last few events of games, enough for a server that is notified of each."""
    if not game_ids:
        return {}
    found: dict[str, list[Event]] = {}
    for row in connection.execute(_LATEST, {"ids": list(game_ids)}):
        found.setdefault(row.game_id, []).append(_event(*row[1:]))
    return found


def is_live(connection: Connection, positions: Collection[int]) -> bool:
    """Return whether one of these positions is on the board in a rated game now, on any server."""
    return connection.execute(_LIVE, {"keys": list(positions)}).first() is not None


def _event(seq: int, kind: str, seat: int | None, text: str, at: float, id: str) -> Event:
    return Event(seq=seq, kind=EventKind(kind), at=at, seat=seat, text=text, id=id)


def database_time(connection: Connection) -> float:
    """Return seconds since 1970, by PostgreSQL's clock."""
    return float(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")))

"""What the store holds at the end of a run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quire.games import find_game
from quire.online.event import Event, EventKind
from tests.simulation.checker.terms import Terms
from tests.simulation.world import World


@dataclass(frozen=True, slots=True)
class StoredLog:
    """A game as it is stored at the end."""

    terms: Terms
    status: str
    winner: int | None
    reason: str | None
    events: tuple[Event, ...]
    created: float
    """When the game was created, in virtual time."""
    committed: tuple[float, ...]
    """When each event was stored."""
    absent: frozenset[str]
    """The players who were away when the last seat was taken."""


def stored_kinds(world: World) -> set[str]:
    """Return the kinds of events that were stored."""
    rows = world.database.memory.driver.execute("SELECT DISTINCT kind FROM events").fetchall()
    return {kind for (kind,) in rows}


def stored_logs(world: World) -> Iterator[StoredLog]:
    """Return all games that were started."""
    read = world.database.memory.driver.execute
    columns = (
        "id, game, size, clock, increment, reconnect_seconds, rated, began, "
        "status, winner, reason, seed"
    )
    for row in read(f"SELECT {columns} FROM games WHERE status <> 'open' ORDER BY id").fetchall():
        id, game, size, clock, increment, reconnect, rated, began, *rest = row
        status, winner, reason, seed = rest
        seats = read("SELECT player FROM seats WHERE game_id = ? ORDER BY seat", (id,)).fetchall()
        terms = Terms(
            id, game, size, tuple(player for (player,) in seats), clock, reconnect, bool(rated),
            find_game(game).drawable, began, increment, seed is not None,
        )  # fmt: skip
        events = read(
            "SELECT seq, kind, seat, text, at, id FROM events WHERE game_id = ? ORDER BY seq", (id,)
        ).fetchall()
        times = read("SELECT at FROM commits WHERE game_id = ? ORDER BY seq", (id,)).fetchall()
        (created,), *committed = times
        absent = read("SELECT player FROM absent WHERE game_id = ?", (id,)).fetchall()
        yield StoredLog(
            terms, status, winner, reason,
            tuple(
                Event(seq=seq, kind=EventKind(kind), seat=seat, text=text, at=at, id=id)
                for seq, kind, seat, text, at, id in events
            ),
            created, tuple(at for (at,) in committed), frozenset(player for (player,) in absent),
        )  # fmt: skip


def stored_seats(world: World) -> dict[str, tuple[str | None, ...]]:
    """Return who sits in each game at the end, open games included."""
    read = world.database.memory.driver.execute
    found: dict[str, tuple[str | None, ...]] = {}
    for id, player in read("SELECT game_id, player FROM seats ORDER BY game_id, seat").fetchall():
        found[id] = (*found.get(id, ()), player)
    return found


def changed_events(world: World) -> list[str]:
    """Return the stored events that were changed or deleted."""
    rows = world.database.memory.driver.execute("SELECT what, game_id, seq FROM changes")
    return [f"event {seq} of {game} was {what}" for what, game, seq in rows.fetchall()]

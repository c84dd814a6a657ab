"""Who is connected: a lease that each server renews for all its connections.

A player is connected to a game while a live server says so. A server whose lease has run out is
dead, and its players are disconnected.
"""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, func, select, update

from quire.store.game_clock import GameClock
from quire.store.schema import downtime, nodes, presence, seeks
from quire.store.sql import insert, upserts

# Built once: building a statement takes longer than running it.
_PRESENT = select(presence.c.player).where(presence.c.game_id == bindparam("of"))
_REMOVE = delete(presence).where(
    presence.c.game_id == bindparam("of"),
    presence.c.player == bindparam("who"),
    presence.c.node == bindparam("where"),
)

LEASE_SECONDS = 6.0
"""A server that has not renewed its lease for this long is considered dead."""

MAX_TICK_SECONDS = 1.5
"""A server that runs records its game clock at least this often."""


def register_server(connection: Connection, today: float) -> float:
    """Register a starting server. Return how far its game clock is behind the date.

    It continues where the servers before it have stopped, whatever the date is now.
    """
    connection.execute(
        insert(connection, downtime).values(id=1, seconds=0.0, stamp=today).on_conflict_do_nothing()
    )
    seconds = today - _game_time(connection, today, running=True)
    connection.execute(update(downtime).values(seconds=seconds, stamp=today))
    return seconds


def record_clock(connection: Connection, clock: GameClock) -> float:
    """Record the game clock of a running server. Return the seconds it is behind the others.

    After a pause it is not assumed that the others have run on since they recorded theirs.
    """
    today, now = clock.today(), clock.now()
    running = not (clock.is_paused or clock.was_paused)
    behind = max(0.0, _game_time(connection, today, running) - now)
    seconds = today - (now + behind)
    connection.execute(update(downtime).values(seconds=seconds, stamp=today))
    return behind


def game_time(connection: Connection) -> float:
    """Return the time on the game clock when a server last ran."""
    row = connection.execute(select(downtime)).one_or_none()
    return 0.0 if row is None else float(row.stamp - row.seconds)


def _game_time(connection: Connection, today: float, running: bool) -> float:
    """Return the time on the game clock, by the server that recorded it last.

    If it was recorded just now and servers are `running`, it has run on since.
    """
    row = connection.execute(select(downtime).with_for_update()).one()
    since = today - row.stamp
    is_recent = running and 0 <= since <= MAX_TICK_SECONDS
    return float(row.stamp - row.seconds + (since if is_recent else 0.0))


def deregister_server(connection: Connection, node: str, clock: GameClock) -> None:
    """Deregister a stopping server, and cancel the seeks on it."""
    record_clock(connection, clock)
    _cancel_seeks(connection, [node])


def renew_lease(connection: Connection, node: str, now: float) -> bool:
    """Renew the lease of a server. Return False if it was not registered (any more)."""
    renewed = connection.execute(update(nodes).where(nodes.c.id == node).values(stamp=now))
    if not renewed.rowcount:
        connection.execute(insert(connection, nodes).values(id=node, stamp=now))
    return bool(renewed.rowcount)


def add_player(connection: Connection, game_id: str, player: str, node: str) -> None:
    """Record that a player is connected to a game on this server."""
    set_count(connection, game_id, player, node, 1)


def remove_player(connection: Connection, game_id: str, player: str, node: str) -> bool:
    """Record that a player left this server. Return whether they are on no other server either."""
    set_count(connection, game_id, player, node, 0)
    return player not in connected_players(connection, game_id)


def set_count(connection: Connection, game_id: str, player: str, node: str, number: int) -> None:
    """Set the number of connections of a player (or of spectators, `""`) to a game here."""
    if number == 0:
        connection.execute(_REMOVE, {"of": game_id, "who": player, "where": node})
        return
    row = {"game_id": game_id, "player": player, "node": node, "count": number}
    connection.execute(upserts(presence)[connection.dialect.name], row)


def connected_players(connection: Connection, game_id: str) -> set[str]:
    """Return the players who are connected to a game, on any server."""
    return set(connection.scalars(_PRESENT, {"of": game_id})) - {""}


def players_on(connection: Connection, node: str) -> list[tuple[str, str]]:
    """Return the games and players recorded for a server."""
    query = select(presence.c.game_id, presence.c.player).where(presence.c.node == node)
    return [(game_id, player) for game_id, player in connection.execute(query) if player]


def spectator_count(connection: Connection, game_id: str) -> int:
    """Return the number of spectators of a game, on all servers."""
    query = select(func.sum(presence.c.count))
    query = query.where(presence.c.game_id == game_id, presence.c.player == "")
    return connection.scalar(query) or 0


def remove_dead_servers(connection: Connection, now: float) -> list[str]:
    """Remove servers whose lease has run out. Return the games their players were in."""
    dead = list(connection.scalars(select(nodes.c.id).where(nodes.c.stamp < now - LEASE_SECONDS)))
    return remove_servers(connection, dead)


def remove_servers(connection: Connection, dead: list[str]) -> list[str]:
    """Remove servers. Return the games their players were in."""
    if not dead:
        return []
    query = select(presence.c.game_id).where(presence.c.node.in_(dead)).distinct()
    ids = list(connection.scalars(query))
    for table, column in ((presence, presence.c.node), (nodes, nodes.c.id)):
        connection.execute(delete(table).where(column.in_(dead)))
    _cancel_seeks(connection, dead)
    return ids


def _cancel_seeks(connection: Connection, servers: list[str]) -> None:
    """Delete the open seeks of servers; seeks that led to a game are answered later."""
    waiting = seeks.c.node.in_(servers) & seeks.c.game_id.is_(None)
    connection.execute(delete(seeks).where(waiting))

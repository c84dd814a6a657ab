"""Who is connected: a lease that each server renews for all its connections.

A player is connected to a game while a live server says so. A server whose lease has run out is
dead, and its players are disconnected.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, case, delete, func, select, update

from quire.store.game_clock import GameClock
from quire.store.schema import downtime, nodes, presence, seeks
from quire.store.sql import delete_all, insert, select_all, upsert_all

# Built once: building a statement takes longer than running it.
_SPECTATORS = select(func.sum(presence.c.count)).where(
    presence.c.game_id == bindparam("of"), presence.c.player == ""
)
_IS_PLAYER = presence.c.player != ""
_ELSEWHERE = select(
    func.count(case((_IS_PLAYER, presence.c.player)).distinct())
    + func.coalesce(func.sum(case((_IS_PLAYER, 0), else_=presence.c.count)), 0)
).where(presence.c.node != bindparam("of"))
_CLOCK, _RECORD = select(downtime).with_for_update(), update(downtime)
_RENEW = update(nodes).where(nodes.c.id == bindparam("of")).values(stamp=bindparam("at"))
_DEAD = select(nodes.c.id).where(nodes.c.stamp < bindparam("before"))

_KEY = ("game_id", "player", "node")
_COLUMNS = (*_KEY, "count")

LEASE_SECONDS = 6.0
"""A server that has not renewed its lease for this long is considered dead."""

MAX_TICK_SECONDS = 1.5
"""A server that runs records its game clock at least this often."""


def register_server(connection: Connection, today: float) -> float:
    """Register a starting server. Return how far its game clock is behind the date.

    It continues where the last clock was recorded, whatever the date is now: if no other server
    runs, nobody could move since then. If one does, its clock is ahead, and `record_clock` follows.
    """
    connection.execute(
        insert(connection, downtime).values(id=1, seconds=0.0, stamp=today).on_conflict_do_nothing()
    )
    seconds = today - _game_time(connection, today, running=False)
    connection.execute(_RECORD, {"seconds": seconds, "stamp": today})
    return seconds


def record_clock(connection: Connection, clock: GameClock) -> float:
    """Record the game clock of a running server. Return the time of the one that is ahead.

    After a pause it is not assumed that the others have run on since they recorded theirs.
    """
    today, now = clock.today(), clock.now()
    running = not (clock.is_paused or clock.was_paused)
    ahead = max(now, _game_time(connection, today, running))
    connection.execute(_RECORD, {"seconds": today - ahead, "stamp": today})
    return ahead


def game_time(connection: Connection) -> float:
    """Return the time on the game clock when a server last ran."""
    row = connection.execute(select(downtime)).one_or_none()
    return 0.0 if row is None else float(row.stamp - row.seconds)


def _game_time(connection: Connection, today: float, running: bool) -> float:
    """Return the time on the game clock, by the server that recorded it last.

    If it was recorded just now and servers are `running`, it has run on since.
    """
    row = connection.execute(_CLOCK).one()
    since = today - row.stamp
    is_recent = running and 0 <= since <= MAX_TICK_SECONDS
    return float(row.stamp - row.seconds + (since if is_recent else 0.0))


def deregister_server(connection: Connection, node: str, clock: GameClock) -> None:
    """Deregister a stopping server, and cancel the seeks on it."""
    record_clock(connection, clock)
    _cancel_seeks(connection, [node])


def renew_lease(connection: Connection, node: str, now: float) -> bool:
    """Renew the lease of a server. Return False if it was not registered (any more)."""
    renewed = connection.execute(_RENEW, {"of": node, "at": now})
    if not renewed.rowcount:
        connection.execute(insert(connection, nodes).values(id=node, stamp=now))
    return bool(renewed.rowcount)


def add_players(connection: Connection, players: Sequence[tuple[str, str, str]]) -> list[None]:
    """Record that players are connected to games: the game, the player and the server of each."""
    rows = [(*player, 1) for player in sorted(set(players))]
    upsert_all(connection, presence, _COLUMNS, rows)
    return [None] * len(players)


def remove_players(connection: Connection, players: Sequence[tuple[str, str, str]]) -> list[None]:
    """Record that players left games: the game, the player and the server of each."""
    delete_all(connection, presence, _KEY, sorted(set(players)))
    return [None] * len(players)


def remove_player(connection: Connection, game_id: str, player: str, node: str) -> bool:
    """Record that a player left this server. Return whether they are on no other server either."""
    remove_players(connection, [(game_id, player, node)])
    return player not in connected_players(connection, game_id)


def set_count(connection: Connection, game_id: str, player: str, node: str, number: int) -> None:
    """Set the number of connections of a player (or of spectators, `""`) to a game here."""
    if number == 0:
        delete_all(connection, presence, _KEY, [(game_id, player, node)])
        return
    upsert_all(connection, presence, _COLUMNS, [(game_id, player, node, number)])


def connected_players(connection: Connection, game_id: str) -> set[str]:
    """Return the players who are connected to a game, on any server."""
    [connected] = connected_to_all(connection, [game_id])
    return connected


def connected_to_all(connection: Connection, game_ids: Sequence[str]) -> list[set[str]]:
    """Return the players who are connected to each of these games, on any server."""
    connected: dict[str, set[str]] = {id: set() for id in game_ids}
    found = select_all(connection, presence, ("game_id", "player"), "game_id", list(connected))
    for game_id, player in found:
        if player:
            connected[game_id].add(player)
    return [connected[id] for id in game_ids]


def players_on(connection: Connection, node: str) -> list[tuple[str, str, str]]:
    """Return what is recorded for a server: the game, the player and the server of each."""
    query = select(presence.c.game_id, presence.c.player).where(presence.c.node == node)
    return [(game_id, player, node) for game_id, player in connection.execute(query) if player]


def spectator_count(connection: Connection, game_id: str) -> int:
    """Return the number of spectators of a game, on all servers."""
    return connection.scalar(_SPECTATORS, {"of": game_id}) or 0


def people_elsewhere(connection: Connection, node: str) -> int:
    """Return the number of people in games on other servers; those in no game are unknown here."""
    return connection.scalar(_ELSEWHERE, {"of": node}) or 0


def remove_dead_servers(connection: Connection, now: float) -> list[str]:
    """Remove servers whose lease has run out. Return the games their players were in."""
    dead = list(connection.scalars(_DEAD, {"before": now - LEASE_SECONDS}))
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

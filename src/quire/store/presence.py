"""Who is there: a lease that each server renews for all of its connections at once.

A player is at a game while a server that is alive says so. A server that has not been heard of for
longer than a lease is gone, and its players with it.
"""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, func, select, update

from quire.store.schema import downtime, nodes, presence, seeks
from quire.store.sql import insert, upserts

# Made once: making a statement takes longer than running it.
_PRESENT = select(presence.c.player).where(presence.c.game_id == bindparam("of"))
_FORGET = delete(presence).where(
    presence.c.game_id == bindparam("of"),
    presence.c.player == bindparam("who"),
    presence.c.node == bindparam("where"),
)

LEASE_SECONDS = 6.0
"""A server that has not renewed its lease for this long is considered dead."""

OUTAGE_SECONDS = 1.5
"""Gaps longer than this without any running server pause the clocks."""


def arise(connection: Connection, today: float) -> float:
    """A server starts: the time for which none ran, in all, the last outage included."""
    connection.execute(
        insert(connection, downtime).values(id=1, seconds=0.0, stamp=today).on_conflict_do_nothing()
    )
    row = connection.execute(select(downtime).with_for_update()).one()
    lost = today - row.stamp
    seconds = float(row.seconds + lost) if lost > OUTAGE_SECONDS else float(row.seconds)
    connection.execute(update(downtime).values(seconds=seconds, stamp=max(today, row.stamp)))
    return seconds


def stamp(connection: Connection, today: float) -> float:
    """Says that a server runs, and gives the time for which none did, in all."""
    connection.execute(update(downtime).where(downtime.c.stamp < today).values(stamp=today))
    return float(connection.scalar(select(downtime.c.seconds)) or 0.0)


def retire(connection: Connection, node: str, today: float) -> None:
    """A server stops: nobody waits for anybody there any more."""
    stamp(connection, today)
    _withdraw(connection, [node])


def renew(connection: Connection, node: str, now: float) -> bool:
    """A server says that it is there, with all of its connections; whether it was known to be."""
    renewed = connection.execute(update(nodes).where(nodes.c.id == node).values(stamp=now))
    if not renewed.rowcount:
        connection.execute(insert(connection, nodes).values(id=node, stamp=now))
    return bool(renewed.rowcount)


def arrive(connection: Connection, game_id: str, player: str, node: str) -> None:
    """A player of this server is at a game."""
    count(connection, game_id, player, node, 1)


def depart(connection: Connection, game_id: str, player: str, node: str) -> bool:
    """A player's last connection to this server is gone; whether there is none elsewhere either."""
    count(connection, game_id, player, node, 0)
    return player not in present(connection, game_id)


def count(connection: Connection, game_id: str, player: str, node: str, number: int) -> None:
    """So many connections of a player, or of those who only watch (`""`), are at a game here."""
    if number == 0:
        connection.execute(_FORGET, {"of": game_id, "who": player, "where": node})
        return
    row = {"game_id": game_id, "player": player, "node": node, "count": number}
    connection.execute(upserts(presence)[connection.dialect.name], row)


def present(connection: Connection, game_id: str) -> set[str]:
    """The players who are at a game, on whichever server."""
    return set(connection.scalars(_PRESENT, {"of": game_id})) - {""}


def at_node(connection: Connection, node: str) -> list[tuple[str, str]]:
    """The games and players that a server has said are there."""
    query = select(presence.c.game_id, presence.c.player).where(presence.c.node == node)
    return [(game_id, player) for game_id, player in connection.execute(query) if player]


def watching(connection: Connection, game_id: str) -> int:
    """How many only watch, on all servers."""
    query = select(func.sum(presence.c.count))
    query = query.where(presence.c.game_id == game_id, presence.c.player == "")
    return connection.scalar(query) or 0


def bury(connection: Connection, now: float) -> list[str]:
    """The games whose players were on servers that are gone; those are forgotten."""
    lost = list(connection.scalars(select(nodes.c.id).where(nodes.c.stamp < now - LEASE_SECONDS)))
    return leave(connection, lost)


def leave(connection: Connection, lost: list[str]) -> list[str]:
    """The games whose players were on these servers; the servers are forgotten."""
    if not lost:
        return []
    touched = connection.scalars(
        select(presence.c.game_id).where(presence.c.node.in_(lost)).distinct()
    )
    ids = list(touched)
    for table, column in ((presence, presence.c.node), (nodes, nodes.c.id)):
        connection.execute(delete(table).where(column.in_(lost)))
    _withdraw(connection, lost)
    return ids


def _withdraw(connection: Connection, gone: list[str]) -> None:
    """Nobody waits there any more; what a wish has led to is told when its player comes back."""
    waiting = seeks.c.node.in_(gone) & seeks.c.led_to.is_(None)
    connection.execute(delete(seeks).where(waiting))

"""Which networks the players of an open rated game come from.

Two accounts of one person could play for rating points. So where a server says so, players of one
network cannot play a rated game. The network is stored only until the game starts.
"""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from quire.errors import NotAllowed
from quire.store.schema import games, seats


def check(connection: Connection, game_id: str, player: str, network: str) -> None:
    """Raise NotAllowed if a game is rated and another of its players is in this network."""
    # Locked, so that two players who join at the same time are checked one after the other.
    query = select(games.c.rated).where(games.c.id == game_id).with_for_update()
    if not connection.scalar(query):
        return
    same = select(seats.c.seat).where(
        seats.c.game_id == game_id, seats.c.network == network, seats.c.player != player
    )
    if connection.execute(same).first() is not None:
        raise NotAllowed("players of one network can't play rated games here: play a casual game")


def note(connection: Connection, game_id: str, player: str, network: str | None) -> None:
    """Store the network of a player who has taken a seat; once the game starts, forget them all."""
    is_open = connection.scalar(select(games.c.status).where(games.c.id == game_id)) == "open"
    if not is_open:
        known = (seats.c.game_id == game_id) & seats.c.network.is_not(None)
        connection.execute(update(seats).where(known).values(network=None))
    elif network is not None:
        mine = (seats.c.game_id == game_id) & (seats.c.player == player)
        connection.execute(update(seats).where(mine).values(network=network))

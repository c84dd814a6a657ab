"""Quick match: open seeks, and pairing the players behind them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from quire.online.setup import Seat
from quire.store.play import games
from quire.store.schema import players, seeks

_WAITING = (
    select(seeks, players.c.name, players.c.kind)
    .join(players, players.c.id == seeks.c.player)
    .where(seeks.c.game_id.is_(None))
    .order_by(seeks.c.created, seeks.c.player)
    .limit(200)
    .with_for_update(of=seeks)  # in order: a second server waits, and sees what the first did
)


def seek(
    connection: Connection,
    player: str,
    game: str,
    size: str,
    node: str,
    today: float,
    seek_id: str,
    network: str | None = None,
) -> None:
    """Open a seek for a player, which replaces an earlier one.

    A seek with a known id keeps its place in the queue, or the game it led to. `network` is given
    where players of one network cannot play rated games.
    """
    known = (seeks.c.player == player) & (seeks.c.seek_id == seek_id)
    if connection.execute(update(seeks).where(known).values(node=node, network=network)).rowcount:
        return
    connection.execute(delete(seeks).where(seeks.c.player == player))
    connection.execute(
        insert(seeks).values(
            player=player,
            game=game,
            size=size,
            node=node,
            created=today,
            seek_id=seek_id,
            network=network,
        )
    )


def cancel_seek(connection: Connection, player: str, node: str | None = None) -> None:
    """Cancel a player's open seek, on one server or on any. A game it led to stays."""
    waiting = (seeks.c.player == player) & seeks.c.game_id.is_(None)
    if node is not None:
        waiting &= seeks.c.node == node
    connection.execute(delete(seeks).where(waiting))


def pair(
    connection: Connection,
    clock: float | None,
    reconnect_seconds: float | None,
    now: float,
    today: float,
) -> list[tuple[games.StoredGame, tuple[str, str]]]:
    """Start games between seeking players. Return the games and their players."""
    waiting: list[Row[Any]] = []
    started = []
    for new in connection.execute(_WAITING).all():
        for old in waiting:
            if old.game == new.game and not games.blocked(connection, new.player, [old.player]):
                waiting.remove(old)
                game = _pair_two(connection, old, new, clock, reconnect_seconds, now, today)
                started.append((game, (old.player, new.player)))
                break
        else:
            waiting.append(new)
    return started


def _pair_two(
    connection: Connection,
    old: Row[Any],
    new: Row[Any],
    clock: float | None,
    reconnect_seconds: float | None,
    now: float,
    today: float,
) -> games.StoredGame:
    size = games.RANDOM.choice([old.size, new.size])
    sizes = [{"player": seek.player, "size": seek.size} for seek in (old, new)]
    drawn = {"size_choices": sizes, "size": size} if old.size != new.size else {}
    request = games.GameRequest(
        game=old.game,
        size=size,
        seats=(Seat(old.name, old.player), Seat(new.name, new.player)),
        clock=clock,
        reconnect_seconds=reconnect_seconds,
        rated="bot" not in (old.kind, new.kind)
        and (old.network is None or old.network != new.network),
        random_choices=drawn,
    )
    game = games.create(connection, request, None, now, today)
    both = seeks.c.player.in_([old.player, new.player])
    connection.execute(update(seeks).where(both).values(game_id=game.setup.id, network=None))
    return game


def paired_games(connection: Connection, seek_ids: dict[str, str]) -> dict[str, str | None]:
    """Return the games that seeks led to by player, None for those still open.

    Players whose seek was cancelled or replaced are left out.
    """
    query = select(seeks).where(seeks.c.player.in_(list(seek_ids)))
    found = connection.execute(query).all()
    return {row.player: row.game_id for row in found if row.seek_id == seek_ids[row.player]}

"""Quick pairing: who waits for anybody, and who meets whom."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from quire.history import games
from quire.history.live import Seat
from quire.history.schema import games as table
from quire.history.schema import players, seats, seeks


def seek(
    connection: Connection, player: str, game: str, size: str, node: str, today: float
) -> None:
    """Notes that a player would like to meet anybody at this game."""
    withdraw(connection, player)
    connection.execute(
        insert(seeks).values(player=player, game=game, size=size, node=node, created=today)
    )


def withdraw(connection: Connection, player: str) -> None:
    """Forgets that wish."""
    connection.execute(delete(seeks).where(seeks.c.player == player))


def pair(
    connection: Connection, clock: float | None, grace: float | None, now: float, today: float
) -> list[tuple[games.Stored, tuple[str, str]]]:
    """The games that begin now between players who were waiting for anybody, and those players."""
    query = (
        select(seeks, players.c.name, players.c.kind)
        .join(players, players.c.id == seeks.c.player)
        .order_by(seeks.c.created, seeks.c.player)
        .limit(200)
        .with_for_update(skip_locked=True, of=seeks)
    )
    waiting: list[Row[Any]] = []
    begun = []
    for new in connection.execute(query).all():
        for old in waiting:
            if old.game == new.game and not games.blocked(connection, new.player, [old.player]):
                waiting.remove(old)
                game = _pair_two(connection, old, new, clock, grace, now, today)
                begun.append((game, (old.player, new.player)))
                break
        else:
            waiting.append(new)
    return begun


def _pair_two(
    connection: Connection,
    old: Row[Any],
    new: Row[Any],
    clock: float | None,
    grace: float | None,
    now: float,
    today: float,
) -> games.Stored:
    size = games.LOT.choice([old.size, new.size])
    wishes = [{"player": it.player, "size": it.size} for it in (old, new)]
    wish = games.Wish(
        game=old.game,
        size=size,
        seats=(Seat(old.name, old.player), Seat(new.name, new.player)),
        clock=clock,
        grace=grace,
        rated="bot" not in (old.kind, new.kind),
        lot={"wishes": wishes, "size": size},
    )
    connection.execute(delete(seeks).where(seeks.c.player.in_([old.player, new.player])))
    return games.make(connection, wish, None, now, today)


def begun_for(connection: Connection, waiting: list[str]) -> dict[str, str]:
    """The newest games of those players who wait for nobody any more."""
    still = set(connection.scalars(select(seeks.c.player).where(seeks.c.player.in_(waiting))))
    paired = [player for player in waiting if player not in still]
    query = (
        select(seats.c.player, seats.c.game_id)
        .join(table, table.c.id == seats.c.game_id)
        .where(seats.c.player.in_(paired), seats.c.ended.is_(None), table.c.status == games.PLAYING)
        .order_by(table.c.created)
    )
    return {row.player: row.game_id for row in connection.execute(query)} if paired else {}

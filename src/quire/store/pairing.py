"""Quick pairing: who waits for anybody, and who meets whom."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from quire.online.setup import Seat
from quire.store import games
from quire.store.schema import players, seeks


def seek(
    connection: Connection,
    player: str,
    game: str,
    size: str,
    node: str,
    today: float,
    wish: str,
) -> None:
    """Notes that a player would like to meet anybody at this game.

    A wish that is known by its id keeps its place, or the game that it has led to.
    """
    known = (seeks.c.player == player) & (seeks.c.wish == wish)
    if connection.execute(update(seeks).where(known).values(node=node)).rowcount:
        return
    connection.execute(delete(seeks).where(seeks.c.player == player))
    connection.execute(
        insert(seeks).values(
            player=player, game=game, size=size, node=node, created=today, wish=wish
        )
    )


def withdraw(connection: Connection, player: str, node: str | None = None) -> None:
    """Forgets that a player waits, there or at all; not what a wish has led to."""
    waiting = (seeks.c.player == player) & seeks.c.led_to.is_(None)
    if node is not None:
        waiting &= seeks.c.node == node
    connection.execute(delete(seeks).where(waiting))


def pair(
    connection: Connection, clock: float | None, grace: float | None, now: float, today: float
) -> list[tuple[games.Stored, tuple[str, str]]]:
    """The games that begin now between players who were waiting for anybody, and those players."""
    query = (
        select(seeks, players.c.name, players.c.kind)
        .join(players, players.c.id == seeks.c.player)
        .where(seeks.c.led_to.is_(None))
        .order_by(seeks.c.created, seeks.c.player)
        .limit(200)
        .with_for_update(of=seeks)  # in order: who comes second waits, and sees what the first did
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
    size = games.RANDOM.choice([old.size, new.size])
    choices = [{"player": it.player, "size": it.size} for it in (old, new)]
    wish = games.Wish(
        game=old.game,
        size=size,
        seats=(Seat(old.name, old.player), Seat(new.name, new.player)),
        clock=clock,
        grace=grace,
        rated="bot" not in (old.kind, new.kind),
        random_choices={"size_choices": choices, "size": size},
    )
    game = games.make(connection, wish, None, now, today)
    both = seeks.c.player.in_([old.player, new.player])
    connection.execute(update(seeks).where(both).values(led_to=game.setup.id))
    return game


def led_to(connection: Connection, wishes: dict[str, str]) -> dict[str, str | None]:
    """The games that the players' wishes have led to, None for those who wait.

    Players who have withdrawn that wish, or made another since, are left out.
    """
    query = select(seeks).where(seeks.c.player.in_(list(wishes)))
    found = connection.execute(query).all()
    return {row.player: row.led_to for row in found if row.wish == wishes[row.player]}

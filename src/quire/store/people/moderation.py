"""Blocks and reports."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, and_, or_, select, tuple_
from sqlalchemy import delete as remove

from quire.errors import NotAllowed, NotationError, NotFound
from quire.online.event import EventKind
from quire.store.people.players import Player, among, find
from quire.store.schema import blocks, events, players, seats
from quire.store.schema import reports as report_table
from quire.store.sql import insert

MAX_REPORT_LENGTH = 500
"""Characters in a report."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A player's report about another."""

    id: int
    by: str
    by_name: str
    about: str
    about_name: str
    text: str
    created: float


def block(connection: Connection, player_id: str, other: str) -> None:
    """Block a player. Raises NotFound, NotAllowed."""
    if player_id == other:
        raise NotAllowed("you can't block yourself")
    find(connection, other)
    statement = insert(connection, blocks).values(player=player_id, blocked=other)
    connection.execute(statement.on_conflict_do_nothing())


def unblock(connection: Connection, player_id: str, other: str) -> None:
    """Unblock a player."""
    both = (blocks.c.player == player_id, blocks.c.blocked == other)
    connection.execute(remove(blocks).where(*both))


def is_blocked(connection: Connection, one: str, other: str) -> bool:
    """Return whether either of two players has blocked the other."""
    pair = or_(
        and_(blocks.c.player == one, blocks.c.blocked == other),
        and_(blocks.c.player == other, blocks.c.blocked == one),
    )
    return connection.execute(select(blocks.c.player).where(pair)).first() is not None


def blocked_by(connection: Connection, player_id: str) -> list[Player]:
    """Return the players a player has blocked, by name."""
    theirs = select(blocks.c.blocked).where(blocks.c.player == player_id)
    return among(connection, theirs)


def report(connection: Connection, by: str, about: str, text: str, today: float) -> None:
    """File a report for the administrator. Raises NotFound, NotationError."""
    text = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    if not 1 <= len(text) <= MAX_REPORT_LENGTH:
        raise NotationError(f"describe the problem in 1 to {MAX_REPORT_LENGTH} characters")
    find(connection, about)
    row = {"by": by, "about": about, "text": text, "created": today}
    connection.execute(report_table.insert(), row)


def reports(connection: Connection, before: int | None = None, limit: int = 100) -> list[Report]:
    """Return reports, newest first; for the next page pass the last id as `before`."""
    reporter, reported = players.alias(), players.alias()
    wanted = (
        select(report_table, reporter.c.name.label("by_name"), reported.c.name.label("about_name"))
        .join(reporter, reporter.c.id == report_table.c.by)
        .join(reported, reported.c.id == report_table.c.about)
        .order_by(report_table.c.id.desc())
        .limit(limit)
    )
    if before is not None:
        wanted = wanted.where(report_table.c.id < before)
    return [Report(**row._mapping) for row in connection.execute(wanted)]


def reports_by(connection: Connection, player_id: str) -> list[tuple[str, float, Player]]:
    """Return the reports that a player has written, oldest first: text, time, player."""
    query = select(report_table).where(report_table.c.by == player_id).order_by(report_table.c.id)
    rows = connection.execute(query).all()
    about = among(connection, select(report_table.c.about).where(report_table.c.by == player_id))
    by_id = {player.id: player for player in about}
    return [(row.text, row.created, by_id[row.about]) for row in rows]


def chat_by(
    connection: Connection, player_id: str, after: tuple[str, int], limit: int = 500
) -> list[tuple[str, int, str]]:
    """Return the next chat messages that a player has written: game, number and text.

    `after` is game and number of the last one before.
    """
    query = (
        select(events.c.game_id, events.c.seq, events.c.text)
        .join(seats, (seats.c.game_id == events.c.game_id) & (seats.c.seat == events.c.seat))
        .where(seats.c.player == player_id, events.c.kind == EventKind.CHAT, events.c.text != "")
        .where(tuple_(events.c.game_id, events.c.seq) > tuple_(*after))
        .order_by(events.c.game_id, events.c.seq)
        .limit(limit)
    )
    return [(row.game_id, row.seq, row.text) for row in connection.execute(query)]


def delete_report(connection: Connection, report_id: int) -> str:
    """Delete a report that was dealt with. Return the player it was about. Raises NotFound."""
    which = report_table.c.id == report_id
    about = connection.scalar(select(report_table.c.about).where(which))
    if about is None:
        raise NotFound(f"no report {report_id}")
    connection.execute(remove(report_table).where(which))
    return str(about)

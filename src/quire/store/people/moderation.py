"""How players get on: who wants not to meet whom, and what is reported to the administrator."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, and_, or_, select
from sqlalchemy import delete as remove

from quire.errors import NotAllowed, NotationError
from quire.store.people.players import Player, among, find
from quire.store.schema import blocks, players
from quire.store.schema import reports as report_table
from quire.store.sql import insert

LONGEST_REPORT = 500
"""Characters of a report."""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a player said about another."""

    id: int
    by: str
    by_name: str
    about: str
    about_name: str
    text: str
    created: float


def block(connection: Connection, player_id: str, other: str) -> None:
    """Nothing; a player does not want to meet another. Raises NotFound and NotAllowed."""
    if player_id == other:
        raise NotAllowed("you can't block yourself")
    find(connection, other)
    statement = insert(connection, blocks).values(player=player_id, blocked=other)
    connection.execute(statement.on_conflict_do_nothing())


def unblock(connection: Connection, player_id: str, other: str) -> None:
    """Nothing; a player meets another again, if the other has not blocked too."""
    both = (blocks.c.player == player_id, blocks.c.blocked == other)
    connection.execute(remove(blocks).where(*both))


def is_blocked(connection: Connection, one: str, other: str) -> bool:
    """Whether either of two players has blocked the other."""
    pair = or_(
        and_(blocks.c.player == one, blocks.c.blocked == other),
        and_(blocks.c.player == other, blocks.c.blocked == one),
    )
    return connection.execute(select(blocks.c.player).where(pair)).first() is not None


def blocked_by(connection: Connection, player_id: str) -> list[Player]:
    """Those whom a player has blocked, by name."""
    theirs = select(blocks.c.blocked).where(blocks.c.player == player_id)
    return among(connection, theirs)


def report(connection: Connection, by: str, about: str, text: str, today: float) -> None:
    """Nothing; the administrator can read what a player says about another. Raises NotFound."""
    text = "".join(it if it.isprintable() else " " for it in text).strip()
    if not 1 <= len(text) <= LONGEST_REPORT:
        raise NotationError(f"describe the problem in 1 to {LONGEST_REPORT} characters")
    find(connection, about)
    row = {"by": by, "about": about, "text": text, "created": today}
    connection.execute(report_table.insert(), row)


def reports(connection: Connection, before: int | None = None, limit: int = 100) -> list[Report]:
    """What was reported, the newest first; the next page is what was `before` the last id."""
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


def dismiss(connection: Connection, report_id: int) -> None:
    """Nothing; a report that was dealt with is gone."""
    connection.execute(remove(report_table).where(report_table.c.id == report_id))

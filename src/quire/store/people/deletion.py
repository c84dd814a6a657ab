"""Deleting accounts: by their players, by administrators, and of guests who do not come back."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Select, select, update
from sqlalchemy import delete as remove

from quire.errors import NotAllowed
from quire.online import player_name as names
from quire.online.event import EventKind
from quire.store import schema
from quire.store.people.players import find, rename_seats
from quire.store.play import decision, game_list, games
from quire.store.schema import admin_actions, events, players, seats, sessions

PERSONAL = (
    *(schema.tallies.c.player, schema.standings.c.player, schema.seeks.c.player),
    *(schema.puzzle_answers.c.player, schema.mutes.c.player, schema.name_skeletons.c.player),
    *(schema.blocks.c.player, schema.blocks.c.blocked),
    *(schema.reports.c.about, schema.reports.c.by, sessions.c.player),
)
"""The columns of players in tables whose rows are deleted with the account."""


def delete(connection: Connection, player_id: str, now: float, today: float) -> list[str]:
    """Delete an account, its statistics, chat messages and reports.

    The player leaves open games, and aborts or resigns running ones at the time `now` on the game
    clock. Finished games stay, anonymised. Return the games that were open or running. Raises
    NotFound.
    """
    find(connection, player_id)
    left = _leave_games(connection, player_id, now, today)
    _forget(connection, player_id)
    return left


def _leave_games(connection: Connection, player_id: str, now: float, today: float) -> list[str]:
    """Leave all open and running games, and return them."""
    unfinished = game_list.of_player(connection, player_id, limit=10_000)
    left = sorted(game.id for game in unfinished)
    for game in unfinished:
        if game.status == games.OPEN:
            with suppress(NotAllowed):  # it has just started
                games.leave(connection, game.id, player_id)
    numbers = games.numbers(connection, left)
    for id in left:
        if id in numbers and numbers[id][0] == games.PLAYING:
            decision.commit(connection, id, lambda live: live.leave(player_id, now), today)
    return left


def _forget(connection: Connection, player_id: str) -> None:
    """Delete an account and what belongs to it; its player is in no open or running game."""
    none = dict.fromkeys(("login", "passphrase", "recovery"))
    gone = {"kind": "gone", "name": names.DELETED, **none}
    connection.execute(update(players).where(players.c.id == player_id).values(**gone))
    rename_seats(connection, player_id, names.DELETED_PLAYER)
    connection.execute(update(seats).where(seats.c.player == player_id).values(rating=None))
    _delete_chat(connection, player_id)
    # What administrators did stays in their log, without names.
    about = admin_actions.c.player == player_id
    connection.execute(update(admin_actions).where(about).values(detail=""))
    for column in PERSONAL:
        connection.execute(remove(column.table).where(column == player_id))


def _delete_chat(connection: Connection, player_id: str) -> None:
    """Delete the text of every chat message that a player wrote."""
    theirs = (seats.c.game_id == events.c.game_id, seats.c.seat == events.c.seat)
    written = select(seats.c.game_id).where(*theirs, seats.c.player == player_id)
    games_of = select(seats.c.game_id).where(seats.c.player == player_id)
    connection.execute(
        update(events)
        .where(events.c.game_id.in_(games_of), events.c.kind == EventKind.CHAT, written.exists())
        .values(text="")
    )


def lost_guests(connection: Connection, before: float, limit: int) -> list[str]:
    """Return guests who were last here before that time, and are in no open or running game."""
    return list(connection.scalars(_lost(before).limit(limit)))


def forget_guests(connection: Connection, ids: Collection[str], before: float) -> None:
    """Delete those of these guests who are still lost; those who never played leave nothing."""
    for id in list(connection.scalars(_lost(before).where(players.c.id.in_(ids)))):
        _forget(connection, id)
    played = select(seats.c.player).where(seats.c.player == players.c.id)
    gone = (players.c.id.in_(ids), players.c.kind == "gone", ~played.exists())
    connection.execute(remove(players).where(*gone))


def _lost(before: float) -> Select[Any]:
    back = select(sessions.c.id).where(sessions.c.player == players.c.id, sessions.c.used >= before)
    playing = select(seats.c.seat).where(seats.c.player == players.c.id, seats.c.ended.is_(None))
    query = select(players.c.id).where(players.c.kind == "guest", players.c.created < before)
    return query.where(~back.exists(), ~playing.exists())

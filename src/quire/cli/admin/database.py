"""The database that the admin commands work on."""

from __future__ import annotations

import asyncio
import getpass
import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from sqlalchemy import Connection

from quire.errors import NotationError, NotFound, Unavailable
from quire.server.settings import default_store
from quire.store import admin
from quire.store.database import sqlite_path
from quire.store.people import players
from quire.store.store import Store, reason

T = TypeVar("T")

DbOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        help="Database: sqlite:///FILE or postgresql://USER@HOST/NAME (default: QUIRE_DB, else "
        "the user's own).",
    ),
]
PlayerArgument = Annotated[str, typer.Argument(metavar="PLAYER", help="A player's name or id.")]


NetworkArgument = Annotated[
    str,
    typer.Argument(
        metavar="NETWORK",
        help="An IPv4 address or prefix such as 203.0.113.0/24, or an IPv6 prefix; an IPv6 "
        "address stands for its /64.",
    ),
]


@dataclass(frozen=True, slots=True)
class Change:
    """The transaction of a command that changes something, which logs what it has changed."""

    command: str
    connection: Connection
    today: float

    def player(self, player: str) -> players.Player:
        """Return a player, given by name or by id. Raises NotFound."""
        return find_player(self.connection, player)

    def log(
        self,
        *,
        player: str | None = None,
        game_id: str | None = None,
        network: str | None = None,
        detail: str = "",
    ) -> None:
        """Log what the command has changed."""
        admin.log(
            *(self.connection, self.command, _user(), self.today),
            player=player,
            game_id=game_id,
            network=network,
            detail=detail,
        )


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # a user id without a name, as in some containers
        return "unknown"


def change(db: str | None, command: str, work: Callable[[Change], T]) -> T:
    """Run `work`, which logs what it changes, in one transaction. Raises NotFound."""

    def run(connection: Connection, today: float) -> T:
        return work(Change(command, connection, today))

    return _run(db, run)


def in_store(db: str | None, work: Callable[[Connection], T]) -> T:
    """Run `work` with a connection, in one transaction. Raises NotFound without a database."""
    return _run(db, lambda connection, _: work(connection))


def _run(db: str | None, work: Callable[[Connection, float], T]) -> T:
    async def run() -> T:
        store = await Store.open(address)
        try:
            return await store.write(lambda connection: work(connection, store.today()))
        except Unavailable as error:  # an administrator may know why
            raise Unavailable(f"{error} ({reason(error.__cause__ or error)})") from None
        finally:
            await store.close()

    address = _address(db)
    file = sqlite_path(address)
    if file is not None and not file.exists():
        raise NotFound(f"no database at {file}")
    return asyncio.run(run())


def find_player(connection: Connection, player: str) -> players.Player:
    """Return a player, given by name or by id. Raises NotFound."""
    try:
        return players.find_by_name(connection, player)
    except NotFound:
        return players.find(connection, player)


def time_text(seconds: float) -> str:
    """Return a time in seconds since 1970 as text, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(" ", "minutes")


def sqlite_file(db: str | None) -> Path:
    """Return the file of an SQLite database. Raises NotationError for another one."""
    file = sqlite_path(_address(db))
    if file is None:
        raise NotationError(
            "this command is for SQLite; with PostgreSQL use pg_dump and pg_restore"
        )
    return file


def _address(db: str | None) -> str:
    return db or os.environ.get("QUIRE_DB") or default_store()

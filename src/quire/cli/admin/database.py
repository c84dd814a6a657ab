"""The database that the admin commands work on."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from quire.errors import NotationError, NotFound
from quire.server.settings import default_store
from quire.store.people import players
from quire.store.store import Store

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


def in_store(db: str | None, work: Callable[[Any], T]) -> T:
    """Run `work` with a connection, in one transaction. Raises NotFound without a database."""

    async def run() -> T:
        store = await Store.open(address)
        try:
            return await store.write(work)
        finally:
            await store.close()

    address = _address(db)
    if address.startswith("sqlite:///") and not Path(address.removeprefix("sqlite:///")).exists():
        raise NotFound(f"no database at {address}")
    return asyncio.run(run())


def with_player(db: str | None, player: str, work: Callable[[Any, str], T]) -> T:
    """Run `work` with a connection and the id of a player, given by name or by id."""

    def found(connection: Any) -> T:
        try:
            account = players.find_by_name(connection, player)
        except NotFound:
            account = players.find(connection, player)
        return work(connection, account.id)

    return in_store(db, found)


def sqlite_file(db: str | None) -> Path:
    """Return the file of an SQLite database. Raises NotationError for another one."""
    address = _address(db)
    if not address.startswith("sqlite:///"):
        raise NotationError(
            "this command is for SQLite; with PostgreSQL use pg_dump and pg_restore"
        )
    return Path(address.removeprefix("sqlite:///"))


def _address(db: str | None) -> str:
    return db or os.environ.get("QUIRE_DB") or default_store()

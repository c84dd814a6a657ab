"""`quire serve`, and `quire admin` for whoever runs a server."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from quire.cli.arguments import Json
from quire.cli.terminal.screen import Screen
from quire.errors import NotAllowed, NotationError, NotFound

T = TypeVar("T")

Host = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Address to listen on (default: 127.0.0.1).")
]
Port = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        max=65535,
        help="Port to listen on (default: 8080); 0 picks a free port.",
    ),
]
Db = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Database: sqlite:///FILE or postgresql://USER@HOST/NAME."),
]


def serve(
    host: Host = None,
    port: Port = None,
    db: Db = None,
    bus: Annotated[
        str | None,
        typer.Option(metavar="URL", help="redis://HOST, needed for more than one server process."),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=256,
            help="Number of server processes (more than one needs --db postgresql and --bus).",
        ),
    ] = None,
    tournaments: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Directory of tournament results to show.")
    ] = None,
    log: Annotated[
        str | None, typer.Option(metavar="LEVEL", help="Log level: debug, info, warning or error.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Print the settings and exit.")] = False,
    as_json: Json = False,
) -> None:
    """Run a game server until Ctrl-C. All other settings are environment variables; --check
    lists them."""
    from quire.server.settings import Settings

    given = {"host": host, "port": port, "db": db, "bus": bus, "workers": workers, "log": log}
    given["tournaments"] = None if tournaments is None else str(tournaments.absolute())
    settings = Settings.read(given, os.environ)
    if as_json and not check:
        raise NotationError("--json needs --check")
    if check:
        _show(settings, as_json)
        return
    if settings.db.startswith("sqlite:///"):
        Path(settings.db.removeprefix("sqlite:///")).parent.mkdir(parents=True, exist_ok=True)
    from quire.server.run import serve as run

    run(settings)


def _show(settings: Any, as_json: bool) -> None:
    from quire.store.database import redacted_url

    values = asdict(settings)
    values["db"] = redacted_url(settings.db)
    if values["bus"]:
        values["bus"] = redacted_url(settings.bus)
    if as_json:
        print(json.dumps(values, indent=2))
        return
    screen = Screen()
    for it in fields(settings):
        screen.line(f"QUIRE_{it.name.upper()}={values[it.name]}", wrap=False)
        screen.line(f"  {it.metadata['help']}")


admin = typer.Typer(help="Server administration: players, reports, backups.", no_args_is_help=True)

Player = Annotated[str, typer.Argument(metavar="PLAYER", help="A player's name or id.")]


@admin.command()
def rename(
    player: Player,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The new name.")],
    db: Db = None,
) -> None:
    """Rename a player, in past games too."""
    from quire.store.people import players

    it = _with_player(db, player, lambda connection, id: players.rename(connection, id, name))
    Screen().line(f"Renamed {player} to {it.name}.")


@admin.command()
def ban(player: Player, db: Db = None) -> None:
    """Ban a player."""
    from quire.store.people import players

    it = _with_player(db, player, players.ban)
    Screen().line(f"Banned {it.name}.")


@admin.command()
def unban(player: Player, db: Db = None) -> None:
    """Lift a player's ban."""
    from quire.store.people import players

    it = _with_player(db, player, players.unban)
    Screen().line(f"Unbanned {it.name}.")


@admin.command()
def remove(player: Player, db: Db = None) -> None:
    """Delete an account. Its games stay, without the name."""
    from quire.store.people import players

    _with_player(db, player, players.delete)
    Screen().line(f"Deleted {player}. Their games stay, without the name.")


@admin.command()
def reports(
    dismiss: Annotated[int | None, typer.Option(metavar="N", help="Delete report N.")] = None,
    db: Db = None,
    as_json: Json = False,
) -> None:
    """List player reports, newest first."""
    from quire.store.people import moderation

    if dismiss is not None:
        _in_store(db, lambda it: moderation.delete_report(it, dismiss))
        return
    found = _in_store(db, moderation.reports)
    if as_json:
        import msgspec

        print(msgspec.json.encode(found).decode())
        return
    screen = Screen()
    for it in found:
        when = datetime.fromtimestamp(it.created, UTC).isoformat(" ", "minutes")
        screen.line(f"{it.id}  {when}  {it.by_name} about {it.about_name} ({it.about}): {it.text}")
    if not found:
        screen.line("No reports.")


@admin.command()
def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The backup file; must not exist yet.")
    ],
    db: Db = None,
) -> None:
    """Back up an SQLite database; the server may keep running. For PostgreSQL use pg_dump."""
    source = _sqlite_file(db)
    if file.exists():
        raise NotationError(f"{file} already exists: choose a new file")
    if not source.exists():
        raise NotFound(f"no database at {source}")
    with closing(sqlite3.connect(source)) as store, closing(sqlite3.connect(file)) as copy:
        store.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")
    Screen().line(f"Backed up {source} to {file}.", wrap=False)


@admin.command()
def restore(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file written by `quire admin backup`.")
    ],
    db: Db = None,
) -> None:
    """Restore an SQLite backup. The old database is kept next to it."""
    target = _sqlite_file(db)
    _check_backup(file)
    if target.exists():
        _check_not_served(target)
        kept = target.with_name(f"{target.name}.{datetime.now(UTC):%Y%m%d-%H%M%S}")
        with closing(sqlite3.connect(target)) as store:
            store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for suffix in ("-wal", "-shm"):
            Path(f"{target}{suffix}").unlink(missing_ok=True)
        target.rename(kept)
        Screen().line(f"The old database was moved to {kept}.", wrap=False)
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    shutil.copyfile(file, part)
    part.rename(target)
    Screen().line(f"Restored {target} from {file}.", wrap=False)


def _check_backup(file: Path) -> None:
    """Raises unless the file is a sound store."""
    if not file.is_file():
        raise NotFound(f"no such file: {file}")
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as store:
        try:
            tables = {name for (name,) in store.execute("SELECT name FROM sqlite_master")}
            (sound,) = store.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.DatabaseError as error:
            raise NotationError(f"{file} is not a backup: {error}") from None
    if "alembic_version" not in tables or sound != "ok":
        raise NotationError(f"{file} is not a Quire backup, or it is damaged")


def _check_not_served(target: Path) -> None:
    """Raises if a server has the store open."""
    with closing(sqlite3.connect(target, timeout=0)) as store:
        try:
            store.execute("PRAGMA locking_mode=EXCLUSIVE")
            store.execute("BEGIN EXCLUSIVE")
            store.rollback()
        except sqlite3.OperationalError:
            raise NotAllowed(f"{target} is in use: stop the server first") from None


def _sqlite_file(db: str | None) -> Path:
    address = _address(db)
    if not address.startswith("sqlite:///"):
        raise NotationError(
            "this command is for SQLite; with PostgreSQL use pg_dump and pg_restore"
        )
    return Path(address.removeprefix("sqlite:///"))


def _address(db: str | None) -> str:
    from quire.server.settings import default_store

    return db or os.environ.get("QUIRE_DB") or default_store()


def _with_player(db: str | None, player: str, work: Callable[[Any, str], T]) -> T:
    from quire.store.people import players

    def found(connection: Any) -> T:
        try:
            it = players.find_by_name(connection, player)
        except NotFound:
            it = players.find(connection, player)
        return work(connection, it.id)

    return _in_store(db, found)


def _in_store(db: str | None, work: Callable[[Any], T]) -> T:
    import asyncio

    from quire.store.store import Store

    async def run() -> T:
        store = await Store.open(_address(db))
        try:
            return await store.write(work)
        finally:
            await store.close()

    address = _address(db)
    if address.startswith("sqlite:///") and not Path(address.removeprefix("sqlite:///")).exists():
        raise NotFound(f"no database at {address}")
    return asyncio.run(run())

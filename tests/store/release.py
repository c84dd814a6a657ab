"""The database of a release: its schema and rows, frozen under `data/`.

`python -m tests.store.release` writes those of this version, once for each release that changes the
schema: `data/0001/` is the first. The rows come from players who use the API.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from sqlalchemy import Connection, MetaData, create_engine, select, text
from sqlalchemy.ext.asyncio import create_async_engine

from quire.store.people import players
from tests.server.fake_time import FakeTime
from tests.server.harness import RunningServer, running_server, settings
from tests.server.player_client import PlayerClient
from tests.services import Postgres, running_postgres

T = TypeVar("T")

DATA = Path(__file__).with_name("data")

Rows = dict[str, list[dict[str, Any]]]
"""All rows of each table."""


def releases() -> list[str]:
    """Return the frozen releases, by their last migration."""
    return sorted(path.name for path in DATA.iterdir())


def run_in_database(url: str, work: Callable[[Connection], T]) -> T:
    """Run work in the database at that address without Quire's store."""
    if url.startswith("sqlite"):
        engine = create_engine(url)
        try:
            with engine.begin() as connection:
                return work(connection)
        finally:
            engine.dispose()

    async def run() -> T:
        engine = create_async_engine(url)
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await engine.dispose()

    return asyncio.run(run())


def rows(connection: Connection) -> Rows:
    """Return all rows of every table, whichever there are."""
    metadata = MetaData()
    metadata.reflect(connection)
    return rows_of(metadata, connection)


def rows_of(metadata: MetaData, connection: Connection) -> Rows:
    """Return all rows of these tables."""
    return {
        table.name: sorted(
            ([dict(row._mapping) for row in connection.execute(select(table))]), key=str
        )
        for table in metadata.sorted_tables
    }


def restore(release: str, url: str) -> Rows:
    """Restore a release into the empty database at that address, and return its rows."""
    kind = "sqlite" if url.startswith("sqlite") else "postgresql"
    tables = (DATA / release / f"{kind}.sql").read_text()
    saved: Rows = json.loads((DATA / release / "rows.json").read_text())

    def fill(connection: Connection) -> None:
        for statement in filter(str.strip, tables.split(";\n")):
            connection.execute(text(statement))
        metadata = MetaData()
        metadata.reflect(connection)
        for table in metadata.sorted_tables:
            if saved[table.name]:
                connection.execute(table.insert(), saved[table.name])
        if kind == "postgresql":
            for name in ("reports", "downtime"):  # their ids come from a sequence
                counter = f"pg_get_serial_sequence('{name}', 'id')"
                connection.execute(text(f"SELECT setval({counter}, max(id)) FROM {name}"))

    run_in_database(url, fill)
    return saved


# --- writing ---

PASSPHRASE = "correct horse battery"


async def play_as_players(server: RunningServer) -> None:
    """Do what players did at the first release; `test_upgrade` knows all of it."""
    ann, bob, dan = (PlayerClient(server.url, name) for name in ("Ann", "Bob", "Dan"))
    cyd, marvin = PlayerClient(server.url, "Cyd"), PlayerClient(server.url, "Marvin")
    for member in (ann, bob, dan):
        await member.register(PASSPHRASE)
    await cyd.guest()
    await marvin.register(PASSPHRASE, bot=True)
    for player in (ann, bob, cyd, dan, marvin):
        await player.connect()
    await play(server, "line", "3", [ann, bob], ["S1", "S3", "O2"], rated=True)
    await play(server, "line", "3", [bob, ann], ["S1"], "resign", rated=True)
    await play(server, "line", "3", [ann, bob], ["O1", "O2", "O3"], rated=True)
    moves = ["Sa1", "Ob1", "Sc1", "Oa2", "Ob2", "Oc2", "Oa3", "Ob3", "Oc3"]
    await play(server, "sos", "3x3:3", [ann, bob, cyd], moves)
    await play(server, "line", "3", [bob, marvin], ["S1", "S3", "O2"])
    await play(server, "line", "3", [dan, ann], ["S1", "S3", "O2"])
    await play(server, "line", "3", [ann, cyd], [], "abort")
    server.advance(2)
    game = await ann.create_game("line", size="3", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    await ann.act(game, "resign")
    await play(server, "line", "7", [ann, bob], ["S1"], rated=True)
    await cyd.create_game("obstruction", size="5x5", seats=["me", "level1"], random_order=False)
    await ann.create_game("sos", size="5x5", random_order=False)
    await ann.create_game("line", size="9", public=False)
    await bob.request("PUT", f"/api/players/{cyd.id}/block")
    await bob.post(f"/api/players/{cyd.id}/reports", {"text": "a rude name"})
    await dan.request("DELETE", "/api/me")
    await server_write(server, lambda connection: players.ban(connection, marvin.id))
    for player in (ann, bob, cyd, dan, marvin):
        await player.aclose()


async def server_write(server: RunningServer, work: Callable[[Connection], object]) -> None:
    await asyncio.to_thread(server.run, server.node.store.write(work))


async def play(
    server: RunningServer,
    game: str,
    size: str,
    group: list[PlayerClient],
    moves: list[str],
    last_act: str = "",
    **options: Any,
) -> None:
    """Play these moves, then let the second player do the last act, if any."""
    server.advance(2)
    id = await group[0].create_game(game, size=size, random_order=False, **options)
    for other in group[1:]:
        await other.join(id)
    for player in group:
        state = await player.watch(id)
        while state["status"] == "open":
            state = await player.receive("state", id=id)
    to_move = 0
    for move in moves:
        event = await group[to_move].move(id, move)
        for other in group:
            if other is not group[to_move]:
                await other.receive("event", game_id=id, seq=event["seq"])
        to_move = event["to_move"]
    if last_act:
        await group[1].act(id, last_act)


def schema_of_sqlite(file: Path) -> str:
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rootpage"
    found = run_in_database(
        f"sqlite:///{file}", lambda connection: list(connection.scalars(text(query)))
    )
    return "".join(f"{sql};\n" for sql in found)


def schema_of_postgresql(postgres: Postgres) -> str:
    with postgres.database() as url:
        with running_server(settings(Path(), db=url), FakeTime()):
            pass
        address = url.replace("+asyncpg", "")
        dump = subprocess.run(
            [postgres.program("pg_dump"), "--schema-only", "--no-owner", address],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    lines = (line for line in dump.splitlines() if not re.match(r"--|\\|SET |SELECT ", line))
    return re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip() + "\n"


def write() -> None:
    """Freeze the database of this version."""
    with TemporaryDirectory() as directory:
        file = Path(directory) / "quire.db"
        with running_server(settings(Path(directory)), FakeTime()) as server:
            asyncio.run(play_as_players(server))
        saved = run_in_database(f"sqlite:///{file}", rows)
        saved["presence"] = saved["nodes"] = []  # no player is connected when a new version starts
        (release,) = (row["version_num"] for row in saved["alembic_version"])
        place = DATA / release
        place.mkdir(parents=True, exist_ok=True)
        (place / "sqlite.sql").write_text(schema_of_sqlite(file))
        (place / "rows.json").write_text(json.dumps(saved, indent=1) + "\n")
    with running_postgres() as postgres:
        (place / "postgresql.sql").write_text(schema_of_postgresql(postgres))


if __name__ == "__main__":
    write()

"""A store as a release left it: its tables and rows, frozen under `data/`.

`python -m tests.store.release` writes those of this version, once for each release that changes
the store: `data/0001/` is the first. The rows are made by people who play over the wire.
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
from tests.server.harness import Running, running_server, settings
from tests.server.player_client import Player
from tests.services import Postgres, running_postgres

T = TypeVar("T")

DATA = Path(__file__).with_name("data")

Rows = dict[str, list[dict[str, Any]]]
"""All rows of each table."""


def releases() -> list[str]:
    """Those that are frozen, by the last step of their stores."""
    return sorted(it.name for it in DATA.iterdir())


def within(url: str, work: Callable[[Connection], T]) -> T:
    """What work gives in the database at that address, which nothing of Quire opens."""
    if url.startswith("sqlite"):
        engine = create_engine(url)
        try:
            with engine.begin() as connection:
                return work(connection)
        finally:
            engine.dispose()

    async def run() -> T:
        there = create_async_engine(url)
        try:
            async with there.begin() as connection:
                return await connection.run_sync(work)
        finally:
            await there.dispose()

    return asyncio.run(run())


def rows(connection: Connection) -> Rows:
    """All that is in the store, whatever its tables are."""
    metadata = MetaData()
    metadata.reflect(connection)
    return {
        table.name: sorted(
            ([dict(row._mapping) for row in connection.execute(select(table))]), key=str
        )
        for table in metadata.sorted_tables
    }


def restore(release: str, url: str) -> Rows:
    """The rows of a release, which are in the empty database at that address then."""
    kind = "sqlite" if url.startswith("sqlite") else "postgresql"
    tables = (DATA / release / f"{kind}.sql").read_text()
    kept: Rows = json.loads((DATA / release / "rows.json").read_text())

    def fill(connection: Connection) -> None:
        for statement in filter(str.strip, tables.split(";\n")):
            connection.execute(text(statement))
        metadata = MetaData()
        metadata.reflect(connection)
        for table in metadata.sorted_tables:
            if kept[table.name]:
                connection.execute(table.insert(), kept[table.name])
        if kind == "postgresql":
            for name in ("reports", "downtime"):  # whose numbers PostgreSQL counts
                counter = f"pg_get_serial_sequence('{name}', 'id')"
                connection.execute(text(f"SELECT setval({counter}, max(id)) FROM {name}"))

    within(url, fill)
    return kept


# --- writing ---

WORDS = "correct horse battery"


async def live(server: Running) -> None:
    """What people did at the first release; `test_upgrade` knows all of it."""
    ann, bob, dan = (Player(server.url, name) for name in ("Ann", "Bob", "Dan"))
    cyd, marvin = Player(server.url, "Cyd"), Player(server.url, "Marvin")
    for member in (ann, bob, dan):
        await member.register(WORDS)
    await cyd.guest()
    await marvin.register(WORDS, bot=True)
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
    game = await ann.make("line", size="3", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    await ann.does(game, "resign")
    await play(server, "line", "7", [ann, bob], ["S1"], rated=True)
    await cyd.make("obstruction", size="5x5", seats=["me", "level1"], random_order=False)
    await ann.make("sos", size="5x5", random_order=False)
    await ann.make("line", size="9", public=False)
    await bob.ask("PUT", f"/api/players/{cyd.id}/block")
    await bob.post(f"/api/players/{cyd.id}/reports", {"text": "a rude name"})
    await dan.ask("DELETE", "/api/me")
    await server_write(server, lambda it: players.ban(it, marvin.id))
    for player in (ann, bob, cyd, dan, marvin):
        await player.leave()


async def server_write(server: Running, work: Callable[[Connection], object]) -> None:
    await asyncio.to_thread(server.run, server.node.store.write(work))


async def play(
    server: Running,
    game: str,
    size: str,
    people: list[Player],
    moves: list[str],
    last: str = "",
    **wish: Any,
) -> None:
    """A game of these moves; then its second player resigns, or whatever it is."""
    server.advance(2)
    id = await people[0].make(game, size=size, random_order=False, **wish)
    for other in people[1:]:
        await other.join(id)
    for player in people:
        state = await player.watch(id)
        while state["status"] == "open":
            state = await player.receive("state", id=id)
    to_move = 0
    for move in moves:
        event = await people[to_move].move(id, move)
        for other in people:
            if other is not people[to_move]:
                await other.receive("event", game_id=id, seq=event["seq"])
        to_move = event["to_move"]
    if last:
        await people[1].does(id, last)


def schema_of_sqlite(file: Path) -> str:
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rootpage"
    found = within(f"sqlite:///{file}", lambda it: list(it.scalars(text(query))))
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
    lines = (it for it in dump.splitlines() if not re.match(r"--|\\|SET |SELECT ", it))
    return re.sub(r"\n{2,}", "\n", "\n".join(lines)).strip() + "\n"


def write() -> None:
    """Freezes the store of this version."""
    with TemporaryDirectory() as directory:
        file = Path(directory) / "quire.db"
        with running_server(settings(Path(directory)), FakeTime()) as server:
            asyncio.run(live(server))
        kept = within(f"sqlite:///{file}", rows)
        kept["presence"] = kept["nodes"] = []  # nobody is there when a new version starts
        (release,) = (it["version_num"] for it in kept["alembic_version"])
        place = DATA / release
        place.mkdir(parents=True, exist_ok=True)
        (place / "sqlite.sql").write_text(schema_of_sqlite(file))
        (place / "rows.json").write_text(json.dumps(kept, indent=1) + "\n")
    with running_postgres() as postgres:
        (place / "postgresql.sql").write_text(schema_of_postgresql(postgres))


if __name__ == "__main__":
    write()

"""Databases are created and migrated, and left alone if they are newer."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from quire.errors import Unavailable
from quire.store.migration import configuration, upgrade
from quire.store.schema import metadata
from quire.store.store import Store
from tests.store.sync_store import TODAY, SyncStore


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


def test_migrations_lead_to_the_schema(store: SyncStore) -> None:
    assert store.read(differences) == []


def statements(connection: Connection) -> set[str]:
    found = connection.execute(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
    return {re.sub(r"\s+", " ", sql) for (sql,) in found if "alembic_version" not in sql}


def test_migrations_make_identical_tables_and_indexes(tmp_path: Path) -> None:
    """Also what the comparison above does not see: keys, `WITHOUT ROWID`, partial indexes."""

    def made(name: str) -> set[str]:
        engine = create_engine(f"sqlite:///{tmp_path / name}")
        with engine.begin() as connection:
            if name == "steps":
                upgrade(connection)
            else:
                metadata.create_all(connection)
            found = statements(connection)
        engine.dispose()
        return found

    assert made("steps") == made("schema")


def test_migrations_are_linear() -> None:
    script = ScriptDirectory.from_config(configuration())
    steps = list(script.walk_revisions())
    assert len(script.get_heads()) == 1
    assert [step.revision for step in reversed(steps)] == [
        f"{number:04}" for number in range(1, len(steps) + 1)
    ]


def test_steps_are_loaded_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with SyncStore(url):
        pass
    monkeypatch.delattr(ScriptDirectory, "from_config")
    with SyncStore(url):
        pass


def test_current_database_is_unchanged(url: str) -> None:
    with SyncStore(url) as store:
        ann = store.guest("Ann")
    with SyncStore(url) as store:
        assert (
            store.write(lambda connection: connection.scalar(text("SELECT name FROM players")))
            == ann.name
        )


def test_newer_database_is_refused_and_unchanged(url: str) -> None:
    with SyncStore(url) as store:
        store.write(
            lambda connection: connection.execute(
                text("UPDATE alembic_version SET version_num = '9999'")
            )
        )
    with pytest.raises(Unavailable, match=r"newer Quire \(schema 9999.*upgrade Quire"):
        SyncStore(url)


def test_many_servers_start_at_once_on_an_empty_database(url: str) -> None:
    code = (
        "import asyncio, sys; from quire.store.store import Store\n"
        "async def main():\n"
        "    await (await Store.open(sys.argv[1])).close()\n"
        "asyncio.run(main())"
    )
    servers = [
        subprocess.Popen([sys.executable, "-c", code, url], stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    for server in servers:
        _, said = server.communicate()
        assert server.returncode == 0, said
    with SyncStore(url) as store:
        assert store.read(differences) == []


def test_many_stores_open_at_once_on_an_empty_database(url: str) -> None:
    async def open_all() -> None:
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        for store in stores:
            await store.close()

    asyncio.run(open_all())


def test_failed_migration_leaves_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("alembic.op.create_index", fail)
        with pytest.raises(Unavailable, match="the disk is full"):
            SyncStore(url)
    if url.startswith("sqlite"):
        engine = create_engine(url)
        assert inspect(engine).get_table_names() == []
        engine.dispose()
    with SyncStore(url) as store:
        assert store.guest().created == TODAY


def test_older_names_that_look_alike_are_kept(tmp_path: Path) -> None:
    """The oldest account has the name for itself from now on."""
    engine = create_engine(f"sqlite:///{tmp_path / 'quire.db'}")
    config = configuration()
    columns = "id, name, kind, login, passphrase, epoch, created, banned, chat"
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0005")
        for id, name, created in (("new", "\u0412oss", 2), ("old", "Boss", 1), ("ann", "Ann", 3)):
            values = f"'{id}', '{name}', 'member', '{name.casefold()}', '', 1, {created}, 0, 1"
            connection.execute(text(f"INSERT INTO players ({columns}) VALUES ({values})"))
        upgrade(connection)
        found = connection.execute(text("SELECT player FROM name_skeletons ORDER BY player"))
        assert list(found.scalars()) == ["ann", "old"]
        names = connection.execute(text("SELECT name FROM players ORDER BY created"))
        assert list(names.scalars()) == ["Boss", "\u0412oss", "Ann"]
        sessions = connection.execute(text("SELECT id FROM sessions WHERE id = player"))
        assert len(sessions.all()) == 3, "their tokens stay valid"
    engine.dispose()

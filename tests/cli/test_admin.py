"""`quire serve --check` and `quire admin` as an administrator runs them."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, inspect, text

from quire.store import migration
from tests.cli.conftest import Run
from tests.server.harness import ServerProcess, server_process, settings
from tests.server.reconnecting_player import ReconnectingPlayer, start_game


def check_refused(result: subprocess.CompletedProcess[str], *words: str) -> None:
    """Check that the program exits with 2 and these words."""
    assert result.returncode == 2, result
    assert "Traceback" not in result.stderr + result.stdout
    for word in words:
        assert word in result.stderr + result.stdout


def output_of(result: subprocess.CompletedProcess[str]) -> str:
    assert result.returncode == 0, result
    return result.stdout


# --- serve --check, and refusals ---


def test_check_shows_every_setting_and_starts_nothing(quire: Run, tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/none/quire.db"
    report = json.loads(
        output_of(quire("serve", "--check", "--json", "--db", db, QUIRE_RECONNECT_SECONDS="12.5"))
    )
    assert report["db"] == db
    assert report["reconnect_seconds"] == 12.5
    assert report["move_seconds"] == 60.0
    (tmp_path / "cups").mkdir()
    shown = output_of(
        quire("serve", "--check", "--db", db, "--port", "1234", "--tournaments", "cups")
    )
    assert f"QUIRE_TOURNAMENTS={tmp_path / 'cups'}" in shown
    assert "QUIRE_PORT=1234" in shown
    assert all(f"QUIRE_{name.upper()}=" in shown for name in report)
    assert not (tmp_path / "none").exists()


def test_check_shows_no_password(quire: Run) -> None:
    for how in ((), ("--json",)):
        address = "postgresql://me:hush@host/name"
        shown = output_of(
            quire("serve", "--check", *how, "--db", address, "--bus", "redis://:psst@h")
        )
        assert "hush" not in shown
        assert "psst" not in shown


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--workers", "2"], ["PostgreSQL", "Redis"]),
        (["--db", "nonsense"], ["nonsense"]),
        (["--db", "mysql://host/name"], ["unsupported database", "postgresql://"]),
        (["--db", "sqlite:////proc/none/quire.db"], ["/proc/none"]),
        (["--db", "sqlite:///"], ["sqlite:///", "names no file"]),
        (["--db", "sqlite://quire.db"], ["names no file"]),
        (["--db", "sqlite:///:memory:"], ["names no file"]),
        (["--db", "postgresql://me:hush@host:port/name"], ["not a database URL"]),
        (["--tournaments", "none"], ["no such directory", "none"]),
        (["--db", "postgresql://nobody@127.0.0.1:1/none"], ["can't open the database"]),
        (["--bus", "http://host"], ["redis"]),
        (["--host", "999.1.1.1"], ["999.1.1.1"]),
        (["--log-level", "loud"], ["loud"]),
        (["--json"], ["--check"]),
    ],
)
def test_refusals(quire: Run, arguments: list[str], words: list[str], tmp_path: Path) -> None:
    safe = {"QUIRE_DB": f"sqlite:///{tmp_path}/quire.db"}
    result = quire("serve", "--port", "0", *arguments, **safe)
    check_refused(result, *words)
    assert len(result.stderr.splitlines()) == 1
    assert "hush" not in result.stderr


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("QUIRE_RECONECT_SECONDS", "30", ["unknown setting", "QUIRE_RECONNECT_SECONDS?"]),
        ("QUIRE_FOO_BAR", "", ["unknown setting QUIRE_FOO_BAR", "--check"]),
        ("QUIRE_RECONNECT_SECONDS", "inf", ["reconnect_seconds", "inf"]),
        ("QUIRE_RECONNECT_SECONDS", "nan", ["reconnect_seconds", "nan"]),
        ("QUIRE_RECONNECT_SECONDS", "1e999", ["QUIRE_RECONNECT_SECONDS"]),
        ("QUIRE_MAX_CONNECTIONS", "inf", ["QUIRE_MAX_CONNECTIONS", "inf"]),
        ("QUIRE_PROXIES", "127.0.0.1, 10.0.0.0/8, 10.0.0.300", ["proxies", "10.0.0.300"]),
        ("QUIRE_PROXIES", "10.0.0.1/8", ["proxies", "10.0.0.1/8"]),
        ("QUIRE_ORIGINS", "http://[", ["origins", "http://["]),
        ("QUIRE_ORIGINS", "example.org", ["origins", "https://example.org"]),
        ("QUIRE_DB", "sqlite:///", ["names no file"]),
        ("QUIRE_TOURNAMENTS", "/nowhere/cups", ["no such directory: /nowhere/cups"]),
    ],
)
def test_bad_setting_is_one_line(quire: Run, variable: str, value: str, words: list[str]) -> None:
    result = quire("serve", "--check", **{variable: value})
    check_refused(result, *words)
    assert len(result.stderr.splitlines()) == 1


def test_good_proxies_and_origins_are_accepted(quire: Run) -> None:
    for proxies in ("", "*", "::1, 10.0.0.0/8,fd00::/8"):
        output_of(quire("serve", "--check", QUIRE_PROXIES=proxies, QUIRE_BOOK=""))
    output_of(quire("serve", "--check", QUIRE_ORIGINS="https://example.org/, http://[::1]:8080"))


def test_second_server_on_one_file_is_refused(quire: Run, tmp_path: Path) -> None:
    with server_process(settings(tmp_path)) as server:
        for db in (server.settings.db, f"sqlite:///{tmp_path}/../{tmp_path.name}/quire.db"):
            result = quire("serve", "--port", "0", "--db", db)
            check_refused(result, "another server is using", "quire.db")
            assert len(result.stderr.splitlines()) == 1
        output_of(quire("admin", "reports", "--db", server.settings.db))
        server.kill()
        server.start()  # a crash releases the lock


def test_invalid_environment_variable(quire: Run) -> None:
    check_refused(
        quire("serve", "--check", QUIRE_RECONNECT_SECONDS="soon"), "QUIRE_RECONNECT_SECONDS", "soon"
    )
    check_refused(quire("serve", "--check", QUIRE_HEARTBEAT_SECONDS="0"), "heartbeat_seconds")


def test_port_in_use(quire: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        db = f"sqlite:///{tmp_path}/quire.db"
        check_refused(quire("serve", "--port", port, "--db", db), str(port), "--port 0")


# --- players and backups ---


async def play_game(server: ServerProcess) -> tuple[ReconnectingPlayer, ReconnectingPlayer, str]:
    """Let two players finish a game; the first then reports the other."""
    ann, bob = (
        ReconnectingPlayer("Ann", [server.url], 1),
        ReconnectingPlayer("Bob", [server.url], 2),
    )
    async with httpx.AsyncClient(timeout=60) as http:
        for player in (ann, bob):
            await player.sign_in(http)
        game = await start_game(http, "line", "14", [ann, bob])
        await asyncio.gather(ann.play(), bob.play())
        await ann.post(http, f"/api/players/{bob.id}/reports", {"text": "a rude name"})
    return ann, bob, game


def me(server: ServerProcess, player: ReconnectingPlayer) -> httpx.Response:
    return httpx.get(f"{server.url}/api/me", headers={"authorization": f"Bearer {player.token}"})


def names(server: ServerProcess, game: str) -> list[str]:
    return list(httpx.get(f"{server.url}/api/games/{game}/record").json()["players"])


def test_players_are_renamed_banned_and_removed_while_the_server_runs(
    quire: Run, tmp_path: Path
) -> None:
    with server_process(settings(tmp_path)) as server:
        ann, bob, game = asyncio.run(play_game(server))
        db = ("--db", server.settings.db)
        (report,) = json.loads(output_of(quire("admin", "reports", "--json", *db)))
        assert (report["text"], report["about"]) == ("a rude name", bob.id)
        assert "a rude name" in output_of(quire("admin", "reports", *db))
        output_of(quire("admin", "rename", bob.id, "Robert", *db))
        assert me(server, bob).json()["name"] == "Robert"
        assert sorted(names(server, game)) == ["Ann", "Robert"]
        output_of(quire("admin", "ban", bob.id, *db))
        assert me(server, bob).status_code in (401, 403)
        output_of(quire("admin", "unban", bob.id, *db))
        output_of(quire("admin", "reports", "--dismiss", report["id"], *db))
        assert json.loads(output_of(quire("admin", "reports", "--json", *db))) == []
        output_of(quire("admin", "remove", ann.id, *db))
        assert me(server, ann).status_code == 401
        assert "Ann" not in names(server, game)
        for what in (("rename", "nobody", "X"), ("ban", "nobody"), ("remove", "nobody")):
            check_refused(quire("admin", *what, *db), "nobody")


def test_games_are_listed_and_ended_while_the_server_runs(quire: Run, tmp_path: Path) -> None:
    with server_process(settings(tmp_path)) as server:
        ann, bob, _ = asyncio.run(play_game(server))
        db = ("--db", server.settings.db)
        headers = {"authorization": f"Bearer {ann.token}"}
        made = [
            httpx.post(f"{server.url}/api/games", headers=headers, json=request).json()["id"]
            for request in ({"game": "line"}, {"game": "sos", "seats": ["me", "level1"]})
        ]
        listed = json.loads(output_of(quire("admin", "games", "--json", *db)))
        assert [(game["id"], game["status"]) for game in listed] == [
            (made[0], "open"),
            (made[1], "playing"),
        ]
        assert sorted(listed[1]["players"]) == ["Ann", "level1"]
        assert listed[1]["events"] >= 0
        for filters, found in (
            (["--status", "playing"], made[1:]),
            (["--game", "line"], made[:1]),
            (["--player", ann.id], made),
            (["--player", bob.id], []),
            (["--older", "1"], []),
            (["--min-events", "1000"], []),
            (["--limit", "1"], made[:1]),
        ):
            text = output_of(quire("admin", "games", "--json", *filters, *db))
            assert [game["id"] for game in json.loads(text)] == found
        shown = output_of(quire("admin", "games", *db))
        assert "Ann, (open)" in shown or "(open), Ann" in shown
        output_of(quire("admin", "end-game", *made, *db))
        assert "No games match" in output_of(quire("admin", "games", *db))
        check_refused(quire("admin", "end-game", made[1], *db), "already over")
        check_refused(quire("admin", "end-game", "nothing", *db), "nothing")
        check_refused(quire("admin", "games", "--player", "nobody", *db), "nobody")


def test_everything_that_changes_something_is_logged(quire: Run, tmp_path: Path) -> None:
    with server_process(settings(tmp_path)) as server:
        ann, bob, game = asyncio.run(play_game(server))
        db = ("--db", server.settings.db)
        report = json.loads(output_of(quire("admin", "reports", "--json", *db)))[0]["id"]
        commands: list[tuple[object, ...]] = [
            ("rename", bob.id, "Robert"),
            ("ban", bob.id),
            ("unban", bob.id),
            ("mute", bob.id),
            ("unmute", bob.id),
            ("ban-network", "203.0.113.7/24"),
            ("unban-network", "203.0.113.0/24"),
            ("reports", "--dismiss", report),
            ("remove", ann.id),
            ("rotate-secret", "--days", "7"),
        ]
        for command in commands:
            output_of(quire("admin", *command, *db))
        refused: list[tuple[str, ...]] = [
            ("ban", "nobody"),
            ("unmute", bob.id),
            ("ban-network", "Ann"),
        ]
        refused += [("unban-network", "203.0.113.0/24"), ("chat", game, "--delete", "1")]
        for wrong in refused:
            check_refused(quire("admin", *wrong, *db))
        logged = json.loads(output_of(quire("admin", "log", "--json", *db)))
        assert [action["command"] for action in reversed(logged)] == [
            *("rename", "ban", "unban", "mute", "unmute", "ban-network", "unban-network"),
            *("dismiss-report", "remove", "rotate-secret"),
        ]
        assert (logged[-1]["player"], logged[-1]["detail"]) == (bob.id, "Bob to Robert")
        assert logged[4]["network"] == "203.0.113.0/24"
        assert me(server, bob).status_code == 200, "old tokens are valid for seven days"
        assert "signed out" in output_of(quire("admin", "rotate-secret", "--days", "0", *db))
        assert me(server, bob).status_code == 401
        assert all(action["admin"] and action["created"] for action in logged)
        assert "Bob to Robert" in output_of(quire("admin", "log", *db))


def test_bans_and_chat_are_listed(quire: Run, tmp_path: Path) -> None:
    with server_process(settings(tmp_path)) as server:
        ann, bob, game = asyncio.run(play_game(server))
        db = ("--db", server.settings.db)
        assert "No bans" in output_of(quire("admin", "bans", *db))
        for command in (("mute", ann.id), ("ban", bob.id), ("ban-network", "2001:db8::1")):
            output_of(quire("admin", *command, *db))
        assert json.loads(output_of(quire("admin", "bans", "--json", *db))) == {
            "players": [{"id": bob.id, "name": "Bob"}],
            "muted": [{"id": ann.id, "name": "Ann"}],
            "networks": ["2001:db8::/64"],
        }
        assert "muted  Ann" in output_of(quire("admin", "bans", *db))
        assert "No messages" in output_of(quire("admin", "chat", game, *db))
        assert json.loads(output_of(quire("admin", "chat", game, "--json", *db))) == []
        check_refused(quire("admin", "chat", "nothing", *db), "nothing")


def test_backup_restores_everything(quire: Run, tmp_path: Path) -> None:
    file = tmp_path / "backup.db"
    with server_process(settings(tmp_path)) as server:
        db = ("--db", server.settings.db)
        ann, _, game = asyncio.run(play_game(server))
        page = me(server, ann).json()
        record = httpx.get(f"{server.url}/api/games/{game}/record").json()
        assert "2 players, 1 games" in output_of(quire("admin", "backup", file, *db))
        assert "2 players, 1 games" in output_of(quire("admin", "backup", "--verify", file))
        check_refused(quire("admin", "backup", file, *db), "already")
        check_refused(quire("admin", "restore", file, *db), "stop the server")
        late, _, _ = asyncio.run(play_game(server))
        assert me(server, late).status_code == 200
        server.kill()
        output_of(quire("admin", "restore", file, *db))
        server.start()
        assert me(server, ann).json() == page
        assert me(server, late).status_code == 401
        assert httpx.get(f"{server.url}/api/games/{game}/record").json() == record
    (entry,) = json.loads(output_of(quire("admin", "log", "--json", *db)))
    assert (entry["command"], entry["detail"]) == ("restore", "backup.db")
    old_databases = [path for path in tmp_path.glob("quire.db.*") if path.suffix != ".part"]
    assert len(old_databases) == 1, "the old database is kept"


def test_only_the_user_can_read_databases_and_backups(quire: Run, tmp_path: Path) -> None:
    def check_modes(*names: str) -> None:
        assert {
            name: oct((tmp_path / name).stat().st_mode & 0o777) for name in names
        } == dict.fromkeys(names, "0o600")

    umask = os.umask(0o022)
    try:
        with server_process(settings(tmp_path)) as server:
            db = ("--db", server.settings.db)
            httpx.post(f"{server.url}/api/guests", json={"name": "Ann"}).raise_for_status()
            check_modes("quire.db", "quire.db-wal", "quire.db-shm")
            output_of(quire("admin", "backup", tmp_path / "backup.db", *db))
        (tmp_path / "backup.db").chmod(0o644)  # whatever happened to it meanwhile
        output_of(quire("admin", "restore", tmp_path / "backup.db", *db))
        check_modes("quire.db", *(file.name for file in tmp_path.glob("quire.db.*")))
        output_of(quire("admin", "backup", tmp_path / "again.db", *db))
        check_modes("again.db")
    finally:
        os.umask(umask)


def test_invalid_backup_is_refused(quire: Run, tmp_path: Path) -> None:
    db = ("--db", f"sqlite:///{tmp_path}/quire.db")
    wrong = tmp_path / "wrong"
    wrong.write_bytes(b"no store at all" * 100)
    check_refused(quire("admin", "restore", wrong, *db), "not a backup")
    check_refused(quire("admin", "restore", tmp_path / "none", *db), "no such file")
    check_refused(quire("admin", "backup", tmp_path / "b", *db), "no database")
    check_refused(quire("admin", "ban", "Ann", *db), "no database")
    check_refused(quire("admin", "backup", tmp_path / "b", "--db", "postgresql://h/n"), "pg_dump")
    assert not (tmp_path / "quire.db").exists()


def test_bad_paths_of_a_backup_are_one_line(quire: Run, tmp_path: Path) -> None:
    source = tmp_path / "quire.db"
    create_database(source, migration.configuration(), "head")
    db = ("--db", f"sqlite:///{source}")
    (tmp_path / "file").touch()
    for file, word in (
        (tmp_path / "none" / "b.db", "no such directory"),
        (tmp_path / "file" / "b.db", "no such directory"),
        (tmp_path, "already exists"),
        (Path("/proc/b.db"), "can't write /proc/b.db"),
    ):
        result = quire("admin", "backup", file, *db)
        check_refused(result, word)
        assert len(result.stderr.splitlines()) == 1
    source.write_bytes(b"not a database" * 1000)
    check_refused(quire("admin", "backup", tmp_path / "b.db", *db), "not a database")
    check_refused(quire("admin", "backup", tmp_path / "b.db", "--db", f"sqlite:///{tmp_path}"))
    assert not list(tmp_path.glob("b.db*")), "nothing half done is left"


def test_damaged_backup_is_found(quire: Run, tmp_path: Path) -> None:
    source, file = tmp_path / "quire.db", tmp_path / "backup?#.db"
    create_database(source, migration.configuration(), "head")
    output_of(quire("admin", "backup", file, "--db", f"sqlite:///{source}"))
    assert "is intact: 1 players" in output_of(quire("admin", "backup", "--verify", file))
    check_refused(quire("admin", "backup", "--verify", tmp_path / "none"), "no such file")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    check_refused(quire("admin", "backup", "--verify", file), "backup?#.db")
    pages = bytearray(whole)
    for start in range(4096, len(pages), 4096):
        pages[start : start + 16] = b"\xff" * 16
    file.write_bytes(pages)
    check_refused(quire("admin", "backup", "--verify", file), "backup?#.db")


# --- upgrades ---

PLAYER = {"id": "p1", "name": "Ann", "kind": "guest", "login": None, "passphrase": None}
PLAYER_LATER = {"epoch": 0, "created": 1.5, "banned": False, "chat": True}


def create_database(file: Path, config: Config, revision: str) -> None:
    """Create a database at that revision, with a player in it."""

    def create(connection: Connection) -> None:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        row = {**PLAYER, **PLAYER_LATER}
        known = {column["name"] for column in inspect(connection).get_columns("players")}
        some = [name for name in row if name in known]
        values = ", ".join(f":{name}" for name in some)
        statement = f"INSERT INTO players ({', '.join(some)}) VALUES ({values})"
        connection.execute(text(statement), {name: row[name] for name in some})

    run_in(file, create)


def run_in(file: Path, work: Any) -> Any:
    engine = create_engine(f"sqlite:///{file}")
    try:
        with engine.begin() as connection:
            return work(connection)
    finally:
        engine.dispose()


def player_of(file: Path) -> dict[str, Any]:
    query = text("SELECT * FROM players")
    return dict(run_in(file, lambda connection: connection.execute(query).mappings().one()))


def revisions(config: Config) -> list[str]:
    script = ScriptDirectory.from_config(config)
    return [step.revision for step in reversed(list(script.walk_revisions()))]


def test_every_earlier_database_is_migrated_with_its_data(tmp_path: Path) -> None:
    for revision in revisions(migration.configuration()):
        file = tmp_path / f"{revision}.db"
        create_database(file, migration.configuration(), revision)
        run_in(file, migration.upgrade)
        assert player_of(file).items() >= {**PLAYER, "created": 1.5}.items()


LATER = '''
"""A future migration."""
import sqlalchemy as sa
from alembic import op
revision, down_revision = "9999", {before!r}
def upgrade():
    with op.batch_alter_table("players") as batch:
        batch.add_column(sa.Column("motto", sa.Text, nullable=False, server_default="none"))
'''


def test_later_migration_keeps_data_and_is_refused_by_this_version(
    quire: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A made-up migration, so that the test above can fail."""
    now = migration.configuration()
    migrations, head = tmp_path / "migrations", revisions(now)[-1]
    shutil.copytree(Path(migration.__file__).with_name("migrations"), migrations)
    (migrations / "versions" / "9999_later.py").write_text(LATER.format(before=head))
    later = Config()
    later.set_main_option("script_location", str(migrations))
    later.set_main_option("path_separator", "os")
    file = tmp_path / "quire.db"
    create_database(file, migration.configuration(), head)
    with monkeypatch.context() as patch:
        patch.setattr(migration, "configuration", lambda: later)
        run_in(file, migration.upgrade)
    assert player_of(file)["motto"] == "none"
    assert player_of(file)["name"] == "Ann"
    check_refused(quire("serve", "--port", "0", "--db", f"sqlite:///{file}"), "newer Quire", "9999")

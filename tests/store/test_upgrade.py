"""Databases of earlier releases are migrated with all their rows, and can be played on.

Also to a release that does not exist yet: see `later`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer
from sqlalchemy import Connection, text

from quire.engine.analysis.puzzle import find
from quire.match.record import Record
from quire.online.player_name import DELETED_PLAYER
from quire.store import migration
from quire.store.store import Store
from tests.server.deployment import Deployment, async_test
from tests.server.fake_time import FakeTime
from tests.server.harness import running_server, settings
from tests.server.player_client import PlayerClient
from tests.store import later
from tests.store.release import Rows, releases, restore, rows, run_in_database
from tests.store.sync_store import SyncStore

MONTH = 30 * 86400.0
"""Seconds between the old release and the upgrade."""

RELEASES = releases()


@pytest.fixture(params=["this version", "a later one"])
def version(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The version that opens the database."""
    if request.param == "a later one":
        monkeypatch.setattr(migration, "configuration", later.configuration)
    return str(request.param)


def test_first_release_is_frozen() -> None:
    assert RELEASES[0] == "0001"


RENAMED_KINDS = {
    "grant": "accept_takeback",
    "no_takeback": "decline_takeback",
    "no_draw": "decline_draw",
    "no_rematch": "decline_rematch",
    "say": "chat",
    "follows": "next_game",
    "away": "disconnected",
    "back": "reconnected",
    "time": "timeout",
    "disconnection": "absence_timeout",
}
"""Events of the first release that have another name now."""


def renamed(table: str, row: dict[str, Any]) -> dict[str, Any]:
    """Return a row of the first release under today's names."""
    row = dict(row)
    if table == "events":
        row["kind"] = RENAMED_KINDS.get(row["kind"], row["kind"])
    if table == "games":
        choices = row.pop("lot")
        row["random_choices"] = choices and choices.replace('"wishes"', '"size_choices"')
        row["reconnect_seconds"] = row.pop("grace")
    if table == "seeks":
        row["seek_id"], row["game_id"] = row.pop("wish"), row.pop("led_to")
    return row


def without_new_columns(row: dict[str, Any], of: dict[str, Any]) -> dict[str, Any]:
    """Return a row without columns that were added later."""
    return {name: value for name, value in row.items() if name in of}


@pytest.mark.parametrize("release", RELEASES)
def test_every_row_is_migrated(release: str, url: str, version: str) -> None:
    before = restore(release, url)
    with SyncStore(url):
        pass
    after = run_in_database(url, rows)
    for table, old in before.items():
        if table != "alembic_version":
            saved = [renamed(table, row) for row in old]
            found = (
                [without_new_columns(row, saved[0]) for row in after[table]]
                if saved
                else after[table]
            )
            assert sorted(found, key=str) == sorted(saved, key=str), table
    if version == "a later one":
        assert after["alembic_version"] == [{"version_num": "later"}]
        assert {row["motto"] for row in after["players"]} == {"none"}
        events = [row["game_id"] for row in before["events"]]
        assert all(row["length"] == events.count(row["id"]) for row in after["games"])
        assert after["friends"] == []


def definitions(connection: Connection) -> dict[str, str]:
    found = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    return {name: " ".join(sql.split()) for name, sql in found}


def test_tables_rebuilt_by_sqlite_keep_keys_and_indexes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path}/quire.db"
    restore(RELEASES[0], url)
    before = run_in_database(url, definitions)
    monkeypatch.setattr(migration, "configuration", later.configuration)
    with SyncStore(url) as store:
        assert store.read(lambda connection: connection.scalar(text("PRAGMA foreign_keys"))) == 1
    after = run_in_database(url, definitions)
    for name, sql in before.items():
        if sql.startswith("CREATE INDEX") and name != "ix_games_due":  # replaced since
            now = sql.replace('"', "").replace("led_to", "game_id")
            assert after[name].replace('"', "") == now, name
    assert after["seats"].endswith("WITHOUT ROWID")
    for words in ("REFERENCES games (id) ON DELETE CASCADE", "REFERENCES players (id)"):
        assert words in after["seats"]


# --- playing on ---


@pytest.fixture(params=RELEASES)
def upgraded(
    request: pytest.FixtureRequest, url: str, version: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[tuple[Deployment, Rows]]:  # fmt: skip
    """A server with an upgraded database, a month later."""

    async def no_drift(_: Store) -> None:
        """Ignore PostgreSQL's own clock."""

    monkeypatch.setattr(Store, "_measure_drift", no_drift)
    saved = restore(request.param, url)
    timing = FakeTime(saved["downtime"][0]["stamp"] + MONTH)
    with running_server(settings(tmp_path, db=url), timing) as server:
        yield Deployment([server], timing), saved


def returning_player(deployment: Deployment, saved: Rows, name: str) -> PlayerClient:
    """Return one of the players, with their old token."""
    (secret,) = [secret["value"] for secret in saved["secrets"] if secret["name"] == "tokens"]
    (row,) = [player for player in saved["players"] if player["name"] == name]
    player = deployment.client(name)
    # As the first release signed it.
    signer = URLSafeSerializer(
        secret,
        salt="quire.player",
        signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
    )
    player.id, player.token = row["id"], str(signer.dumps([row["id"], row["epoch"]]))
    return player


def statistics_of(page: Any, game: str) -> Any:
    (found,) = [card for card in page["games"] if card["game"] == game]
    return found


def counts(tally: Any) -> tuple[int, int, int, int]:
    return tally["games"], tally["wins"], tally["losses"], tally["draws"]


@async_test
async def test_players_find_games_and_statistics_after_an_upgrade(
    upgraded: tuple[Deployment, Rows],
) -> None:
    deployment, saved = upgraded
    names = ("Ann", "Bob", "Cyd", "Marvin")
    ann, bob, cyd, marvin = (returning_player(deployment, saved, name) for name in names)
    for player in (ann, bob, cyd):
        await player.connect()
    await check_statistics(ann, bob)
    await check_history(ann, bob, saved)
    await check_running_game(ann, bob, saved)
    await check_open_games(ann, bob, saved)
    await check_computer_player(cyd, saved)
    await check_puzzles(cyd)
    assert await marvin.request_error("GET", "/api/me") == "not_allowed", "bans are kept"


async def check_statistics(ann: PlayerClient, bob: PlayerClient) -> None:
    """Ann won, lost and drew against Bob, lost to Dan, and to a computer; then three played SOS."""
    mine, his = await ann.get("/api/me"), await bob.get("/api/me")
    assert counts(statistics_of(mine, "line")["people"]) == (4, 1, 2, 1)
    assert counts(statistics_of(mine, "line")["computer"]) == (1, 0, 1, 0)
    assert counts(statistics_of(mine, "sos")["people"]) == (1, 0, 1, 0)
    assert counts(statistics_of(his, "line")["people"]) == (3, 1, 1, 1)
    assert counts(statistics_of(his, "line")["computer"]) == (1, 1, 0, 0)
    for page in (mine, his):
        line = statistics_of(page, "line")
        assert (line["streak"], line["best"], line["rated"]) == (0, 1, 3)
        assert line["rating"] is not None
    (agent,) = await ann.get("/api/agents", game="line")
    assert (agent["agent"], agent["size"], counts(agent)) == ("level1", "3", (1, 0, 1, 0))


async def check_history(ann: PlayerClient, bob: PlayerClient, saved: Rows) -> None:
    found = (await ann.get("/api/games", player=ann.id))["games"]
    assert [game["reason"] for game in found] == [
        *("resignation", "aborted", "line", "points", "full", "resignation", "line"),
    ]
    assert [seat["name"] for seat in found[2]["seats"]] == [DELETED_PLAYER, "Ann"]
    for game in found:
        record = await bob.get(f"/api/games/{game['id']}/record")
        Record.from_json(json.dumps(record)).check()


def game_of(saved: Rows, **facts: Any) -> str:
    (id,) = [game["id"] for game in saved["games"] if facts.items() <= game.items()]
    return str(id)


async def check_running_game(ann: PlayerClient, bob: PlayerClient, saved: Rows) -> None:
    game = game_of(saved, status="playing", game="line")
    before = [await player.get("/api/me") for player in (ann, bob)]
    state = await ann.watch(game)
    assert (state["status"], state["moves"], state["to_move"]) == ("playing", ["S1"], 1)
    assert state["clock_left"] > 55, "downtime does not count"
    await bob.watch(game)
    await bob.move(game, "S3")
    await ann.receive_event(game, "move", seat=1)
    event = await ann.move(game, "O2")
    assert (event["outcome"]["winner"], event["outcome"]["reason"]) == (0, "line")
    after = [await player.get("/api/me") for player in (ann, bob)]
    mine, his = (statistics_of(page, "line") for page in after)
    for player, now in ((ann, mine), (bob, his)):
        last = (await player.get(f"/api/players/{player.id}/ratings", game="line"))[-1]
        assert (last["game_id"], last["rating"]) == (game, now["rating"])
    assert counts(mine["people"]) == (5, 2, 2, 1)
    assert counts(his["people"]) == (4, 1, 2, 1)
    assert (mine["streak"], mine["best"], mine["rated"]) == (1, 1, 4)
    assert (his["streak"], his["best"], his["rated"]) == (0, 1, 4)
    assert mine["rating"] > statistics_of(before[0], "line")["rating"]
    assert his["rating"] < mine["rating"]


async def check_open_games(ann: PlayerClient, bob: PlayerClient, saved: Rows) -> None:
    game = game_of(saved, status="open", public=True)
    assert (await ann.watch(game))["status"] == "open"
    await bob.join(game)
    await ann.receive("state", id=game, status="playing")
    event = await ann.move(game, "Sa1")
    assert event["seq"] >= 1
    private = game_of(saved, status="open", public=False)
    assert private not in [card["id"] for card in (await bob.get("/api/lobby"))["open"]]


async def check_computer_player(cyd: PlayerClient, saved: Rows) -> None:
    game = game_of(saved, status="playing", game="obstruction")
    await cyd.watch(game)
    await cyd.move(game, "c3")
    assert (await cyd.receive_event(game, "move", seat=1))["moves"] == 2


async def check_puzzles(cyd: PlayerClient) -> None:
    """Check puzzles, which the first release did not have."""
    puzzle = await cyd.get("/api/puzzles/today")
    *made, last = find(puzzle["id"]).line
    sent = {"move": last, "made": made}
    answer = await cyd.post(f"/api/puzzles/{puzzle['id']}/answers", sent)
    assert (answer["correct"], answer["progress"]["streak"]) == (True, 1)

"""Tournaments of bots, read from result files in a directory."""

from __future__ import annotations

import asyncio
import os
import re
import threading
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from structlog.testing import capture_logs

from quire.arena.report import report
from quire.arena.tournament.pairing import rounds
from quire.arena.tournament.plan import Kind
from quire.arena.tournament.results import GameLine, Results
from quire.arena.tournament.standings import standings
from quire.server.tournaments import directory as tournament_directory
from quire.server.tournaments.tables import standings_table
from tests.arena.random_results import make_plan, random_results
from tests.server.deployment import Deployment, async_test, running_deployment
from tests.server.harness import settings
from tests.server.player_client import TIMEOUT_SECONDS, PlayerClient

MODIFIED_AT = 1_650_000_000
"""The modification time of the files, unless a test says otherwise."""


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[Deployment]:
    """A server with an empty directory of tournaments."""
    (tmp_path / "tournaments").mkdir()
    with running_deployment([settings(tmp_path)]) as deployment:
        yield deployment


def write_results(
    deployment: Deployment, name: str, results: Results | bytes, at: int = MODIFIED_AT
) -> Path:
    """Write a results file into the directory, replacing the previous one."""
    path = Path(deployment.settings.tournaments) / f"{name}.jsonl"
    path.unlink(missing_ok=True)
    if isinstance(results, bytes):
        path.write_bytes(results)
    else:
        results.write(path)
    os.utime(path, (at, at))
    return path


async def tournaments_by_name(player: PlayerClient) -> dict[str, Any]:
    return {tournament["name"]: tournament for tournament in await player.get("/api/tournaments")}


@async_test
async def test_missing_directory_has_no_tournaments(deployment: Deployment) -> None:
    visitor = deployment.client()
    assert await visitor.get("/api/tournaments") == []
    assert await visitor.request_error("GET", "/api/tournaments/cup") == "not_found"
    assert await visitor.request_error("GET", "/tournaments/cup/report") == "not_found"


@async_test
async def test_tournament_is_listed_with_standings(arena: Deployment) -> None:
    results = random_results(make_plan("ant", "bee", "cat"), forfeits=0.3)
    write_results(arena, "spring-cup_2026", results)
    (listed,) = await arena.client().get("/api/tournaments")
    assert (listed["name"], listed["title"]) == ("spring-cup_2026", "spring cup 2026")
    assert (listed["game"], listed["size"], listed["kind"]) == ("sos", "3x3", "round-robin")
    assert (listed["games"], listed["planned"], listed["finished"]) == (12, 12, True)
    assert (listed["changed"], listed["problem"]) == (MODIFIED_AT, None)
    table = standings(results)
    for place, (line, expected) in enumerate(zip(listed["standings"], table, strict=True), 1):
        assert (line["place"], line["name"], line["games"]) == (place, expected.name, 8)
        assert (line["points"], line["forfeits"]) == (expected.points, expected.forfeits)
        assert line["wins"] + line["losses"] + line["draws"] == 8
        assert line["wins"] + line["draws"] / 2 == expected.points
        assert expected.rating is not None
        assert (line["elo"], line["low"], line["high"]) == pytest.approx(
            (expected.rating.elo, expected.rating.low, expected.rating.high)
        )
    assert sum(standing["points"] for standing in listed["standings"]) == 12


@async_test
async def test_tournament_has_head_to_head_scores_and_a_report(arena: Deployment) -> None:
    results = random_results(make_plan("ant", "bee", "cat"))
    write_results(arena, "cup", results)
    visitor = arena.client()
    page = await visitor.get("/api/tournaments/cup")
    assert [page["tournament"]] == await visitor.get("/api/tournaments")
    assert page["report"] == "/tournaments/cup/report"
    met = {(pair["bot"], pair["opponent"]): pair for pair in page["head_to_head"]}
    places = [standing["name"] for standing in page["tournament"]["standings"]]
    assert set(met) == {(one, other) for at, one in enumerate(places) for other in places[at + 1 :]}
    for (one, other), pair in met.items():
        games = [game for game in results.games.values() if {one, other} <= {*game.record.players}]
        points = sum(game.share(game.record.players.index(one)) for game in games)
        assert (pair["games"], pair["points"]) == (len(games), points) == (4, points)
        assert pair["wins"] + pair["draws"] + pair["losses"] == 4
        assert sum(pair["pairs"]) == 2
        assert 0 <= pair["los"] <= 1


def pairs(results: Results, points: float) -> list[list[GameLine]]:
    """Return the pairs of games in which the first bot made that many points."""
    return [
        games
        for games in results.encounters().values()
        if sum(game.share(int(game.id[-1])) for game in games) == points
    ]


@async_test
async def test_unbounded_elo_difference_is_null(arena: Deployment) -> None:
    many = random_results(make_plan("ant", "bee", games=100))
    write_results(arena, "cup", Results(many.plan, pairs(many, 2)[0]))
    (meeting,) = (await arena.client().get("/api/tournaments/cup"))["head_to_head"]
    assert (meeting["bot"], meeting["points"], meeting["pairs"]) == ("ant", 2, [0, 0, 0, 0, 1])
    assert (meeting["elo"], meeting["elo_high"]) == (None, None)


@async_test
async def test_games_of_three(arena: Deployment) -> None:
    write_results(
        arena, "three", random_results(make_plan("ant", "bee", "cat", size="3x3:3", games=3))
    )
    page = await arena.client().get("/api/tournaments/three")
    assert page["head_to_head"] == []
    assert [standing["games"] for standing in page["tournament"]["standings"]] == [3, 3, 3]


@async_test
async def test_running_tournament_is_not_finished(arena: Deployment) -> None:
    whole = random_results(make_plan("ant", "bee", "cat"))
    path = write_results(arena, "cup", Results(whole.plan, list(whole.games.values())[:5]))
    visitor = arena.client()
    before = (await tournaments_by_name(visitor))["cup"]
    assert (before["games"], before["planned"], before["finished"]) == (5, 12, False)
    write_results(arena, "none", Results(whole.plan))
    none = (await tournaments_by_name(visitor))["none"]
    assert (none["games"], none["finished"], none["problem"]) == (0, False, None)
    assert {(standing["games"], standing["elo"]) for standing in none["standings"]} == {(0, None)}
    # It is reloaded, but not at once.
    write_results(arena, "cup", whole, MODIFIED_AT + 1)
    assert (await tournaments_by_name(visitor))["cup"]["games"] == 5
    arena.timing.advance(tournament_directory.RELOAD_SECONDS)
    after = (await tournaments_by_name(visitor))["cup"]
    assert (after["games"], after["finished"], after["changed"]) == (12, True, MODIFIED_AT + 1)
    path.unlink()
    assert set(await tournaments_by_name(visitor)) == {"none"}


@async_test
async def test_knockout_ends_with_its_last_tie_break(arena: Deployment) -> None:
    plan = make_plan("ant", "bee", kind=Kind.KNOCKOUT, games=2)
    ((encounter,),) = [next(rounds(plan, dict))]
    many = random_results(make_plan("ant", "bee", games=100))

    def one(points: float) -> Results:
        games = pairs(many, points)[0]
        return Results(plan, [replace(game, id=f"{encounter.id}#{game.id[-1]}") for game in games])

    write_results(arena, "won", one(2))
    write_results(arena, "even", one(1))
    found = await tournaments_by_name(arena.client())
    for name, finished in (("won", True), ("even", False)):
        assert (found[name]["games"], found[name]["planned"]) == (2, 2)
        assert found[name]["finished"] == finished


@async_test
async def test_sprt_with_a_verdict_is_finished(arena: Deployment) -> None:
    plan = make_plan("ant", "bee", games=400, sprt="elo0=0 elo1=150")
    won = [game for games in pairs(random_results(plan), 2) for game in games]
    write_results(arena, "clear", Results(plan, won[:30]))
    write_results(arena, "unclear", Results(plan, won[:2]))
    found = await tournaments_by_name(arena.client())
    for name, games in (("clear", 30), ("unclear", 2)):
        assert (found[name]["games"], found[name]["planned"]) == (games, 400)
        assert found[name]["finished"] == (name == "clear")


# --- invalid files ---


@async_test
async def test_invalid_files_are_listed_with_a_problem(arena: Deployment) -> None:
    good = random_results(make_plan("ant", "bee"))
    path = write_results(arena, "good", good)
    lines = path.read_bytes().splitlines(keepends=True)
    write_results(arena, "empty", b"")
    write_results(arena, "noise", b"\xff\x00 nothing\n")
    write_results(arena, "other", b'{"some": "json"}\n')
    write_results(arena, "wrong", b"".join([*lines, b'{"id": 7}\n']))
    write_results(arena, "half", b"".join([*lines, b'{"id": "0-1.7#0", "rec']))
    write_results(arena, "nameless", re.sub(rb',"name":"bee"', b"", lines[0]))
    write_results(arena, "two words", good)
    (Path(arena.settings.tournaments) / "notes.txt").write_text("to be done")
    (Path(arena.settings.tournaments) / "folder.jsonl").mkdir()
    (Path(arena.settings.tournaments) / "nowhere.jsonl").symlink_to("/nowhere/at/all")
    visitor = arena.client()
    found = await tournaments_by_name(visitor)
    assert {name for name, tournament in found.items() if tournament["problem"] is None} == {
        "good",
        "half",
    }
    assert found["half"]["standings"] == found["good"]["standings"]
    assert set(found) == {
        *("good", "empty", "noise", "other", "wrong", "half", "nameless", "two words"),
    }
    for name, tournament in found.items():
        if tournament["problem"] is not None:
            assert (tournament["standings"], tournament["game"]) == ([], None), name
            assert arena.settings.tournaments not in tournament["problem"], "paths stay private"
    assert "letters" in found["two words"]["problem"]
    assert (await visitor.get("/api/tournaments/wrong"))["tournament"] == found["wrong"]
    assert await visitor.request_error("GET", "/tournaments/wrong/report") == "not_found"
    answer = await visitor.request("GET", "/tournaments/noise/report")
    assert arena.settings.tournaments not in answer.text


@async_test
async def test_games_of_another_kind_are_reported(arena: Deployment) -> None:
    knockout = make_plan("ant", "bee", kind=Kind.KNOCKOUT)
    write_results(
        arena, "mixed", Results(knockout, random_results(make_plan("ant", "bee")).games.values())
    )
    write_results(arena, "good", random_results(make_plan("ant", "bee")))
    found = await tournaments_by_name(arena.client())
    assert found["good"]["problem"] is None
    assert found["mixed"]["problem"].endswith("game 0-1.0#0 is not part of a knockout")


@async_test
async def test_unexpected_error_affects_only_its_file(
    arena: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(results: Results, *more: Any) -> Any:
        if len(results.plan.bots) == 3:
            raise ZeroDivisionError("inside")
        return standings_table(results, *more)

    monkeypatch.setattr(tournament_directory, "standings_table", failing)
    write_results(arena, "good", random_results(make_plan("ant", "bee")))
    write_results(arena, "odd", random_results(make_plan("ant", "bee", "cat")))
    visitor = arena.client()
    with capture_logs() as logged:
        found = await tournaments_by_name(visitor)
        assert (await visitor.request("GET", "/tournaments/good/report")).status_code == 200
        refused = await visitor.request("GET", "/tournaments/odd/report")
    assert (found["good"]["problem"], found["good"]["games"]) == (None, 4)
    assert "log" in found["odd"]["problem"]
    assert "inside" not in found["odd"]["problem"]
    assert (refused.status_code, "inside" in refused.text) == (404, False)
    (line,) = logged
    assert (line["tournament"], str(line["exc_info"])) == ("odd", "inside")


@async_test
async def test_too_large_file_is_not_read(
    arena: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_results(arena, "large", random_results(make_plan("ant", "bee")))
    monkeypatch.setattr(tournament_directory, "MAX_FILE_BYTES", path.stat().st_size - 1)
    assert "bytes" in (await tournaments_by_name(arena.client()))["large"]["problem"]


@async_test
async def test_large_growing_file_is_reloaded_less_often(
    arena: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = random_results(make_plan("ant", "bee", "cat"))
    write_results(arena, "cup", Results(whole.plan, list(whole.games.values())[:5]))
    visitor = arena.client()
    await visitor.get("/api/tournaments")
    path = write_results(arena, "cup", whole, MODIFIED_AT + 1)
    monkeypatch.setattr(tournament_directory, "RELOAD_BYTES_PER_SECOND", path.stat().st_size / 100)
    for seconds, games in ((99, 5), (1, 12)):
        arena.timing.advance(seconds)
        assert (await tournaments_by_name(visitor))["cup"]["games"] == games


@async_test
async def test_names_cannot_leave_the_directory(arena: Deployment) -> None:
    directory = Path(arena.settings.tournaments)
    random_results(make_plan("ant", "bee")).write(directory.parent / "secret.jsonl")
    visitor = arena.client()
    for name in (
        "../secret",
        "..%2Fsecret",
        "%2e%2e%2fsecret",
        "..",
        "secret.jsonl",
        "two%20words",
    ):
        for address in (f"/api/tournaments/{name}", f"/tournaments/{name}/report"):
            answer = await visitor.request("GET", address)
            assert answer.status_code == 404, address
            assert "ant" not in answer.text


@async_test
async def test_newest_tournaments_come_first_up_to_a_limit(
    arena: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_directory, "MAX_TOURNAMENTS", 3)
    results = random_results(make_plan("ant", "bee"))
    for name, at in (("b", 2), ("old", 1), ("newest", 9), ("a", 2)):
        write_results(arena, name, results, MODIFIED_AT + at)
    listed = await arena.client().get("/api/tournaments")
    assert [tournament["name"] for tournament in listed] == ["newest", "a", "b"]
    assert (await arena.client().get("/api/tournaments/old"))["tournament"]["games"] == 4


# --- the report ---


@async_test
async def test_report_policy_allows_only_its_own_script(arena: Deployment) -> None:
    name = "<script>alert(1)</script>"
    results = random_results(make_plan(name, "bee"))
    write_results(arena, "cup", results)
    answer = await arena.client().request("GET", "/tournaments/cup/report")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text == report.to_html(results)
    assert name not in answer.text
    (policy,) = answer.headers.get_list("content-security-policy")
    rules = dict(rule.strip().partition(" ")[::2] for rule in policy.split(";"))
    scripts = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    assert rules["script-src"] == " ".join(
        f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" for script in scripts
    )
    assert (rules["default-src"], rules["sandbox"]) == ("'none'", "allow-scripts")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers.get_list("cross-origin-opener-policy") == ["unsafe-none"]


@async_test
async def test_report_is_rendered_once_per_version_of_the_file(
    arena: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = []

    def to_html(results: Results) -> str:
        rendered.append(len(results.games))
        return "a page"

    monkeypatch.setattr(tournament_directory, "to_html", to_html)
    monkeypatch.setattr(tournament_directory, "MAX_CACHED_REPORTS", 1)
    whole = random_results(make_plan("ant", "bee"))
    write_results(arena, "cup", Results(whole.plan, list(whole.games.values())[:2]))
    write_results(arena, "other", Results(whole.plan))
    visitor = arena.client()
    for _ in range(3):
        await visitor.request("GET", "/tournaments/cup/report")
    write_results(arena, "cup", whole, MODIFIED_AT + 1)
    await visitor.request("GET", "/tournaments/cup/report")
    assert rendered == [2], "it is not rendered again at once"
    arena.timing.advance(tournament_directory.RELOAD_SECONDS)
    for name in ("cup", "cup", "other", "cup"):
        assert (await visitor.request("GET", f"/tournaments/{name}/report")).text == "a page"
    assert rendered == [2, 4, 0, 4]


@async_test
async def test_unchanged_report_is_not_sent_again(
    arena: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = random_results(make_plan("ant", "bee"))
    write_results(arena, "cup", Results(whole.plan, list(whole.games.values())[:2]))
    visitor, path = arena.client(), "/tournaments/cup/report"
    first = await visitor.request("GET", path)
    known = {"if-none-match": first.headers["etag"]}
    arena.restart()
    monkeypatch.setattr(tournament_directory, "to_html", lambda results: "another one")
    again = await visitor.request("GET", path, headers=known)
    assert (again.status_code, again.content) == (304, b""), "it is not even rendered"
    for header in ("etag", "cache-control", "content-security-policy"):
        assert again.headers[header] == first.headers[header]
    write_results(arena, "cup", whole, MODIFIED_AT + 1)
    arena.timing.advance(tournament_directory.RELOAD_SECONDS)
    changed = await visitor.request("GET", path, headers=known)
    assert (changed.status_code, changed.text) == (200, "another one")
    assert changed.headers["etag"] != first.headers["etag"]


@async_test
async def test_report_queue_is_limited_and_blocks_nothing_else(
    arena: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendering, finish = threading.Event(), threading.Event()

    def to_html(results: Results) -> str:
        rendering.set()
        assert finish.wait(TIMEOUT_SECONDS)
        return "a page"

    monkeypatch.setattr(tournament_directory, "to_html", to_html)
    monkeypatch.setattr(tournament_directory, "MAX_QUEUED_REPORTS", 1)
    write_results(arena, "cup", random_results(make_plan("ant", "bee")))
    visitor, path = arena.client(), "/tournaments/cup/report"
    first = asyncio.create_task(visitor.request("GET", path))
    try:
        await asyncio.to_thread(rendering.wait, TIMEOUT_SECONDS)
        refused = await visitor.request("GET", path)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert int(refused.headers["retry-after"]) >= 1
        assert set(await tournaments_by_name(visitor)) == {"cup"}
    finally:
        finish.set()
    assert (await first).text == "a page"
    assert (await visitor.request("GET", path)).text == "a page"


@async_test
async def test_reports_share_the_rate_limit_of_analyses(tmp_path: Path) -> None:
    with running_deployment(
        [settings(tmp_path, analysis_rate=0.5, analysis_burst=2)]
    ) as deployment:
        visitor = deployment.client()
        codes = [await visitor.request_error("GET", "/tournaments/cup/report") for _ in range(3)]
        assert codes == ["not_found", "not_found", "too_many"]

"""Tournaments of bots, as the results in a directory tell of them."""

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
from tests.arena.random_results import made, plan_of
from tests.server.deployment import World, scenario, world_of
from tests.server.harness import settings
from tests.server.player_client import TIMEOUT_SECONDS, Player

WRITTEN = 1_650_000_000
"""When the files of these tests were, unless they say otherwise."""


@pytest.fixture
def arena(tmp_path: Path) -> Iterator[World]:
    """A server with a directory of tournaments, which is empty."""
    (tmp_path / "tournaments").mkdir()
    with world_of([settings(tmp_path)]) as world:
        yield world


def put(world: World, name: str, results: Results | bytes, at: int = WRITTEN) -> Path:
    """A file of results in the directory, in the place of the one before."""
    path = Path(world.settings.tournaments) / f"{name}.jsonl"
    path.unlink(missing_ok=True)
    if isinstance(results, bytes):
        path.write_bytes(results)
    else:
        results.write(path)
    os.utime(path, (at, at))
    return path


async def all_of(player: Player) -> dict[str, Any]:
    return {it["name"]: it for it in await player.get("/api/tournaments")}


@scenario
async def test_a_directory_that_is_not_there_has_no_tournaments(world: World) -> None:
    visitor = world.player()
    assert await visitor.get("/api/tournaments") == []
    assert await visitor.refused("GET", "/api/tournaments/cup") == "not_found"
    assert await visitor.refused("GET", "/tournaments/cup/report") == "not_found"


@scenario
async def test_a_tournament_is_told_with_its_table(arena: World) -> None:
    results = made(plan_of("ant", "bee", "cat"), forfeits=0.3)
    put(arena, "spring-cup_2026", results)
    (told,) = await arena.player().get("/api/tournaments")
    assert (told["name"], told["title"]) == ("spring-cup_2026", "spring cup 2026")
    assert (told["game"], told["size"], told["kind"]) == ("sos", "3x3", "round-robin")
    assert (told["games"], told["planned"], told["finished"]) == (12, 12, True)
    assert (told["changed"], told["problem"]) == (WRITTEN, None)
    table = standings(results)
    for place, (line, it) in enumerate(zip(told["standings"], table, strict=True), 1):
        assert (line["place"], line["name"], line["games"]) == (place, it.name, 8)
        assert (line["points"], line["forfeits"]) == (it.points, it.forfeits)
        assert line["wins"] + line["losses"] + line["draws"] == 8
        assert line["wins"] + line["draws"] / 2 == it.points
        assert it.rating is not None
        assert (line["elo"], line["low"], line["high"]) == pytest.approx(
            (it.rating.elo, it.rating.low, it.rating.high)
        )
    assert sum(it["points"] for it in told["standings"]) == 12


@scenario
async def test_a_tournament_has_meetings_and_a_report(arena: World) -> None:
    results = made(plan_of("ant", "bee", "cat"))
    put(arena, "cup", results)
    visitor = arena.player()
    page = await visitor.get("/api/tournaments/cup")
    assert [page["tournament"]] == await visitor.get("/api/tournaments")
    assert page["report"] == "/tournaments/cup/report"
    met = {(it["bot"], it["opponent"]): it for it in page["head_to_head"]}
    places = [it["name"] for it in page["tournament"]["standings"]]
    assert set(met) == {(one, other) for at, one in enumerate(places) for other in places[at + 1 :]}
    for (one, other), it in met.items():
        games = [game for game in results.games.values() if {one, other} <= {*game.record.players}]
        points = sum(game.share(game.record.players.index(one)) for game in games)
        assert (it["games"], it["points"]) == (len(games), points) == (4, points)
        assert it["wins"] + it["draws"] + it["losses"] == 4
        assert sum(it["pairs"]) == 2
        assert 0 <= it["los"] <= 1


def pairs(results: Results, points: float) -> list[list[GameLine]]:
    """The pairs of games of which the first bot had so many points."""
    return [
        games
        for games in results.encounters().values()
        if sum(game.share(int(game.id[-1])) for game in games) == points
    ]


@scenario
async def test_a_difference_without_bounds_is_null(arena: World) -> None:
    many = made(plan_of("ant", "bee", games=100))
    put(arena, "cup", Results(many.plan, pairs(many, 2)[0]))
    (meeting,) = (await arena.player().get("/api/tournaments/cup"))["head_to_head"]
    assert (meeting["bot"], meeting["points"], meeting["pairs"]) == ("ant", 2, [0, 0, 0, 0, 1])
    assert (meeting["elo"], meeting["elo_high"]) == (None, None)


@scenario
async def test_three_can_play(arena: World) -> None:
    put(arena, "three", made(plan_of("ant", "bee", "cat", size="3x3:3", games=3)))
    page = await arena.player().get("/api/tournaments/three")
    assert page["head_to_head"] == []
    assert [it["games"] for it in page["tournament"]["standings"]] == [3, 3, 3]


@scenario
async def test_one_that_is_still_played_is_not_finished(arena: World) -> None:
    whole = made(plan_of("ant", "bee", "cat"))
    path = put(arena, "cup", Results(whole.plan, list(whole.games.values())[:5]))
    visitor = arena.player()
    before = (await all_of(visitor))["cup"]
    assert (before["games"], before["planned"], before["finished"]) == (5, 12, False)
    put(arena, "none", Results(whole.plan))
    none = (await all_of(visitor))["none"]
    assert (none["games"], none["finished"], none["problem"]) == (0, False, None)
    assert {(it["games"], it["elo"]) for it in none["standings"]} == {(0, None)}
    # It is read again, though not at once.
    put(arena, "cup", whole, WRITTEN + 1)
    assert (await all_of(visitor))["cup"]["games"] == 5
    arena.timing.advance(tournament_directory.RELOAD_SECONDS)
    after = (await all_of(visitor))["cup"]
    assert (after["games"], after["finished"], after["changed"]) == (12, True, WRITTEN + 1)
    path.unlink()
    assert set(await all_of(visitor)) == {"none"}


@scenario
async def test_a_knockout_ends_with_its_last_tie_break(arena: World) -> None:
    plan = plan_of("ant", "bee", kind=Kind.KNOCKOUT, games=2)
    ((encounter,),) = [next(rounds(plan, dict))]
    many = made(plan_of("ant", "bee", games=100))

    def one(points: float) -> Results:
        games = pairs(many, points)[0]
        return Results(plan, [replace(it, id=f"{encounter.id}#{it.id[-1]}") for it in games])

    put(arena, "won", one(2))
    put(arena, "even", one(1))
    found = await all_of(arena.player())
    for name, finished in (("won", True), ("even", False)):
        assert (found[name]["games"], found[name]["planned"]) == (2, 2)
        assert found[name]["finished"] == finished


@scenario
async def test_a_test_that_has_its_verdict_is_finished(arena: World) -> None:
    plan = plan_of("ant", "bee", games=400, sprt="elo0=0 elo1=150")
    won = [game for games in pairs(made(plan), 2) for game in games]
    put(arena, "clear", Results(plan, won[:30]))
    put(arena, "unclear", Results(plan, won[:2]))
    found = await all_of(arena.player())
    for name, games in (("clear", 30), ("unclear", 2)):
        assert (found[name]["games"], found[name]["planned"]) == (games, 400)
        assert found[name]["finished"] == (name == "clear")


# --- what is wrong ---


@scenario
async def test_what_cannot_be_read_has_a_problem_and_harms_nobody(arena: World) -> None:
    good = made(plan_of("ant", "bee"))
    path = put(arena, "good", good)
    lines = path.read_bytes().splitlines(keepends=True)
    put(arena, "empty", b"")
    put(arena, "noise", b"\xff\x00 nothing\n")
    put(arena, "other", b'{"some": "json"}\n')
    put(arena, "wrong", b"".join([*lines, b'{"id": 7}\n']))
    put(arena, "half", b"".join([*lines, b'{"id": "0-1.7#0", "rec']))
    put(arena, "nameless", re.sub(rb',"name":"bee"', b"", lines[0]))
    put(arena, "two words", good)
    (Path(arena.settings.tournaments) / "notes.txt").write_text("to be done")
    (Path(arena.settings.tournaments) / "folder.jsonl").mkdir()
    (Path(arena.settings.tournaments) / "nowhere.jsonl").symlink_to("/nowhere/at/all")
    visitor = arena.player()
    found = await all_of(visitor)
    assert {name for name, it in found.items() if it["problem"] is None} == {"good", "half"}
    assert found["half"]["standings"] == found["good"]["standings"]
    assert set(found) == {
        *("good", "empty", "noise", "other", "wrong", "half", "nameless", "two words"),
    }
    for name, it in found.items():
        if it["problem"] is not None:
            assert (it["standings"], it["game"]) == ([], None), name
            assert arena.settings.tournaments not in it["problem"], "nobody needs to know where"
    assert "letters" in found["two words"]["problem"]
    assert (await visitor.get("/api/tournaments/wrong"))["tournament"] == found["wrong"]
    assert await visitor.refused("GET", "/tournaments/wrong/report") == "not_found"
    answer = await visitor.ask("GET", "/tournaments/noise/report")
    assert arena.settings.tournaments not in answer.text


@scenario
async def test_games_of_another_kind_of_tournament_are_told_as_such(arena: World) -> None:
    knockout = plan_of("ant", "bee", kind=Kind.KNOCKOUT)
    put(arena, "mixed", Results(knockout, made(plan_of("ant", "bee")).games.values()))
    put(arena, "good", made(plan_of("ant", "bee")))
    found = await all_of(arena.player())
    assert found["good"]["problem"] is None
    assert found["mixed"]["problem"].endswith("game 0-1.0#0 is not part of a knockout")


@scenario
async def test_whatever_goes_wrong_with_a_file_is_its_own_problem(
    arena: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(results: Results, *more: Any) -> Any:
        if len(results.plan.bots) == 3:
            raise ZeroDivisionError("inside")
        return standings_table(results, *more)

    monkeypatch.setattr(tournament_directory, "standings_table", failing)
    put(arena, "good", made(plan_of("ant", "bee")))
    put(arena, "odd", made(plan_of("ant", "bee", "cat")))
    visitor = arena.player()
    with capture_logs() as logged:
        found = await all_of(visitor)
        assert (await visitor.ask("GET", "/tournaments/good/report")).status_code == 200
        refused = await visitor.ask("GET", "/tournaments/odd/report")
    assert (found["good"]["problem"], found["good"]["games"]) == (None, 4)
    assert "log" in found["odd"]["problem"]
    assert "inside" not in found["odd"]["problem"]
    assert (refused.status_code, "inside" in refused.text) == (404, False)
    (line,) = logged
    assert (line["tournament"], str(line["exc_info"])) == ("odd", "inside")


@scenario
async def test_a_file_beyond_measure_is_not_read(
    arena: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put(arena, "large", made(plan_of("ant", "bee")))
    monkeypatch.setattr(tournament_directory, "MAX_FILE_BYTES", path.stat().st_size - 1)
    assert "bytes" in (await all_of(arena.player()))["large"]["problem"]


@scenario
async def test_a_large_file_that_grows_is_read_at_leisure(
    arena: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = made(plan_of("ant", "bee", "cat"))
    put(arena, "cup", Results(whole.plan, list(whole.games.values())[:5]))
    visitor = arena.player()
    await visitor.get("/api/tournaments")
    path = put(arena, "cup", whole, WRITTEN + 1)
    monkeypatch.setattr(tournament_directory, "RELOAD_BYTES_PER_SECOND", path.stat().st_size / 100)
    for seconds, games in ((99, 5), (1, 12)):
        arena.timing.advance(seconds)
        assert (await all_of(visitor))["cup"]["games"] == games


@scenario
async def test_names_lead_nowhere_else(arena: World) -> None:
    directory = Path(arena.settings.tournaments)
    made(plan_of("ant", "bee")).write(directory.parent / "secret.jsonl")
    visitor = arena.player()
    for name in (
        "../secret",
        "..%2Fsecret",
        "%2e%2e%2fsecret",
        "..",
        "secret.jsonl",
        "two%20words",
    ):
        for address in (f"/api/tournaments/{name}", f"/tournaments/{name}/report"):
            answer = await visitor.ask("GET", address)
            assert answer.status_code == 404, address
            assert "ant" not in answer.text


@scenario
async def test_the_newest_come_first_and_not_without_end(
    arena: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_directory, "MAX_TOURNAMENTS", 3)
    results = made(plan_of("ant", "bee"))
    for name, at in (("b", 2), ("old", 1), ("newest", 9), ("a", 2)):
        put(arena, name, results, WRITTEN + at)
    listed = await arena.player().get("/api/tournaments")
    assert [it["name"] for it in listed] == ["newest", "a", "b"]
    assert (await arena.player().get("/api/tournaments/old"))["tournament"]["games"] == 4


# --- the report ---


@scenario
async def test_the_report_runs_its_own_script_alone(arena: World) -> None:
    name = "<script>alert(1)</script>"
    results = made(plan_of(name, "bee"))
    put(arena, "cup", results)
    answer = await arena.player().ask("GET", "/tournaments/cup/report")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text == report.to_html(results)
    assert name not in answer.text
    (policy,) = answer.headers.get_list("content-security-policy")
    rules = dict(it.strip().partition(" ")[::2] for it in policy.split(";"))
    scripts = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    assert rules["script-src"] == " ".join(
        f"'sha256-{b64encode(sha256(it.encode()).digest()).decode()}'" for it in scripts
    )
    assert (rules["default-src"], rules["sandbox"]) == ("'none'", "allow-scripts")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers.get_list("cross-origin-opener-policy") == ["unsafe-none"]


@scenario
async def test_a_report_is_made_once_for_each_state_of_its_file(
    arena: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_reports = []

    def to_html(results: Results) -> str:
        made_reports.append(len(results.games))
        return "a page"

    monkeypatch.setattr(tournament_directory, "to_html", to_html)
    monkeypatch.setattr(tournament_directory, "MAX_CACHED_REPORTS", 1)
    whole = made(plan_of("ant", "bee"))
    put(arena, "cup", Results(whole.plan, list(whole.games.values())[:2]))
    put(arena, "other", Results(whole.plan))
    visitor = arena.player()
    for _ in range(3):
        await visitor.ask("GET", "/tournaments/cup/report")
    put(arena, "cup", whole, WRITTEN + 1)
    await visitor.ask("GET", "/tournaments/cup/report")
    assert made_reports == [2], "it is not made again at once"
    arena.timing.advance(tournament_directory.RELOAD_SECONDS)
    for name in ("cup", "cup", "other", "cup"):
        assert (await visitor.ask("GET", f"/tournaments/{name}/report")).text == "a page"
    assert made_reports == [2, 4, 0, 4]


@scenario
async def test_who_has_a_report_is_not_sent_it_again(
    arena: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = made(plan_of("ant", "bee"))
    put(arena, "cup", Results(whole.plan, list(whole.games.values())[:2]))
    visitor, path = arena.player(), "/tournaments/cup/report"
    first = await visitor.ask("GET", path)
    known = {"if-none-match": first.headers["etag"]}
    arena.restart()
    monkeypatch.setattr(tournament_directory, "to_html", lambda results: "another one")
    again = await visitor.ask("GET", path, headers=known)
    assert (again.status_code, again.content) == (304, b""), "it is not even made"
    for header in ("etag", "cache-control", "content-security-policy"):
        assert again.headers[header] == first.headers[header]
    put(arena, "cup", whole, WRITTEN + 1)
    arena.timing.advance(tournament_directory.RELOAD_SECONDS)
    changed = await visitor.ask("GET", path, headers=known)
    assert (changed.status_code, changed.text) == (200, "another one")
    assert changed.headers["etag"] != first.headers["etag"]


@scenario
async def test_not_many_wait_for_reports_and_nobody_else_does(
    arena: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def to_html(results: Results) -> str:
        begun.set()
        assert go_on.wait(TIMEOUT_SECONDS)
        return "a page"

    monkeypatch.setattr(tournament_directory, "to_html", to_html)
    monkeypatch.setattr(tournament_directory, "MAX_QUEUED_REPORTS", 1)
    put(arena, "cup", made(plan_of("ant", "bee")))
    visitor, path = arena.player(), "/tournaments/cup/report"
    first = asyncio.create_task(visitor.ask("GET", path))
    try:
        await asyncio.to_thread(begun.wait, TIMEOUT_SECONDS)
        refused = await visitor.ask("GET", path)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert int(refused.headers["retry-after"]) >= 1
        assert set(await all_of(visitor)) == {"cup"}
    finally:
        go_on.set()
    assert (await first).text == "a page"
    assert (await visitor.ask("GET", path)).text == "a page"


@scenario
async def test_reports_are_asked_for_as_seldom_as_analyses(tmp_path: Path) -> None:
    with world_of([settings(tmp_path, analysis_rate=0.5, analysis_burst=2)]) as world:
        visitor = world.player()
        codes = [await visitor.refused("GET", "/tournaments/cup/report") for _ in range(3)]
        assert codes == ["not_found", "not_found", "too_many"]

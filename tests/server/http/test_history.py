"""Finished games are found again, told in full, and exported."""

from __future__ import annotations

import json

import pytest

from quire.match.record import Record
from tests.server.deployment import World, scenario
from tests.server.example_games import DRAWS, EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_a_finished_game_is_in_the_history_at_once(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    await world.play(game, (ann, bob), example.moves)
    (found,) = (await bob.get("/api/games", player=bob.id))["games"]
    assert found["id"] == game
    assert (found["game"], found["size"]) == (key, example.size)
    assert found["moves"] == len(example.moves)
    assert found["winner"] == example.winner
    assert found["reason"] == example.reason
    assert [it["name"] for it in found["seats"]] == ["Ann", "Bob"]
    assert [it["player"] for it in found["seats"]] == [ann.id, bob.id]
    record = Record.from_json(json.dumps(await ann.get(f"/api/games/{game}/record")))
    record.check()  # it can be replayed, move by move
    assert record.moves == example.moves
    assert len(record.seconds) == len(example.moves)
    assert record.players == ("Ann", "Bob")


@scenario
async def test_a_game_under_way_has_a_record_marked_as_unfinished(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    record = await bob.get(f"/api/games/{game}/record")
    assert record["moves"] == ["S1"]
    assert record["outcome"]["reason"] == "unfinished"
    waiting = await ann.make("line")
    assert await ann.refused("GET", f"/api/games/{waiting}/record") == "not_allowed"


@scenario
async def test_search_by_player_game_size_result_and_date(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    games = {}
    start = world.timing.wall()
    for name, key, moves in (
        ("won", "line", EXAMPLES["line"].moves),
        ("drawn", "line", DRAWS["line"]),
        ("lost", "obstruction", EXAMPLES["obstruction"].moves),
    ):
        world.advance(2)
        games[name] = await world.sit(key, (ann, bob), size=EXAMPLES[key].size)
        await world.play(games[name], (ann, bob), moves)

    async def found(**query: object) -> list[str]:
        page = await bob.get("/api/games", player=ann.id, **query)
        return [name for it in page["games"] for name in games if games[name] == it["id"]]

    assert await found() == ["lost", "drawn", "won"]  # the newest first
    for result in ("won", "lost", "drawn"):
        assert await found(result=result) == [result]
    assert await found(game="line") == ["drawn", "won"]
    assert await found(game="obstruction", size="5x5") == ["lost"]
    assert await found(game="obstruction", size="6x6") == []
    assert await found(since=start + 3) == ["lost", "drawn"]
    assert await found(until=start + 3) == ["won"]
    assert await found(reason="last_move") == ["lost"]
    page = await bob.get("/api/games", player=ann.id, limit=2)
    rest = await bob.get("/api/games", player=ann.id, limit=2, before=page["before"])
    assert [it["id"] for it in (*page["games"], *rest["games"])] == [
        games["lost"],
        games["drawn"],
        games["won"],
    ]
    assert rest.get("before") is None


@pytest.mark.parametrize(
    "query",
    [{"limit": 0}, {"limit": 101}, {"result": "odd"}, {"before": "???"}, {"since": "x"}, {"x": 1}],
    ids=str,
)
@scenario
async def test_a_search_that_makes_no_sense_is_refused(
    world: World, query: dict[str, object]
) -> None:
    answer = await world.player().ask("GET", "/api/games", params=query)
    assert answer.status_code == 400


@scenario
async def test_all_of_my_games_as_lines(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    played = []
    for public in (True, False):
        game = await world.sit("line", (ann, bob), size="3", public=public)
        await world.play(game, (ann, bob), EXAMPLES["line"].moves)
        played.append(game)
    await world.sit("line", (ann, bob), size="3")
    answer = await ann.ask("GET", "/api/me/export")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    lines = answer.text.splitlines()
    assert len(lines) == 2
    for line in lines:
        record = Record.from_json(line)
        record.check()
        assert record.moves == EXAMPLES["line"].moves
        assert record.players == ("Ann", "Bob")
    assert await world.player().refused("GET", "/api/me/export") == "not_signed_in"


@scenario
async def test_what_is_not_there_is_told_as_such(world: World) -> None:
    nobody = world.player()
    assert await nobody.refused("GET", "/api/games/nothing") == "not_found"
    assert await nobody.refused("GET", "/api/games/nothing/record") == "not_found"
    assert await nobody.refused("GET", "/api/players/nothing") == "not_found"
    assert await nobody.refused("GET", "/api/players?name=nothing") == "not_found"
    assert await nobody.refused("GET", "/api/leaderboards/chess") == "unknown_game"
    assert await nobody.refused("GET", "/api/nothing") == "not_found"
    assert (await nobody.ask("DELETE", "/api/lobby")).status_code == 405

"""Finished games can be searched, read in full and exported."""

from __future__ import annotations

import json

import pytest

from quire.match.record import Record
from tests.server.deployment import Deployment, async_test
from tests.server.example_games import DRAWS, EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_finished_game_is_listed_at_once(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await deployment.play_moves(game, (ann, bob), example.moves)
    (found,) = (await bob.get("/api/games", player=bob.id))["games"]
    assert found["id"] == game
    assert (found["game"], found["size"]) == (key, example.size)
    assert found["moves"] == len(example.moves)
    assert found["winner"] == example.winner
    assert found["reason"] == example.reason
    assert [seat["name"] for seat in found["seats"]] == ["Ann", "Bob"]
    assert [seat["player"] for seat in found["seats"]] == [ann.id, bob.id]
    record = Record.from_json(json.dumps(await ann.get(f"/api/games/{game}/record")))
    record.check()  # it can be replayed
    assert record.moves == example.moves
    assert len(record.seconds) == len(example.moves)
    assert record.players == ("Ann", "Bob")


@async_test
async def test_running_game_has_an_unfinished_record(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    record = await bob.get(f"/api/games/{game}/record")
    assert record["moves"] == ["S1"]
    assert record["outcome"]["reason"] == "unfinished"
    waiting = await ann.create_game("line")
    assert await ann.request_error("GET", f"/api/games/{waiting}/record") == "not_allowed"


@async_test
async def test_search_by_player_game_size_result_and_date(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    games = {}
    start = deployment.timing.wall()
    for name, key, moves in (
        ("won", "line", EXAMPLES["line"].moves),
        ("drawn", "line", DRAWS["line"]),
        ("lost", "obstruction", EXAMPLES["obstruction"].moves),
    ):
        deployment.advance(2)
        games[name] = await deployment.start_game(key, (ann, bob), size=EXAMPLES[key].size)
        await deployment.play_moves(games[name], (ann, bob), moves)

    async def found(**query: object) -> list[str]:
        page = await bob.get("/api/games", player=ann.id, **query)
        return [name for game in page["games"] for name in games if games[name] == game["id"]]

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
    assert [game["id"] for game in (*page["games"], *rest["games"])] == [
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
@async_test
async def test_invalid_search_is_refused(deployment: Deployment, query: dict[str, object]) -> None:
    answer = await deployment.client().request("GET", "/api/games", params=query)
    assert answer.status_code == 400


@async_test
async def test_export_of_my_games(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    played = []
    for public in (True, False):
        game = await deployment.start_game("line", (ann, bob), size="3", public=public)
        await deployment.play_moves(game, (ann, bob), EXAMPLES["line"].moves)
        played.append(game)
    await deployment.start_game("line", (ann, bob), size="3")
    answer = await ann.request("GET", "/api/me/export")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    lines = answer.text.splitlines()
    assert len(lines) == 2
    for line in lines:
        record = Record.from_json(line)
        record.check()
        assert record.moves == EXAMPLES["line"].moves
        assert record.players == ("Ann", "Bob")
    assert await deployment.client().request_error("GET", "/api/me/export") == "not_signed_in"


@async_test
async def test_export_of_what_i_wrote(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    said = await ann.act(game, "chat", "good luck")
    await bob.act(game, "chat", "thanks")
    await ann.post(f"/api/players/{bob.id}/reports", {"text": "a rude name"})
    await ann.request("PUT", f"/api/players/{bob.id}/block")
    answer = await ann.request("GET", "/api/me/data")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    account, block, report, *chat = [json.loads(line) for line in answer.text.splitlines()]
    assert (account["type"], account["player"]["name"], account["chat"]) == ("account", "Ann", True)
    assert (block["type"], block["player"]["id"]) == ("block", bob.id)
    assert (report["type"], report["about"]["id"], report["text"]) == (
        *("report", bob.id, "a rude name"),
    )
    assert chat == [{"type": "chat", "game_id": game, "seq": said["seq"], "text": "good luck"}]


@async_test
async def test_players_see_that_chat_was_deleted_with_an_account(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.act(game, "chat", "my address")
    await bob.act(game, "chat", "hello")
    await ann.request("DELETE", "/api/me")
    state = await bob.receive(
        "state", id=game, where=lambda message: message["seats"][0]["name"] == "deleted player"
    )
    assert state["chat_messages"] == [{"seat": 1, "text": "hello"}]


@async_test
async def test_missing_things_are_not_found(deployment: Deployment) -> None:
    nobody = deployment.client()
    assert await nobody.request_error("GET", "/api/games/nothing") == "not_found"
    assert await nobody.request_error("GET", "/api/games/nothing/record") == "not_found"
    assert await nobody.request_error("GET", "/api/players/nothing") == "not_found"
    assert await nobody.request_error("GET", "/api/players?name=nothing") == "not_found"
    assert await nobody.request_error("GET", "/api/leaderboards/chess") == "unknown_game"
    assert await nobody.request_error("GET", "/api/nothing") == "not_found"
    assert (await nobody.request("DELETE", "/api/lobby")).status_code == 405


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_game_has_a_small_picture(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    (picture,) = await bob.get("/api/thumbnails", games=game)
    assert [cell for cell in picture["cells"] if cell.get("mark")] == []
    await deployment.play_moves(game, (ann, bob), example.moves)
    replay = await ann.get(f"/api/games/{game}/replay")
    for _ in range(2):  # the second is cached
        (picture,) = await bob.get("/api/thumbnails", games=f"nosuchgame,{game}")
        assert picture["game_id"] == game
        assert len(picture["cells"]) >= len(replay["replay"]["picture"]["cells"])
        marks = [cell for cell in picture["cells"] if cell.get("mark")]
        assert len(marks) >= len(example.moves)
        last = replay["replay"]["steps"][-1]["change"]
        if last["strokes"] is not None:
            assert picture["strokes"] == last["strokes"]


@async_test
async def test_large_board_has_no_small_picture(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("sos", (ann, bob), size="26x26")
    await ann.act(game, "resign")
    assert await bob.get("/api/thumbnails", games=game) == []


@async_test
async def test_number_of_small_pictures_is_limited(deployment: Deployment) -> None:
    (ann,) = await deployment.guests("Ann")
    many = ",".join(f"game{number}" for number in range(25))
    assert await ann.request_error("GET", f"/api/thumbnails?games={many}") == "notation"

"""Nobody where they do not belong, and nothing that a client sends does any harm."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.conftest import Worlds
from tests.server.deployment import World, scenario

DEEP = "[" * 4000 + "]" * 4000

UNREADABLE: dict[str, str | bytes] = {
    "nothing": "",
    "half": '{"type": "act", "ga',
    "no object": "[]",
    "null": "null",
    "deep": DEEP,
    "deep object": '{"a":' * 1300 + "1" + "}" * 1300,
    "bytes": b"\x00\x01\x02",
    "not UTF-8": b'{"type": "lobby", "x": "\xff\xfe"}',
    "no type": "{}",
    "unknown type": '{"type": "become_admin"}',
    "a server's message": '{"type": "event", "game_id": "g", "seq": 1, "kind": "move"}',
    "unknown field": '{"type": "lobby", "on": true, "more": 1}',
    "wrong kind": '{"type": "lobby", "on": "yes"}',
    "no game": '{"type": "act", "id": "a", "kind": "move"}',
    "an odd id": '{"type": "watch", "game_id": "../../etc/passwd"}',
    "an empty id": '{"type": "watch", "game_id": ""}',
    "a long id": json.dumps({"type": "watch", "game_id": "a" * 65}),
    "a negative seq": '{"type": "watch", "game_id": "a", "since": -1}',
    "a huge seq": '{"type": "watch", "game_id": "a", "since": 99999999999999999999}',
    "not a number": '{"type": "watch", "game_id": "a", "since": NaN}',
    "an unknown act": '{"type": "act", "game_id": "a", "id": "b", "kind": "win"}',
    "surrogates": '{"type": "watch", "game_id": "\\ud800"}',
}


@pytest.mark.parametrize("name", UNREADABLE)
@scenario
async def test_what_cannot_be_read_is_answered_and_harms_nobody(world: World, name: str) -> None:
    ann, bob, eve = await world.people("Ann", "Bob", "Eve")
    game = await world.sit("line", (ann, bob), size="7")
    await eve.send_text(UNREADABLE[name])
    assert (await eve.receive("error"))["code"] == "notation"
    assert (await eve.watch(game))["seq"] == 0
    await ann.move(game, "S1")
    await bob.sees(game, "move")


@scenario
async def test_too_long_a_message_ends_the_connection(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    await ann.send_text("x" * (world.settings.max_message_bytes + 1))
    assert await ann.closed() == 1009
    assert await bob.answered() == []


@scenario
async def test_the_first_word_is_hello(world: World) -> None:
    for said in ('{"type": "lobby"}', "nonsense", '{"type": "hello", "version": 99}'):
        visitor = world.player()
        await visitor.open()
        await visitor.send_text(said)
        await visitor.receive("error")
        assert await visitor.closed() == 1008


@pytest.mark.parametrize(
    "kind",
    [
        "disconnected",
        "reconnected",
        "timeout",
        "absence_timeout",
        "abandoned",
        "forfeit",
        "next_game",
    ],
)
@scenario
async def test_what_the_server_says_is_not_for_players_to_say(world: World, kind: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob))
    assert await ann.fails(game, kind) == "not_allowed"
    assert (await bob.watch(game))["seq"] == 0


@scenario
async def test_nobody_acts_for_another_seat(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    assert await bob.fails(game, "move", "S1") == "not_your_turn"
    event = await bob.does(game, "resign")
    assert event["seat"] == 1
    act = {"type": "act", "game_id": game, "id": "x", "kind": "resign", "seat": 0}
    await bob.send(**act)  # there is no such field
    assert (await bob.receive("error"))["code"] == "notation"


@scenario
async def test_a_game_that_is_not_there(world: World) -> None:
    ann = await world.person("Ann")
    await ann.send(type="watch", game_id="nothing")
    assert (await ann.receive("error"))["code"] == "not_found"
    assert await ann.fails("nothing", "resign") == "not_found"


@scenario
async def test_other_peoples_pages_may_not_connect(world: World) -> None:
    for origin in ("http://evil.example", "null", "https://evil.example:8080"):
        with pytest.raises(InvalidStatus) as refused:
            await world.player().open(origin=origin)
        assert refused.value.response.status_code == 403
    ann = world.player("Ann")
    await ann.open(origin=ann.url)
    await ann.send(type="hello")
    await ann.receive("welcome")


@scenario
async def test_pages_that_are_allowed_may_connect(worlds: Worlds) -> None:
    with worlds(origins="https://games.example, https://other.example/") as world:
        for origin in ("https://games.example", "https://other.example"):
            await world.player().connect(origin=origin)
        with pytest.raises(InvalidStatus):
            await world.player().open(origin="https://games.example.evil.example")


@pytest.mark.parametrize("path", ["/api/lobby", "/api/nothing", "/health/live", "/nothing"])
@scenario
async def test_every_answer_tells_browsers_to_be_strict(world: World, path: str) -> None:
    headers = (await world.player().ask("GET", path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert "access-control-allow-origin" not in headers


@scenario
async def test_a_long_body_is_refused(world: World) -> None:
    long = {"name": "x" * world.settings.max_body_bytes}
    answer = await world.player().ask("POST", "/api/guests", long)
    assert answer.status_code in (400, 413)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", DEEP.encode(), b"null", b"[]", b'"x"'])
@scenario
async def test_a_body_that_cannot_be_read_is_refused(world: World, body: bytes) -> None:
    answer = await world.player().ask("POST", "/api/guests", content=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "notation"


@scenario
async def test_too_many_messages_are_refused_until_time_has_gone_on(worlds: Worlds) -> None:
    with worlds(message_rate=1.0, message_burst=10) as world:
        ann = await world.person("Ann")
        for _ in range(9):
            await ann.send(type="lobby", on=False)
        assert await ann.answered_too_many()
        world.advance(5)
        await ann.send(type="lobby")
        await ann.receive("lobby")


@scenario
async def test_who_goes_on_and_on_is_put_out(worlds: Worlds) -> None:
    with worlds(message_rate=0.001, message_burst=2) as world:
        ann, bob = await world.people("Ann", "Bob")
        for _ in range(200):
            await ann.send(type="lobby", on=False)
        assert await ann.closed() == 1008
        await bob.send(type="lobby")
        await bob.receive("lobby")


@scenario
async def test_too_many_requests_are_refused_until_time_has_gone_on(worlds: Worlds) -> None:
    with worlds(request_rate=1.0, request_burst=5) as world:
        visitor = world.player()
        for _ in range(5):
            await visitor.get("/api/lobby")
        answer = await visitor.ask("GET", "/api/lobby")
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) >= 1
        world.advance(2)
        await visitor.get("/api/lobby")


@scenario
async def test_passphrases_cannot_be_tried_at_speed(worlds: Worlds) -> None:
    with worlds(sign_in_rate=0.1, sign_in_burst=3) as world:
        visitor = world.player()
        wish = {"name": "Ann", "passphrase": "wrong words"}
        codes = [await visitor.refused("POST", "/api/sessions", wish) for _ in range(4)]
        assert codes == ["not_signed_in"] * 3 + ["too_many"]
        await visitor.get("/api/lobby")
        world.advance(10)
        assert await visitor.refused("POST", "/api/sessions", wish) == "not_signed_in"


@scenario
async def test_names_cannot_be_changed_at_speed(worlds: Worlds) -> None:
    with worlds(sign_in_rate=0.1, sign_in_burst=3) as world:
        ann = await world.person("Ann")  # which is one of the three
        answers = [await ann.ask("PUT", "/api/me/name", {"name": f"Ann {it}"}) for it in range(3)]
        assert [it.status_code for it in answers] == [200, 200, 429]
        world.advance(10)
        assert (await ann.ask("PUT", "/api/me/name", {"name": "Anna"})).status_code == 200


@scenario
async def test_connections_games_and_watching_have_limits(worlds: Worlds) -> None:
    with worlds(
        max_connections_per_address=3, max_games_per_player=2, max_watched_games=1
    ) as world:
        ann = await world.person("Ann")
        games = [await ann.make("line") for _ in range(2)]
        assert await ann.refused("POST", "/api/games", {"game": "line"}) == "too_many"
        await ann.watch(games[0])
        await ann.send(type="watch", game_id=games[1])
        assert (await ann.receive("error"))["code"] == "too_many"
        await ann.watch(games[0])  # the same again is not one more
        tabs = [await world.tab(ann) for _ in range(2)]
        with pytest.raises(InvalidStatus):
            await world.tab(ann)
        await tabs[0].close()
        await ann.answered()


@scenario
async def test_a_passphrase_is_never_logged(
    worlds: Worlds, capfd: pytest.CaptureFixture[str]
) -> None:
    with worlds(log_level="debug") as world:
        ann = world.player("Ann")
        await ann.register("the secret words")
        await ann.sign_in("the secret words")
        wish = {"name": "Ann", "passphrase": "the secret wrods"}
        await ann.refused("POST", "/api/sessions", wish)
        await ann.refused("POST", "/api/players", {**wish, "passphrase": 17})
        token = ann.token
    logged = "".join(capfd.readouterr())
    assert "the secret" not in logged
    assert token
    assert token not in logged

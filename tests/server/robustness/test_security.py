"""Invalid, forbidden and excessive input from clients is refused and does no harm."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from sqlalchemy import Connection
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test

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
    "a NUL": '{"type": "act", "game_id": "a", "id": "b", "kind": "chat", "text": "\\u0000"}',
}


@pytest.mark.parametrize("name", UNREADABLE)
@async_test
async def test_unreadable_message_gets_an_error(deployment: Deployment, name: str) -> None:
    ann, bob, eve = await deployment.guests("Ann", "Bob", "Eve")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await eve.send_text(UNREADABLE[name])
    assert (await eve.receive("error"))["code"] == "notation"
    assert (await eve.watch(game))["seq"] == 0
    await ann.move(game, "S1")
    await bob.receive_event(game, "move")


@async_test
async def test_too_long_message_closes_the_connection(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    await ann.send_text("x" * (deployment.settings.max_message_bytes + 1))
    assert await ann.close_code() == 1009
    assert await bob.drain() == []


@async_test
async def test_first_message_must_be_hello(deployment: Deployment) -> None:
    for text in ('{"type": "lobby"}', "nonsense", '{"type": "hello", "version": 99}'):
        visitor = deployment.client()
        await visitor.open()
        await visitor.send_text(text)
        await visitor.receive("error")
        assert await visitor.close_code() == 1008


@pytest.mark.parametrize(
    "kind",
    [
        "awaited",
        "disconnected",
        "reconnected",
        "timeout",
        "absence_timeout",
        "abandoned",
        "forfeit",
        "next_game",
    ],
)
@async_test
async def test_players_cannot_send_server_events(deployment: Deployment, kind: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob))
    assert await ann.act_error(game, kind) == "not_allowed"
    assert (await bob.watch(game))["seq"] == 0


@async_test
async def test_players_cannot_act_for_another_seat(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    assert await bob.act_error(game, "move", "S1") == "not_your_turn"
    event = await bob.act(game, "resign")
    assert event["seat"] == 1
    act = {"type": "act", "game_id": game, "id": "x", "kind": "resign", "seat": 0}
    await bob.send(**act)  # only moves, and only of computer players
    assert (await bob.receive("error"))["code"] == "not_allowed"
    act |= {"id": "y", "kind": "move", "text": "S1", "seq": 0}
    await bob.send(**act)
    assert (await bob.receive("error"))["code"] == "not_allowed"


@async_test
async def test_no_such_game(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    await ann.send(type="watch", game_id="nothing")
    assert (await ann.receive("error"))["code"] == "not_found"
    assert await ann.act_error("nothing", "resign") == "not_found"


@async_test
async def test_other_origins_cannot_connect(deployment: Deployment) -> None:
    for origin in ("http://evil.example", "null", "https://evil.example:8080"):
        with pytest.raises(InvalidStatus) as refused:
            await deployment.client().open(origin=origin)
        assert refused.value.response.status_code == 403
    ann = deployment.client("Ann")
    await ann.open(origin=ann.url)
    await ann.send(type="hello")
    await ann.receive("welcome")


@async_test
async def test_allowed_origins_can_connect(deploy: Deploy) -> None:
    with deploy(origins="https://games.example, https://other.example/") as deployment:
        for origin in ("https://games.example", "https://other.example"):
            await deployment.client().connect(origin=origin)
        with pytest.raises(InvalidStatus):
            await deployment.client().open(origin="https://games.example.evil.example")


@pytest.mark.parametrize("path", ["/api/lobby", "/api/nothing", "/health/live", "/nothing"])
@async_test
async def test_every_response_has_security_headers(deployment: Deployment, path: str) -> None:
    headers = (await deployment.client().request("GET", path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["worker-src"] == "'self'"
    assert headers["content-security-policy"].count("unsafe") == 1
    assert "access-control-allow-origin" not in headers


@async_test
async def test_too_long_body_is_refused(deployment: Deployment) -> None:
    long = {"name": "x" * deployment.settings.max_body_bytes}
    answer = await deployment.client().request("POST", "/api/guests", long)
    assert answer.status_code in (400, 413)


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", DEEP.encode(), b"null", b"[]", b'"x"'])
@async_test
async def test_unreadable_body_is_refused(deployment: Deployment, body: bytes) -> None:
    answer = await deployment.client().request("POST", "/api/guests", content=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "notation"


@async_test
async def test_messages_are_rate_limited(deploy: Deploy) -> None:
    with deploy(message_rate=1.0, message_burst=10) as deployment:
        ann = await deployment.guest("Ann")
        for _ in range(9):
            await ann.send(type="lobby", on=False)
        assert await ann.is_rate_limited()
        deployment.advance(5)
        await ann.send(type="lobby")
        await ann.receive("lobby")


@async_test
async def test_flooding_client_is_disconnected(deploy: Deploy) -> None:
    with deploy(message_rate=0.001, message_burst=2) as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        for _ in range(200):
            await ann.send(type="lobby", on=False)
        assert await ann.close_code() == 1008
        await bob.send(type="lobby")
        await bob.receive("lobby")


@async_test
async def test_requests_are_rate_limited(deploy: Deploy) -> None:
    with deploy(request_rate=1.0, request_burst=5) as deployment:
        visitor = deployment.client()
        for _ in range(5):
            await visitor.get("/api/lobby")
        answer = await visitor.request("GET", "/api/lobby")
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) >= 1
        deployment.advance(2)
        await visitor.get("/api/lobby")


@async_test
async def test_sign_in_is_rate_limited(deploy: Deploy) -> None:
    with deploy(passphrase_rate=0.1, passphrase_burst=3) as deployment:
        visitor = deployment.client()
        request = {"name": "Ann", "passphrase": "wrong words"}
        codes = [await visitor.request_error("POST", "/api/sessions", request) for _ in range(4)]
        assert codes == ["not_signed_in"] * 3 + ["too_many"]
        other = {**request, "name": "Bob"}
        assert await visitor.request_error("POST", "/api/sessions", other) == "not_signed_in"
        deployment.advance(10)
        assert await visitor.request_error("POST", "/api/sessions", request) == "not_signed_in"


@pytest.mark.parametrize(
    ("path", "secrets"),
    [
        ("/api/sessions", {"passphrase": "wrong words"}),
        ("/api/recovery", {"code": "wrong", "new_passphrase": "some other words"}),
    ],
)
@async_test
async def test_all_spellings_of_a_name_share_a_limit(
    deploy: Deploy, path: str, secrets: dict[str, str]
) -> None:
    with deploy(passphrase_rate=0.1, passphrase_burst=3) as deployment:
        visitor = deployment.client()
        names = ("Ann B", "ann b ", "Ann  B", "\uff21nn\u00a0B")
        codes = [
            await visitor.request_error("POST", path, {"name": name, **secrets}) for name in names
        ]
        assert codes == ["not_signed_in"] * 3 + ["too_many"]


@async_test
async def test_renaming_is_rate_limited(deploy: Deploy) -> None:
    with deploy(sign_in_rate=0.1, sign_in_burst=3) as deployment:
        ann = await deployment.guest("Ann")
        answers = [
            await ann.request("PUT", "/api/me/name", {"name": f"Ann {number}"})
            for number in range(4)
        ]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        deployment.advance(10)
        assert (await ann.request("PUT", "/api/me/name", {"name": "Anna"})).status_code == 200


@async_test
async def test_connections_games_and_watched_games_are_limited(deploy: Deploy) -> None:
    with deploy(
        max_connections_per_address=3, max_games_per_player=2, max_watched_games=1
    ) as deployment:
        ann = await deployment.guest("Ann")
        games = [await ann.create_game("line") for _ in range(2)]
        refused = await ann.request("POST", "/api/games", {"game": "line"})
        assert refused.status_code == 429
        assert refused.json() == {
            "type": "error",
            "code": "too_many",
            "message": "you already have 2 games open or in progress: finish some first",
        }
        await ann.watch(games[0])
        await ann.send(type="watch", game_id=games[1])
        assert (await ann.receive("error"))["code"] == "too_many"
        await ann.watch(games[0])  # the same game counts once
        tabs = [await deployment.new_tab(ann) for _ in range(2)]
        with pytest.raises(InvalidStatus) as caught:
            await deployment.new_tab(ann)
        assert refusal(caught.value) == (
            429,
            "too_many",
            "too many connections from your network: close some first",
        )
        await tabs[0].close()
        await ann.drain()


def refusal(error: InvalidStatus) -> tuple[int, str, str]:
    """Return the status, the code and the message of a refused connection."""
    assert error.response.body is not None
    found = json.loads(error.response.body)
    assert found["type"] == "error"
    return error.response.status_code, found["code"], found["message"]


@async_test
async def test_full_server_refuses_connections_and_says_why(
    deploy: Deploy, caplog: pytest.LogCaptureFixture
) -> None:
    with deploy(max_connections=1) as deployment:
        here = [await deployment.guest("Here") for _ in deployment.servers]
        late = [await deployment.client("Late").guest() for _ in deployment.servers]
        for player in late:
            with pytest.raises(InvalidStatus) as caught:
                await player.connect()
            full = (503, "unavailable", "the server is full: try again later")
            assert refusal(caught.value) == full
            assert await player.get("/api/me"), "requests are answered all the same"
            game = await player.create_game("line")
            assert (await player.get(f"/api/games/{game}"))["status"] == "open"
        assert not caplog.records, "a refusal is not an error"
        for player in here:
            await player.send(type="lobby")
            await player.receive("lobby")
            await player.close()
        for player in late:
            while True:  # until the server has noticed that the other has left
                try:
                    await player.connect()
                    break
                except InvalidStatus:
                    await asyncio.sleep(0)


@async_test
async def test_other_paths_have_no_socket(deployment: Deployment) -> None:
    with pytest.raises(InvalidStatus) as caught:
        await connect(f"{deployment.url.replace('http', 'ws', 1)}/api/me", proxy=None)
    assert refusal(caught.value)[:2] == (404, "not_found")


@async_test
async def test_passphrase_is_never_logged(
    deploy: Deploy, capfd: pytest.CaptureFixture[str]
) -> None:
    with deploy(log_level="debug") as deployment:
        ann = deployment.client("Ann")
        await ann.register("the secret words")
        await ann.sign_in("the secret words")
        request = {"name": "Ann", "passphrase": "the secret wrods"}
        await ann.request_error("POST", "/api/sessions", request)
        await ann.request_error("POST", "/api/players", {**request, "passphrase": 17})
        token = ann.token
    logged = "".join(capfd.readouterr())
    assert "the secret" not in logged
    assert token
    assert token not in logged


@pytest.mark.parametrize("origin", ["http://[", "http://]:x", "[", "http://", "null"])
@async_test
async def test_malformed_origin_is_refused(deployment: Deployment, origin: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        await deployment.client("Eve").connect(additional_headers={"origin": origin})
    assert caught.value.response.status_code == 403


@pytest.mark.parametrize("host", ["[", "http://[", ""])
@pytest.mark.parametrize("path", ["/none", "/api/none", "/api/games/..%2f", "/docs", "/"])
@async_test
async def test_malformed_host_is_no_internal_error(
    deployment: Deployment, host: str, path: str
) -> None:
    response = await deployment.client().request("GET", path, headers={"host": host})
    assert response.status_code in (200, 308, 404, 503 if path == "/" else 404)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/%00", None),
        ("GET", "/docs/%00", None),
        ("GET", "/api/games/%00", None),
        ("GET", "/api/players?name=%00", None),
        ("GET", "/api/games?cursor=%00&game=%00&status=%00", None),
        ("GET", "/api/tournaments/%00/report", None),
        ("POST", "/api/guests", {"name": "A\0nn"}),
        ("POST", "/api/players", {"name": "Ann", "passphrase": "12345678\0"}),
        ("POST", "/api/sessions", {"name": "Ann\0", "passphrase": "12345678"}),
        ("POST", "/api/games", {"game": "line\0"}),
        ("POST", "/api/analysis", {"game": "line", "size": "7\0"}),
    ],
)
@async_test
async def test_nul_is_refused_everywhere(
    deployment: Deployment, method: str, path: str, body: object
) -> None:
    ann = await deployment.guest("Ann")
    for player in (ann, deployment.client()):
        response = await player.request(method, path, body)
        assert response.status_code in (400, 401, 404), response.text


@async_test
async def test_backslash_before_u0000_is_a_text_like_any_other(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    assert (await ann.act(game, "chat", "\\u0000"))["text"] == "\\u0000"


@async_test
async def test_store_errors_show_no_internals(own_deployment: Deployment) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    game = await own_deployment.start_game("line", (ann, bob), size="7")

    def fail(connection: Connection) -> None:
        connection.exec_driver_sql("SELECT secret FROM no_such_table")

    async def broken(_: object) -> None:
        await real(fail)

    engines: list[Any] = [server.node.store.engine for server in own_deployment.servers]
    real = engines[0].read
    for engine in engines:
        engine.read = engine.write = broken
    try:
        for path in (f"/api/games/{game}", f"/api/games/{game}/record", f"/api/players/{bob.id}"):
            response = await ann.request("GET", path)
            assert response.status_code in (200, 503)
            assert "no_such_table" not in response.text
        response = await ann.request("POST", "/api/games", {"game": "line"})
        assert response.status_code == 503
        id = await ann.send_act(game, "move", "S1", seq=0)
        for error in (response.json(), await ann.receive("error", id=id)):
            assert error["code"] == "unavailable"
            assert error["message"].startswith("the server c")
            assert "no_such_table" not in error["message"]
    finally:
        for engine in engines:
            del engine.read, engine.write

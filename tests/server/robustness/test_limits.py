"""The default limits: a client that floods, or never reads or answers, is disconnected.

Other players are not disturbed. Time passes when a test says so.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from quire.server.play import socket as server_socket
from quire.server.play.socket import ERROR_BURST
from quire.server.settings import Settings
from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import TIMEOUT_SECONDS, PlayerClient

TEST_SETTINGS = ("port", "db", "bus", "agent_workers", "log_level")
"""Settings that tests need; all others have their defaults."""

DEFAULT: dict[str, Any] = {
    field.name: field.default
    for field in fields(Settings)
    if field.name not in (*TEST_SETTINGS, "workers") and field.default is not MISSING
}


@pytest.fixture(scope="module")
def default_deployment(deploy: Deploy) -> Iterator[Deployment]:
    """A deployment with the default limits."""
    with deploy(**DEFAULT) as deployment:
        yield deployment


async def start_honest_game(deployment: Deployment) -> tuple[PlayerClient, PlayerClient, str]:
    """Start a game between two players who keep to the limits."""
    deployment.advance(30)  # refills the buckets that earlier tests emptied
    ann, bob = await deployment.guests("Ann", "Bob")
    return ann, bob, await deployment.start_game("line", (ann, bob), size="30", clock=None)


async def check_undisturbed(
    deployment: Deployment, ann: PlayerClient, bob: PlayerClient, game: str
) -> None:
    """Check that both can play on, and that nothing of theirs was refused."""
    known = len((await ann.get(f"/api/games/{game}"))["moves"])
    await deployment.play_moves(game, (ann, bob), [f"O{known + 1}", f"O{known + 2}"])
    for player in (ann, bob):
        codes = {message["code"] for message in player.messages if message["type"] == "error"}
        assert codes <= {"not_allowed"}, "only the response to the second hello of `drain`"
    for server in deployment.servers:
        assert server.node.metrics.errors._value.get() == 0


@async_test
async def test_flooding_player_is_disconnected(default_deployment: Deployment) -> None:
    ann, bob, game = await start_honest_game(default_deployment)
    eve, mal = await default_deployment.guests("Eve", "Mal")
    own = await default_deployment.start_game("sos", (eve, mal), size="10x10", clock=None)
    await eve.move(own, "Oj10")
    for number in range(default_deployment.settings.message_burst + 2 * ERROR_BURST):
        seq, id = number % 3, f"a{number % 7}"
        await eve.send_act(own, "move", f"Sa{number % 10 + 1}", id=id, seq=seq)
    assert await eve.close_code() == 1008
    answers = Counter(message.get("code", message["type"]) for message in eve.messages)
    assert answers["too_many"] <= ERROR_BURST + 1, "up to the limit"
    assert (await mal.receive_event(own, "disconnected"))["seat"] == 0
    await check_undisturbed(default_deployment, ann, bob, game)
    default_deployment.advance(5)  # the limit is the player's, not the connection's
    await eve.connect()
    state = await eve.watch(own, since=0)
    assert len(state["moves"]) == 1, "what came before was done, and nothing that was refused"


@async_test
async def test_chat_has_a_smaller_limit(default_deployment: Deployment) -> None:
    ann, bob, game = await start_honest_game(default_deployment)
    for number in range(default_deployment.settings.chat_burst):
        await ann.act(game, "chat", f"word {number}")
    assert await ann.act_error(game, "chat", "one more") == "too_many"
    assert (await ann.move(game, "O1"))["kind"] == "move", "moves have room"
    default_deployment.advance(2 / default_deployment.settings.chat_rate)
    await bob.receive_event(game, "move")
    assert (await ann.act(game, "chat", "again"))["text"] == "again"


@async_test
async def test_requests_are_refused_beyond_the_limit(deploy: Deploy) -> None:
    with deploy(request_rate=20.0, request_burst=100) as deployment:
        ann, bob, game = await start_honest_game(deployment)
        eve = deployment.client()
        asked = (eve.request("GET", "/api/catalogue") for _ in range(120))
        answers = await asyncio.gather(*asked)
        codes = Counter(answer.status_code for answer in answers)
        assert set(codes) == {200, 429}
        assert codes[200] <= deployment.settings.request_burst
        deployment.advance(5)
        assert (await eve.request("GET", "/api/catalogue")).status_code == 200
        await check_undisturbed(deployment, ann, bob, game)


@async_test
async def test_games_are_sent_to_a_network_up_to_the_limit(deploy: Deploy) -> None:
    with deploy(watch_rate=1.0, watch_burst=20) as deployment:
        ann, bob, game = await start_honest_game(deployment)
        spectators = [deployment.client() for _ in range(5)]
        for eve in spectators:
            await eve.connect()
            for _ in range(10):
                await eve.send(type="watch", game_id=game)
        codes: Counter[str] = Counter()
        for eve in spectators:
            for _ in range(10):
                message = await eve.receive(
                    where=lambda message: message["type"] in ("state", "error")
                )
                codes[message.get("code", "state")] += 1
        assert codes["state"] <= 20 * len(deployment.servers)
        assert codes["too_many"] >= 50 - 20 * len(deployment.servers)
        deployment.advance(5)
        await check_undisturbed(deployment, ann, bob, game)


@async_test
async def test_connection_without_hello_is_closed(default_deployment: Deployment) -> None:
    ann, bob, game = await start_honest_game(default_deployment)
    silent = default_deployment.client()
    await silent.open()
    default_deployment.advance(9)
    pinged = await silent._socket.ping()  # type: ignore[union-attr]
    await asyncio.wait_for(pinged, TIMEOUT_SECONDS)  # it is still open
    default_deployment.advance(3)
    assert await silent.close_code() == 1008
    for player in (ann, bob):
        await player.drain()
    await check_undisturbed(default_deployment, ann, bob, game)


@async_test
async def test_unanswered_heartbeats_close_the_connection(default_deployment: Deployment) -> None:
    ann, bob, game = await start_honest_game(default_deployment)
    unresponsive = await default_deployment.guest("Unresponsive")
    await unresponsive.watch(game)
    for _ in range(4):
        default_deployment.advance(default_deployment.settings.heartbeat_seconds + 1)
        for player in (ann, bob):
            beat = await player.receive("heartbeat")
            await player.send(type="heartbeat_reply", number=beat["number"])
            await player.drain()
    assert await unresponsive.close_code() == 4002
    await unresponsive.connect()
    assert (await unresponsive.watch(game))["status"] == "playing"
    await check_undisturbed(default_deployment, ann, bob, game)


async def slow_reader(player: PlayerClient) -> ClientConnection:
    """Connect with a client that reads nothing, and a small receive buffer."""
    host, port = player.url.removeprefix("http://").split(":")
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    narrow.connect((host, int(port)))
    narrow.setblocking(False)
    address = f"ws://{host}:{port}/socket"
    connection = await connect(
        address, sock=narrow, ping_interval=None, max_queue=1, compression=None, close_timeout=0.1
    )
    await connection.send(json.dumps({"type": "hello", "token": player.token}))
    return connection


@async_test
async def test_client_that_never_reads_is_disconnected_and_resumes(
    default_deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, game = await start_honest_game(default_deployment)
    eve, mal = await default_deployment.guests("Eve", "Mal")
    own = await default_deployment.start_game("sos", (eve, mal), size="26x26", clock=None)
    await eve.move(own, "Sa1")
    await mal.receive_event(own, "move")
    await eve.close()
    await mal.receive_event(own, "disconnected")
    slow = await slow_reader(eve)
    watch = json.dumps({"type": "watch", "game_id": own, "picture": True})
    await slow.send(watch)
    await mal.receive_event(own, "reconnected")
    (peer,) = [
        connection
        for server in default_deployment.servers
        for connection in server.node.connections.by_player.get(eve.id, ())
    ]

    def is_open() -> bool:
        return any(peer in server.node.connections.peers for server in default_deployment.servers)

    received = threading.Semaphore(0)
    read = server_socket._decoded

    def counted(text: bytes) -> Any:
        received.release()
        return read(text)

    monkeypatch.setattr(server_socket, "_decoded", counted)
    limits = default_deployment.settings
    try:
        # Within this time, unanswered heartbeats do not close the connection yet.
        for _ in range(int(2 * limits.heartbeat_seconds)):
            default_deployment.advance(1)
            for _ in range(int(limits.message_rate)):  # as fast as the limit allows
                if is_open():
                    await slow.send(watch)
                while is_open() and not received.acquire(timeout=0.01):
                    pass  # not faster than the server reads: its clock stands still
    finally:
        slow.transport.abort()
    assert not is_open()
    await mal.receive_event(own, "disconnected")
    await eve.connect()
    state = await eve.watch(own, since=0)
    assert [event["text"] for event in state["missed_events"] if event["kind"] == "move"] == ["Sa1"]
    await mal.move(own, "Ob1")
    await eve.receive_event(own, "move")
    await check_undisturbed(default_deployment, ann, bob, game)

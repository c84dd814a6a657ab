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
from quire.server.play.socket import MAX_CONSECUTIVE_ERRORS
from quire.server.settings import Settings
from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test
from tests.server.harness import RunningServer
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


def queued_messages(server: RunningServer) -> int:
    """Return the number of messages that the server keeps for clients."""
    return sum(len(peer._queue) for peer in server.node.connections.peers)


@async_test
async def test_flooding_player_is_disconnected(default_deployment: Deployment) -> None:
    ann, bob, game = await start_honest_game(default_deployment)
    eve, mal = await default_deployment.guests("Eve", "Mal")
    own = await default_deployment.start_game("sos", (eve, mal), size="10x10", clock=None)
    for number in range(default_deployment.settings.message_burst + 2 * MAX_CONSECUTIVE_ERRORS):
        seq, id = number % 3, f"a{number % 7}"
        await eve.send_act(own, "move", f"Sa{number % 10 + 1}", id=id, seq=seq)
    assert await eve.close_code() == 1008
    answers = Counter(message.get("code", message["type"]) for message in eve.messages)
    assert answers["too_many"] == MAX_CONSECUTIVE_ERRORS + 1, "exactly the limit"
    assert answers["event"] >= 1, "what came before was done"
    assert (await mal.receive_event(own, "disconnected"))["seat"] == 0
    await check_undisturbed(default_deployment, ann, bob, game)
    await eve.connect()
    state = await eve.watch(own, since=0)
    assert len(state["moves"]) == answers["event"], "nothing that was refused was done"
    assert not max(map(queued_messages, default_deployment.servers))


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
async def test_requests_are_refused_beyond_the_limit(default_deployment: Deployment) -> None:
    ann, bob, game = await start_honest_game(default_deployment)
    eve = default_deployment.client()
    answers = [await eve.request("GET", "/api/catalogue") for _ in range(120)]
    codes = Counter(answer.status_code for answer in answers)
    assert set(codes) == {200, 429}
    assert codes[200] <= default_deployment.settings.request_burst
    default_deployment.advance(5)
    assert (await eve.request("GET", "/api/catalogue")).status_code == 200
    await check_undisturbed(default_deployment, ann, bob, game)


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
    it = await connect(
        address, sock=narrow, ping_interval=None, max_queue=1, compression=None, close_timeout=0.1
    )
    await it.send(json.dumps({"type": "hello", "token": player.token}))
    return it


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
        it
        for server in default_deployment.servers
        for it in server.node.connections.by_player.get(eve.id, ())
    ]
    received = threading.Semaphore(0)
    read = server_socket._decoded

    def counted(text: str | bytes) -> Any:
        received.release()
        return read(text)

    monkeypatch.setattr(server_socket, "_decoded", counted)
    limits = default_deployment.settings
    try:
        # Within this time, unanswered heartbeats do not close the connection yet.
        for _ in range(int(2 * limits.heartbeat_seconds)):
            default_deployment.advance(1)
            for _ in range(int(limits.message_rate)):  # as fast as the limit allows
                if peer.closing is None:
                    await slow.send(watch)
                while peer.closing is None and not received.acquire(timeout=0.01):
                    pass  # not faster than the server reads: its clock stands still
            assert len(peer._queue) <= limits.max_queued_messages
    finally:
        slow.transport.abort()
    assert peer.closing == 1013
    await mal.receive_event(own, "disconnected")
    await eve.connect()
    state = await eve.watch(own, since=0)
    assert [event["text"] for event in state["missed_events"] if event["kind"] == "move"] == ["Sa1"]
    await mal.move(own, "Ob1")
    await eve.receive_event(own, "move")
    await check_undisturbed(default_deployment, ann, bob, game)

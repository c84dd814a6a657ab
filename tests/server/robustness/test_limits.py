"""The limits as they are set by default: who floods, says nothing, reads nothing or answers nothing
is refused and let go, and nobody else notices. Time goes on when a test says so."""

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
from tests.server.conftest import Worlds
from tests.server.deployment import World, scenario
from tests.server.harness import Running
from tests.server.player_client import TIMEOUT_SECONDS, Player

KEPT = ("port", "db", "bus", "agent_workers", "log_level")
"""What tests set for themselves; all else is as it comes."""

DEFAULT: dict[str, Any] = {
    it.name: it.default
    for it in fields(Settings)
    if it.name not in (*KEPT, "workers") and it.default is not MISSING
}


@pytest.fixture(scope="module")
def usual(worlds: Worlds) -> Iterator[World]:
    """A world with the limits that a server has by default."""
    with worlds(**DEFAULT) as world:
        yield world


async def honest(world: World) -> tuple[Player, Player, str]:
    """Two who play a game in which nothing is amiss."""
    world.advance(30)  # refills the buckets that earlier tests emptied
    ann, bob = await world.people("Ann", "Bob")
    return ann, bob, await world.sit("line", (ann, bob), size="30", clock=None)


async def undisturbed(world: World, ann: Player, bob: Player, game: str) -> None:
    """They go on, and never were cut off or refused anything."""
    known = len((await ann.get(f"/api/games/{game}"))["moves"])
    await world.play(game, (ann, bob), [f"O{known + 1}", f"O{known + 2}"])
    for player in (ann, bob):
        codes = {it["code"] for it in player.messages if it["type"] == "error"}
        assert codes <= {"not_allowed"}, "the answer to a second hello, by which tests wait"
    for server in world.servers:
        assert server.node.metrics.errors._value.get() == 0


def waiting(server: Running) -> int:
    """Messages that the server keeps for clients."""
    return sum(len(peer._queue) for peer in server.node.connections.peers)


@scenario
async def test_a_seated_player_who_floods_is_refused_and_put_out(usual: World) -> None:
    ann, bob, game = await honest(usual)
    eve, mal = await usual.people("Eve", "Mal")
    own = await usual.sit("sos", (eve, mal), size="10x10", clock=None)
    for number in range(usual.settings.message_burst + 2 * MAX_CONSECUTIVE_ERRORS):
        seq, id = number % 3, f"a{number % 7}"
        await eve.act(own, "move", f"Sa{number % 10 + 1}", id=id, seq=seq)
    assert await eve.closed() == 1008
    answers = Counter(it.get("code", it["type"]) for it in eve.messages)
    assert answers["too_many"] == MAX_CONSECUTIVE_ERRORS + 1, "exactly the limit in a row"
    assert answers["event"] >= 1, "what came before was done"
    assert (await mal.sees(own, "disconnected"))["seat"] == 0
    await undisturbed(usual, ann, bob, game)
    await eve.connect()
    state = await eve.watch(own, since=0)
    assert len(state["moves"]) == answers["event"], "nothing that was refused was done"
    assert not max(map(waiting, usual.servers))


@scenario
async def test_words_have_a_smaller_limit_of_their_own(usual: World) -> None:
    ann, bob, game = await honest(usual)
    for number in range(usual.settings.chat_burst):
        await ann.does(game, "chat", f"word {number}")
    assert await ann.fails(game, "chat", "one more") == "too_many"
    assert (await ann.move(game, "O1"))["kind"] == "move", "moves have room"
    usual.advance(2 / usual.settings.chat_rate)
    await bob.sees(game, "move")
    assert (await ann.does(game, "chat", "again"))["text"] == "again"


@scenario
async def test_requests_beyond_the_limit_are_refused_for_a_while(usual: World) -> None:
    ann, bob, game = await honest(usual)
    eve = usual.player()
    answers = [await eve.ask("GET", "/api/catalogue") for _ in range(120)]
    codes = Counter(it.status_code for it in answers)
    assert set(codes) == {200, 429}
    assert codes[200] <= usual.settings.request_burst
    usual.advance(5)
    assert (await eve.ask("GET", "/api/catalogue")).status_code == 200
    await undisturbed(usual, ann, bob, game)


@scenario
async def test_who_never_says_hello_is_let_go(usual: World) -> None:
    ann, bob, game = await honest(usual)
    silent = usual.player()
    await silent.open()
    usual.advance(9)
    pinged = await silent._socket.ping()  # type: ignore[union-attr]
    await asyncio.wait_for(pinged, TIMEOUT_SECONDS)  # it is still there
    usual.advance(3)
    assert await silent.closed() == 1008
    for player in (ann, bob):
        await player.answered()
    await undisturbed(usual, ann, bob, game)


@scenario
async def test_who_never_answers_beats_is_let_go_and_can_come_back(usual: World) -> None:
    ann, bob, game = await honest(usual)
    unresponsive = await usual.person("Unresponsive")
    await unresponsive.watch(game)
    for _ in range(4):
        usual.advance(usual.settings.heartbeat_seconds + 1)
        for player in (ann, bob):
            beat = await player.receive("heartbeat")
            await player.send(type="heartbeat_reply", number=beat["number"])
            await player.answered()
    assert await unresponsive.closed() == 4002
    await unresponsive.connect()
    assert (await unresponsive.watch(game))["status"] == "playing"
    await undisturbed(usual, ann, bob, game)


async def slow_reader(player: Player) -> ClientConnection:
    """A connection whose client reads nothing, with little room on the way."""
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


@scenario
async def test_who_reads_nothing_is_let_go_and_resumes(
    usual: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, game = await honest(usual)
    eve, mal = await usual.people("Eve", "Mal")
    own = await usual.sit("sos", (eve, mal), size="26x26", clock=None)
    await eve.move(own, "Sa1")
    await mal.sees(own, "move")
    await eve.close()
    await mal.sees(own, "disconnected")
    slow = await slow_reader(eve)
    watch = json.dumps({"type": "watch", "game_id": own, "picture": True})
    await slow.send(watch)
    await mal.sees(own, "reconnected")
    (peer,) = [
        it for server in usual.servers for it in server.node.connections.by_player.get(eve.id, ())
    ]
    received = threading.Semaphore(0)
    read = server_socket._decoded

    def counted(said: str | bytes) -> Any:
        received.release()
        return read(said)

    monkeypatch.setattr(server_socket, "_decoded", counted)
    try:
        for _ in range(
            int(2 * usual.settings.heartbeat_seconds)
        ):  # beats without answer would end it later
            usual.advance(1)
            for _ in range(int(usual.settings.message_rate)):  # as fast as it may ask
                if peer.closing is None:
                    await slow.send(watch)
                while peer.closing is None and not received.acquire(timeout=0.01):
                    pass  # not faster than the server reads, whose time does not go on
            assert len(peer._queue) <= usual.settings.max_queued_messages
    finally:
        slow.transport.abort()
    assert peer.closing == 1013
    await mal.sees(own, "disconnected")
    await eve.connect()
    state = await eve.watch(own, since=0)
    assert [it["text"] for it in state["missed_events"] if it["kind"] == "move"] == ["Sa1"]
    await mal.move(own, "Ob1")
    await eve.sees(own, "move")
    await undisturbed(usual, ann, bob, game)

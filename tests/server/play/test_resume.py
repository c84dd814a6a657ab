"""A player who reconnects asks for missed events; a client that is too slow is disconnected."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES
from tests.server.player_client import PlayerClient


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_since_returns_the_missed_events(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    visitor = await deployment.client().connect()
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await visitor.watch(game)
    await ann.act(game, "chat", "hello")
    await visitor.receive_event(game, "chat")
    await visitor.close()
    await deployment.play_moves(game, (ann, bob), example.moves[:2])
    await visitor.connect()
    state = await visitor.watch(game, since=1)
    assert [(event["seq"], event["kind"], event["text"]) for event in state["missed_events"]] == [
        (2, "move", example.moves[0]),
        (3, "move", example.moves[1]),
    ]
    assert "missed_events" not in await visitor.watch(game, since=3)
    assert [event["seq"] for event in (await visitor.watch(game, since=0))["missed_events"]] == [
        1,
        2,
        3,
    ]


@async_test
async def test_invalid_since_returns_the_state(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob))
    state = await ann.watch(game, since=1000)
    assert state["seq"] == 0
    assert "missed_events" not in state


@async_test
async def test_move_with_a_lost_response_is_made_once(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.send_act(game, "move", "S1", id="mine", seq=0)
    await bob.receive_event(game, "move")  # it is stored; Ann may not know yet
    await ann.drop_connection()
    await ann.connect()
    await ann.watch(game, since=0)
    await ann.send_act(game, "move", "S1", id="mine", seq=0)
    assert (await ann.receive("ack", id="mine"))["seq"] == 1
    assert (await bob.watch(game))["moves"] == ["S1"]


@async_test
async def test_heartbeat_has_the_last_sequence_number(deploy: Deploy) -> None:
    with deploy(heartbeat_seconds=10.0) as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        assert ann.messages[0]["heartbeat_seconds"] == 10
        game = await deployment.start_game("line", (ann, bob), size="7")
        await ann.move(game, "S1")
        await bob.receive_event(game, "move")
        deployment.advance(11)
        for player in (ann, bob):
            assert (await player.receive("heartbeat"))["games"] == {game: 1}


def seats_of(player: PlayerClient, kind: str) -> list[int]:
    """Return the seats of the events of a kind that a player has received."""
    return [message["seat"] for message in player.messages if message.get("kind") == kind]


@async_test
async def test_unanswered_heartbeats_mean_disconnected(deploy: Deploy) -> None:
    with deploy(heartbeat_seconds=4.0) as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        game = await deployment.start_game("line", (ann, bob), size="7")
        for _ in range(6):
            deployment.advance(4)
            beat = await ann.receive("heartbeat")
            await ann.send(type="heartbeat_reply", number=beat["number"])
            await ann.drain()
        assert await bob.close_code() == 4002
        while not (disconnected := seats_of(ann, "disconnected")):
            await ann.receive()
        assert disconnected == [1]
        await bob.connect()
        assert (await bob.watch(game))["status"] == "playing"


@async_test
async def test_slow_client_is_disconnected_and_resumes(deploy: Deploy) -> None:
    with deploy(max_buffered_bytes=65536) as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        game = await deployment.start_game("sos", (ann, bob), size="26x26")
        await bob.close()
        await ann.receive_event(game, "disconnected")
        slow = await connect(
            bob.url.replace("http", "ws", 1) + "/socket",
            ping_interval=None, max_queue=1, compression=None, proxy=None, close_timeout=0.1,
        )  # fmt: skip
        await slow.send(json.dumps({"type": "hello", "token": bob.token}))
        watch = json.dumps({"type": "watch", "game_id": game, "picture": True})
        try:
            with suppress(ConnectionClosed):
                for _ in range(400):  # a picture of 676 cells each, which nobody reads
                    await slow.send(watch)
            await ann.receive_event(game, "reconnected")
            await ann.receive_event(game, "disconnected")
        finally:
            slow.transport.abort()
        await bob.connect()
        assert (await bob.watch(game))["status"] == "playing"
        await ann.receive_event(game, "reconnected")
        await ann.move(game, EXAMPLES["sos"].moves[0])
        await bob.receive_event(game, "move")

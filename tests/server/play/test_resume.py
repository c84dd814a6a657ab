"""Who was away asks for what is missing; who is too slow is dropped, and does the same."""

from __future__ import annotations

import json

import pytest
from websockets.asyncio.client import connect

from tests.server.conftest import Worlds
from tests.server.deployment import World, scenario
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_since_tells_what_was_missed(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    visitor = await world.player().connect()
    game = await world.sit(key, (ann, bob), size=example.size)
    await visitor.watch(game)
    await ann.does(game, "chat", "hello")
    await visitor.sees(game, "chat")
    await visitor.close()
    await world.play(game, (ann, bob), example.moves[:2])
    await visitor.connect()
    state = await visitor.watch(game, since=1)
    assert [(it["seq"], it["kind"], it["text"]) for it in state["missed_events"]] == [
        (2, "move", example.moves[0]),
        (3, "move", example.moves[1]),
    ]
    assert "missed_events" not in await visitor.watch(game, since=3)
    assert [it["seq"] for it in (await visitor.watch(game, since=0))["missed_events"]] == [1, 2, 3]


@scenario
async def test_a_since_that_cannot_be_is_answered_with_the_state(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob))
    state = await ann.watch(game, since=1000)
    assert state["seq"] == 0
    assert "missed_events" not in state


@scenario
async def test_a_move_whose_answer_was_lost_is_sent_again_and_made_once(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await ann.act(game, "move", "S1", id="mine", seq=0)
    await bob.sees(game, "move")  # it is stored; Ann may not have heard of it
    await ann.vanish()
    await ann.connect()
    await ann.watch(game, since=0)
    await ann.act(game, "move", "S1", id="mine", seq=0)
    assert (await ann.receive("ack", id="mine"))["seq"] == 1
    assert (await bob.watch(game))["moves"] == ["S1"]


@scenario
async def test_a_beat_tells_the_number_of_the_last_event(worlds: Worlds) -> None:
    with worlds(heartbeat_seconds=10.0) as world:
        ann, bob = await world.people("Ann", "Bob")
        assert ann.messages[0]["heartbeat_seconds"] == 10
        game = await world.sit("line", (ann, bob), size="7")
        await ann.move(game, "S1")
        await bob.sees(game, "move")
        world.advance(11)
        for player in (ann, bob):
            assert (await player.receive("heartbeat"))["games"] == {game: 1}


@scenario
async def test_who_answers_no_beat_is_taken_for_gone(worlds: Worlds) -> None:
    with worlds(heartbeat_seconds=4.0) as world:
        ann, bob = await world.people("Ann", "Bob")
        game = await world.sit("line", (ann, bob), size="7")
        for _ in range(6):
            world.advance(4)
            beat = await ann.receive("heartbeat")
            await ann.send(type="heartbeat_reply", number=beat["number"])
            await ann.answered()
        assert await bob.closed() == 4002
        assert [it["seat"] for it in ann.messages if it.get("kind") == "disconnected"] == [1]
        await bob.connect()
        assert (await bob.watch(game))["status"] == "playing"


@scenario
async def test_a_slow_client_is_dropped_and_resumes(worlds: Worlds) -> None:
    with worlds(max_queued_messages=8) as world:
        ann, bob = await world.people("Ann", "Bob")
        game = await world.sit("sos", (ann, bob), size="26x26")
        await bob.close()
        await ann.sees(game, "disconnected")
        slow = await connect(
            bob.url.replace("http", "ws", 1) + "/socket",
            ping_interval=None, max_queue=1, compression=None, proxy=None, close_timeout=0.1,
        )  # fmt: skip
        await slow.send(json.dumps({"type": "hello", "token": bob.token}))
        watch = json.dumps({"type": "watch", "game_id": game, "picture": True})
        try:
            for _ in range(400):  # a picture of 676 cells each, and nobody reads
                await slow.send(watch)
            await ann.sees(game, "reconnected")
            await ann.sees(game, "disconnected")
        finally:
            slow.transport.abort()
        await bob.connect()
        assert (await bob.watch(game))["status"] == "playing"
        await ann.sees(game, "reconnected")
        await ann.move(game, EXAMPLES["sos"].moves[0])
        await bob.sees(game, "move")

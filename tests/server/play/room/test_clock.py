"""The clock: the server's word is final, and a minute takes no minute."""

from __future__ import annotations

import pytest

from tests.server.conftest import Worlds
from tests.server.deployment import World, scenario
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_time_out_loses(world: World, key: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=EXAMPLES[key].size)
    await ann.move(game, EXAMPLES[key].moves[0])
    await bob.sees(game, "move")
    world.advance(62)
    for player in (ann, bob):
        event = await player.sees(game, "timeout")
        assert event["seat"] == 1
        assert event["outcome"]["winner"] == 0
        assert event["outcome"]["reason"] == "time"


@scenario
async def test_a_move_in_the_last_second_is_in_time_and_the_next_has_a_full_clock(
    world: World,
) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    world.advance(59)
    assert (await bob.watch(game))["clock_left"] == 1
    event = await ann.move(game, "S1")
    assert event["clock_left"] == 60
    await bob.sees(game, "move")
    world.advance(60)
    assert (await bob.move(game, "S7"))["seat"] == 1


@scenario
async def test_a_late_move_is_not_made(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    world.advance(60.5)  # within the allowance for lag, but there was none
    assert await ann.fails(game, "move", "S1") == "match_over"
    await bob.sees(game, "timeout")
    for player in (ann, bob):
        state = await player.watch(game)
        assert state["moves"] == []
        assert state["outcome"]["reason"] == "time"
        assert state["outcome"]["winner"] == 1


@scenario
async def test_the_late_one_of_three_is_out_and_the_others_play_on(world: World) -> None:
    ann, bob, cyd = players = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("sos", players, size="3x3:3")
    world.advance(62)
    for player in players:
        event = await player.sees(game, "timeout", seat=0)
        assert "outcome" not in event
        assert event["to_move"] == 1
        assert event["clock_left"] == 60
    assert await ann.fails(game, "move", "Sa1") == "illegal_move"
    await bob.move(game, "Sa1")
    await cyd.sees(game, "move")
    await cyd.move(game, "Ob1")
    await bob.sees(game, "move", seat=2)
    assert (await bob.watch(game))["moves"] == ["x1", "Sa1", "Ob1"]
    world.advance(62)
    for player in players:
        event = await player.sees(game, "timeout", seat=1)
        assert event["outcome"]["winner"] == 2
        assert event["outcome"]["ranks"][2] == 1


@scenario
async def test_without_a_clock_nobody_is_late(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7", clock=None)
    world.advance(600)
    assert (await ann.move(game, "S1"))["seq"] == 1


@scenario
async def test_other_acts_do_not_stop_the_clock(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    world.advance(50)
    await bob.does(game, "chat", "hurry")
    await ann.does(game, "draw")
    assert (await bob.does(game, "decline_draw"))["clock_left"] == 10
    world.advance(12)
    assert (await bob.sees(game, "timeout"))["outcome"]["winner"] == 1


@scenario
async def test_an_agent_has_no_clock(world: World) -> None:
    ann = await world.person("Ann")
    game = await ann.make("line", size="7", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    await ann.move(game, "O1")
    event = await ann.sees(game, "move", seat=1)
    assert event["clock_left"] == 60


@scenario
async def test_measured_lag_is_allowed_for_up_to_a_second(worlds: Worlds) -> None:
    with worlds(heartbeat_seconds=100.0) as world:
        ann, bob = await world.people("Ann", "Bob")
        world.advance(110)
        beat = await ann.receive("heartbeat")
        await bob.send(type="heartbeat_reply", number=(await bob.receive("heartbeat"))["number"])
        await bob.answered()
        world.advance(0.75)
        await ann.send(type="heartbeat_reply", number=beat["number"])
        await ann.answered()
        game = await world.sit("line", (ann, bob), size="7")
        world.advance(60.5)
        event = await ann.move(game, "S1")  # made at 59.75 or later
        assert event["kind"] == "move"
        await bob.sees(game, "move")
        world.advance(60.5)
        assert await bob.fails(game, "move", "S7") == "match_over"
        assert (await ann.sees(game, "timeout"))["outcome"]["winner"] == 0


@scenario
async def test_lag_beyond_the_allowance_is_the_players_own(worlds: Worlds) -> None:
    with worlds(heartbeat_seconds=100.0) as world:
        ann, bob = await world.people("Ann", "Bob")
        world.advance(110)
        beat = await ann.receive("heartbeat")
        world.advance(20)
        await ann.send(type="heartbeat_reply", number=beat["number"])
        await ann.answered()
        game = await world.sit("line", (ann, bob), size="7")
        world.advance(62)
        assert (await bob.sees(game, "timeout"))["seat"] == 0


@scenario
async def test_the_record_has_the_time_of_every_move(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="3")
    for player, seconds, move in ((ann, 7, "S1"), (bob, 11, "S3"), (ann, 13, "O2")):
        world.advance(seconds)
        await player.watch(game)
        await player.move(game, move)
    record = await bob.get(f"/api/games/{game}/record")
    assert record["seconds"] == [7, 11, 13]
    assert record["clock"] == 60

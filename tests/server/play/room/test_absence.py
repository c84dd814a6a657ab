"""Who is gone: everybody sees it at once, and thirty seconds count down."""

from __future__ import annotations

import pytest

from tests.server.deployment import World, scenario
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_back_in_time_nothing_is_lost(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    await ann.move(game, example.moves[0])
    await bob.sees(game, "move")
    await bob.vanish()
    event = await ann.sees(game, "disconnected")
    assert event["seat"] == 1
    assert event["seats"][1]["reconnect_left"] == 30
    world.advance(10)
    assert (await ann.watch(game))["seats"][1]["reconnect_left"] == 20
    await bob.connect()
    state = await bob.watch(game, since=1)
    assert state["moves"] == [example.moves[0]]
    assert state["clock_left"] == 50
    assert state["seats"][1].get("reconnect_left") is None
    assert (await ann.sees(game, "reconnected"))["seat"] == 1
    await bob.move(game, example.moves[1])
    world.advance(45)
    assert (await ann.watch(game))["status"] == "playing"


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_who_does_not_come_back_loses(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    await ann.close()
    await bob.sees(game, "disconnected")
    world.advance(31)
    event = await bob.sees(game, "absence_timeout")
    assert event["seat"] == 0
    assert event["outcome"]["winner"] == 1
    assert event["outcome"]["reason"] == "disconnection"
    await ann.connect()
    assert (await ann.watch(game))["outcome"] == event["outcome"]


@scenario
async def test_the_clock_runs_on_and_decides_if_it_ends_first(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    world.advance(40)
    await ann.close()
    await bob.sees(game, "disconnected")
    world.advance(22)
    event = await bob.sees(game, "timeout")
    assert event["outcome"]["winner"] == 1
    assert event["outcome"]["reason"] == "time"


@scenario
async def test_grace_decides_if_it_ends_first_whoever_is_to_move(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await bob.close()  # it is Ann's turn
    await ann.sees(game, "disconnected")
    world.advance(31)
    assert (await ann.sees(game, "absence_timeout"))["outcome"]["winner"] == 0


@pytest.mark.parametrize("rated", [False, True])
@scenario
async def test_with_both_gone_it_is_abandoned_and_counts_for_nobody(
    world: World, rated: bool
) -> None:
    ann, bob, cyd = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("line", (ann, bob), size="7", rated=rated)
    await cyd.watch(game)
    await ann.close()
    await cyd.sees(game, "disconnected", seat=0)
    world.advance(5)
    await bob.close()
    await cyd.sees(game, "disconnected", seat=1)
    world.advance(26)
    event = await cyd.sees(game, "abandoned")
    assert event["outcome"].get("winner") is None
    assert event["outcome"]["reason"] == "abandoned"
    for player in (ann, bob):
        assert (await player.get("/api/me"))["games"] == []


@scenario
async def test_both_gone_when_the_clock_ends_is_abandoned_too(world: World) -> None:
    ann, bob, cyd = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("line", (ann, bob), size="7")
    await cyd.watch(game)
    world.advance(40)
    for seat, player in enumerate((ann, bob)):
        await player.close()
        await cyd.sees(game, "disconnected", seat=seat)
    world.advance(22)
    assert (await cyd.sees(game, "abandoned"))["outcome"]["reason"] == "abandoned"


@pytest.mark.parametrize("elsewhere", [False, True])
@scenario
async def test_a_second_tab_is_a_reconnection(world: World, elsewhere: bool) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    tab = await world.tab(ann, elsewhere)
    await tab.watch(game)
    await ann.vanish()
    await tab.move(game, "S1")
    await bob.sees(game, "move")
    await bob.move(game, "S7")
    await tab.sees(game, "move", seat=1)
    assert [it for it in bob.messages if it.get("kind") == "disconnected"] == []
    await tab.close()
    assert (await bob.sees(game, "disconnected"))["seat"] == 0


@scenario
async def test_a_reload_is_a_reconnection(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    for _ in range(3):
        await ann.close()
        await bob.sees(game, "disconnected", seat=0)
        await ann.connect()
        await ann.watch(game)
        await bob.sees(game, "reconnected", seat=0)
    world.advance(40)
    assert (await ann.move(game, "S1"))["kind"] == "move"


@scenario
async def test_to_leave_the_table_is_to_be_away(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await ann.send(type="unwatch", game_id=game)
    assert (await bob.sees(game, "disconnected"))["seat"] == 0
    await ann.watch(game)
    assert (await bob.sees(game, "reconnected"))["seat"] == 0


@scenario
async def test_the_gone_one_of_three_is_out_and_the_others_play_on(world: World) -> None:
    ann, bob, cyd = players = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("sos", players, size="3x3:3")
    await bob.close()
    await ann.sees(game, "disconnected", seat=1)
    world.advance(31)
    for player in (ann, cyd):
        event = await player.sees(game, "absence_timeout", seat=1)
        assert "outcome" not in event
    await ann.move(game, "Sa1")
    await cyd.sees(game, "move")
    assert (await cyd.move(game, "Sb1"))["to_move"] == 0
    await bob.connect()
    assert (await bob.watch(game))["moves"] == ["x2", "Sa1", "Sb1"]
    await bob.close()  # who is out is missed by nobody
    world.advance(31)
    state = await ann.watch(game)
    assert state["status"] == "playing"
    await ann.does(game, "resign")
    assert (await cyd.sees(game, "resign"))["outcome"]["winner"] == 2


@scenario
async def test_who_never_comes_is_gone_too(world: World) -> None:
    ann = await world.person("Ann")
    bob = await world.player("Bob").guest()
    game = await ann.make("line", size="7", random_order=False)
    await ann.watch(game)
    await bob.join(game)
    await ann.receive("state", status="playing")
    world.advance(6)
    assert (await ann.sees(game, "disconnected"))["seat"] == 1
    world.advance(31)
    assert (await ann.sees(game, "absence_timeout"))["outcome"]["winner"] == 0


@scenario
async def test_in_a_slow_game_nobody_loses_by_being_away(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7", clock=86400)
    await bob.close()
    world.advance(120)
    state = await ann.watch(game)
    assert state["status"] == "playing"
    assert state.get("reconnect_seconds") is None
    assert [it for it in ann.messages if it.get("kind") == "disconnected"] == []


@scenario
async def test_with_an_agent_who_leaves_loses(world: World) -> None:
    ann, cyd = await world.people("Ann", "Cyd")
    game = await ann.make("line", size="7", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    await cyd.watch(game)
    await ann.close()
    await cyd.sees(game, "disconnected")
    world.advance(31)
    event = await cyd.sees(game, "absence_timeout")
    assert event["outcome"]["winner"] == 1

"""Disconnected players: everyone sees it at once, and has 30 seconds to reconnect."""

from __future__ import annotations

import pytest

from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_reconnecting_in_time_loses_nothing(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await ann.move(game, example.moves[0])
    await bob.receive_event(game, "move")
    await bob.drop_connection()
    event = await ann.receive_event(game, "disconnected")
    assert event["seat"] == 1
    assert event["seats"][1]["reconnect_left"] == 30
    deployment.advance(10)
    assert (await ann.watch(game))["seats"][1]["reconnect_left"] == 20
    await bob.connect()
    state = await bob.watch(game, since=1)
    assert state["moves"] == [example.moves[0]]
    assert state["clock_left"] == 50
    assert state["seats"][1].get("reconnect_left") is None
    assert (await ann.receive_event(game, "reconnected"))["seat"] == 1
    await bob.move(game, example.moves[1])
    deployment.advance(45)
    assert (await ann.watch(game))["status"] == "playing"


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_player_who_stays_away_loses(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await ann.close()
    await bob.receive_event(game, "disconnected")
    deployment.advance(31)
    event = await bob.receive_event(game, "absence_timeout")
    assert event["seat"] == 0
    assert event["outcome"]["winner"] == 1
    assert event["outcome"]["reason"] == "disconnection"
    await ann.connect()
    assert (await ann.watch(game))["outcome"] == event["outcome"]


@async_test
async def test_clock_decides_if_it_ends_first(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    deployment.advance(40)
    await ann.close()
    await bob.receive_event(game, "disconnected")
    deployment.advance(22)
    event = await bob.receive_event(game, "timeout")
    assert event["outcome"]["winner"] == 1
    assert event["outcome"]["reason"] == "time"


@async_test
async def test_absence_timeout_decides_on_either_turn(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await bob.close()  # it is Ann's turn
    await ann.receive_event(game, "disconnected")
    deployment.advance(31)
    assert (await ann.receive_event(game, "absence_timeout"))["outcome"]["winner"] == 0


@pytest.mark.parametrize("rated", [False, True])
@async_test
async def test_game_with_both_gone_is_abandoned_and_not_counted(
    deployment: Deployment, rated: bool
) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob), size="7", rated=rated)
    await cyd.watch(game)
    await ann.close()
    await cyd.receive_event(game, "disconnected", seat=0)
    deployment.advance(5)
    await bob.close()
    await cyd.receive_event(game, "disconnected", seat=1)
    deployment.advance(26)
    event = await cyd.receive_event(game, "abandoned")
    assert event["outcome"].get("winner") is None
    assert event["outcome"]["reason"] == "abandoned"
    for player in (ann, bob):
        assert (await player.get("/api/me"))["games"] == []


@async_test
async def test_game_with_both_gone_is_abandoned_when_the_clock_ends(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await cyd.watch(game)
    deployment.advance(40)
    for seat, player in enumerate((ann, bob)):
        await player.close()
        await cyd.receive_event(game, "disconnected", seat=seat)
    deployment.advance(22)
    assert (await cyd.receive_event(game, "abandoned"))["outcome"]["reason"] == "abandoned"


@pytest.mark.parametrize("elsewhere", [False, True])
@async_test
async def test_second_tab_keeps_the_player_connected(
    deployment: Deployment, elsewhere: bool
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    tab = await deployment.new_tab(ann, elsewhere)
    await tab.watch(game)
    await ann.drop_connection()
    await tab.move(game, "S1")
    await bob.receive_event(game, "move")
    await bob.move(game, "S7")
    await tab.receive_event(game, "move", seat=1)
    assert [message for message in bob.messages if message.get("kind") == "disconnected"] == []
    await tab.close()
    assert (await bob.receive_event(game, "disconnected"))["seat"] == 0


@async_test
async def test_reload_is_a_reconnection(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    for _ in range(3):
        await ann.close()
        await bob.receive_event(game, "disconnected", seat=0)
        await ann.connect()
        await ann.watch(game)
        await bob.receive_event(game, "reconnected", seat=0)
    deployment.advance(40)
    assert (await ann.move(game, "S1"))["kind"] == "move"


@async_test
async def test_unwatching_counts_as_disconnected(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.send(type="unwatch", game_id=game)
    assert (await bob.receive_event(game, "disconnected"))["seat"] == 0
    await ann.watch(game)
    assert (await bob.receive_event(game, "reconnected"))["seat"] == 0


@async_test
async def test_absent_player_of_three_is_out_and_the_others_play_on(deployment: Deployment) -> None:
    ann, bob, cyd = players = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("sos", players, size="3x3:3")
    await bob.close()
    await ann.receive_event(game, "disconnected", seat=1)
    deployment.advance(31)
    for player in (ann, cyd):
        event = await player.receive_event(game, "absence_timeout", seat=1)
        assert "outcome" not in event
    await ann.move(game, "Sa1")
    await cyd.receive_event(game, "move")
    assert (await cyd.move(game, "Sb1"))["to_move"] == 0
    await bob.connect()
    assert (await bob.watch(game))["moves"] == ["x2", "Sa1", "Sb1"]
    await bob.close()  # a player who is out cannot be absent
    deployment.advance(31)
    state = await ann.watch(game)
    assert state["status"] == "playing"
    await ann.act(game, "resign")
    assert (await cyd.receive_event(game, "resign"))["outcome"]["winner"] == 2


@async_test
async def test_player_who_never_connects_loses(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    bob = await deployment.client("Bob").guest()
    game = await ann.create_game("line", size="7", random_order=False)
    await ann.watch(game)
    await bob.join(game)
    await ann.receive("state", status="playing")
    deployment.advance(6)
    assert (await ann.receive_event(game, "disconnected"))["seat"] == 1
    deployment.advance(31)
    assert (await ann.receive_event(game, "absence_timeout"))["outcome"]["winner"] == 0


@async_test
async def test_absence_costs_nothing_with_days_per_move(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7", clock=86400)
    await bob.close()
    deployment.advance(120)
    state = await ann.watch(game)
    assert state["status"] == "playing"
    assert state.get("reconnect_seconds") is None
    assert [message for message in ann.messages if message.get("kind") == "disconnected"] == []


@async_test
async def test_leaving_a_game_against_the_computer_loses(deployment: Deployment) -> None:
    ann, cyd = await deployment.guests("Ann", "Cyd")
    game = await ann.create_game("line", size="7", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    await cyd.watch(game)
    await ann.close()
    await cyd.receive_event(game, "disconnected")
    deployment.advance(31)
    event = await cyd.receive_event(game, "absence_timeout")
    assert event["outcome"]["winner"] == 1

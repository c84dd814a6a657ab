"""Clocks: the server's time decides."""

from __future__ import annotations

import pytest

from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_timeout_loses(deployment: Deployment, key: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=EXAMPLES[key].size)
    await ann.move(game, EXAMPLES[key].moves[0])
    await bob.receive_event(game, "move")
    deployment.advance(62)
    for player in (ann, bob):
        event = await player.receive_event(game, "timeout")
        assert event["seat"] == 1
        assert event["outcome"]["winner"] == 0
        assert event["outcome"]["reason"] == "time"


@async_test
async def test_move_in_the_last_second_counts_and_the_next_clock_is_full(
    deployment: Deployment,
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    deployment.advance(59)
    assert (await bob.watch(game))["clock_left"] == 1
    event = await ann.move(game, "S1")
    assert event["clock_left"] == 60
    await bob.receive_event(game, "move")
    deployment.advance(60)
    assert (await bob.move(game, "S7"))["seat"] == 1


@async_test
async def test_late_move_is_refused(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    deployment.advance(60.5)  # within the lag allowance, but no lag was measured
    assert await ann.act_error(game, "move", "S1") == "match_over"
    await bob.receive_event(game, "timeout")
    for player in (ann, bob):
        state = await player.watch(game)
        assert state["moves"] == []
        assert state["outcome"]["reason"] == "time"
        assert state["outcome"]["winner"] == 1


@async_test
async def test_late_player_of_three_is_out_and_the_others_play_on(deployment: Deployment) -> None:
    ann, bob, cyd = players = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("sos", players, size="3x3:3")
    deployment.advance(62)
    for player in players:
        event = await player.receive_event(game, "timeout", seat=0)
        assert "outcome" not in event
        assert event["to_move"] == 1
        assert event["clock_left"] == 60
    assert await ann.act_error(game, "move", "Sa1") == "illegal_move"
    await bob.move(game, "Sa1")
    await cyd.receive_event(game, "move")
    await cyd.move(game, "Ob1")
    await bob.receive_event(game, "move", seat=2)
    assert (await bob.watch(game))["moves"] == ["x1", "Sa1", "Ob1"]
    deployment.advance(62)
    for player in players:
        event = await player.receive_event(game, "timeout", seat=1)
        assert event["outcome"]["winner"] == 2
        assert event["outcome"]["ranks"][2] == 1


@async_test
async def test_no_timeout_without_a_clock(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7", clock=None)
    deployment.advance(600)
    assert (await ann.move(game, "S1"))["seq"] == 1


@async_test
async def test_other_acts_do_not_stop_the_clock(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    deployment.advance(50)
    await bob.act(game, "chat", "hurry")
    await ann.act(game, "draw")
    assert (await bob.act(game, "decline_draw"))["clock_left"] == 10
    deployment.advance(12)
    assert (await bob.receive_event(game, "timeout"))["outcome"]["winner"] == 1


@async_test
async def test_computer_player_has_no_clock(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    game = await ann.create_game("line", size="7", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    await ann.move(game, "O1")
    event = await ann.receive_event(game, "move", seat=1)
    assert event["clock_left"] == 60


@async_test
async def test_measured_lag_is_credited_up_to_a_second(deploy: Deploy) -> None:
    with deploy(heartbeat_seconds=100.0) as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        deployment.advance(110)
        beat = await ann.receive("heartbeat")
        await bob.send(type="heartbeat_reply", number=(await bob.receive("heartbeat"))["number"])
        await bob.drain()
        deployment.advance(0.75)
        await ann.send(type="heartbeat_reply", number=beat["number"])
        await ann.drain()
        game = await deployment.start_game("line", (ann, bob), size="7")
        deployment.advance(60.5)
        event = await ann.move(game, "S1")  # made at 59.75 or later
        assert event["kind"] == "move"
        await bob.receive_event(game, "move")
        deployment.advance(60.5)
        assert await bob.act_error(game, "move", "S7") == "match_over"
        assert (await ann.receive_event(game, "timeout"))["outcome"]["winner"] == 0


@async_test
async def test_lag_beyond_the_allowance_is_not_credited(deploy: Deploy) -> None:
    with deploy(heartbeat_seconds=100.0) as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        deployment.advance(110)
        beat = await ann.receive("heartbeat")
        deployment.advance(20)
        await ann.send(type="heartbeat_reply", number=beat["number"])
        await ann.drain()
        game = await deployment.start_game("line", (ann, bob), size="7")
        deployment.advance(62)
        assert (await bob.receive_event(game, "timeout"))["seat"] == 0


@async_test
async def test_record_has_the_time_of_every_move(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="3")
    for player, seconds, move in ((ann, 7, "S1"), (bob, 11, "S3"), (ann, 13, "O2")):
        deployment.advance(seconds)
        await player.watch(game)
        await player.move(game, move)
    record = await bob.get(f"/api/games/{game}/record")
    assert record["seconds"] == [7, 11, 13]
    assert record["clock"] == 60


@async_test
async def test_total_time_with_increment(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="9", clock=300, increment=3)
    state = await ann.watch(game)
    assert (state["clock"], state["increment"]) == (300, 3)
    assert (state["clock_left"], state["clocks_left"]) == (300, [300, 300])
    deployment.advance(100)
    event = await ann.move(game, "S1")
    assert (event["clock_left"], event["clocks_left"]) == (300, [203, 300])
    await bob.receive_event(game, "move")
    deployment.advance(299)
    assert (await ann.watch(game))["clocks_left"] == [203, 1]
    event = await bob.move(game, "S9")
    assert (event["clock_left"], event["clocks_left"]) == (203, [203, 4])
    await ann.receive_event(game, "move", seat=1)
    deployment.advance(205)
    event = await bob.receive_event(game, "timeout")
    assert (event["seat"], event["outcome"]["reason"]) == (0, "time")
    record = await bob.get(f"/api/games/{game}/record")
    assert (record["format"], record["clock"], record["increment"]) == (2, 300, 3)
    assert record["seconds"] == [100, 299]
    (listed,) = (await bob.get("/api/games", player=bob.id))["games"]
    assert (listed["clock"], listed["increment"]) == (300, 3)
    for player in (ann, bob):
        await player.act(game, "rematch")
    rematch = (await bob.receive_event(game, "next_game"))["text"]
    assert (await bob.watch(rematch))["clocks_left"] == [300, 300]


@async_test
async def test_outage_costs_no_total_time(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="9", clock=300, increment=3)
    deployment.advance(10)
    await ann.move(game, "S1")
    deployment.advance(20)
    deployment.restart(after=1000)
    for player in (ann, bob):
        await player.connect()
    left = (await bob.watch(game))["clocks_left"]
    assert left[0] == 293
    assert 278 <= left[1] <= 280  # nothing but what a server needs to start


@async_test
async def test_takeback_restores_total_times(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="9", clock=300, increment=3)
    deployment.advance(10)
    await ann.move(game, "S1")
    deployment.advance(20)
    await ann.act(game, "takeback")
    assert (await bob.act(game, "accept_takeback"))["clocks_left"] == [300, 300]


@async_test
async def test_total_time_against_the_computer_stands_still(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    game = await ann.create_game(
        "line", size="9", seats=["me", "level1"], random_order=False, clock=300, increment=3
    )
    await ann.watch(game)
    deployment.advance(10)
    await ann.close()
    deployment.advance(1000)
    await ann.connect()
    assert (await ann.watch(game))["clocks_left"] == [290, None]


@pytest.mark.parametrize(("clock", "limit"), [(3 * 3600 - 1, 30), (3 * 3600, None)])
@async_test
async def test_total_time_of_hours_is_not_live(
    deployment: Deployment, clock: float, limit: float | None
) -> None:
    ann = await deployment.guest("Ann")
    game = await ann.create_game("line", clock=clock, increment=0)
    assert (await ann.watch(game)).get("reconnect_seconds") == limit
    (mine,) = await ann.get("/api/me/games")
    assert (mine["clock"], mine["increment"]) == (clock, 0)

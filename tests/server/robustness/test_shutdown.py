"""Graceful shutdown and restart: no clock has run meanwhile."""

from __future__ import annotations

import pytest

from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_players_are_notified_and_clocks_stop(own_deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await own_deployment.guests("Ann", "Bob")
    game = await own_deployment.start_game(key, (ann, bob), size=example.size)
    await ann.move(game, example.moves[0])
    await bob.receive_event(game, "move")
    own_deployment.advance(20)
    own_deployment.restart(after=3600)
    for player in (ann, bob):
        shutdown = await player.receive("shutdown")
        assert shutdown["message"]
        assert shutdown["reconnect_after"] >= 0
        assert await player.close_code() == 1012
        await player.connect()  # the token is still valid
        state = await player.watch(game)
        assert state["status"] == "playing"
        assert state["moves"] == [example.moves[0]]
        assert state["clock_left"] == pytest.approx(40)
    own_deployment.advance(39)
    await bob.move(game, example.moves[1])


@async_test
async def test_clock_continues_after_a_restart(own_deployment: Deployment) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    game = await own_deployment.start_game("line", (ann, bob), size="7")
    own_deployment.advance(20)
    own_deployment.restart(after=3600)
    for player in (ann, bob):
        await player.connect()
        await player.watch(game)
    own_deployment.advance(42)
    assert (await bob.receive_event(game, "timeout"))["outcome"]["winner"] == 1


@async_test
async def test_player_who_stays_away_after_a_restart_loses(own_deployment: Deployment) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    game = await own_deployment.start_game("line", (ann, bob), size="7", clock=600)
    await own_deployment.play_moves(game, (ann, bob), ["O1", "O2"])
    own_deployment.restart(after=100)
    await ann.connect()
    await ann.watch(game)
    own_deployment.advance(10)
    assert (await ann.watch(game))["seats"][1]["away"]
    own_deployment.advance(31)
    state = await ann.watch(game)
    assert state["outcome"]["reason"] == "disconnection"
    assert state["outcome"]["winner"] == 0


@async_test
async def test_stopping_server_starts_no_games(own_deployment: Deployment) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    waiting = await ann.create_game("line")
    for server in own_deployment.servers:
        server.run(server.node.stop())
    assert await ann.request_error("POST", "/api/games", {"game": "line"}) == "unavailable"
    assert await bob.request_error("POST", f"/api/games/{waiting}/join") == "unavailable"
    answer = await bob.request("GET", "/health/ready")
    assert answer.status_code == 503
    assert (await bob.request("GET", "/health/live")).status_code == 200


@async_test
async def test_open_games_survive_a_restart(own_deployment: Deployment) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    waiting = await ann.create_game("sos", size="5x5")
    own_deployment.restart()
    await ann.connect()
    assert (await ann.watch(waiting))["status"] == "open"
    await bob.join(waiting)
    await ann.receive("state", status="playing")


@async_test
async def test_health_and_metrics(own_deployment: Deployment) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    game = await own_deployment.start_game("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    assert await ann.get("/health/live") == {"ready": True, "problems": [], "degraded": []}
    assert (await ann.get("/health/ready"))["ready"]
    page = (await ann.request("GET", "/metrics")).text
    for word in ("games", 'kind="move"', "sockets", "errors"):
        assert word in page

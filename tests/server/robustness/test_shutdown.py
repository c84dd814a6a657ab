"""A server stops in good order and comes back; nobody's clock has moved."""

from __future__ import annotations

import pytest

from tests.server.deployment import World, scenario
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_everybody_is_told_and_the_clock_waits(own_world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await own_world.people("Ann", "Bob")
    game = await own_world.sit(key, (ann, bob), size=example.size)
    await ann.move(game, example.moves[0])
    await bob.sees(game, "move")
    own_world.advance(20)
    own_world.restart(after=3600)
    for player in (ann, bob):
        bye = await player.receive("shutdown")
        assert bye["message"]
        assert bye["reconnect_after"] >= 0
        assert await player.closed() == 1012
        await player.connect()  # the token is as good as before
        state = await player.watch(game)
        assert state["status"] == "playing"
        assert state["moves"] == [example.moves[0]]
        assert state["clock_left"] == pytest.approx(40)
    own_world.advance(39)
    await bob.move(game, example.moves[1])


@scenario
async def test_after_a_restart_the_clock_goes_on_to_its_end(own_world: World) -> None:
    ann, bob = await own_world.people("Ann", "Bob")
    game = await own_world.sit("line", (ann, bob), size="7")
    own_world.advance(20)
    own_world.restart(after=3600)
    for player in (ann, bob):
        await player.connect()
        await player.watch(game)
    own_world.advance(42)
    assert (await bob.sees(game, "timeout"))["outcome"]["winner"] == 1


@scenario
async def test_who_does_not_come_back_after_a_restart_is_away(own_world: World) -> None:
    ann, bob = await own_world.people("Ann", "Bob")
    game = await own_world.sit("line", (ann, bob), size="7", clock=None)
    own_world.restart(after=100)
    await ann.connect()
    await ann.watch(game)
    own_world.advance(10)
    own_world.advance(31)
    state = await ann.watch(game)
    assert state["outcome"]["reason"] == "disconnection"
    assert state["outcome"]["winner"] == 0


@scenario
async def test_a_server_about_to_stop_makes_no_new_games(own_world: World) -> None:
    ann, bob = await own_world.people("Ann", "Bob")
    waiting = await ann.make("line")
    for server in own_world.servers:
        server.run(server.node.stop())
    assert await ann.refused("POST", "/api/games", {"game": "line"}) == "unavailable"
    assert await bob.refused("POST", f"/api/games/{waiting}/join") == "unavailable"
    answer = await bob.ask("GET", "/health/ready")
    assert answer.status_code == 503
    assert (await bob.ask("GET", "/health/live")).status_code == 200


@scenario
async def test_games_and_open_wishes_survive(own_world: World) -> None:
    ann, bob = await own_world.people("Ann", "Bob")
    waiting = await ann.make("sos", size="5x5")
    own_world.restart()
    await ann.connect()
    assert (await ann.watch(waiting))["status"] == "open"
    await bob.join(waiting)
    await ann.receive("state", status="playing")


@scenario
async def test_health_and_metrics(own_world: World) -> None:
    ann, bob = await own_world.people("Ann", "Bob")
    game = await own_world.sit("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    assert await ann.get("/health/live") == {"ready": True, "problems": []}
    assert (await ann.get("/health/ready"))["ready"]
    page = (await ann.ask("GET", "/metrics")).text
    for word in ("games", 'kind="move"', "sockets", "errors"):
        assert word in page

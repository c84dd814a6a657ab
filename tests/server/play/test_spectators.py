"""Those who only watch."""

from __future__ import annotations

import pytest

from tests.server.deployment import World, scenario
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_a_public_game_can_be_watched_live_without_a_token(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    visitor = await world.player().connect()
    assert visitor.messages[0].get("player") is None
    state = await visitor.watch(game)
    assert state.get("you") is None
    await ann.move(game, example.moves[0])
    assert (await visitor.sees(game, "move"))["text"] == example.moves[0]


@scenario
async def test_how_many_watch_is_shown_to_all(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob))
    one = await world.player().connect()
    await one.watch(game)
    await ann.receive("spectators", game_id=game, count=1)
    two = await world.player().connect()
    await two.watch(game)
    for player in (ann, bob, one):
        await player.receive("spectators", game_id=game, count=2)
    assert (await bob.watch(game))["spectators"] == 2
    await two.close()
    await one.receive("spectators", game_id=game, count=1)
    await one.send(type="unwatch", game_id=game)
    await bob.receive("spectators", game_id=game, count=0)


@scenario
async def test_who_only_watches_does_nothing(world: World) -> None:
    ann, bob, cyd = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("line", (ann, bob), size="7")
    visitor = await world.player().connect()
    await cyd.watch(game)
    await visitor.watch(game)
    kinds = ("move", "resign", "draw", "takeback", "accept_takeback", "abort", "chat", "rematch")
    for kind in kinds:
        assert await cyd.fails(game, kind, "S1") == "not_allowed"
        assert await visitor.fails(game, kind, "S1") == "not_signed_in"
    assert (await ann.watch(game))["seq"] == 0


@scenario
async def test_what_players_say_is_not_for_watchers(world: World) -> None:
    ann, bob, cyd = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("line", (ann, bob))
    await cyd.watch(game)
    await ann.does(game, "chat", "a secret")
    event = await cyd.sees(game, "chat")
    assert "text" not in event
    await cyd.watch(game, since=0)
    assert "a secret" not in str(cyd.messages)
    assert "a secret" not in str(await cyd.get(f"/api/games/{game}"))


@scenario
async def test_the_lobby_counts_the_moves(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("sos", (ann, bob), size="4x4", rated=False)
    await ann.does(game, "chat", "hello")
    await world.play(game, (ann, bob), ("Sa1", "Sb1", "Sc1"))
    await ann.does(game, "takeback")
    await bob.does(game, "accept_takeback")
    (card,) = [it for it in (await bob.get("/api/lobby"))["playing"] if it["id"] == game]
    assert card["moves"] == 2


@scenario
async def test_spectators_see_no_secrets(world: World) -> None:
    ann, bob, cyd = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("line", (ann, bob))
    await cyd.watch(game)
    seen = str(cyd.messages) + str(await cyd.get("/api/lobby"))
    assert ann.token
    assert bob.token
    assert ann.token not in seen
    assert bob.token not in seen


@scenario
async def test_a_private_game_is_invisible_without_its_link(world: World) -> None:
    ann, bob, cyd = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("line", (ann, bob), size="3", public=False)
    await cyd.send(type="lobby")
    shown = [await cyd.receive("lobby"), await cyd.get("/api/lobby")]
    await world.play(game, (ann, bob), EXAMPLES["line"].moves)
    for query in ({}, {"player": ann.id}, {"game": "line"}, {"game": "line", "size": "3"}):
        shown.append(await cyd.get("/api/games", limit=100, **query))
    shown.append(await cyd.get(f"/api/players/{ann.id}"))
    assert game not in str(shown)
    assert game in str(await bob.get("/api/games", player=ann.id))
    assert game in str(await ann.get("/api/games", player=ann.id))
    assert len(game) >= 16  # four letters of the time, 71 bits that nobody can guess

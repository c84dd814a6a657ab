"""Spectators: what they see, and what they may not do."""

from __future__ import annotations

import pytest

from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_public_game_can_be_watched_without_a_token(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    visitor = await deployment.client().connect()
    assert visitor.messages[0].get("player") is None
    state = await visitor.watch(game)
    assert state.get("you") is None
    await ann.move(game, example.moves[0])
    assert (await visitor.receive_event(game, "move"))["text"] == example.moves[0]


@async_test
async def test_number_of_spectators_is_shown_to_all(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob))
    one = await deployment.client().connect()
    await one.watch(game)
    await ann.receive("spectators", game_id=game, count=1)
    two = await deployment.client().connect()
    await two.watch(game)
    for player in (ann, bob, one):
        await player.receive("spectators", game_id=game, count=2)
    assert (await bob.watch(game))["spectators"] == 2
    await two.close()
    await one.receive("spectators", game_id=game, count=1)
    await one.send(type="unwatch", game_id=game)
    await bob.receive("spectators", game_id=game, count=0)


@async_test
async def test_spectators_cannot_act(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob), size="7")
    visitor = await deployment.client().connect()
    await cyd.watch(game)
    await visitor.watch(game)
    kinds = ("move", "resign", "draw", "takeback", "accept_takeback", "abort", "chat", "rematch")
    for kind in kinds:
        assert await cyd.act_error(game, kind, "S1") == "not_allowed"
        assert await visitor.act_error(game, kind, "S1") == "not_signed_in"
    assert (await ann.watch(game))["seq"] == 0


@async_test
async def test_spectators_see_no_chat(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob))
    await cyd.watch(game)
    await ann.act(game, "chat", "a secret")
    event = await cyd.receive_event(game, "chat")
    assert "text" not in event
    await cyd.watch(game, since=0)
    assert "a secret" not in str(cyd.messages)
    assert "a secret" not in str(await cyd.get(f"/api/games/{game}"))


@async_test
async def test_lobby_counts_the_moves(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("sos", (ann, bob), size="4x4", rated=False)
    await ann.act(game, "chat", "hello")
    await deployment.play_moves(game, (ann, bob), ("Sa1", "Sb1", "Sc1"))
    await ann.act(game, "takeback")
    await bob.act(game, "accept_takeback")
    (card,) = [card for card in (await bob.get("/api/lobby"))["playing"] if card["id"] == game]
    assert card["moves"] == 2


@async_test
async def test_spectators_see_no_tokens(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob))
    await cyd.watch(game)
    seen = str(cyd.messages) + str(await cyd.get("/api/lobby"))
    assert ann.token
    assert bob.token
    assert ann.token not in seen
    assert bob.token not in seen


@async_test
async def test_private_game_is_hidden_without_its_link(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob), size="3", public=False)
    await cyd.send(type="lobby")
    shown = [await cyd.receive("lobby"), await cyd.get("/api/lobby")]
    await deployment.play_moves(game, (ann, bob), EXAMPLES["line"].moves)
    for query in ({}, {"player": ann.id}, {"game": "line"}, {"game": "line", "size": "3"}):
        shown.append(await cyd.get("/api/games", limit=100, **query))
    shown.append(await cyd.get(f"/api/players/{ann.id}"))
    assert game not in str(shown)
    assert game in str(await bob.get("/api/games", player=ann.id))
    assert game in str(await ann.get("/api/games", player=ann.id))
    assert len(game) >= 16  # four letters of time, and 71 random bits

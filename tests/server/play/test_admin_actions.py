"""Running servers apply what administrators change in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from quire.store import admin
from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test


async def administer(
    deployment: Deployment,
    work: Callable[[Connection, float], Any],
    **about: Any,
) -> None:
    """Change the database as `quire admin` does, and let all servers tick."""
    store = deployment.servers[0].node.store

    def change(connection: Connection) -> None:
        work(connection, store.today())
        admin.log(connection, "test", "root", store.today(), **about)

    await asyncio.to_thread(deployment.servers[0].run, store.write(change))
    await asyncio.to_thread(deployment.advance, 1)


async def end_game(deployment: Deployment, game: str) -> None:
    await administer(deployment, lambda it, today: admin.end_game(it, game, today), game_id=game)


@async_test
async def test_players_and_spectators_see_that_a_game_was_ended(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await cyd.watch(game)
    await deployment.play_moves(game, (ann, bob), ["S1", "S3"])
    await end_game(deployment, game)
    for player in (ann, bob, cyd):
        event = await player.receive_event(game, "ended_by_admin")
        assert event["status"] == "over"
        assert event["outcome"]["reason"] == "ended_by_admin"
        assert event["outcome"].get("winner") is None
    assert await ann.act_error(game, "move", "O2") == "match_over"
    assert (await ann.get(f"/api/games/{game}/record"))["outcome"]["reason"] == "ended_by_admin"
    assert (await ann.get("/api/me"))["games"] == [], "a game without a result counts for nothing"


@async_test
async def test_open_game_is_cancelled(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await ann.create_game("line", size="7")
    for player in (ann, bob):
        await player.watch(game)
    await end_game(deployment, game)
    for player in (ann, bob):
        assert (await player.receive("error", game_id=game))["code"] == "not_found"
    assert game not in [it["id"] for it in (await bob.get("/api/lobby"))["open"]]


@async_test
async def test_deleted_chat_message_is_gone_for_everyone(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.act(game, "chat", "hello")
    rude = await ann.act(game, "chat", "something rude")
    await bob.receive_event(game, "chat", text="something rude")
    await administer(
        deployment, lambda it, _: admin.delete_chat(it, game, rude["seq"]), game_id=game
    )
    for player in (ann, bob):
        state = await player.receive("state", id=game)
        assert state["chat_messages"] == [{"seat": 0, "text": "hello"}]
    state = await bob.watch(game, since=0)
    messages = [it for it in state["missed_events"] if it["kind"] == "chat"]
    assert [it.get("text", "") for it in messages] == ["hello", ""]
    assert "something rude" not in str(state)


@async_test
async def test_muted_player_cannot_chat(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await administer(deployment, lambda it, today: admin.mute(it, ann.id, today), player=ann.id)
    assert await ann.act_error(game, "chat", "hello") == "not_allowed"
    tab = await deployment.new_tab(ann, elsewhere=True)
    await tab.watch(game)
    assert await tab.act_error(game, "chat", "hello") == "not_allowed"
    await ann.move(game, "S1")
    await bob.act(game, "chat", "hello")
    await administer(deployment, lambda it, _: admin.unmute(it, ann.id), player=ann.id)
    await ann.act(game, "chat", "thank you")


@pytest.mark.parametrize("banned", ["127.0.0.1", "127.0.0.0/8"])
@async_test
async def test_banned_network_is_refused(deploy: Deploy, banned: str) -> None:
    with deploy() as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        await administer(
            deployment, lambda it, today: admin.ban_network(it, banned, today), network=banned
        )
        for player in (ann, bob):
            assert await player.close_code() == 1008
        new = deployment.client("New")
        for path, more in (
            ("/api/guests", {}),
            ("/api/players", {"passphrase": "correct horse"}),
            ("/api/sessions", {"passphrase": "correct horse"}),
        ):
            assert await new.request_error("POST", path, {"name": "New", **more}) == "not_allowed"
        with pytest.raises(Exception, match="403"):
            await ann.connect()
        deployment.restart()
        assert await new.request_error("POST", "/api/guests", {"name": "New"}) == "not_allowed"
        await administer(deployment, lambda it, _: admin.unban_network(it, banned), network=banned)
        await (await new.guest()).connect()


@async_test
async def test_other_networks_are_not_banned(deployment: Deployment) -> None:
    for other in ("127.0.0.2", "128.0.0.0/8", "::/64"):
        await administer(
            deployment,
            lambda it, today, other=other: admin.ban_network(it, other, today),  # type: ignore[misc]
            network=other,
        )
    await deployment.guest("Ann")

"""Running servers apply what administrators change in the database."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import Connection

from quire.store import admin
from quire.store.people import deletion
from quire.store.play import presence
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
    await administer(
        deployment, lambda connection, today: admin.end_game(connection, game, today), game_id=game
    )


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
    assert game not in [card["id"] for card in (await bob.get("/api/lobby"))["open"]]


async def remove(deployment: Deployment, player: str) -> None:
    def delete(connection: Connection, today: float) -> None:
        deletion.delete(connection, player, presence.game_time(connection), today)

    await administer(deployment, delete, player=player)


@async_test
async def test_opponents_see_that_a_player_was_removed(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    running = await deployment.start_game("line", (ann, bob), size="7")
    await deployment.play_moves(running, (ann, bob), ["S1", "S3"])
    started = await deployment.start_game("line", (bob, ann), size="7")
    for game in (running, started):
        await cyd.watch(game)
    await remove(deployment, ann.id)
    for player in (bob, cyd):
        events = await player.receive_events({running: "resign", started: "abort"})
        ends = {game: (event["status"], event["seat"]) for game, event in events.items()}
        assert ends == {running: ("over", 0), started: ("over", 1)}
        assert events[running]["outcome"]["winner"] == 1
        assert events[started]["outcome"]["reason"] == "aborted"
    assert await ann.close_code() == 4001
    (statistics,) = (await bob.get("/api/me"))["games"]
    assert statistics["people"]["wins"] == 1


@async_test
async def test_open_game_of_a_removed_player_is_cancelled(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    seen, unseen = await ann.create_game("line"), await ann.create_game("line")
    await cyd.watch(seen)
    await bob.send(type="lobby")
    await bob.receive("lobby", where=lambda lobby: {seen, unseen} <= shown(lobby))
    await remove(deployment, ann.id)
    await bob.receive("lobby", where=lambda lobby: not {seen, unseen} & shown(lobby))
    await cyd.receive("error", game_id=seen, code="not_found")
    assert await cyd.request_error("GET", f"/api/games/{seen}") == "not_found"


def shown(lobby: dict[str, Any]) -> set[str]:
    return {game["id"] for game in lobby["open"]}


@async_test
async def test_others_play_on_when_a_player_was_removed(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("sos", (ann, bob, cyd), size="4x4:3")
    await deployment.play_moves(game, (ann, bob, cyd), ["Sa1", "Sa2", "Sa3"])
    await remove(deployment, ann.id)
    for player in (bob, cyd):
        event = await player.receive_event(game, "resign", seat=0)
        assert event["status"] == "playing"
    await bob.move(game, "Sa4")
    await cyd.receive_event(game, "move", seat=1)


@async_test
async def test_deleted_chat_message_is_gone_for_everyone(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.act(game, "chat", "hello")
    rude = await ann.act(game, "chat", "something rude")
    await bob.receive_event(game, "chat", text="something rude")
    await administer(
        deployment,
        lambda connection, _: admin.delete_chat(connection, game, rude["seq"]),
        game_id=game,
    )
    for player in (ann, bob):
        state = await player.receive("state", id=game)
        assert state["chat_messages"] == [{"seat": 0, "text": "hello"}]
    state = await bob.watch(game, since=0)
    messages = [event for event in state["missed_events"] if event["kind"] == "chat"]
    assert [message.get("text", "") for message in messages] == ["hello", ""]
    assert "something rude" not in str(state)


@async_test
async def test_muted_player_cannot_chat(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await administer(
        deployment, lambda connection, today: admin.mute(connection, ann.id, today), player=ann.id
    )
    assert await ann.act_error(game, "chat", "hello") == "not_allowed"
    tab = await deployment.new_tab(ann, elsewhere=True)
    await tab.watch(game)
    assert await tab.act_error(game, "chat", "hello") == "not_allowed"
    await ann.move(game, "S1")
    await bob.act(game, "chat", "hello")
    await administer(
        deployment, lambda connection, _: admin.unmute(connection, ann.id), player=ann.id
    )
    await ann.act(game, "chat", "thank you")


@pytest.mark.parametrize("banned", ["127.0.0.1", "127.0.0.0/8"])
@async_test
async def test_banned_network_is_refused(deploy: Deploy, banned: str) -> None:
    with deploy() as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        await administer(
            deployment,
            lambda connection, today: admin.ban_network(connection, banned, today),
            network=banned,
        )
        for player in (ann, bob):
            assert await player.close_code() == 4003
        new = deployment.client("New")
        for path, more in (
            ("/api/guests", {}),
            ("/api/players", {"passphrase": "correct horse"}),
            ("/api/sessions", {"passphrase": "correct horse"}),
        ):
            assert await new.request_error("POST", path, {"name": "New", **more}) == "not_allowed"
        await ann.open()
        assert await ann.close_code() == 4003
        assert ann.messages == []
        deployment.restart()
        assert await new.request_error("POST", "/api/guests", {"name": "New"}) == "not_allowed"
        await administer(
            deployment,
            lambda connection, _: admin.unban_network(connection, banned),
            network=banned,
        )
        await (await new.guest()).connect()


@async_test
async def test_other_networks_are_not_banned(deployment: Deployment) -> None:
    for other in ("127.0.0.2", "128.0.0.0/8", "::/64"):
        await administer(
            deployment,
            lambda connection, today, other=other: admin.ban_network(connection, other, today),  # type: ignore[misc]
            network=other,
        )
    await deployment.guest("Ann")

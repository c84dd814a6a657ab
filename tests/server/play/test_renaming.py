"""Accounts that change while games are in memory: everyone sees the current names.

One server notifies the other at once: no time passes in those tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from quire.online.player_name import DELETED_PLAYER
from quire.server.play.node import Node
from quire.store.people import deletion, players
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient

WORDS = "correct horse battery"


async def games_of(deployment: Deployment, ann: PlayerClient, bob: PlayerClient) -> tuple[str, str]:
    """Return a running game and a finished one, both in the memory of both servers."""
    over = await deployment.start_game("line", (ann, bob), size="3")
    await deployment.play_moves(over, (ann, bob), ("S1", "S3", "O2"))
    running = await deployment.start_game("line", (ann, bob), size="7")
    await deployment.play_moves(running, (ann, bob), ("S1", "S3"))
    return over, running


def names(state: Any) -> list[str]:
    return [seat["name"] for seat in state["seats"]]


async def receive_names(player: PlayerClient, games: Iterable[str], *expected: str) -> None:
    """Wait until the player has received these names for each game, in any order."""
    pending = set(games)
    while pending:
        state = await player.receive(
            "state",
            where=lambda message: message["id"] in pending and names(message) == list(expected),
        )
        pending.discard(state["id"])


async def check_names_for_newcomers(deployment: Deployment, game: str, *expected: str) -> None:
    """Check the names at every server, over the socket and over HTTP."""
    for _ in deployment.servers:
        newcomer = await deployment.guest("New")
        assert names(await newcomer.watch(game)) == list(expected)
        assert names(await newcomer.get(f"/api/games/{game}")) == list(expected)
        record = await newcomer.get(f"/api/games/{game}/record")
        assert record["players"] == list(expected)


def write_to_store(deployment: Deployment, work: Callable[[Any], object]) -> None:
    """Write to the database as `quire admin` does, without notifying anyone."""
    server = deployment.servers[0]
    server.run(server.node.store.write(work))


@async_test
async def test_registering_under_another_name_renames_everywhere(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    games = await games_of(deployment, ann, bob)
    ann.name = f"Anna of {deployment.servers[0].port}"
    await ann.register(WORDS)
    for player in (ann, bob):  # connected players are notified
        await receive_names(player, games, ann.name, "Bob")
    for game in games:
        await check_names_for_newcomers(deployment, game, ann.name, "Bob")
    await ann.move(games[1], "S7")
    await bob.receive_event(games[1], "move", seat=0)  # she keeps her connection and her seat


@async_test
async def test_open_game_shows_the_new_name_and_is_cancelled_with_the_account(
    deployment: Deployment,
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    waiting = await ann.create_game("line")
    await bob.watch(waiting)
    ann.name = f"Anne of {deployment.servers[0].port}"
    await ann.register(WORDS)
    await receive_names(bob, [waiting], ann.name, "")
    assert (await ann.request("DELETE", "/api/me")).status_code == 204
    assert (await bob.receive("error", game_id=waiting))["code"] == "not_found"


@async_test
async def test_deleted_name_is_removed_from_games(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    games = await games_of(deployment, ann, bob)
    assert (await ann.request("DELETE", "/api/me")).status_code == 204
    assert await ann.close_code() == 4001
    await receive_names(bob, games, DELETED_PLAYER, "Bob")
    for game in games:
        await check_names_for_newcomers(deployment, game, DELETED_PLAYER, "Bob")
    state = await bob.watch(games[1])
    assert (state["outcome"]["reason"], state["outcome"]["winner"]) == ("resignation", 1)


@async_test
async def test_changes_in_the_database_are_noticed(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    games = await games_of(deployment, ann, bob)
    write_to_store(deployment, lambda connection: players.rename(connection, bob.id, "Robert"))
    deployment.advance(2)
    for player in (ann, bob):
        await receive_names(player, games, "Ann", "Robert")
    for game in games:
        await check_names_for_newcomers(deployment, game, "Ann", "Robert")
    now = deployment.timing.wall()
    write_to_store(deployment, lambda connection: deletion.delete(connection, ann.id, now, now))
    deployment.advance(2)
    assert await ann.close_code() == 4001
    await receive_names(bob, games, DELETED_PLAYER, "Robert")
    for game in games:
        await check_names_for_newcomers(deployment, game, DELETED_PLAYER, "Robert")


async def unload_rooms(node: Node) -> None:
    for _ in range(2):
        node.rooms.unload_idle()


@async_test
async def test_outdated_name_of_a_seat_is_corrected_once(deployment: Deployment) -> None:
    """A seat can be taken under the old name at the moment its player is renamed."""
    ann, bob = await deployment.guests("Ann", "Bob")
    _, game = await games_of(deployment, ann, bob)
    write_to_store(
        deployment, lambda connection: players.rename_seats(connection, ann.id, "Old name")
    )
    await bob.send(type="unwatch", game_id=game)
    await ann.send(type="unwatch", game_id=game)
    await bob.drain()
    await ann.drain()
    for server in deployment.servers:
        server.run(unload_rooms(server.node))
    assert names(await ann.watch(game)) == ["Old name", "Bob"]
    deployment.advance(2)
    await ann.receive("state", id=game, where=lambda message: names(message) == ["Ann", "Bob"])
    deployment.advance(3)
    states = [message for message in await ann.drain() if message["type"] == "state"]
    assert states == [], "correct names are sent once"


@async_test
async def test_new_session_survives_an_old_sign_out(deployment: Deployment) -> None:
    ann = deployment.client(f"Again {deployment.servers[0].port}")
    await ann.register(WORDS)
    await ann.connect()
    assert (await ann.request("DELETE", "/api/sessions")).status_code == 204
    assert await ann.close_code() == 4001
    ann.token = None
    await ann.sign_in(WORDS)
    await ann.connect()
    for server in deployment.servers:
        server.run(server.node.accounts.check([ann.id]))
    assert await ann.drain() == []

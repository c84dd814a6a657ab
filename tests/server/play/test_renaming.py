"""Accounts that change while games are in memory: everybody sees the names of now, and no others.

What a server does itself is told to the other at once: no time passes in those tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from quire.online.player_name import DELETED_PLAYER
from quire.store.people import players
from tests.server.deployment import World, scenario
from tests.server.player_client import Player

WORDS = "correct horse battery"


async def games_of(world: World, ann: Player, bob: Player) -> tuple[str, str]:
    """Return a running game and a finished one, both in the memory of both servers."""
    over = await world.sit("line", (ann, bob), size="3")
    await world.play(over, (ann, bob), ("S1", "S3", "O2"))
    under_way = await world.sit("line", (ann, bob), size="7")
    await world.play(under_way, (ann, bob), ("S1",))
    return over, under_way


def names(state: Any) -> list[str]:
    return [it["name"] for it in state["seats"]]


async def hears_names(player: Player, games: Iterable[str], *expected: str) -> None:
    """The player is told of the names in each of these games, in whatever order."""
    left = set(games)
    while left:
        state = await player.receive(
            "state", that=lambda it: it["id"] in left and names(it) == list(expected)
        )
        left.discard(state["id"])


async def newcomers_see(world: World, game: str, *expected: str) -> None:
    """At every server, over the socket and over HTTP."""
    for _ in world.servers:
        newcomer = await world.person("New")
        assert names(await newcomer.watch(game)) == list(expected)
        assert names(await newcomer.get(f"/api/games/{game}")) == list(expected)
        record = await newcomer.get(f"/api/games/{game}/record")
        assert record["players"] == list(expected)


def past_the_servers(world: World, work: Callable[[Any], object]) -> None:
    """As `quire admin` does it: in the store, and nobody is told."""
    server = world.servers[0]
    server.run(server.node.store.write(work))


@scenario
async def test_a_guest_who_registers_under_another_name_has_it_everywhere(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    games = await games_of(world, ann, bob)
    ann.name = f"Anna of {world.servers[0].port}"
    await ann.register(WORDS)
    for player in (ann, bob):  # connected players are notified
        await hears_names(player, games, ann.name, "Bob")
    for game in games:
        await newcomers_see(world, game, ann.name, "Bob")
    await bob.move(games[1], "S7")
    await ann.sees(games[1], "move", seat=1)  # the connection and the seat are still hers


@scenario
async def test_a_game_that_waits_shows_its_makers_new_name_and_goes_with_the_maker(
    world: World,
) -> None:
    ann, bob = await world.people("Ann", "Bob")
    waiting = await ann.make("line")
    await bob.watch(waiting)
    ann.name = f"Anne of {world.servers[0].port}"
    await ann.register(WORDS)
    await hears_names(bob, [waiting], ann.name, "")
    assert (await ann.ask("DELETE", "/api/me")).status_code == 204
    assert (await bob.receive("error", game_id=waiting))["code"] == "not_found"


@scenario
async def test_the_name_of_a_deleted_account_is_in_no_game_any_more(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    games = await games_of(world, ann, bob)
    assert (await ann.ask("DELETE", "/api/me")).status_code == 204
    assert await ann.closed() == 4001
    await hears_names(bob, games, DELETED_PLAYER, "Bob")
    for game in games:
        await newcomers_see(world, game, DELETED_PLAYER, "Bob")
    state = await bob.watch(games[1])
    assert (state["outcome"]["reason"], state["outcome"]["winner"]) == ("resignation", 1)


@scenario
async def test_what_is_done_past_the_servers_is_seen_at_their_next_look(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    games = await games_of(world, ann, bob)
    past_the_servers(world, lambda it: players.rename(it, bob.id, "Robert"))
    world.advance(2)
    for player in (ann, bob):
        await hears_names(player, games, "Ann", "Robert")
    for game in games:
        await newcomers_see(world, game, "Ann", "Robert")
    past_the_servers(world, lambda it: players.delete(it, ann.id))
    world.advance(2)
    assert await ann.closed() == 4001
    await hears_names(bob, games, DELETED_PLAYER, "Robert")
    for game in games:
        await newcomers_see(world, game, DELETED_PLAYER, "Robert")


@scenario
async def test_a_name_that_was_stored_too_late_is_put_right_once(world: World) -> None:
    """A seat is taken under the old name just as its player is renamed: nobody updates it then."""
    ann, bob = await world.people("Ann", "Bob")
    _, game = await games_of(world, ann, bob)
    past_the_servers(world, lambda it: players._rename_seats(it, ann.id, "Old name"))
    await bob.send(type="unwatch", game_id=game)
    await ann.send(type="unwatch", game_id=game)
    await bob.answered()
    await ann.answered()
    for _ in range(2):
        world.advance(0)  # until the servers have let the game go
    assert names(await ann.watch(game)) == ["Old name", "Bob"]
    world.advance(2)
    await ann.receive("state", id=game, that=lambda it: names(it) == ["Ann", "Bob"])
    world.advance(3)
    states = [it for it in await ann.answered() if it["type"] == "state"]
    assert states == [], "what is right is left alone"


@scenario
async def test_who_has_signed_in_again_stays_when_old_news_comes(world: World) -> None:
    ann = world.player(f"Again {world.servers[0].port}")
    await ann.register(WORDS)
    await ann.connect()
    assert (await ann.ask("DELETE", "/api/sessions")).status_code == 204
    assert await ann.closed() == 4001
    ann.token = None
    await ann.sign_in(WORDS)
    await ann.connect()
    for server in world.servers:
        server.run(server.node.accounts.check([ann.id]))
    assert await ann.answered() == []

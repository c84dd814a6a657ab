"""Quick pairing: two strangers each choose a size, and a random draw decides."""

from __future__ import annotations

import pytest

from tests.server.deployment import World, scenario
from tests.server.example_games import EXAMPLES, GAMES
from tests.server.player_client import Player


async def _meet(world: World, key: str, players: list[Player], sizes: tuple[str, str]) -> str:
    for player, size in zip(players, sizes, strict=True):
        await player.send(type="seek", game=key, size=size)
    one, other = [str((await it.receive("paired"))["game_id"]) for it in players]
    assert one == other
    return one


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_one_of_the_two_sizes_is_drawn_and_so_is_the_starter(
    own_world: World, key: str
) -> None:
    sizes = (EXAMPLES[key].size, EXAMPLES[key].other_size)
    players = await own_world.people("Ann", "Bob")
    drawn: set[str] = set()
    starters: set[str] = set()
    for _ in range(40):
        game = await _meet(own_world, key, players, sizes)
        states = [await it.watch(game) for it in players]
        for state in states:
            assert state["size"] in sizes
            assert state["random_choices"]["size"] == state["size"]
            wishes = {it["name"]: it["size"] for it in state["random_choices"]["size_choices"]}
            assert wishes == {"Ann": sizes[0], "Bob": sizes[1]}
            assert state["random_choices"]["order"] == [it["name"] for it in state["seats"]]
            assert (state["clock"], state["reconnect_seconds"]) == (60, 30)
            assert state["rated"]
        assert {it["you"] for it in states} == {0, 1}
        drawn.add(states[0]["size"])
        starters.add(states[0]["random_choices"]["order"][0])
        starter = players[0] if states[0]["you"] == 0 else players[1]
        await starter.does(game, "abort")
        if drawn == set(sizes) and len(starters) == 2:
            break
    # By chance alone, each of these fails once in a million million times.
    assert drawn == set(sizes)
    assert starters == {"Ann", "Bob"}


@scenario
async def test_the_draw_is_kept(own_world: World) -> None:
    players = await own_world.people("Ann", "Bob")
    game = await _meet(own_world, "obstruction", players, ("5x5", "6x6"))
    state = await players[0].watch(game)
    own_world.restart()
    assert (await own_world.player().get(f"/api/games/{game}"))["random_choices"] == state[
        "random_choices"
    ]


@scenario
async def test_strangers_who_want_different_games_do_not_meet(own_world: World) -> None:
    ann, bob, cyd = await own_world.people("Ann", "Bob", "Cyd")
    await ann.send(type="seek", game="line")
    await bob.send(type="seek", game="sos")
    assert await ann.answered() == await bob.answered() == []
    await cyd.send(type="seek", game="line")
    assert (await ann.receive("paired"))["game_id"] == (await cyd.receive("paired"))["game_id"]
    assert await bob.answered() == []


@scenario
async def test_who_stops_waiting_or_leaves_is_not_met(own_world: World) -> None:
    ann, bob, cyd = await own_world.people("Ann", "Bob", "Cyd")
    await ann.send(type="seek", game="line")
    await ann.send(type="unseek")
    await ann.answered()
    await bob.send(type="seek", game="line")
    assert await bob.answered() == []
    await bob.send(type="unseek")
    await bob.answered()
    await cyd.send(type="seek", game="line")
    assert await cyd.answered() == []


@scenario
async def test_nobody_meets_themselves(own_world: World) -> None:
    ann = await own_world.person("Ann")
    tab = await own_world.tab(ann)
    await ann.send(type="seek", game="line")
    await ann.answered()
    await tab.send(type="seek", game="line")
    own_world.advance(2)
    assert await tab.answered() == await ann.answered() == []


@scenario
async def test_the_blocked_do_not_meet(own_world: World) -> None:
    ann, bob, cyd = await own_world.people("Ann", "Bob", "Cyd")
    await bob.ask("PUT", f"/api/players/{ann.id}/block")
    for player in (ann, bob):
        await player.send(type="seek", game="line")
        assert await player.answered() == []
        own_world.advance(1)  # who waits longer comes first
    await cyd.send(type="seek", game="line")
    assert (await ann.receive("paired"))["game_id"] == (await cyd.receive("paired"))["game_id"]
    assert await bob.answered() == []


@scenario
async def test_a_wish_is_known_by_its_id(own_world: World) -> None:
    ann, bob = await own_world.people("Ann", "Bob")
    await ann.send(type="seek", game="line", id="first")
    await ann.answered()
    await bob.send(type="seek", game="line", id="his")
    paired = await ann.receive("paired")
    assert paired["id"] == "first"
    own_world.advance(1)
    # Later games are not what it has led to; it is answered alike, here and elsewhere.
    await ann.make("line", seats=["me", "level1"])
    tab = await own_world.tab(ann, elsewhere=True)
    for connection in (ann, tab):
        for _ in range(2):
            await connection.send(type="seek", game="line", id="first")
            assert await connection.receive("paired") == paired
    await tab.send(type="unseek")
    await tab.send(type="seek", game="line", id="first")
    assert await tab.receive("paired") == paired
    await tab.send(type="seek", game="line", id="second")
    assert await tab.answered() == []


@scenario
async def test_an_old_connection_does_not_take_a_newer_wish_with_it(own_world: World) -> None:
    ann, bob = await own_world.people("Ann", "Bob")
    await ann.send(type="seek", game="line", id="wish")
    await ann.answered()
    tab = await own_world.tab(ann, elsewhere=True)
    await tab.send(type="seek", game="line", id="wish")
    await tab.answered()
    await ann.close()
    own_world.advance(1)
    await bob.send(type="seek", game="line")
    assert (await bob.receive("paired"))["game_id"] == (await tab.receive("paired"))["game_id"]


@scenario
async def test_who_withdraws_in_another_tab_is_not_told_of_another_game(own_world: World) -> None:
    ann = await own_world.person("Ann")
    await ann.send(type="seek", game="line")
    await ann.answered()
    tab = await own_world.tab(ann, elsewhere=True)
    await tab.send(type="unseek")
    await tab.make("line", seats=["me", "level1"])
    own_world.advance(2)
    assert await ann.answered() == []


@scenario
async def test_a_wish_that_cannot_be_is_refused(own_world: World) -> None:
    ann = await own_world.person("Ann")
    await ann.send(type="seek", game="line", size="1")
    assert (await ann.receive("error"))["code"] == "notation"
    await ann.send(type="seek", game="chess", id="mine")
    refusal = await ann.receive("error")
    assert (refusal["code"], refusal["id"]) == ("unknown_game", "mine")
    visitor = await own_world.player().connect()
    await visitor.send(type="seek", game="line")
    assert (await visitor.receive("error"))["code"] == "not_signed_in"

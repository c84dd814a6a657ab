"""Quick pairing: two players choose a size each, and the server draws one at random."""

from __future__ import annotations

import pytest

from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES
from tests.server.player_client import PlayerClient


async def _pair(
    deployment: Deployment, key: str, players: list[PlayerClient], sizes: tuple[str, str]
) -> str:
    for player, size in zip(players, sizes, strict=True):
        await player.send(type="seek", game=key, size=size)
    one, other = [str((await player.receive("paired"))["game_id"]) for player in players]
    assert one == other
    return one


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_size_and_starter_are_drawn_at_random(own_deployment: Deployment, key: str) -> None:
    sizes = (EXAMPLES[key].size, EXAMPLES[key].other_size)
    players = await own_deployment.guests("Ann", "Bob")
    drawn: set[str] = set()
    starters: set[str] = set()
    for _ in range(40):
        game = await _pair(own_deployment, key, players, sizes)
        states = [await player.watch(game) for player in players]
        for state in states:
            assert state["size"] in sizes
            drawn_of = state["random_choices"]
            if sizes[0] == sizes[1]:  # nothing to draw
                assert drawn_of.keys() == {"order"}
            else:
                assert drawn_of["size"] == state["size"]
                choices = {choice["name"]: choice["size"] for choice in drawn_of["size_choices"]}
                assert choices == {"Ann": sizes[0], "Bob": sizes[1]}
            assert state["random_choices"]["order"] == [seat["name"] for seat in state["seats"]]
            assert (state["clock"], state["reconnect_seconds"]) == (60, 30)
            assert state["rated"]
        assert {state["you"] for state in states} == {0, 1}
        drawn.add(states[0]["size"])
        starters.add(states[0]["random_choices"]["order"][0])
        starter = players[0] if states[0]["you"] == 0 else players[1]
        await starter.act(game, "abort")
        if drawn == set(sizes) and len(starters) == 2:
            break
    # Each of these fails by chance once in 10¹² runs.
    assert drawn == set(sizes)
    assert starters == {"Ann", "Bob"}


@async_test
async def test_absence_costs_nothing_with_days_per_move(deploy: Deploy) -> None:
    with deploy(move_seconds=86_400.0) as deployment:
        players = await deployment.guests("Ann", "Bob")
        game = await _pair(deployment, "line", players, ("7", "7"))
        state = await players[0].watch(game)
        assert (state["clock"], state.get("reconnect_seconds")) == (86_400, None)


@async_test
async def test_every_connection_that_repeats_a_seek_is_answered(own_deployment: Deployment) -> None:
    """The last message of a connection that breaks may be read after those of the next one."""
    old, bob = await own_deployment.guests("Ann", "Bob")
    new = await own_deployment.new_tab(old)
    for tab in (new, old):
        await tab.send(type="seek", game="line", size="7", id="the-seek")
        await tab.drain()
    await old.close()
    await bob.send(type="seek", game="line", size="7")
    game = (await bob.receive("paired"))["game_id"]
    assert (await new.receive("paired"))["game_id"] == game


@async_test
async def test_random_choices_survive_a_restart(own_deployment: Deployment) -> None:
    players = await own_deployment.guests("Ann", "Bob")
    game = await _pair(own_deployment, "obstruction", players, ("5x5", "6x6"))
    state = await players[0].watch(game)
    own_deployment.restart()
    assert (await own_deployment.client().get(f"/api/games/{game}"))["random_choices"] == state[
        "random_choices"
    ]


@async_test
async def test_different_games_are_not_paired(own_deployment: Deployment) -> None:
    ann, bob, cyd = await own_deployment.guests("Ann", "Bob", "Cyd")
    await ann.send(type="seek", game="line")
    await bob.send(type="seek", game="sos")
    assert await ann.drain() == await bob.drain() == []
    await cyd.send(type="seek", game="line")
    assert (await ann.receive("paired"))["game_id"] == (await cyd.receive("paired"))["game_id"]
    assert await bob.drain() == []


@async_test
async def test_cancelled_seek_is_not_paired(own_deployment: Deployment) -> None:
    ann, bob, cyd = await own_deployment.guests("Ann", "Bob", "Cyd")
    await ann.send(type="seek", game="line")
    await ann.send(type="unseek")
    await ann.drain()
    await bob.send(type="seek", game="line")
    assert await bob.drain() == []
    await bob.send(type="unseek")
    await bob.drain()
    await cyd.send(type="seek", game="line")
    assert await cyd.drain() == []


@async_test
async def test_player_is_not_paired_with_themselves(own_deployment: Deployment) -> None:
    ann = await own_deployment.guest("Ann")
    tab = await own_deployment.new_tab(ann)
    await ann.send(type="seek", game="line")
    await ann.drain()
    await tab.send(type="seek", game="line")
    own_deployment.advance(2)
    assert await tab.drain() == await ann.drain() == []


@async_test
async def test_blocked_players_are_not_paired(own_deployment: Deployment) -> None:
    ann, bob, cyd = await own_deployment.guests("Ann", "Bob", "Cyd")
    await bob.request("PUT", f"/api/players/{ann.id}/block")
    for player in (ann, bob):
        await player.send(type="seek", game="line")
        assert await player.drain() == []
        own_deployment.advance(1)  # the longest wait comes first
    await cyd.send(type="seek", game="line")
    assert (await ann.receive("paired"))["game_id"] == (await cyd.receive("paired"))["game_id"]
    assert await bob.drain() == []


@async_test
async def test_seek_is_identified_by_its_id(own_deployment: Deployment) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    await ann.send(type="seek", game="line", id="first")
    await ann.drain()
    await bob.send(type="seek", game="line", id="his")
    paired = await ann.receive("paired")
    assert paired["id"] == "first"
    own_deployment.advance(1)
    # A later game is not the seek's; every server gives the same response.
    await ann.create_game("line", seats=["me", "level1"])
    tab = await own_deployment.new_tab(ann, elsewhere=True)
    for connection in (ann, tab):
        for _ in range(2):
            await connection.send(type="seek", game="line", id="first")
            assert await connection.receive("paired") == paired
    await tab.send(type="unseek")
    await tab.send(type="seek", game="line", id="first")
    assert await tab.receive("paired") == paired
    await tab.send(type="seek", game="line", id="second")
    assert await tab.drain() == []


@async_test
async def test_closing_an_old_connection_keeps_a_newer_seek(own_deployment: Deployment) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    await ann.send(type="seek", game="line", id="hers")
    await ann.drain()
    tab = await own_deployment.new_tab(ann, elsewhere=True)
    await tab.send(type="seek", game="line", id="hers")
    await tab.drain()
    await ann.close()
    own_deployment.advance(1)
    await bob.send(type="seek", game="line")
    assert (await bob.receive("paired"))["game_id"] == (await tab.receive("paired"))["game_id"]


@async_test
async def test_seek_cancelled_in_another_tab_reports_no_game(own_deployment: Deployment) -> None:
    ann = await own_deployment.guest("Ann")
    await ann.send(type="seek", game="line")
    await ann.drain()
    tab = await own_deployment.new_tab(ann, elsewhere=True)
    await tab.send(type="unseek")
    await tab.create_game("line", seats=["me", "level1"])
    own_deployment.advance(2)
    assert await ann.drain() == []


@async_test
async def test_invalid_seek_is_refused(own_deployment: Deployment) -> None:
    ann = await own_deployment.guest("Ann")
    await ann.send(type="seek", game="line", size="1")
    assert (await ann.receive("error"))["code"] == "notation"
    await ann.send(type="seek", game="chess", id="mine")
    refusal = await ann.receive("error")
    assert (refusal["code"], refusal["id"]) == ("unknown_game", "mine")
    visitor = await own_deployment.client().connect()
    await visitor.send(type="seek", game="line")
    assert (await visitor.receive("error"))["code"] == "not_signed_in"

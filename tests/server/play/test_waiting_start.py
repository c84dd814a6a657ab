"""An invitation with a live clock starts when everyone is present."""

from __future__ import annotations

from typing import Any

import pytest

from quire.online.game_state import MAX_START_WAIT_SECONDS
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient

LONG_SECONDS = 600.0
"""Longer than the clock, and than a player may be away once the game has started."""


async def join_without_host(
    deployment: Deployment, **request: Any
) -> tuple[PlayerClient, PlayerClient, str]:
    """Return a host who is on no page of the game, the player who has joined, and the game."""
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await ann.create_game("line", size="7", random_order=False, **request)
    await bob.watch(game)
    await bob.join(game)
    return ann, bob, game


@pytest.mark.parametrize("increment", [None, 3.0])
@async_test
async def test_clock_starts_when_the_host_is_back(
    deployment: Deployment, increment: float | None
) -> None:
    ann, bob, game = await join_without_host(deployment, increment=increment)
    state = await bob.receive("state", id=game, status="playing")
    assert state["waiting"]
    assert state["seats"][0]["away"]
    assert "clock_left" not in state
    assert state["seats"][0]["reconnect_left"] is None
    deployment.advance(LONG_SECONDS)
    back = await ann.watch(game)
    assert (back["clock_left"], back.get("waiting", False)) == (60, False)
    event = await bob.receive_event(game, "reconnected")
    assert (event["seat"], event["clock_left"]) == (0, 60)
    assert "waiting" not in event
    await ann.move(game, "S1")
    await bob.receive_event(game, "move")


@async_test
async def test_guest_can_only_wait_or_abort(deployment: Deployment) -> None:
    _, bob, game = await join_without_host(deployment, rated=True)
    await bob.receive("state", id=game, waiting=True)
    for kind in ("resign", "draw", "keep_waiting"):
        assert await bob.act_error(game, kind) == "not_allowed"
    event = await bob.act(game, "abort")
    assert event["outcome"]["reason"] == "aborted"
    assert "waiting" not in event


@async_test
async def test_nobody_moves_before_the_start(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await ann.create_game("line", size="7", seats=["open", "me"], random_order=False)
    await bob.join(game)
    assert (await bob.watch(game))["waiting"]
    assert await bob.act_error(game, "move", "S1") == "not_allowed"
    await ann.watch(game)
    await bob.receive_event(game, "reconnected")
    await bob.move(game, "S1")


@async_test
async def test_game_is_aborted_if_the_host_never_comes(deployment: Deployment) -> None:
    _, bob, game = await join_without_host(deployment, rated=True)
    await bob.receive("state", id=game, waiting=True)
    deployment.advance(MAX_START_WAIT_SECONDS + 1)
    event = await bob.receive_event(game, "absence_abort")
    assert (event["seat"], event["outcome"]["reason"]) == (0, "aborted")


@async_test
async def test_players_who_come_one_after_the_other_wait_for_each_other(
    deployment: Deployment,
) -> None:
    ann, bob, game = await join_without_host(deployment)
    await bob.receive("state", id=game, waiting=True)
    await bob.close()
    state = await ann.watch(game)
    while not state["seats"][1].get("away"):  # the end of Bob's connection may come later
        state = await ann.receive("event", game_id=game)
    assert state["waiting"]
    deployment.advance(LONG_SECONDS)
    await bob.connect()
    assert (await bob.watch(game))["clock_left"] == 60
    assert "waiting" not in await ann.receive_event(game, "reconnected", seat=1)


@async_test
async def test_three_players_and_a_spectator(deployment: Deployment) -> None:
    ann, bob, cem, dot = await deployment.guests("Ann", "Bob", "Cem", "Dot")
    game = await ann.create_game("sos", size="5x5:3", random_order=False)
    await bob.join(game)
    await cem.join(game)
    assert (await dot.watch(game))["waiting"]
    seats = (await cem.watch(game))["seats"]
    assert [seat["away"] for seat in seats] == [True, True, False]
    await bob.watch(game)
    assert (await cem.receive_event(game, "reconnected", seat=1))["waiting"]
    await ann.watch(game)
    for player in (cem, dot):
        assert "waiting" not in await player.receive_event(game, "reconnected", seat=0)
    await ann.move(game, "Sa1")


@async_test
async def test_waiting_survives_a_restart(own_deployment: Deployment) -> None:
    ann, bob, game = await join_without_host(own_deployment)
    await bob.receive("state", id=game, waiting=True)
    own_deployment.restart(after=LONG_SECONDS)
    await bob.connect()
    assert (await bob.watch(game))["waiting"]
    await ann.connect()
    assert (await ann.watch(game))["clock_left"] == 60


@pytest.mark.parametrize("clock", [None, 86400])
@async_test
async def test_other_clocks_start_with_the_last_seat(
    deployment: Deployment, clock: float | None
) -> None:
    _, bob, game = await join_without_host(deployment, clock=clock)
    state = await bob.receive("state", id=game, status="playing")
    assert "waiting" not in state
    assert state.get("clock_left") == clock


@async_test
async def test_host_on_another_page_is_present(deployment: Deployment) -> None:
    """The page follows all games of its player, whichever is open."""
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await ann.create_game("line", size="7", random_order=False)
    await ann.watch(game)
    await bob.join(game)
    state = await ann.receive("state", id=game, status="playing")
    assert (state["seq"], "waiting" in state) == (0, False)

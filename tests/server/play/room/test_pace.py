"""The pace of computer players: people can follow several moves in a row."""

from __future__ import annotations

import pytest

from quire.server.play.room import computer
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that computer players have waited, recorded instead."""
    waited: list[float] = []

    async def record(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(computer, "pause", record)
    return waited


async def start_chain(ann: PlayerClient, **how: float) -> str:
    """Start a game whose first two moves are made by computer players."""
    seats = ["level1", "level1", "me"]
    game = await ann.create_game("sos", size="4x4:3", seats=seats, random_order=False)
    await ann.watch(game, **how)
    for seat in (0, 1):
        await ann.receive_event(game, "move", seat=seat)
    return game


@async_test
async def test_every_move_of_a_computer_waits_for_the_pace(
    deployment: Deployment, pauses: list[float]
) -> None:
    ann = await deployment.guest("Ann")
    await start_chain(ann, pace=0.35)
    assert pauses == [0.35, 0.35]


@async_test
async def test_without_a_pace_computers_answer_at_once(
    deployment: Deployment, pauses: list[float]
) -> None:
    ann = await deployment.guest("Ann")
    await start_chain(ann)
    assert pauses == []


@async_test
async def test_pace_of_a_spectator_does_not_count(
    deployment: Deployment, pauses: list[float]
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    seats = ["me", "level1"]
    game = await ann.create_game("line", size="9", seats=seats, random_order=False)
    await bob.watch(game, pace=2.0)
    await ann.watch(game)
    await ann.move(game, "S1")
    await ann.receive_event(game, "move", seat=1)
    assert pauses == []


@async_test
async def test_pace_costs_no_time(deployment: Deployment, pauses: list[float]) -> None:
    ann = await deployment.guest("Ann")
    seats = ["me", "level1"]
    game = await ann.create_game(
        "line", size="9", seats=seats, random_order=False, clock=300, increment=3
    )
    await ann.watch(game, pace=2.0)
    deployment.advance(10)
    assert (await ann.move(game, "S1"))["clocks_left"] == [293, None]
    event = await ann.receive_event(game, "move", seat=1)
    assert event["clocks_left"] == [293, None]
    assert pauses == [2.0]


@async_test
async def test_pace_is_bounded(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    game = await ann.create_game("line", size="9", seats=["me", "level1"])
    await ann.send(type="watch", game_id=game, pace=60)
    assert "pace" in (await ann.receive("error"))["message"]

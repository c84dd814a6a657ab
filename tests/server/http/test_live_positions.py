"""Nobody gets help with a position that is on the board in a rated game."""

from __future__ import annotations

from typing import Any

import pytest

from quire.core import replay
from quire.games import find_game
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient

GAME = {"game": "obstruction", "size": "6x6"}

SAME = {
    "the same moves": ["a1", "f6", "c3"],
    "another order": ["c3", "f6", "a1"],
    "mirrored": ["f1", "a6", "d3"],
    "turned": ["a6", "f1", "c4"],
}


async def live_game(deployment: Deployment, rated: bool) -> tuple[PlayerClient, PlayerClient, str]:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(**GAME, players=(ann, bob), rated=rated)
    await deployment.play_moves(game, (ann, bob), ["a1", "f6", "c3"])
    return ann, bob, game


async def ask(player: PlayerClient, path: str, moves: list[str]) -> Any:
    response = await player.request("POST", path, {**GAME, "moves": moves})
    return None if response.status_code == 200 else response.json()["code"]


@pytest.mark.parametrize("how", SAME)
@async_test
async def test_position_of_a_rated_game_is_not_analysed(deployment: Deployment, how: str) -> None:
    _, bob, game = await live_game(deployment, rated=True)
    *_, position = replay(find_game("obstruction").start("6x6"), SAME[how])
    later = [*SAME[how], position.legal_moves()[0]]
    for visitor in (bob, await deployment.guest("Eve"), deployment.client()):
        assert await ask(visitor, "/api/analysis", SAME[how]) == "not_allowed"
        assert await ask(visitor, "/api/review", later) == "not_allowed"
        assert await ask(visitor, "/api/solve", SAME[how]) == "not_allowed"
        for moves in (SAME[how], later):  # any position of the line counts
            assert await ask(visitor, "/api/analysis/check", moves) == "not_allowed"
        assert await ask(visitor, "/api/analysis/check", SAME[how][:2]) is None
        assert await ask(visitor, "/api/analysis", later) is None
        assert await ask(visitor, "/api/analysis", SAME[how][:2]) is None
    await bob.act(game, "resign")
    assert await ask(bob, "/api/analysis", SAME[how]) is None
    assert await ask(bob, "/api/analysis/check", SAME[how]) is None
    assert await ask(bob, "/api/review", SAME[how]) is None


@async_test
async def test_position_of_a_casual_game_is_analysed(deployment: Deployment) -> None:
    _, bob, game = await live_game(deployment, rated=False)
    assert await ask(bob, "/api/analysis", SAME["mirrored"]) is None
    await bob.act(game, "resign")


@async_test
async def test_no_hint_in_a_game_against_the_computer_with_the_same_position(
    deployment: Deployment,
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    rated = await deployment.start_game("line", (ann, bob), size="7", rated=True)
    mine = await bob.create_game("line", size="7", seats=["me", "level1"], random_order=False)
    await bob.watch(mine)
    await bob.move(mine, "S4")
    state = await bob.receive_event(mine, "move", seat=1)
    moves = ["S4", state["entry"]]
    hint = f"/api/games/{mine}/hint"
    assert (await bob.request("GET", hint)).status_code == 200
    await deployment.play_moves(rated, (ann, bob), moves)
    assert await bob.request_error("GET", hint) == "not_allowed"
    await bob.act(rated, "resign")
    assert (await bob.request("GET", hint)).status_code == 200

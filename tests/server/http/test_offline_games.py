"""Games that were played without a server are checked, stored once, and count apart."""

from __future__ import annotations

from typing import Any

import pytest

import quire
from quire.core import Position, replay
from quire.server.workers.worker_task import MoveTask
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient

SIZES = {"sos": "3x3", "line": "7", "extreme": "2x9x9", "obstruction": "5x5"}

PATH = "/api/me/offline-games"


def offline_game(game: str, seats: list[str], seed: int = 5, size: str = "") -> dict[str, Any]:
    """Return a whole game, in which the person plays the first legal move."""
    size = size or SIZES[game]
    position: Position = quire.start(game, size)
    moves: list[str] = []
    while position.outcome() is None:
        agent = seats[position.to_move]
        if agent == "me":
            moves.append(position.legal_moves()[0])
        else:
            task = MoveTask(game, size, tuple(moves), f"{agent}:seed={seed}", 60.0)
            moves.append(task.run())
        position = position.play(moves[-1])
    return {
        "id": f"{seed:024x}",
        "game": game,
        "size": size,
        "seats": seats,
        "seed": str(seed),
        "moves": moves,
    }


async def statistics_of(player: PlayerClient) -> dict[str, Any]:
    """Return the player's statistics by game."""
    found = (await player.get("/api/me"))["games"]
    return {statistics["game"]: statistics for statistics in found}


@pytest.mark.parametrize("game", SIZES)
@async_test
async def test_game_is_stored_once_and_counts_as_offline(deployment: Deployment, game: str) -> None:
    (ann,) = await deployment.guests("Ann")
    sent = offline_game(game, ["level2", "me"])
    id = (await ann.post(PATH, sent))["id"]
    assert (await ann.post(PATH, sent))["id"] == id
    state = await ann.get(f"/api/games/{id}")
    assert (state["status"], state["moves"]) == ("over", sent["moves"])
    counted = (await statistics_of(ann))[game]
    assert counted["offline"]["games"] == 1
    assert counted["people"]["games"] == counted["computer"]["games"] == 0
    assert [it["against"] for it in counted["seats"]] == ["offline"]
    assert (counted["streak"], counted["rated"]) == (0, 0)
    assert await ann.get("/api/agents") == []
    record = await ann.get(f"/api/games/{id}/record")
    *_, last = replay(quire.start(game, SIZES[game]), sent["moves"])
    outcome = last.outcome()
    assert outcome is not None
    assert record["outcome"]["winner"] == outcome.winner


@async_test
async def test_only_its_player_finds_it(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    id = (await ann.post(PATH, offline_game("line", ["me", "greedy"])))["id"]
    assert [it["id"] for it in (await ann.get("/api/games", player=ann.id))["games"]] == [id]
    assert (await bob.get("/api/games", player=ann.id))["games"] == []
    assert (await bob.get("/api/games"))["games"] == []


@async_test
async def test_two_players_may_send_the_same_game(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    sent = offline_game("line", ["me", "level1"])
    assert (await ann.post(PATH, sent))["id"] != (await bob.post(PATH, sent))["id"]


@async_test
async def test_three_players(deployment: Deployment) -> None:
    (ann,) = await deployment.guests("Ann")
    sent = offline_game("sos", ["level1", "me", "random"], size="3x3:3")
    await ann.post(PATH, sent)
    assert (await statistics_of(ann))["sos"]["offline"]["games"] == 1


@async_test
async def test_resigned_game_is_lost(deployment: Deployment) -> None:
    (ann,) = await deployment.guests("Ann")
    sent = offline_game("obstruction", ["me", "level1"])
    await ann.post(PATH, {**sent, "moves": sent["moves"][:2], "resigned": True})
    assert (await statistics_of(ann))["obstruction"]["offline"]["losses"] == 1


WRONG = {
    "another seed": ({"seed": "6"}, 403, "not_allowed"),
    "another level": ({"seats": ["me", "level8"]}, 403, "not_allowed"),
    "an illegal move": ({"moves": ["S1", "S1"]}, 400, "illegal_move"),
    "no square": ({"moves": ["S99"]}, 400, "illegal_move"),
    "unfinished": ({"moves": ["S1"]}, 403, "not_allowed"),
    "not a level": ({"seats": ["me", "champion"]}, 403, "not_allowed"),
    "options": ({"seats": ["me", "level1:seed=3"]}, 403, "not_allowed"),
    "two people": ({"seats": ["me", "me"]}, 400, "notation"),
    "nobody": ({"seats": ["level1", "level1"]}, 400, "notation"),
    "three seats": ({"seats": ["me", "level1", "level1"]}, 400, "notation"),
    "no game": ({"game": "chess"}, 404, "unknown_game"),
    "no size": ({"size": "0"}, 400, "notation"),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
@async_test
async def test_game_that_cannot_have_been_is_refused(
    deployment: Deployment, change: tuple[dict[str, Any], int, str]
) -> None:
    different, status, code = change
    (ann,) = await deployment.guests("Ann")
    sent = offline_game("line", ["me", "level1"], seed=5, size="14")
    answer = await ann.request("POST", PATH, {**sent, **different})
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert (await ann.get("/api/me"))["games"] == []
    assert (await ann.get("/api/games", player=ann.id))["games"] == []

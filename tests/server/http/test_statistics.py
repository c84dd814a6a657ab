"""The end of a game changes all statistics before anyone is notified of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.deployment import Deployment, async_test
from tests.server.example_games import DRAWS, EXAMPLES, GAMES
from tests.server.player_client import PlayerClient


async def _my_statistics(player: PlayerClient) -> Any:
    (statistics,) = (await player.get("/api/me"))["games"]
    return statistics


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_games_wins_and_losses_by_game_and_seat(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    assert example.winner is not None
    players = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, players, size=example.size)
    await deployment.play_moves(game, players, example.moves)
    for seat, player in enumerate(players):
        statistics, won = await _my_statistics(player), seat == example.winner
        assert statistics["game"] == key
        expected = {"games": 1, "wins": int(won), "losses": int(not won), "draws": 0}
        assert statistics["people"] == expected
        assert statistics["seats"] == [{**expected, "against": "people", "seat": seat}]
        assert (statistics["streak"], statistics["best"]) == (int(won), int(won))
        assert (statistics.get("rating"), statistics["rated"]) == (None, 0)  # it was casual
        page = await players[0].get(f"/api/players/{player.id}")
        assert page == await player.get("/api/me")


@async_test
async def test_draws_count_and_streaks_end(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    for moves in (EXAMPLES["line"].moves, EXAMPLES["line"].moves, DRAWS["line"]):
        game = await deployment.start_game("line", (ann, bob), size="3")
        await deployment.play_moves(game, (ann, bob), moves)
    statistics = await _my_statistics(ann)
    assert statistics["people"] == {"games": 3, "wins": 2, "losses": 0, "draws": 1}
    assert (statistics["streak"], statistics["best"]) == (0, 2)
    assert (await _my_statistics(bob))["people"] == {"games": 3, "wins": 0, "losses": 2, "draws": 1}


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_rated_game_changes_ratings(deployment: Deployment, key: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=EXAMPLES[key].size, rated=True)
    await ann.act(game, "resign")
    winner, loser = await _my_statistics(bob), await _my_statistics(ann)
    assert winner["rating"] > loser["rating"]
    assert winner["rated"] == loser["rated"] == 1


@async_test
async def test_better_rank_of_three_gets_the_better_rating(deployment: Deployment) -> None:
    players = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("sos", players, size="3x3:3", rated=True)
    moves = ("Sa1", "Ob1", "Sc1", "Oa2", "Ob2", "Oc2", "Oa3", "Ob3", "Oc3")
    await deployment.play_moves(game, players, moves)
    first, second, third = [(await _my_statistics(player))["rating"] for player in players]
    assert third > first == second  # the third made the only point
    assert (await _my_statistics(players[2]))["people"]["wins"] == 1


@async_test
async def test_games_against_agents_are_counted_separately(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")

    async def row() -> dict[str, int]:
        table = await ann.get("/api/agents", game="line")
        for row in table:
            assert row["game"] == "line"
            if (row["agent"], row["size"]) == ("level2", "9"):
                return {name: row[name] for name in ("games", "wins", "losses", "draws")}
        return {}

    assert await row() == {}
    for number in (1, 2):
        game = await ann.create_game("line", size="9", seats=["me", "level2"], random_order=False)
        await ann.watch(game)
        await ann.act(game, "resign")
        assert await row() == {"games": number, "wins": 0, "losses": number, "draws": 0}
    statistics = await _my_statistics(ann)
    assert statistics["computer"]["losses"] == 2
    assert statistics["people"]["games"] == 0
    assert statistics["rated"] == 0


@async_test
async def test_leaderboard_lists_members_with_five_rated_games(deployment: Deployment) -> None:
    ann = deployment.client("Leader Ann")
    await ann.register("a long passphrase")
    await ann.connect()
    bob = await deployment.guest("Bob")
    for number in range(1, 6):
        game = await deployment.start_game("line", (ann, bob), size="3", rated=True)
        await deployment.play_moves(game, (ann, bob), EXAMPLES["line"].moves)
        board = [player["name"] for player in await bob.get("/api/leaderboards/line")]
        assert ("Leader Ann" in board) == (number == 5)
        assert "Bob" not in board  # a guest
    assert (await bob.get("/api/players", name="leader ann"))["games"][0]["best"] == 5
    assert await bob.get("/api/leaderboards/sos") == []


@async_test
async def test_head_to_head_counts_games_of_two(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")

    async def results(one: PlayerClient, other: PlayerClient) -> list[int]:
        tally = await cyd.get(f"/api/players/{one.id}/against/{other.id}")
        return [tally.get(name, 0) for name in ("games", "wins", "losses", "draws")]

    assert await results(ann, bob) == [0, 0, 0, 0]
    for moves in (EXAMPLES["line"].moves, DRAWS["line"]):
        game = await deployment.start_game("line", (ann, bob), size="3")
        await deployment.play_moves(game, (ann, bob), moves)
    game = await deployment.start_game("obstruction", (bob, ann), size="5x5")
    await bob.act(game, "resign")
    aborted = await deployment.start_game("line", (ann, bob), size="3")
    await ann.act(aborted, "abort")
    three = await deployment.start_game("sos", (ann, bob, cyd), size="3x3:3")
    await ann.act(three, "resign")
    await bob.act(three, "resign")
    assert await results(ann, bob) == [3, 2, 0, 1]
    assert await results(bob, ann) == [3, 0, 2, 1]
    assert await results(ann, cyd) == [0, 0, 0, 0]
    assert await results(ann, ann) == [0, 0, 0, 0]
    path = f"/api/players/{ann.id}/against/nobody"
    assert await ann.request_error("GET", path) == "not_found"

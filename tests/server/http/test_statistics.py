"""The end of a game changes all statistics before anyone is notified of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.deployment import World, scenario
from tests.server.example_games import DRAWS, EXAMPLES, GAMES
from tests.server.player_client import Player


async def _figures(player: Player) -> Any:
    (figures,) = (await player.get("/api/me"))["games"]
    return figures


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_games_wins_and_losses_by_game_and_seat(world: World, key: str) -> None:
    example = EXAMPLES[key]
    assert example.winner is not None
    players = await world.people("Ann", "Bob")
    game = await world.sit(key, players, size=example.size)
    await world.play(game, players, example.moves)
    for seat, player in enumerate(players):
        figures, won = await _figures(player), seat == example.winner
        assert figures["game"] == key
        expected = {"games": 1, "wins": int(won), "losses": int(not won), "draws": 0}
        assert figures["people"] == expected
        assert figures["seats"] == [{**expected, "against": "people", "seat": seat}]
        assert (figures["streak"], figures["best"]) == (int(won), int(won))
        assert (figures.get("rating"), figures["rated"]) == (None, 0)  # it was casual
        page = await players[0].get(f"/api/players/{player.id}")
        assert page == await player.get("/api/me")


@scenario
async def test_draws_count_and_streaks_end(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    for moves in (EXAMPLES["line"].moves, EXAMPLES["line"].moves, DRAWS["line"]):
        game = await world.sit("line", (ann, bob), size="3")
        await world.play(game, (ann, bob), moves)
    figures = await _figures(ann)
    assert figures["people"] == {"games": 3, "wins": 2, "losses": 0, "draws": 1}
    assert (figures["streak"], figures["best"]) == (0, 2)
    assert (await _figures(bob))["people"] == {"games": 3, "wins": 0, "losses": 2, "draws": 1}


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_a_rated_game_moves_the_ratings(world: World, key: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=EXAMPLES[key].size, rated=True)
    await ann.does(game, "resign")
    winner, loser = await _figures(bob), await _figures(ann)
    assert winner["rating"] > loser["rating"]
    assert winner["rated"] == loser["rated"] == 1


@scenario
async def test_of_three_the_better_rank_has_the_better_rating(world: World) -> None:
    players = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("sos", players, size="3x3:3", rated=True)
    moves = ("Sa1", "Ob1", "Sc1", "Oa2", "Ob2", "Oc2", "Oa3", "Ob3", "Oc3")
    await world.play(game, players, moves)
    first, second, third = [(await _figures(it))["rating"] for it in players]
    assert third > first == second  # the third has the one point
    assert (await _figures(players[2]))["people"]["wins"] == 1


@scenario
async def test_games_against_agents_are_counted_apart_and_in_the_table(world: World) -> None:
    ann = await world.person("Ann")

    async def row() -> dict[str, int]:
        table = await ann.get("/api/agents", game="line")
        for it in table:
            assert it["game"] == "line"
            if (it["agent"], it["size"]) == ("level2", "9"):
                return {name: it[name] for name in ("games", "wins", "losses", "draws")}
        return {}

    assert await row() == {}
    for number in (1, 2):
        game = await ann.make("line", size="9", seats=["me", "level2"], random_order=False)
        await ann.watch(game)
        await ann.does(game, "resign")
        assert await row() == {"games": number, "wins": 0, "losses": number, "draws": 0}
    figures = await _figures(ann)
    assert figures["computer"]["losses"] == 2
    assert figures["people"]["games"] == 0
    assert figures["rated"] == 0


@scenario
async def test_the_leaderboard_has_members_with_five_rated_games(world: World) -> None:
    ann = world.player("Leader Ann")
    await ann.register("a long passphrase")
    await ann.connect()
    bob = await world.person("Bob")
    for number in range(1, 6):
        game = await world.sit("line", (ann, bob), size="3", rated=True)
        await world.play(game, (ann, bob), EXAMPLES["line"].moves)
        board = [it["name"] for it in await bob.get("/api/leaderboards/line")]
        assert ("Leader Ann" in board) == (number == 5)
        assert "Bob" not in board  # a guest
    assert (await bob.get("/api/players", name="leader ann"))["games"][0]["best"] == 5
    assert await bob.get("/api/leaderboards/sos") == []

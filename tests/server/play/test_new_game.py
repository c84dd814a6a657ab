"""Creating and joining games, with every option."""

from __future__ import annotations

from typing import Any

import pytest

from quire.games import find_game
from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_game_starts_when_a_second_player_joins(deployment: Deployment, key: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await ann.create_game(key)
    state = await ann.watch(game)
    assert state["status"] == "open"
    assert state["size"] == find_game(key).online_sizes.default
    assert state["clock"] == 60
    assert state["reconnect_seconds"] == 30
    assert await ann.act_error(game, "move", EXAMPLES[key].moves[0]) == "not_allowed"
    await bob.join(game)
    begun = await ann.receive("state", id=game, status="playing")
    assert {seat["player"] for seat in begun["seats"]} == {ann.id, bob.id}
    assert begun["seats"][begun["you"]]["player"] == ann.id


@pytest.mark.parametrize("first", ["me", "open"])
@async_test
async def test_creator_chooses_who_starts(deployment: Deployment, first: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    seats = ["me", "open"] if first == "me" else ["open", "me"]
    game = await ann.create_game("obstruction", seats=seats, random_order=False)
    await bob.join(game)
    assert (await ann.watch(game))["you"] == seats.index("me")
    assert "random_choices" not in await ann.watch(game)


@async_test
async def test_random_order_is_shown_to_all(deployment: Deployment) -> None:
    players = await deployment.guests("Ann", "Bob", "Cyd")
    firsts = set()
    for _ in range(20):
        game = await deployment.start_game("sos", players, size="3x3:3", random_order=True)
        states = [await player.watch(game) for player in players]
        order = [seat["name"] for seat in states[0]["seats"]]
        assert sorted(order) == ["Ann", "Bob", "Cyd"]
        assert all(state["random_choices"]["order"] == order for state in states)
        assert [order[state["you"]] for state in states] == ["Ann", "Bob", "Cyd"]
        firsts.add(order[0])
        await players[0].act(game, "abort")
        if len(firsts) > 1:
            break
    assert len(firsts) > 1  # fails by chance once in 10⁹ runs


@pytest.mark.parametrize(
    ("key", "size", "canonical"),
    [
        ("sos", "7x5", "7x5"),
        ("sos", "5x5:simple", "5x5:simple"),
        ("sos", "26x26", "26x26"),
        ("line", "2000", "2000"),
        ("obstruction", "10X5", "10x5"),
    ],
)
@async_test
async def test_sizes_and_variants(
    deployment: Deployment, key: str, size: str, canonical: str
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=size)
    assert (await ann.watch(game))["size"] == canonical


@pytest.mark.parametrize("number", range(2, 9))
@async_test
async def test_sos_has_two_to_eight_seats(deployment: Deployment, number: int) -> None:
    players = await deployment.guests(*(f"P{index}" for index in range(number)))
    game = await deployment.start_game("sos", players, size=f"5x5:{number}")
    state = await players[-1].watch(game)
    assert state["status"] == "playing"
    assert len(state["seats"]) == number
    assert state["you"] == number - 1


@pytest.mark.parametrize("clock", [0.5, 24, 3 * 86400, None])
@async_test
async def test_clocks_from_half_a_second_to_days_or_none(
    deployment: Deployment, clock: float | None
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), clock=clock)
    state = await ann.watch(game)
    assert state["clock"] == clock
    assert state.get("clock_left") == clock


@pytest.mark.parametrize(
    "body",
    [
        {"game": "line", "size": "2"},
        {"game": "line", "size": "2001"},
        {"game": "line", "size": "DROP TABLE"},
        {"game": "obstruction", "size": "4x5"},
        {"game": "obstruction", "size": "11x5"},
        {"game": "sos", "size": "27x3"},
        {"game": "sos", "size": "5x5:9"},
        {"game": "line", "seats": ["me"]},
        {"game": "line", "seats": ["me", "me"]},
        {"game": "line", "seats": ["open", "open"]},
        {"game": "line", "seats": ["me", "open", "open"]},
        {"game": "line", "seats": ["me", "nobody known"]},
        {"game": "line", "seats": ["me", "level1"], "rated": True},
        {"game": "line", "clock": None, "rated": True},
        {"game": "line", "clock": 0},
        {"game": "line", "clock": -1},
        {"game": "line", "clock": 31 * 86400},
        {"game": "line", "clock": "60"},
        {"game": "line", "clock": 60, "increment": -1},
        {"game": "line", "clock": 60, "increment": 3601},
        {"game": "line", "clock": None, "increment": 3},
        {"game": "line", "surprise": 1},
        {"size": "7"},
        [],
        None,
    ],
    ids=str,
)
@async_test
async def test_invalid_request_is_refused(deployment: Deployment, body: Any) -> None:
    ann = await deployment.client("Ann").guest()
    answer = await ann.request("POST", "/api/games", body)
    assert answer.status_code == 400
    assert answer.json()["message"]


@async_test
async def test_unknown_game_is_refused(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    assert await ann.request_error("POST", "/api/games", {"game": "chess"}) == "unknown_game"


@async_test
async def test_creating_needs_a_token(deployment: Deployment) -> None:
    nobody = deployment.client()
    assert await nobody.request_error("POST", "/api/games", {"game": "line"}) == "not_signed_in"


@async_test
async def test_only_public_games_are_in_the_lobby(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    shown = await ann.create_game("line", size="9")
    hidden = await ann.create_game("line", public=False)

    async def lobby(which: str) -> set[str]:
        return {card["id"] for card in (await bob.get("/api/lobby"))[which]}

    assert shown in await lobby("open")
    assert hidden not in await lobby("open")
    for game in (shown, hidden):
        await bob.join(game)  # anyone with the link may join
    assert shown in await lobby("playing")
    assert hidden not in await lobby("playing")
    mine = {game["id"] for game in await bob.get("/api/me/games")}
    assert {shown, hidden} <= mine


@async_test
async def test_lobby_updates_over_the_socket(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    await bob.send(type="lobby", on=True)
    await bob.receive("lobby")
    game = await ann.create_game("line", size="11")
    deployment.advance(1)
    update = await bob.receive(
        "lobby", where=lambda message: any(g["id"] == game for g in message["open"])
    )
    (card,) = [card for card in update["open"] if card["id"] == game]
    assert (card["game"], card["size"], card["clock"]) == ("line", "11", 60)
    assert [seat["name"] for seat in card["seats"]] == ["Ann", ""]
    await ann.request("POST", f"/api/games/{game}/leave")
    deployment.advance(1)
    await bob.receive("lobby", where=lambda message: all(g["id"] != game for g in message["open"]))


@async_test
async def test_leaving_frees_the_seat_and_the_creator_leaving_cancels_the_game(
    deployment: Deployment,
) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await ann.create_game("sos", size="3x3:3")
    await bob.join(game)
    await bob.watch(game)
    await bob.post(f"/api/games/{game}/leave")
    state = await ann.watch(game)
    assert [seat.get("player") for seat in state["seats"]].count(None) == 2
    await cyd.join(game)
    await cyd.watch(game)
    await ann.post(f"/api/games/{game}/leave")
    assert (await cyd.receive("error", game_id=game))["code"] == "not_found"
    assert await cyd.request_error("GET", f"/api/games/{game}") == "not_found"
    assert await bob.request_error("POST", f"/api/games/{game}/join") == "not_found"


@async_test
async def test_spectator_on_another_server_sees_joins_and_cancellation(
    deployment: Deployment,
) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await ann.create_game("sos", size="3x3:3", random_order=False)
    await bob.watch(game)
    await cyd.join(game)
    await bob.receive("state", where=lambda message: message["seats"][1]["name"] == "Cyd")
    await cyd.post(f"/api/games/{game}/leave")
    await bob.receive("state", where=lambda message: message["seats"][1]["name"] == "")
    await ann.post(f"/api/games/{game}/leave")
    assert (await bob.receive("error", game_id=game))["code"] == "not_found"


@async_test
async def test_running_game_cannot_be_joined_or_left(deployment: Deployment) -> None:
    ann, bob, cyd = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("line", (ann, bob))
    assert await cyd.request_error("POST", f"/api/games/{game}/join") == "taken"
    assert await bob.request_error("POST", f"/api/games/{game}/leave") == "not_allowed"
    await bob.join(game)  # joining again changes nothing


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_levels_and_agents_can_be_chosen(deployment: Deployment, key: str) -> None:
    ann = await deployment.guest("Ann")
    catalogue = await ann.get("/api/catalogue")
    names = {agent["name"] for agent in catalogue["agents"]}
    assert {game["key"] for game in catalogue["games"]} == set(GAMES)
    for agent in ("level1", "level5", "random"):
        assert agent in names
        game = await ann.create_game(
            key, size=EXAMPLES[key].size, seats=["me", agent], random_order=False
        )
        state = await ann.watch(game)
        assert state["status"] == "playing"
        assert state["seats"][1]["agent"] == agent
        await ann.act(game, "abort")


@async_test
async def test_open_game_is_cancelled_after_two_days(own_deployment: Deployment) -> None:
    ann, bob = await own_deployment.guests("Ann", "Bob")
    old = await ann.create_game("line")
    own_deployment.advance(47 * 3600)
    new = await bob.create_game("line")
    own_deployment.restart(after=30 * 24 * 3600)  # downtime does not count
    await ann.connect()
    assert (await ann.watch(old))["status"] == "open"
    own_deployment.advance(2 * 3600)
    assert (await ann.receive("error", game_id=old))["code"] == "not_found"
    assert await ann.request_error("GET", f"/api/games/{old}") == "not_found"
    lobby = await ann.get("/api/lobby")
    assert old not in str(lobby)
    assert new in str(lobby)
    assert await bob.request_error("POST", f"/api/games/{old}/join") == "not_found"

"""Games are made, with every choice that there is, and joined."""

from __future__ import annotations

from typing import Any

import pytest

from quire.games import find_game
from tests.server.deployment import World, scenario
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_a_game_waits_for_whoever_joins_and_then_begins(world: World, key: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await ann.make(key)
    state = await ann.watch(game)
    assert state["status"] == "open"
    assert state["size"] == find_game(key).online_sizes.default
    assert state["clock"] == 60
    assert state["reconnect_seconds"] == 30
    assert await ann.fails(game, "move", EXAMPLES[key].moves[0]) == "not_allowed"
    await bob.join(game)
    begun = await ann.receive("state", id=game, status="playing")
    assert {it["player"] for it in begun["seats"]} == {ann.id, bob.id}
    assert begun["seats"][begun["you"]]["player"] == ann.id


@pytest.mark.parametrize("first", ["me", "open"])
@scenario
async def test_the_maker_says_who_starts(world: World, first: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    seats = ["me", "open"] if first == "me" else ["open", "me"]
    game = await ann.make("obstruction", seats=seats, random_order=False)
    await bob.join(game)
    assert (await ann.watch(game))["you"] == seats.index("me")
    assert "random_choices" not in await ann.watch(game)


@scenario
async def test_an_order_by_lot_is_shown_to_all_and_recorded(world: World) -> None:
    players = await world.people("Ann", "Bob", "Cyd")
    firsts = set()
    for _ in range(20):
        game = await world.sit("sos", players, size="3x3:3", random_order=True)
        states = [await it.watch(game) for it in players]
        order = [it["name"] for it in states[0]["seats"]]
        assert sorted(order) == ["Ann", "Bob", "Cyd"]
        assert all(it["random_choices"]["order"] == order for it in states)
        assert [order[it["you"]] for it in states] == ["Ann", "Bob", "Cyd"]
        firsts.add(order[0])
        await players[0].does(game, "abort")
        if len(firsts) > 1:
            break
    assert len(firsts) > 1  # by chance alone, once in a thousand million times


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
@scenario
async def test_sizes_and_variants(world: World, key: str, size: str, canonical: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=size)
    assert (await ann.watch(game))["size"] == canonical


@pytest.mark.parametrize("number", range(2, 9))
@scenario
async def test_sos_has_two_to_eight_seats(world: World, number: int) -> None:
    players = await world.people(*(f"P{it}" for it in range(number)))
    game = await world.sit("sos", players, size=f"5x5:{number}")
    state = await players[-1].watch(game)
    assert state["status"] == "playing"
    assert len(state["seats"]) == number
    assert state["you"] == number - 1


@pytest.mark.parametrize("clock", [0.5, 24, 3 * 86400, None])
@scenario
async def test_any_clock_days_a_move_or_none(world: World, clock: float | None) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), clock=clock)
    state = await ann.watch(game)
    assert state["clock"] == clock
    assert state.get("clock_left") == clock


@pytest.mark.parametrize(
    "wish",
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
        {"game": "line", "clock": 0},
        {"game": "line", "clock": -1},
        {"game": "line", "clock": 31 * 86400},
        {"game": "line", "clock": "60"},
        {"game": "line", "surprise": 1},
        {"size": "7"},
        [],
        None,
    ],
    ids=str,
)
@scenario
async def test_a_wish_that_makes_no_sense_is_refused(world: World, wish: Any) -> None:
    ann = await world.player("Ann").guest()
    answer = await ann.ask("POST", "/api/games", wish)
    assert answer.status_code == 400
    assert answer.json()["message"]


@scenario
async def test_an_unknown_game_is_told_as_such(world: World) -> None:
    ann = await world.player("Ann").guest()
    assert await ann.refused("POST", "/api/games", {"game": "chess"}) == "unknown_game"


@scenario
async def test_without_a_token_nothing_is_made(world: World) -> None:
    nobody = world.player()
    assert await nobody.refused("POST", "/api/games", {"game": "line"}) == "not_signed_in"


@scenario
async def test_public_games_are_in_the_lobby_and_others_are_not(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    shown = await ann.make("line", size="9")
    hidden = await ann.make("line", public=False)

    async def lobby(which: str) -> set[str]:
        return {it["id"] for it in (await bob.get("/api/lobby"))[which]}

    assert shown in await lobby("open")
    assert hidden not in await lobby("open")
    for game in (shown, hidden):
        await bob.join(game)  # the link is enough
    assert shown in await lobby("playing")
    assert hidden not in await lobby("playing")
    mine = {it["id"] for it in await bob.get("/api/me/games")}
    assert {shown, hidden} <= mine


@scenario
async def test_the_lobby_is_told_over_the_socket(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    await bob.send(type="lobby", on=True)
    await bob.receive("lobby")
    game = await ann.make("line", size="11")
    world.advance(1)
    news = await bob.receive("lobby", that=lambda it: any(g["id"] == game for g in it["open"]))
    (card,) = [it for it in news["open"] if it["id"] == game]
    assert (card["game"], card["size"], card["clock"]) == ("line", "11", 60)
    assert [it["name"] for it in card["seats"]] == ["Ann", ""]
    await ann.ask("POST", f"/api/games/{game}/leave")
    world.advance(1)
    await bob.receive("lobby", that=lambda it: all(g["id"] != game for g in it["open"]))


@scenario
async def test_a_seat_can_be_given_back_and_without_its_maker_there_is_no_game(
    world: World,
) -> None:
    ann, bob, cyd = await world.people("Ann", "Bob", "Cyd")
    game = await ann.make("sos", size="3x3:3")
    await bob.join(game)
    await bob.watch(game)
    await bob.post(f"/api/games/{game}/leave")
    state = await ann.watch(game)
    assert [it.get("player") for it in state["seats"]].count(None) == 2
    await cyd.join(game)
    await cyd.watch(game)
    await ann.post(f"/api/games/{game}/leave")
    assert (await cyd.receive("error", game_id=game))["code"] == "not_found"
    assert await cyd.refused("GET", f"/api/games/{game}") == "not_found"
    assert await bob.refused("POST", f"/api/games/{game}/join") == "not_found"


@scenario
async def test_who_looks_on_elsewhere_sees_seats_taken_and_the_game_given_up(world: World) -> None:
    ann, bob, cyd = await world.people("Ann", "Bob", "Cyd")
    game = await ann.make("sos", size="3x3:3", random_order=False)
    await bob.watch(game)
    await cyd.join(game)
    await bob.receive("state", that=lambda it: it["seats"][1]["name"] == "Cyd")
    await cyd.post(f"/api/games/{game}/leave")
    await bob.receive("state", that=lambda it: it["seats"][1]["name"] == "")
    await ann.post(f"/api/games/{game}/leave")
    assert (await bob.receive("error", game_id=game))["code"] == "not_found"


@scenario
async def test_a_game_that_has_begun_is_full_and_cannot_be_left(world: World) -> None:
    ann, bob, cyd = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("line", (ann, bob))
    assert await cyd.refused("POST", f"/api/games/{game}/join") == "taken"
    assert await bob.refused("POST", f"/api/games/{game}/leave") == "not_allowed"
    await bob.join(game)  # again is no harm


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_levels_and_named_agents_can_be_asked_for(world: World, key: str) -> None:
    ann = await world.person("Ann")
    catalogue = await ann.get("/api/catalogue")
    names = {it["name"] for it in catalogue["agents"]}
    assert {it["key"] for it in catalogue["games"]} == set(GAMES)
    for agent in ("level1", "level5", "random"):
        assert agent in names
        game = await ann.make(key, size=EXAMPLES[key].size, seats=["me", agent], random_order=False)
        state = await ann.watch(game)
        assert state["status"] == "playing"
        assert state["seats"][1]["agent"] == agent
        await ann.does(game, "abort")


@scenario
async def test_a_game_that_nobody_joins_for_two_days_is_given_up(own_world: World) -> None:
    ann, bob = await own_world.people("Ann", "Bob")
    old = await ann.make("line")
    own_world.advance(47 * 3600)
    new = await bob.make("line")
    own_world.restart(after=30 * 24 * 3600)  # nobody could have come meanwhile
    await ann.connect()
    assert (await ann.watch(old))["status"] == "open"
    own_world.advance(2 * 3600)
    assert (await ann.receive("error", game_id=old))["code"] == "not_found"
    assert await ann.refused("GET", f"/api/games/{old}") == "not_found"
    lobby = await ann.get("/api/lobby")
    assert old not in str(lobby)
    assert new in str(lobby)
    assert await bob.refused("POST", f"/api/games/{old}/join") == "not_found"

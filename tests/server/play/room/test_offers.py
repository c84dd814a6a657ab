"""What players agree on, or one of them decides: draws, takebacks, rematches, the end."""

from __future__ import annotations

import pytest

from tests.server.deployment import World, scenario
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("loser", [0, 1])
@scenario
async def test_one_resigns_in_or_out_of_turn(world: World, key: str, loser: int) -> None:
    players = await world.people("Ann", "Bob")
    game = await world.sit(key, players, size=EXAMPLES[key].size)
    await players[loser].does(game, "resign")
    for player in players:
        outcome = (
            player.messages[-1].get("outcome") or (await player.sees(game, "resign"))["outcome"]
        )
        assert outcome["winner"] == 1 - loser
        assert outcome["reason"] == "resignation"


@scenario
async def test_of_three_the_others_play_on(world: World) -> None:
    players = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("sos", players, size="3x3:3")
    event = await players[1].does(game, "resign")
    assert "outcome" not in event
    assert await players[1].fails(game, "resign") == "illegal_move"
    assert await players[1].fails(game, "draw") == "illegal_move"
    await players[0].sees(game, "resign")
    event = await players[0].does(game, "resign")
    assert event["outcome"]["winner"] == 2
    assert event["outcome"]["ranks"][2] == 1


@pytest.mark.parametrize("key", [key for key in GAMES if key != "obstruction"])
@scenario
async def test_a_draw_is_offered_and_accepted(world: World, key: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=EXAMPLES[key].size)
    assert "outcome" not in await ann.does(game, "draw")
    await bob.sees(game, "draw", seat=0)
    assert (await bob.watch(game))["draw_offers"] == [0]
    event = await bob.does(game, "draw")
    assert event["outcome"].get("winner") is None
    assert event["outcome"]["reason"] == "agreement"
    assert (await ann.sees(game, "draw", seat=1))["outcome"] == event["outcome"]


@scenario
async def test_a_draw_is_declined_by_word_or_by_a_move(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await bob.does(game, "draw")
    await ann.sees(game, "draw")
    await ann.does(game, "decline_draw")
    assert "draw_offers" not in await ann.watch(game)
    await bob.sees(game, "decline_draw")
    await bob.does(game, "draw")
    await ann.sees(game, "draw")
    await ann.move(game, "S1")
    await bob.sees(game, "move")
    assert "outcome" not in await ann.does(game, "draw")  # the earlier offer stands no more


@scenario
async def test_three_must_all_agree_to_a_draw(world: World) -> None:
    players = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("sos", players, size="3x3:3")
    assert "outcome" not in await players[0].does(game, "draw")
    assert "outcome" not in await players[0].does(game, "draw")
    assert "outcome" not in await players[1].does(game, "draw")
    assert (await players[2].does(game, "draw"))["outcome"]["ranks"] == [1, 1, 1]


@scenario
async def test_obstruction_and_agents_know_no_draws(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("obstruction", (ann, bob))
    assert await ann.fails(game, "draw") == "illegal_move"
    game = await ann.make("line", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    assert await ann.fails(game, "draw") == "not_allowed"


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_a_takeback_is_asked_for_and_granted(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    await world.play(game, (ann, bob), example.moves[:2])
    await ann.does(game, "takeback")
    await bob.sees(game, "takeback", seat=0)
    assert (await bob.watch(game))["takeback"] == 0
    assert await ann.fails(game, "accept_takeback") == "not_allowed"
    event = await bob.does(game, "accept_takeback")
    assert event["moves"] == 0
    assert event["to_move"] == 0
    assert event["clock_left"] == 60
    assert (await ann.sees(game, "accept_takeback"))["position"] == event["position"]
    state = await ann.watch(game)
    assert state["moves"] == []
    assert state["seq"] == 4  # events are never taken back
    assert (await ann.move(game, example.moves[0]))["seq"] == 5


@scenario
async def test_a_takeback_can_be_declined_and_a_move_forgets_it(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    assert await ann.fails(game, "takeback") == "illegal_move"
    assert await bob.fails(game, "accept_takeback") == "not_allowed"
    await ann.move(game, "S1")
    await ann.does(game, "takeback")
    await bob.sees(game, "takeback")
    await bob.does(game, "decline_takeback")
    await ann.sees(game, "decline_takeback")
    assert await bob.fails(game, "accept_takeback") == "not_allowed"
    await ann.does(game, "takeback")
    await bob.sees(game, "takeback")
    await bob.move(game, "S7")
    await ann.sees(game, "move", seat=1)
    assert await bob.fails(game, "accept_takeback") == "not_allowed"
    assert (await ann.watch(game))["moves"] == ["S1", "S7"]


@scenario
async def test_a_move_made_before_a_takeback_was_heard_is_stale(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    await ann.does(game, "takeback")
    await bob.sees(game, "takeback")
    await bob.does(game, "accept_takeback")
    assert await ann.fails(game, "move", "O1", seq=1) == "stale"
    assert (await ann.receive("state"))["moves"] == []


@scenario
async def test_no_takeback_in_a_rated_game(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7", rated=True)
    await ann.move(game, "S1")
    assert await ann.fails(game, "takeback") == "not_allowed"


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_a_rematch_has_the_seats_swapped(world: World, key: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=EXAMPLES[key].size, clock=45, public=False)
    assert await ann.fails(game, "rematch") == "not_allowed"
    await ann.does(game, "resign")
    await bob.sees(game, "resign")
    await bob.does(game, "rematch")
    await ann.sees(game, "rematch", seat=1)
    assert (await ann.watch(game))["rematch"] == [1]
    await ann.does(game, "rematch")
    event = await bob.sees(game, "next_game")
    assert (await ann.sees(game, "next_game"))["text"] == event["text"]
    for player, seat in ((ann, 1), (bob, 0)):
        state = await player.watch(event["text"])
        assert state["status"] == "playing"
        assert state["you"] == seat
        assert (state["game"], state["size"], state["clock"]) == (key, EXAMPLES[key].size, 45)
        assert not state["public"]
    assert await ann.fails(game, "rematch") == "stale"


@scenario
async def test_a_rematch_can_be_declined(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await ann.does(game, "resign")
    await bob.sees(game, "resign")
    await bob.does(game, "rematch")
    await ann.sees(game, "rematch")
    await ann.does(game, "decline_rematch")
    await bob.sees(game, "decline_rematch")
    await ann.does(game, "rematch")
    await bob.sees(game, "rematch", seat=0)
    state = await bob.watch(game)
    assert state["rematch"] == [0]
    assert "next_game" not in state


@scenario
async def test_a_rematch_with_an_agent_needs_only_oneself(world: World) -> None:
    ann = await world.person("Ann")
    game = await ann.make("line", size="7", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    await ann.does(game, "resign")
    await ann.does(game, "rematch")
    next_game = (await ann.sees(game, "next_game"))["text"]
    assert (await ann.watch(next_game))["you"] == 1


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_a_game_can_be_aborted_before_the_second_move_only(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    await world.play(game, (ann, bob), example.moves[:2])
    assert await ann.fails(game, "abort") == "illegal_move"
    game = await world.sit(key, (ann, bob), size=example.size)
    await world.play(game, (ann, bob), example.moves[:1])
    event = await bob.does(game, "abort")
    assert event["outcome"]["reason"] == "aborted"
    assert event["outcome"].get("winner") is None
    assert (await ann.sees(game, "abort"))["outcome"] == event["outcome"]
    assert (await ann.get("/api/me"))["games"] == []

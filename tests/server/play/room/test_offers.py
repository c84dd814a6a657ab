"""Draws, takebacks, rematches, resignation and aborted games."""

from __future__ import annotations

import pytest

from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("loser", [0, 1])
@async_test
async def test_resigning_in_or_out_of_turn(deployment: Deployment, key: str, loser: int) -> None:
    players = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, players, size=EXAMPLES[key].size)
    await players[loser].act(game, "resign")
    for player in players:
        outcome = (
            player.messages[-1].get("outcome")
            or (await player.receive_event(game, "resign"))["outcome"]
        )
        assert outcome["winner"] == 1 - loser
        assert outcome["reason"] == "resignation"


@async_test
async def test_others_play_on_when_one_of_three_resigns(deployment: Deployment) -> None:
    players = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("sos", players, size="3x3:3")
    event = await players[1].act(game, "resign")
    assert "outcome" not in event
    assert await players[1].act_error(game, "resign") == "illegal_move"
    assert await players[1].act_error(game, "draw") == "illegal_move"
    await players[0].receive_event(game, "resign")
    event = await players[0].act(game, "resign")
    assert event["outcome"]["winner"] == 2
    assert event["outcome"]["ranks"][2] == 1


@pytest.mark.parametrize("key", [key for key in GAMES if key != "obstruction"])
@async_test
async def test_draw_is_offered_and_accepted(deployment: Deployment, key: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=EXAMPLES[key].size)
    assert "outcome" not in await ann.act(game, "draw")
    await bob.receive_event(game, "draw", seat=0)
    assert (await bob.watch(game))["draw_offers"] == [0]
    event = await bob.act(game, "draw")
    assert event["outcome"].get("winner") is None
    assert event["outcome"]["reason"] == "agreement"
    assert (await ann.receive_event(game, "draw", seat=1))["outcome"] == event["outcome"]


@async_test
async def test_draw_is_declined_explicitly_or_by_a_move(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await bob.act(game, "draw")
    await ann.receive_event(game, "draw")
    await ann.act(game, "decline_draw")
    assert "draw_offers" not in await ann.watch(game)
    await bob.receive_event(game, "decline_draw")
    await bob.act(game, "draw")
    await ann.receive_event(game, "draw")
    await ann.move(game, "S1")
    await bob.receive_event(game, "move")
    assert "outcome" not in await ann.act(game, "draw")  # the earlier offer has lapsed


@async_test
async def test_all_of_three_must_agree_to_a_draw(deployment: Deployment) -> None:
    players = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("sos", players, size="3x3:3")
    assert "outcome" not in await players[0].act(game, "draw")
    assert await players[0].act_error(game, "draw") == "not_allowed", "once is enough"
    assert "outcome" not in await players[1].act(game, "draw")
    assert (await players[2].act(game, "draw"))["outcome"]["ranks"] == [1, 1, 1]


@async_test
async def test_no_draw_offers_in_obstruction_or_against_the_computer(
    deployment: Deployment,
) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("obstruction", (ann, bob))
    assert await ann.act_error(game, "draw") == "illegal_move"
    game = await ann.create_game("line", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    assert await ann.act_error(game, "draw") == "not_allowed"


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_takeback_is_requested_and_accepted(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await deployment.play_moves(game, (ann, bob), example.moves[:2])
    await ann.act(game, "takeback")
    await bob.receive_event(game, "takeback", seat=0)
    assert (await bob.watch(game))["takeback"] == 0
    assert await ann.act_error(game, "accept_takeback") == "not_allowed"
    event = await bob.act(game, "accept_takeback")
    assert event["moves"] == 0
    assert event["to_move"] == 0
    assert event["clock_left"] == 60
    assert (await ann.receive_event(game, "accept_takeback"))["position"] == event["position"]
    state = await ann.watch(game)
    assert state["moves"] == []
    assert state["seq"] == 4  # events are never removed
    assert (await ann.move(game, example.moves[0]))["seq"] == 5


@async_test
async def test_takeback_is_declined_explicitly_or_by_a_move(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    assert await ann.act_error(game, "takeback") == "illegal_move"
    assert await bob.act_error(game, "accept_takeback") == "not_allowed"
    await ann.move(game, "S1")
    await ann.act(game, "takeback")
    await bob.receive_event(game, "takeback")
    await bob.act(game, "decline_takeback")
    await ann.receive_event(game, "decline_takeback")
    assert await bob.act_error(game, "accept_takeback") == "not_allowed"
    await ann.act(game, "takeback")
    await bob.receive_event(game, "takeback")
    await bob.move(game, "S7")
    await ann.receive_event(game, "move", seat=1)
    assert await bob.act_error(game, "accept_takeback") == "not_allowed"
    assert (await ann.watch(game))["moves"] == ["S1", "S7"]


@async_test
async def test_move_sent_before_a_takeback_arrived_is_stale(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    await ann.act(game, "takeback")
    await bob.receive_event(game, "takeback")
    await bob.act(game, "accept_takeback")
    assert await ann.act_error(game, "move", "O1", seq=1) == "stale"
    assert (await ann.receive("state"))["moves"] == []


@async_test
async def test_no_takeback_in_a_rated_game(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7", rated=True)
    await ann.move(game, "S1")
    assert await ann.act_error(game, "takeback") == "not_allowed"


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_rematch_swaps_the_seats(deployment: Deployment, key: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(
        key, (ann, bob), size=EXAMPLES[key].size, clock=45, public=False
    )
    assert await ann.act_error(game, "rematch") == "not_allowed"
    await ann.act(game, "resign")
    await bob.receive_event(game, "resign")
    await bob.act(game, "rematch")
    await ann.receive_event(game, "rematch", seat=1)
    assert (await ann.watch(game))["rematch"] == [1]
    await ann.act(game, "rematch")
    event = await bob.receive_event(game, "next_game")
    assert (await ann.receive_event(game, "next_game"))["text"] == event["text"]
    for player, seat in ((ann, 1), (bob, 0)):
        state = await player.watch(event["text"])
        assert state["status"] == "playing"
        assert state["you"] == seat
        assert (state["game"], state["size"], state["clock"]) == (key, EXAMPLES[key].size, 45)
        assert not state["public"]
    assert await ann.act_error(game, "rematch") == "stale"


@async_test
async def test_rematch_can_be_declined(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.act(game, "resign")
    await bob.receive_event(game, "resign")
    await bob.act(game, "rematch")
    await ann.receive_event(game, "rematch")
    await ann.act(game, "decline_rematch")
    await bob.receive_event(game, "decline_rematch")
    await ann.act(game, "rematch")
    await bob.receive_event(game, "rematch", seat=0)
    state = await bob.watch(game)
    assert state["rematch"] == [0]
    assert "next_game" not in state


@async_test
async def test_rematch_against_the_computer_starts_at_once(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    game = await ann.create_game("line", size="7", seats=["me", "level1"], random_order=False)
    await ann.watch(game)
    await ann.act(game, "resign")
    await ann.act(game, "rematch")
    next_game = (await ann.receive_event(game, "next_game"))["text"]
    assert (await ann.watch(next_game))["you"] == 1


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_game_can_be_aborted_before_the_second_move_only(
    deployment: Deployment, key: str
) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await deployment.play_moves(game, (ann, bob), example.moves[:2])
    assert await ann.act_error(game, "abort") == "illegal_move"
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await deployment.play_moves(game, (ann, bob), example.moves[:1])
    event = await bob.act(game, "abort")
    assert event["outcome"]["reason"] == "aborted"
    assert event["outcome"].get("winner") is None
    assert (await ann.receive_event(game, "abort"))["outcome"] == event["outcome"]
    assert (await ann.get("/api/me"))["games"] == []

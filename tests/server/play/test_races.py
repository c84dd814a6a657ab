"""Two players want the same thing: there is one outcome, and both see it."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.deployment import Deployment, async_test
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_many_join_for_one_seat(deployment: Deployment, key: str) -> None:
    ann, *others = await deployment.guests("Ann", *(f"P{number}" for number in range(6)))
    game = await ann.create_game(key, size=EXAMPLES[key].size)
    answers = await asyncio.gather(
        *(other.request("POST", f"/api/games/{game}/join") for other in others)
    )
    assert sorted(answer.status_code for answer in answers) == [204] + [409] * 5
    (winner,) = [
        player for player, answer in zip(others, answers, strict=True) if answer.status_code == 204
    ]
    state = await ann.watch(game)
    assert {seat["player"] for seat in state["seats"]} == {ann.id, winner.id}


@async_test
async def test_four_join_for_two_seats(deployment: Deployment) -> None:
    ann, *others = await deployment.guests("Ann", "Bob", "Cyd", "Dee", "Eli")
    game = await ann.create_game("sos", size="3x3:3")
    answers = await asyncio.gather(
        *(other.request("POST", f"/api/games/{game}/join") for other in others)
    )
    assert sorted(answer.status_code for answer in answers) == [204, 204, 409, 409]
    players = [seat["player"] for seat in (await ann.watch(game))["seats"]]
    assert len(set(players)) == 3


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_two_tabs_move_at_once(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    tab = await deployment.new_tab(ann, elsewhere=True)
    await tab.watch(game)
    for player, move, id in ((ann, example.moves[0], "one"), (tab, example.moves[1], "two")):
        await player.send_act(game, "move", move, id=id, seq=0)
    answers = [
        await ann.receive(where=lambda message: message.get("id") == "one"),
        await tab.receive(where=lambda message: message.get("id") == "two"),
    ]
    # An event of the other tab's move has another id and is skipped.
    assert sorted(answer["type"] for answer in answers) == ["error", "event"]
    (made,) = [answer for answer in answers if answer["type"] == "event"]
    received = await bob.receive_event(game, "move")  # his server may learn of it later
    assert received["text"] == made["text"]
    state = await bob.watch(game)
    assert state["moves"] == [made["text"]]


@async_test
async def test_both_resign_at_once(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    for _ in range(5):
        game = await deployment.start_game("line", (ann, bob))
        await asyncio.gather(*(player.send_act(game, "resign") for player in (ann, bob)))
        events = [await player.receive_event(game, "resign") for player in (ann, bob)]
        assert events[0]["outcome"] == events[1]["outcome"]
        assert events[0]["seat"] == events[1]["seat"]


@async_test
async def test_draw_is_accepted_while_the_other_resigns(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    for _ in range(5):
        game = await deployment.start_game("line", (ann, bob))
        await ann.act(game, "draw")
        await bob.receive_event(game, "draw")
        await asyncio.gather(ann.send_act(game, "resign"), bob.send_act(game, "draw"))
        ends = [
            await player.receive("event", where=lambda message: "outcome" in message)
            for player in (ann, bob)
        ]
        assert ends[0] == ends[1]


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_move_in_the_last_second_races_the_clock(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    deployment.advance(59)
    await asyncio.gather(
        ann.send_act(game, "move", example.moves[0], id="late", seq=0),
        asyncio.to_thread(deployment.advance, 2.5),
    )
    events = [await player.receive("event", game_id=game, seq=1) for player in (ann, bob)]
    for event in events:
        event.pop("clock_left", None)  # each server computes the time left when it sends
    assert events[0] == events[1]
    assert events[0]["kind"] in ("move", "timeout")
    state = await bob.watch(game)
    assert state["status"] == ("over" if events[0]["kind"] == "timeout" else "playing")


@async_test
async def test_reconnect_in_the_last_second_races_the_timeout(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await deployment.play_moves(game, (ann, bob), ("S1", "S7"))
    await bob.close()
    assert (await ann.receive_event(game, "disconnected"))["seats"][1]["reconnect_left"] == 30
    deployment.advance(29)
    await bob.connect()
    await asyncio.gather(
        bob.send(type="watch", game_id=game), asyncio.to_thread(deployment.advance, 2)
    )
    state = await bob.receive("state", id=game)
    event = await ann.receive(
        "event", where=lambda message: message["kind"] in ("reconnected", "absence_timeout")
    )
    assert (event["kind"] == "absence_timeout") == (state["status"] == "over")


@async_test
async def test_rematch_offered_by_both_at_once_is_one_game(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    for _ in range(5):
        game = await deployment.start_game("line", (ann, bob))
        await ann.act(game, "resign")
        await bob.receive_event(game, "resign")
        await asyncio.gather(*(player.send_act(game, "rematch") for player in (ann, bob)))
        follows = {(await player.receive_event(game, "next_game"))["text"] for player in (ann, bob)}
        assert len(follows) == 1
        state = await ann.watch(follows.pop())
        assert state["you"] == 1
        await ann.act(state["id"], "abort")

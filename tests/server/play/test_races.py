"""Two want the same: there is one outcome, and both are told of it."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.deployment import World, scenario
from tests.server.example_games import EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_many_want_the_same_seat(world: World, key: str) -> None:
    ann, *others = await world.people("Ann", *(f"P{it}" for it in range(6)))
    game = await ann.make(key, size=EXAMPLES[key].size)
    answers = await asyncio.gather(*(it.ask("POST", f"/api/games/{game}/join") for it in others))
    assert sorted(it.status_code for it in answers) == [204] + [409] * 5
    (winner,) = [
        it for it, answer in zip(others, answers, strict=True) if answer.status_code == 204
    ]
    state = await ann.watch(game)
    assert {it["player"] for it in state["seats"]} == {ann.id, winner.id}


@scenario
async def test_two_want_the_last_of_three_seats(world: World) -> None:
    ann, *others = await world.people("Ann", "Bob", "Cyd", "Dee", "Eli")
    game = await ann.make("sos", size="3x3:3")
    answers = await asyncio.gather(*(it.ask("POST", f"/api/games/{game}/join") for it in others))
    assert sorted(it.status_code for it in answers) == [204, 204, 409, 409]
    players = [it["player"] for it in (await ann.watch(game))["seats"]]
    assert len(set(players)) == 3


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_two_tabs_make_two_moves_at_once(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    tab = await world.tab(ann, elsewhere=True)
    await tab.watch(game)
    for player, move, id in ((ann, example.moves[0], "one"), (tab, example.moves[1], "two")):
        await player.act(game, "move", move, id=id, seq=0)
    answers = [
        await ann.receive(that=lambda it: it.get("id") == "one"),
        await tab.receive(that=lambda it: it.get("id") == "two"),
    ]
    # Where the other tab's move is heard first, it has the other id and is passed over.
    assert sorted(it["type"] for it in answers) == ["error", "event"]
    (made,) = [it for it in answers if it["type"] == "event"]
    assert (await bob.sees(game, "move"))["text"] == made["text"]  # his server may hear it later
    state = await bob.watch(game)
    assert state["moves"] == [made["text"]]


@scenario
async def test_both_resign_at_once(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    for _ in range(5):
        game = await world.sit("line", (ann, bob))
        await asyncio.gather(*(it.act(game, "resign") for it in (ann, bob)))
        events = [await it.sees(game, "resign") for it in (ann, bob)]
        assert events[0]["outcome"] == events[1]["outcome"]
        assert events[0]["seat"] == events[1]["seat"]


@scenario
async def test_a_draw_is_accepted_while_the_other_resigns(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    for _ in range(5):
        game = await world.sit("line", (ann, bob))
        await ann.does(game, "draw")
        await bob.sees(game, "draw")
        await asyncio.gather(ann.act(game, "resign"), bob.act(game, "draw"))
        ends = [await it.receive("event", that=lambda it: "outcome" in it) for it in (ann, bob)]
        assert ends[0] == ends[1]


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_a_move_in_the_last_second_meets_the_end_of_the_clock(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    world.advance(59)
    await asyncio.gather(
        ann.act(game, "move", example.moves[0], id="late", seq=0),
        asyncio.to_thread(world.advance, 2.5),
    )
    events = [await it.receive("event", game_id=game, seq=1) for it in (ann, bob)]
    for it in events:
        it.pop("clock_left", None)  # each server computes the time left when it sends
    assert events[0] == events[1]
    assert events[0]["kind"] in ("move", "timeout")
    state = await bob.watch(game)
    assert state["status"] == ("over" if events[0]["kind"] == "timeout" else "playing")


@scenario
async def test_a_return_in_the_last_second_meets_the_end_of_the_grace(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), clock=None)
    await bob.close()
    await ann.sees(game, "disconnected")
    world.advance(29)
    await bob.connect()
    await asyncio.gather(bob.send(type="watch", game_id=game), asyncio.to_thread(world.advance, 2))
    state = await bob.receive("state", id=game)
    event = await ann.receive(
        "event", that=lambda it: it["kind"] in ("reconnected", "absence_timeout")
    )
    assert (event["kind"] == "absence_timeout") == (state["status"] == "over")


@scenario
async def test_all_ask_for_the_rematch_at_once_and_there_is_one(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    for _ in range(5):
        game = await world.sit("line", (ann, bob))
        await ann.does(game, "resign")
        await bob.sees(game, "resign")
        await asyncio.gather(*(it.act(game, "rematch") for it in (ann, bob)))
        follows = {(await it.sees(game, "next_game"))["text"] for it in (ann, bob)}
        assert len(follows) == 1
        state = await ann.watch(follows.pop())
        assert state["you"] == 1
        await ann.does(state["id"], "abort")

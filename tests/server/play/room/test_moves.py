"""Games are played over sockets, each from its first move to its end."""

from __future__ import annotations

import asyncio

import pytest

from quire.games import find_game
from tests.server.deployment import World, scenario
from tests.server.example_games import DRAWS, EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_a_whole_game_is_told_to_both_to_its_end(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    await world.play(game, (ann, bob), example.moves)
    for player, seat in ((ann, 0), (bob, 1)):
        state = await player.watch(game)
        assert state["you"] == seat
        assert state["status"] == "over"
        assert state["moves"] == list(example.moves)
        assert state["outcome"]["winner"] == example.winner
        assert state["outcome"]["reason"] == example.reason
        last = [it for it in player.messages if it["type"] == "event"][-1]
        assert last["outcome"] == state["outcome"]
        assert last["position"] == state["position"]


@pytest.mark.parametrize("key", DRAWS)
@scenario
async def test_a_draw_has_no_winner_and_two_first_ranks(world: World, key: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=EXAMPLES[key].size)
    await world.play(game, (ann, bob), DRAWS[key])
    for player in (ann, bob):
        outcome = player.messages[-1]["outcome"]
        assert outcome.get("winner") is None
        assert outcome["ranks"] == [1, 1]


@scenario
async def test_three_play_sos(world: World) -> None:
    players = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("sos", players, size="3x3:3")
    moves = ["Sa1", "Ob1", "Sc1", "Oa2", "Ob2", "Oc2", "Oa3", "Ob3", "Oc3"]
    # The third letter makes the one S-O-S: player 3 scores, and moves again.
    await world.play(game, players, moves)
    for player in players:
        last = player.messages[-1]
        assert last["outcome"]["winner"] == 2
        assert last["outcome"]["points"] == [0, 0, 1]
        assert last["outcome"]["ranks"] == [2, 2, 1]


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_every_event_says_what_the_game_is_like_after_it(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size, clock=60)
    position = find_game(key).start(example.size)
    for number, move in enumerate(example.moves[:3], 1):
        event = await (ann, bob)[position.to_move].move(game, move.lower())
        position = position.play(move)
        received = await (ann if event["seat"] else bob).receive("event", seq=event["seq"])
        assert event["seq"] == number
        assert received == event
        assert event["text"] == move
        assert event["position"] == str(position)
        assert event["to_move"] == position.to_move
        assert event["points"] == list(position.points)
        assert event["moves"] == number
        assert event.get("clock_left") == (None if position.outcome() else 60)


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_what_is_no_move_changes_nothing_and_is_answered(world: World, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit(key, (ann, bob), size=example.size)
    assert await ann.fails(game, "move", "nonsense") == "notation"
    assert await bob.fails(game, "move", example.moves[0]) == "not_your_turn"
    await ann.move(game, example.moves[0])
    await bob.sees(game, "move")
    assert await bob.fails(game, "move", example.moves[0]) == "illegal_move"
    state = await bob.watch(game)
    assert state["moves"] == [example.moves[0]]
    assert state["seq"] == 1


@scenario
async def test_nothing_moves_after_the_end(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="3")
    await world.play(game, (ann, bob), EXAMPLES["line"].moves)
    assert await bob.fails(game, "move", "S1") == "match_over"
    for kind in ("resign", "draw", "abort", "takeback"):
        assert await bob.fails(game, kind) == "match_over"


@pytest.mark.parametrize("seq", [0, 2, 3, 99])
@scenario
async def test_a_move_that_comes_after_the_end_is_told_so_with_the_state(
    world: World, seq: int
) -> None:
    """Whatever its sender knew when it was sent: the end came first."""
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await ann.does(game, "move", "S1", id="first")
    await bob.sees(game, "move")
    await bob.does(game, "resign")
    await ann.sees(game, "resign")
    assert await bob.fails(game, "move", "S7", seq=seq) == "match_over"
    state = await bob.receive("state", id=game)
    assert (state["status"], state["seq"], state["moves"]) == ("over", 2, ["S1"])
    assert state["outcome"]["winner"] == 0
    assert await ann.answered() == [], "nobody else is notified"
    for _ in range(2):  # what was stored before the end is acknowledged as ever
        await ann.act(game, "move", "S1", id="first", seq=0)
        assert (await ann.receive(id="first"))["type"] == "ack"


@scenario
async def test_the_same_id_again_gives_the_stored_answer(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    first = await ann.does(game, "move", "S1", id="once")
    await bob.sees(game, "move")
    await bob.move(game, "O7")
    await ann.sees(game, "move", seat=1)
    for text in ("S1", "O4"):  # whatever it says the second time
        await ann.act(game, "move", text, id="once", seq=0)
        ack = await ann.receive("ack", id="once")
        assert ack["seq"] == first["seq"]
        assert ack["game_id"] == game
    assert (await ann.watch(game))["moves"] == ["S1", "O7"]


@scenario
async def test_ids_belong_to_their_seat(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await ann.does(game, "move", "S1", id="same")
    await bob.sees(game, "move")
    event = await bob.does(game, "move", "S7", id="same")
    assert event["seq"] == 2
    assert event["seat"] == 1


@scenario
async def test_the_same_id_many_times_at_once_is_one_move(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await asyncio.gather(*(ann.act(game, "move", "S1", id="once", seq=0) for _ in range(20)))
    await ann.answered()
    answers = [it for it in ann.messages if it.get("id") == "once"]
    assert [it["type"] for it in answers] == ["event"] + ["ack"] * 19
    assert (await ann.watch(game))["moves"] == ["S1"]


@scenario
async def test_a_stale_seq_is_refused_and_the_whole_state_comes(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    await bob.sees(game, "move")
    assert await bob.fails(game, "move", "S7", seq=0) == "stale"
    state = await bob.receive("state", id=game)
    assert state["moves"] == ["S1"]
    assert state["seq"] == 1
    assert (await bob.move(game, "S7"))["seq"] == 2


@pytest.mark.parametrize("seq", [2, 99, 2**31 - 1])
@scenario
async def test_a_seq_of_the_future_is_refused_too(world: World, seq: int) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    assert await ann.fails(game, "move", "S1", seq=seq) == "stale"
    assert (await ann.receive("state", id=game))["moves"] == []


@scenario
async def test_a_move_must_say_what_it_knows(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    assert await ann.fails(game, "move", "S1", seq=None) == "notation"


@scenario
async def test_words_said_meanwhile_do_not_make_a_move_stale(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await bob.does(game, "chat", "hello")
    await ann.sees(game, "chat")
    event = await ann.does(game, "move", "S1", seq=0)
    assert event["seq"] == 2


@scenario
async def test_a_picture_comes_to_who_asks_and_then_its_changes(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("obstruction", (ann, bob), size="5x5")
    assert "picture" not in await bob.watch(game)
    state = await ann.watch(game, picture=True)
    assert len(state["picture"]["cells"]) == 25
    await ann.send(type="act", game_id=game, id="m", kind="move", seq=0, text="a1")
    event = await ann.receive("event", id="m")
    assert event["change"]["cells"]
    assert "change" not in await bob.sees(game, "move")


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_an_agent_in_any_seat_plays(world: World, key: str) -> None:
    ann = await world.person("Ann")
    game = await ann.make(key, size=EXAMPLES[key].size, seats=["level1", "me"], random_order=False)
    state = await ann.watch(game)
    while state["to_move"] == 0:
        await ann.sees(game, "move", seat=0)
        state = await ann.watch(game)
    position = find_game(key).parse(state["position"])
    event = await ann.move(game, position.legal_moves()[0])
    assert event["seat"] == 1

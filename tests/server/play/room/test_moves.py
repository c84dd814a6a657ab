"""Games over sockets, from the first move to the end."""

from __future__ import annotations

import asyncio

import pytest

from quire.games import find_game
from quire.server.play.room import snapshot
from tests.server.deployment import Deployment, async_test
from tests.server.example_games import DRAWS, EXAMPLES, GAMES


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_both_players_receive_the_whole_game(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    await deployment.play_moves(game, (ann, bob), example.moves)
    for player, seat in ((ann, 0), (bob, 1)):
        state = await player.watch(game)
        assert state["you"] == seat
        assert state["status"] == "over"
        assert state["moves"] == list(example.moves)
        assert state["outcome"]["winner"] == example.winner
        assert state["outcome"]["reason"] == example.reason
        last = [message for message in player.messages if message["type"] == "event"][-1]
        assert last["outcome"] == state["outcome"]
        assert last["position"] == state["position"]


@pytest.mark.parametrize("key", DRAWS)
@async_test
async def test_draw_has_no_winner_and_two_first_ranks(deployment: Deployment, key: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=EXAMPLES[key].size)
    await deployment.play_moves(game, (ann, bob), DRAWS[key])
    for player in (ann, bob):
        outcome = player.messages[-1]["outcome"]
        assert outcome.get("winner") is None
        assert outcome["ranks"] == [1, 1]


@async_test
async def test_three_play_sos(deployment: Deployment) -> None:
    players = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("sos", players, size="3x3:3")
    moves = ["Sa1", "Ob1", "Sc1", "Oa2", "Ob2", "Oc2", "Oa3", "Ob3", "Oc3"]
    # The third letter makes the one S-O-S: player 3 scores, and moves again.
    await deployment.play_moves(game, players, moves)
    for player in players:
        last = player.messages[-1]
        assert last["outcome"]["winner"] == 2
        assert last["outcome"]["points"] == [0, 0, 1]
        assert last["outcome"]["ranks"] == [2, 2, 1]


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_every_event_carries_the_new_state(deployment: Deployment, key: str) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size, clock=60)
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
@async_test
async def test_illegal_move_is_refused_and_changes_nothing(
    deployment: Deployment, key: str
) -> None:
    example = EXAMPLES[key]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, (ann, bob), size=example.size)
    assert await ann.act_error(game, "move", "nonsense") == "notation"
    assert await bob.act_error(game, "move", example.moves[0]) == "not_your_turn"
    await ann.move(game, example.moves[0])
    await bob.receive_event(game, "move")
    assert await bob.act_error(game, "move", example.moves[0]) == "illegal_move"
    state = await bob.watch(game)
    assert state["moves"] == [example.moves[0]]
    assert state["seq"] == 1


@async_test
async def test_no_move_after_the_end(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="3")
    await deployment.play_moves(game, (ann, bob), EXAMPLES["line"].moves)
    assert await bob.act_error(game, "move", "S1") == "match_over"
    for kind in ("resign", "draw", "abort", "takeback"):
        assert await bob.act_error(game, kind) == "match_over"


@pytest.mark.parametrize("seq", [0, 2, 3, 99])
@async_test
async def test_move_after_the_end_gets_an_error_and_the_state(
    deployment: Deployment, seq: int
) -> None:
    """Whatever sequence number it was sent with."""
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.act(game, "move", "S1", id="first")
    await bob.receive_event(game, "move")
    await bob.act(game, "resign")
    await ann.receive_event(game, "resign")
    assert await bob.act_error(game, "move", "S7", seq=seq) == "match_over"
    state = await bob.receive("state", id=game)
    assert (state["status"], state["seq"], state["moves"]) == ("over", 2, ["S1"])
    assert state["outcome"]["winner"] == 0
    assert await ann.drain() == [], "nobody else is notified"
    for _ in range(2):  # what was stored before the end is still acknowledged
        await ann.send_act(game, "move", "S1", id="first", seq=0)
        assert (await ann.receive(id="first"))["type"] == "ack"


@async_test
async def test_repeated_id_gets_the_stored_response(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    first = await ann.act(game, "move", "S1", id="once")
    await bob.receive_event(game, "move")
    await bob.move(game, "O7")
    await ann.receive_event(game, "move", seat=1)
    for text in ("S1", "O4"):  # whatever the second text is
        await ann.send_act(game, "move", text, id="once", seq=0)
        ack = await ann.receive("ack", id="once")
        assert ack["seq"] == first["seq"]
        assert ack["game_id"] == game
    assert (await ann.watch(game))["moves"] == ["S1", "O7"]


@async_test
async def test_ids_belong_to_their_seats(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.act(game, "move", "S1", id="same")
    await bob.receive_event(game, "move")
    event = await bob.act(game, "move", "S7", id="same")
    assert event["seq"] == 2
    assert event["seat"] == 1


@async_test
async def test_same_id_many_times_at_once_is_one_move(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await asyncio.gather(*(ann.send_act(game, "move", "S1", id="once", seq=0) for _ in range(20)))
    await ann.drain()
    answers = [message for message in ann.messages if message.get("id") == "once"]
    assert [answer["type"] for answer in answers] == ["event"] + ["ack"] * 19
    assert (await ann.watch(game))["moves"] == ["S1"]


@async_test
async def test_stale_seq_is_refused_with_the_state(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await ann.move(game, "S1")
    await bob.receive_event(game, "move")
    assert await bob.act_error(game, "move", "S7", seq=0) == "stale"
    state = await bob.receive("state", id=game)
    assert state["moves"] == ["S1"]
    assert state["seq"] == 1
    assert (await bob.move(game, "S7"))["seq"] == 2


@pytest.mark.parametrize("seq", [2, 99, 2**31 - 1])
@async_test
async def test_future_seq_is_refused(deployment: Deployment, seq: int) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    assert await ann.act_error(game, "move", "S1", seq=seq) == "stale"
    assert (await ann.receive("state", id=game))["moves"] == []


@async_test
async def test_move_needs_a_seq(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    assert await ann.act_error(game, "move", "S1", seq=None) == "notation"


@async_test
async def test_chat_does_not_make_a_move_stale(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await bob.act(game, "chat", "hello")
    await ann.receive_event(game, "chat")
    event = await ann.act(game, "move", "S1", seq=0)
    assert event["seq"] == 2


@async_test
async def test_picture_on_request_then_its_changes(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("obstruction", (ann, bob), size="5x5")
    assert "picture" not in await bob.watch(game)
    state = await ann.watch(game, picture=True)
    assert len(state["picture"]["cells"]) == 25
    await ann.send(type="act", game_id=game, id="m", kind="move", seq=0, text="a1")
    event = await ann.receive("event", id="m")
    assert event["change"]["cells"]
    assert "change" not in await bob.receive_event(game, "move")


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_computer_player_in_the_first_seat_moves(deployment: Deployment, key: str) -> None:
    ann = await deployment.guest("Ann")
    game = await ann.create_game(
        key, size=EXAMPLES[key].size, seats=["level1", "me"], random_order=False
    )
    state = await ann.watch(game)
    while state["to_move"] == 0:
        await ann.receive_event(game, "move", seat=0)
        state = await ann.watch(game)
    position = find_game(key).parse(state["position"])
    event = await ann.move(game, position.legal_moves()[0])
    assert event["seat"] == 1


@async_test
async def test_nothing_is_drawn_once_nobody_wants_pictures(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("obstruction", (ann, bob), size="5x5")
    await ann.watch(game, picture=True)
    await bob.watch(game)
    await ann.watch(game)  # from now on the page draws the board itself
    with pytest.MonkeyPatch.context() as patch:
        drawn: list[str] = []
        patch.setattr(snapshot, "next_picture", lambda game, _: drawn.append(game.id))
        await ann.move(game, "a1")
        assert drawn == []

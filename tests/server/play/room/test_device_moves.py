"""Games in which the player's device computes the moves of computer players."""

from __future__ import annotations

import pytest
from sqlalchemy import select

import quire
from quire.server.play.device_games import DeviceGames
from quire.server.play.room import computer
from quire.server.workers.worker_task import MoveTask
from quire.store.schema import games
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient

GAME, SIZE = "line", "7"


async def start(ann: PlayerClient, agent: str = "level1", *, computes: bool = True) -> str:
    """Start a game against an agent, whose moves Ann's device computes."""
    game = await ann.create_game(GAME, size=SIZE, seats=["me", agent], random_order=False)
    await ann.watch(game, computes=computes)
    return game


async def play(ann: PlayerClient, game: str, *, rightly: bool) -> None:
    """Play to the end: Ann the first legal move, and for the computer its move, or another."""
    seed = (await ann.watch(game, computes=True))["seed"]
    position, moves = quire.start(GAME, SIZE), list[str]()
    while position.outcome() is None:
        if position.to_move == 0:
            moves.append(position.legal_moves()[0])
            await ann.act(game, "move", moves[-1], seq=len(moves) - 1)
        else:
            task = MoveTask(GAME, SIZE, tuple(moves), f"level1:seed={seed}", 60.0)
            right = task.run()
            others = [move for move in position.legal_moves() if move != right]
            moves.append(right if rightly or not others else others[0])
            event = await ann.act(game, "move", moves[-1], seq=len(moves) - 1, seat=1)
            assert (event["seat"], event["text"]) == (1, moves[-1])
        position = position.play(moves[-1])


async def check(deployment: Deployment, game: str) -> str | None:
    """Let the first server check games until that one is settled; return how that went."""
    server = deployment.servers[0]
    checks = DeviceGames(server.node.services)
    query = select(games.c.device_check).where(games.c.id == game)
    found: str | None = "due"
    while found == "due":
        server.run(checks.check_next())
        found = server.run(server.node.store.read(lambda connection: connection.scalar(query)))
    return found


async def counted(ann: PlayerClient) -> int:
    """Return how many games against the level are in the public table."""
    table = await ann.get("/api/agents", game=GAME)
    return sum(it["games"] for it in table if (it["agent"], it["size"]) == ("level1", SIZE))


@async_test
async def test_game_counts_for_others_once_its_moves_are_checked(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    game = await start(ann)
    before = await counted(ann)
    await play(ann, game, rightly=True)
    assert await counted(ann) == before
    (mine,) = (await ann.get("/api/me"))["games"]
    assert mine["computer"]["games"] == 1
    assert await check(deployment, game) == "passed"
    assert await counted(ann) == before + 1
    assert await check(deployment, game) == "passed"
    assert await counted(ann) == before + 1


@async_test
async def test_game_with_a_wrong_move_never_counts_for_others(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    game = await start(ann)
    before = await counted(ann)
    await play(ann, game, rightly=False)
    assert await check(deployment, game) == "failed"
    assert await counted(ann) == before


@async_test
async def test_others_follow_the_game_live_and_cannot_move_in_it(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await start(ann)
    assert "seed" not in await bob.watch(game, computes=True)
    await ann.move(game, "S1")
    assert await bob.act_error(game, "move", "S3", seq=1, seat=1) == "not_allowed"
    assert await ann.act_error(game, "resign", seat=1) == "not_allowed"
    assert await ann.act_error(game, "move", "S1", seq=1, seat=1) == "illegal_move"
    await ann.act(game, "move", "S3", seq=1, seat=1)
    event = await bob.receive_event(game, "move", seat=1)
    assert event["text"] == "S3"


@async_test
async def test_same_act_twice_is_one_move(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    game = await start(ann)
    await ann.move(game, "S1")
    for _ in range(2):
        await ann.send(type="act", game_id=game, id="same", kind="move", seq=1, text="S3", seat=1)
    await ann.receive_event(game, "move", seat=1)
    assert (await ann.receive("ack", id="same"))["seq"] == 2


@async_test
async def test_only_levels_against_one_person_have_a_seed(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    champion = await ann.create_game(GAME, size=SIZE, seats=["me", "champion"])
    people = await deployment.start_game(GAME, (ann, bob), size=SIZE)
    with_both = await deployment.start_game(
        "sos", (ann, bob), size="3x3:3", seats=["me", "open", "level1"]
    )
    for game in (champion, people, with_both):
        assert "seed" not in await ann.watch(game, computes=True)


@async_test
async def test_server_computes_the_move_of_a_device_that_does_not(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer, "DEVICE_SECONDS", 0)
    ann = await deployment.guest("Ann")
    game = await start(ann)
    state = await ann.watch(game, computes=True)
    await ann.move(game, "S1")
    event = await ann.receive_event(game, "move", seat=1)
    task = MoveTask(GAME, SIZE, ("S1",), f"level1:seed={state['seed']}", 60.0)
    assert event["text"] == task.run()


@async_test
async def test_server_takes_over_once_the_device_gives_up(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    game = await start(ann)
    await ann.move(game, "S1")
    await ann.watch(game)  # without `computes`
    deployment.advance(1.0)
    await ann.receive_event(game, "move", seat=1)


@async_test
async def test_rematch_has_another_seed(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    game = await start(ann)
    seed = (await ann.watch(game))["seed"]
    await play(ann, game, rightly=True)
    await ann.send_act(game, "rematch")
    event = await ann.receive_event(game, "next_game")
    assert (await ann.watch(event["text"]))["seed"] not in (None, seed)

"""Each player sees YOU WON, YOU LOST or DRAW at the end, with the reason.

The words follow from the protocol; the page and the terminal have their own tests.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
import pytest

from quire.core import Outcome, verdict
from tests.client.clients import guest, start_game
from tests.server.deployment import Deployment, async_test
from tests.server.example_games import DRAWS, EXAMPLES, GAMES
from tests.server.player_client import PlayerClient

WON, LOST, DRAW, NONE = "YOU WON", "YOU LOST", "DRAW", "NO RESULT"


async def verdict_of(player: PlayerClient, game: str) -> tuple[str, str]:
    """Return the verdict and the reason that a player received; the state has the same ones."""
    events = [
        message
        for message in player.messages
        if message["type"] == "event" and message["game_id"] == game
    ]
    ending = next(event for event in events if event.get("outcome"))
    state = await player.watch(game)
    assert state["outcome"] == ending["outcome"]
    outcome = msgspec.convert(ending["outcome"], Outcome)
    return verdict(outcome, state["you"]), outcome.reason.value


@pytest.mark.parametrize("key", GAMES)
@async_test
async def test_verdict_by_the_rules_of_each_game(deployment: Deployment, key: str) -> None:
    example, people = EXAMPLES[key], await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, people, size=example.size)
    await deployment.play_moves(game, people, example.moves)
    for seat, player in enumerate(people):
        won = WON if seat == example.winner else LOST
        assert await verdict_of(player, game) == (won, example.reason)


@pytest.mark.parametrize("key", DRAWS)
@async_test
async def test_full_board_is_a_draw_for_both(deployment: Deployment, key: str) -> None:
    people = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game(key, people, size=EXAMPLES[key].size)
    await deployment.play_moves(game, people, DRAWS[key])
    reason = "points" if key == "sos" else "full"
    for player in people:
        assert await verdict_of(player, game) == (DRAW, reason)


End = Callable[[Deployment, PlayerClient, PlayerClient, str], Awaitable[None]]


async def resign(_: Deployment, ann: PlayerClient, bob: PlayerClient, game: str) -> None:
    await bob.act(game, "resign")
    await ann.receive_event(game, "resign")


async def agree(_: Deployment, ann: PlayerClient, bob: PlayerClient, game: str) -> None:
    await ann.act(game, "draw")
    await bob.receive_event(game, "draw")
    await bob.act(game, "draw")
    await ann.receive_event(game, "draw", seat=1)


async def run_out_of_time(
    deployment: Deployment, ann: PlayerClient, bob: PlayerClient, game: str
) -> None:
    await ann.move(game, "S1")
    await bob.receive_event(game, "move")
    deployment.advance(62)
    for player in (ann, bob):
        await player.receive_event(game, "timeout")


async def abort(_: Deployment, ann: PlayerClient, bob: PlayerClient, game: str) -> None:
    await bob.act(game, "abort")
    await ann.receive_event(game, "abort")


ENDS: dict[str, tuple[End, str, str]] = {
    "resignation": (resign, WON, LOST),
    "agreement": (agree, DRAW, DRAW),
    "time": (run_out_of_time, WON, LOST),
    "aborted": (abort, NONE, NONE),
}


@pytest.mark.parametrize("reason", ENDS)
@async_test
async def test_verdict_by_resignation_agreement_time_and_abort(
    deployment: Deployment, reason: str
) -> None:
    end, *words = ENDS[reason]
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await end(deployment, ann, bob, game)
    assert await verdict_of(ann, game) == (words[0], reason)
    assert await verdict_of(bob, game) == (words[1], reason)


@async_test
async def test_absent_player_sees_the_verdict_later(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), size="7")
    await deployment.play_moves(game, (ann, bob), ["S1", "S7"])
    await bob.drop_connection()
    await ann.receive_event(game, "disconnected")
    deployment.advance(31)
    await ann.receive_event(game, "absence_timeout")
    assert await verdict_of(ann, game) == (WON, "disconnection")
    await bob.connect()
    state = await bob.watch(game)
    outcome = msgspec.convert(state["outcome"], Outcome)
    assert (verdict(outcome, state["you"]), outcome.reason) == (LOST, "disconnection")


@async_test
async def test_each_of_three_sees_a_verdict(deployment: Deployment) -> None:
    people = await deployment.guests("Ann", "Bob", "Cyd")
    game = await deployment.start_game("sos", people, size="3x3:3")
    moves = ["Sa1", "Ob1", "Sc1", "Oa2", "Ob2", "Oc2", "Oa3", "Ob3", "Oc3"]
    await deployment.play_moves(game, people, moves)
    assert [await verdict_of(player, game) for player in people] == [
        *((LOST, "points"), (LOST, "points"), (WON, "points")),
    ]


@async_test
async def test_client_has_the_verdict(deployment: Deployment) -> None:
    async with guest(deployment.url, "Ann") as ann, guest(deployment.servers[-1].url, "Bob") as bob:
        games = await start_game(ann, bob, "line", "3")
        assert [game.verdict for game in games] == [None, None]
        await games[0].move("S1")
        await games[0].resign()
        for game in games:
            await game.over()
        assert [game.verdict for game in games] == [LOST, WON]


@pytest.mark.parametrize("agent", ["random", "greedy", "feasible"])
@async_test
async def test_agents_of_the_paper_can_be_played_by_name(
    deployment: Deployment, agent: str
) -> None:
    ann = await deployment.guest("Ann")
    assert agent in [agent["name"] for agent in (await ann.get("/api/catalogue"))["agents"]]
    game = await ann.create_game("sos", size="3x4", seats=[agent, "me"], random_order=False)
    state = await ann.watch(game)
    assert [(seat["name"], seat.get("agent")) for seat in state["seats"]] == [
        *((agent, agent), ("Ann", None)),
    ]
    while state["status"] != "over":
        if state["to_move"] == 1:
            cells = state["position"].split()[0].split("/")
            free = next(
                f"{'abc'[x]}{y + 1}" for y, row in enumerate(cells) for x, mark in enumerate(row)
                if mark == "."
            )  # fmt: skip
            await ann.move(game, f"O{free}")
        else:
            await ann.receive_event(game, "move", seat=0)
        state = await ann.watch(game)
    words, why = await verdict_of(ann, game)
    assert words in (WON, LOST, DRAW)
    assert why == "points"
    table = await ann.get("/api/agents", game="sos")
    (mine,) = [row for row in table if (row["agent"], row["size"]) == (agent, "3x4")]
    counted = {WON: "wins", LOST: "losses", DRAW: "draws"}[words]
    assert (mine["games"], mine[counted]) == (1, 1)

"""Each player sees YOU WON, YOU LOST or DRAW at the end, and why; and which players can meet.

The words follow from what goes over the wire; the page and the terminal have tests of their own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import msgspec
import pytest

from quire.core import Outcome, verdict
from tests.client.clients import begin, guest
from tests.server.deployment import World, scenario
from tests.server.example_games import DRAWS, EXAMPLES, GAMES
from tests.server.player_client import Player

WON, LOST, DRAW, NONE = "YOU WON", "YOU LOST", "DRAW", "NO RESULT"


async def verdict_of(player: Player, game: str) -> tuple[str, str]:
    """Return the verdict and the reason that a player received; the state has the same ones."""
    events = [it for it in player.messages if it["type"] == "event" and it["game_id"] == game]
    ending = next(it for it in events if it.get("outcome"))
    state = await player.watch(game)
    assert state["outcome"] == ending["outcome"]
    outcome = msgspec.convert(ending["outcome"], Outcome)
    return verdict(outcome, state["you"]), outcome.reason.value


@pytest.mark.parametrize("key", GAMES)
@scenario
async def test_by_the_rules_of_each_game(world: World, key: str) -> None:
    example, people = EXAMPLES[key], await world.people("Ann", "Bob")
    game = await world.sit(key, people, size=example.size)
    await world.play(game, people, example.moves)
    for seat, player in enumerate(people):
        won = WON if seat == example.winner else LOST
        assert await verdict_of(player, game) == (won, example.reason)


@pytest.mark.parametrize("key", DRAWS)
@scenario
async def test_a_full_board_is_a_draw_for_both(world: World, key: str) -> None:
    people = await world.people("Ann", "Bob")
    game = await world.sit(key, people, size=EXAMPLES[key].size)
    await world.play(game, people, DRAWS[key])
    reason = "points" if key == "sos" else "full"
    for player in people:
        assert await verdict_of(player, game) == (DRAW, reason)


End = Callable[[World, Player, Player, str], Awaitable[None]]


async def resign(_: World, ann: Player, bob: Player, game: str) -> None:
    await bob.does(game, "resign")
    await ann.sees(game, "resign")


async def agree(_: World, ann: Player, bob: Player, game: str) -> None:
    await ann.does(game, "draw")
    await bob.sees(game, "draw")
    await bob.does(game, "draw")
    await ann.sees(game, "draw", seat=1)


async def run_out_of_time(world: World, ann: Player, bob: Player, game: str) -> None:
    await ann.move(game, "S1")
    await bob.sees(game, "move")
    world.advance(62)
    for player in (ann, bob):
        await player.sees(game, "timeout")


async def abort(_: World, ann: Player, bob: Player, game: str) -> None:
    await bob.does(game, "abort")
    await ann.sees(game, "abort")


ENDS: dict[str, tuple[End, str, str]] = {
    "resignation": (resign, WON, LOST),
    "agreement": (agree, DRAW, DRAW),
    "time": (run_out_of_time, WON, LOST),
    "aborted": (abort, NONE, NONE),
}


@pytest.mark.parametrize("reason", ENDS)
@scenario
async def test_by_what_players_do(world: World, reason: str) -> None:
    end, *words = ENDS[reason]
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await end(world, ann, bob, game)
    assert await verdict_of(ann, game) == (words[0], reason)
    assert await verdict_of(bob, game) == (words[1], reason)


@scenario
async def test_who_did_not_come_back_reads_it_later(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
    await bob.vanish()
    await ann.sees(game, "disconnected")
    world.advance(31)
    await ann.sees(game, "absence_timeout")
    assert await verdict_of(ann, game) == (WON, "disconnection")
    await bob.connect()
    state = await bob.watch(game)
    outcome = msgspec.convert(state["outcome"], Outcome)
    assert (verdict(outcome, state["you"]), outcome.reason) == (LOST, "disconnection")


@scenario
async def test_of_three_each_is_told(world: World) -> None:
    people = await world.people("Ann", "Bob", "Cyd")
    game = await world.sit("sos", people, size="3x3:3")
    moves = ["Sa1", "Ob1", "Sc1", "Oa2", "Ob2", "Oc2", "Oa3", "Ob3", "Oc3"]
    await world.play(game, people, moves)
    assert [await verdict_of(it, game) for it in people] == [
        *((LOST, "points"), (LOST, "points"), (WON, "points")),
    ]


@scenario
async def test_the_client_has_the_words(world: World) -> None:
    async with guest(world.url, "Ann") as ann, guest(world.servers[-1].url, "Bob") as bob:
        games = await begin(ann, bob, "line", "3")
        assert [it.verdict for it in games] == [None, None]
        await games[0].move("S1")
        await games[0].resign()
        for it in games:
            await it.over()
        assert [it.verdict for it in games] == [LOST, WON]


@pytest.mark.parametrize("agent", ["random", "greedy", "feasible"])
@scenario
async def test_the_papers_three_can_be_played_by_name(world: World, agent: str) -> None:
    ann = await world.person("Ann")
    assert agent in [it["name"] for it in (await ann.get("/api/catalogue"))["agents"]]
    game = await ann.make("sos", size="3x4", seats=[agent, "me"], random_order=False)
    state = await ann.watch(game)
    assert [(it["name"], it.get("agent")) for it in state["seats"]] == [
        *((agent, agent), ("Ann", None)),
    ]
    while state["status"] != "over":
        if state["to_move"] == 1:
            cells = state["position"].split()[0].split("/")
            free = next(
                f"{'abc'[x]}{y + 1}" for y, row in enumerate(cells) for x, it in enumerate(row)
                if it == "."
            )  # fmt: skip
            await ann.move(game, f"O{free}")
        else:
            await ann.sees(game, "move", seat=0)
        state = await ann.watch(game)
    words, why = await verdict_of(ann, game)
    assert words in (WON, LOST, DRAW)
    assert why == "points"
    table = await ann.get("/api/agents", game="sos")
    (mine,) = [it for it in table if (it["agent"], it["size"]) == (agent, "3x4")]
    counted = {WON: "wins", LOST: "losses", DRAW: "draws"}[words]
    assert (mine["games"], mine[counted]) == (1, 1)

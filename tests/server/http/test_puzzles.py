"""Puzzles on a server: the daily one, random ones, answers, and statistics."""

from __future__ import annotations

import asyncio
import datetime
from typing import Any

import pytest

from quire.engine.analysis.puzzle import Puzzle, daily, find, load
from quire.games import GAMES, draw
from tests.server.deployment import World, scenario
from tests.server.player_client import Player

DAY = 86400.0


def date(world: World) -> datetime.date:
    return datetime.datetime.fromtimestamp(world.timing.wall(), datetime.UTC).date()


def wrong(puzzle: Puzzle) -> str:
    return next(it for it in puzzle.start().legal_moves() if it != puzzle.solution)


def practice(world: World, number: int = 0) -> Puzzle:
    """One that is not the day's."""
    return [it for it in load("line") if it != daily(date(world))][number]


async def answer(player: Player, puzzle: Puzzle, move: str | None) -> Any:
    return await player.post(f"/api/puzzles/{puzzle.id}/answers", {"move": move})


async def solve_todays(player: Player) -> Any:
    card = await player.get("/api/puzzles/today")
    return await answer(player, find(card["id"]), find(card["id"]).solution)


@scenario
async def test_the_puzzle_of_the_day_is_the_same_for_everybody(world: World) -> None:
    visitor, ann = world.player(), await world.player("Ann").guest()
    seen, mine = [await it.get("/api/puzzles/today") for it in (visitor, ann)]
    assert (seen["state"], mine["state"]) == (None, "new")
    assert {**seen, "state": "new"} == mine
    puzzle = daily(date(world))
    position = puzzle.start()
    assert (mine["id"], mine["position"]) == (puzzle.id, puzzle.position)
    assert (mine["game"], mine["size"]) == (puzzle.game, position.size)
    assert (mine["grade"], mine["to_move"]) == (puzzle.grade, position.to_move)
    assert mine["goal"] == ("win" if puzzle.value > 0 else "draw")
    assert mine["day"] == date(world).isoformat()
    assert mine["solution"] is None
    taps = {tap["move"] for cell in mine["picture"]["cells"] for tap in cell["taps"]}
    assert taps == set(position.legal_moves())
    assert mine["picture"]["caption"] == draw(position).caption
    assert await ann.get(f"/api/puzzles/{puzzle.id}") == mine


@scenario
async def test_a_draw_is_a_goal_too(world: World) -> None:
    puzzle = next(it for it in load("sos") if it.value == 0)
    card = await world.player().get(f"/api/puzzles/{puzzle.id}")
    assert card["goal"] == "draw"


@scenario
async def test_there_is_one_a_day_and_games_take_turns(own_world: World) -> None:
    visitor = own_world.player()
    seen = []
    for _ in range(8):
        seen.append(await visitor.get("/api/puzzles/today"))
        own_world.advance(DAY)
    assert len({it["id"] for it in seen}) == 8
    assert len({it["day"] for it in seen}) == 8
    order = [it["game"] for it in seen]
    assert order[:4] == order[4:]
    assert sorted(order[:4]) == sorted(game.key for game in GAMES)


@scenario
async def test_a_puzzle_is_answered_until_it_is_solved(world: World) -> None:
    ann = await world.player("Ann").guest()
    puzzle = practice(world)
    no = await answer(ann, puzzle, wrong(puzzle))
    assert (no["correct"], no["move"], no["state"]) == (False, wrong(puzzle), "tried")
    assert (no["solution"], no["progress"]["solved"]) == (None, 0)
    card = await ann.get(f"/api/puzzles/{puzzle.id}")
    assert (card["state"], card["solution"], card["day"]) == ("tried", None, None)
    yes = await answer(ann, puzzle, f" {puzzle.solution.lower()} ")
    assert (yes["correct"], yes["move"], yes["state"]) == (True, puzzle.solution, "solved")
    assert (yes["solution"], yes["value"], yes["second_value"]) == (
        *(puzzle.solution, puzzle.value, puzzle.second),
    )
    assert (yes["progress"]["solved"], yes["progress"]["first_try"]) == (1, 0)
    card = await ann.get(f"/api/puzzles/{puzzle.id}")
    assert (card["state"], card["solution"]) == ("solved", puzzle.solution)
    assert await ann.get("/api/me/puzzles") == yes["progress"]
    # Then it is only judged.
    for move, right in ((wrong(puzzle), False), (puzzle.solution, True), (None, False)):
        again = await answer(ann, puzzle, move)
        assert (again["correct"], again["state"], again["move"]) == (right, "solved", move)
        assert again["progress"] == yes["progress"]


@scenario
async def test_a_puzzle_can_be_given_up(world: World) -> None:
    ann = await world.player("Ann").guest()
    puzzle = practice(world)
    result = await answer(ann, puzzle, None)
    assert (result["correct"], result["move"], result["state"]) == (False, None, "given_up")
    assert result["solution"] == puzzle.solution
    assert (await answer(ann, puzzle, puzzle.solution))["correct"]
    progress = await ann.get("/api/me/puzzles")
    assert (progress["solved"], progress["given_up"]) == (0, 1)
    visitor = await world.player().get(f"/api/puzzles/{puzzle.id}")
    assert (visitor["state"], visitor["solution"]) == (None, None)


@pytest.mark.parametrize("game", [game.key for game in GAMES])
@scenario
async def test_what_is_no_move_is_refused_and_does_not_count(world: World, game: str) -> None:
    ann = await world.player("Ann").guest()
    puzzle = load(game)[0]
    address = f"/api/puzzles/{puzzle.id}/answers"
    position = puzzle.start()
    filled = next(move for move in _moves(puzzle) if move not in position.legal_moves())
    assert await ann.refused("POST", address, {"move": filled}) == "illegal_move"
    for unreadable in ("", "hello", "9" * 33, 7, ["Sa1"]):
        assert await ann.refused("POST", address, {"move": unreadable}) == "notation"
    bodies: tuple[Any, ...] = ({}, {"move": None, "more": 1}, [])
    for body in bodies:
        assert await ann.refused("POST", address, body) == "notation"
    assert (await ann.get(f"/api/puzzles/{puzzle.id}"))["state"] == "new"
    assert (await answer(ann, puzzle, puzzle.solution))["progress"]["first_try"] == 1


def _moves(puzzle: Puzzle) -> list[str]:
    (game,) = (it for it in GAMES if it.key == puzzle.game)
    return list(game.moves(puzzle.start().size))


@scenario
async def test_answers_want_a_token_and_a_puzzle_that_is_there(world: World) -> None:
    visitor, ann = world.player(), await world.player("Ann").guest()
    address = f"/api/puzzles/{practice(world).id}/answers"
    assert await visitor.refused("POST", address, {"move": None}) == "not_signed_in"
    assert await visitor.refused("GET", "/api/me/puzzles") == "not_signed_in"
    for id in ("line-00000000", "nothing", "..%2Fline"):
        assert await ann.refused("GET", f"/api/puzzles/{id}") == "not_found"
        assert await ann.refused("POST", f"/api/puzzles/{id}/answers", {"move": None}) == (
            "not_found"
        )


# --- random puzzles ---


@scenario
async def test_puzzles_come_by_lot_and_none_again_that_is_settled(world: World) -> None:
    ann = await world.player("Ann").guest()
    few = {it.id for it in load("line") if it.grade == 1}
    met: set[str] = set()
    while len(met) < len(few):
        card = await ann.get("/api/puzzles", game="line", grade=1)
        assert card["id"] in few - met
        met.add(card["id"])
        puzzle = find(card["id"])
        await answer(ann, puzzle, wrong(puzzle))
        await answer(ann, puzzle, None if len(met) % 2 else puzzle.solution)
    assert await ann.refused("GET", "/api/puzzles", params={"game": "line", "grade": 1}) == (
        "not_found"
    )
    visitor = await world.player().get("/api/puzzles", game="LINE", grade=1)
    assert visitor["id"] in few
    grades = (await ann.get("/api/me/puzzles"))["grades"]
    (figures,) = [it for it in grades if (it["game"], it["grade"]) == ("line", 1)]
    assert (figures["solved"], figures["total"]) == (len(few) // 2, len(few))


@scenario
async def test_any_game_and_grade_will_do(world: World) -> None:
    ann = await world.player("Ann").guest()
    assert (await ann.get("/api/puzzles"))["state"] == "new"
    assert (await ann.get("/api/puzzles", grade=5))["grade"] == 5
    assert (await ann.get("/api/puzzles", game="sos"))["game"] == "sos"
    for grade in ("0", "6", "x"):
        assert await ann.refused("GET", "/api/puzzles", params={"grade": grade}) == "notation"
    assert await ann.refused("GET", "/api/puzzles", params={"game": "chess"}) == "unknown_game"


# --- days and accounts ---


@scenario
async def test_a_streak_over_days(own_world: World) -> None:
    ann = await own_world.player("Ann").guest()
    streaks = []
    for skipped in (False, False, True, False):
        if not skipped:
            progress = (await solve_todays(ann))["progress"]
            streaks.append((progress["streak"], progress["best_streak"], progress["today"]))
        own_world.advance(DAY)
    assert streaks == [(1, 1, True), (2, 2, True), (1, 2, True)]
    waiting = await ann.get("/api/me/puzzles")
    assert (waiting["streak"], waiting["today"]) == (1, False)
    own_world.advance(DAY)
    assert (await ann.get("/api/me/puzzles"))["streak"] == 0


@scenario
async def test_a_guest_who_registers_goes_on(world: World) -> None:
    ann = await world.player("Solver Ann").guest()
    before = (await solve_todays(ann))["progress"]
    await ann.register("a long passphrase")
    assert await ann.get("/api/me/puzzles") == before
    again = world.player("Solver Ann")
    await again.sign_in("a long passphrase")
    assert (await again.get("/api/puzzles/today"))["state"] == "solved"


@scenario
async def test_nothing_is_left_of_a_deleted_account(world: World) -> None:
    ann = await world.player("Ann").guest()
    await solve_todays(ann)
    await ann.ask("DELETE", "/api/me")
    address = f"/api/puzzles/{practice(world).id}/answers"
    assert await ann.refused("POST", address, {"move": None}) == "not_signed_in"
    assert await ann.refused("GET", "/api/me/puzzles") == "not_signed_in"


@scenario
async def test_answers_from_two_places_at_once(world: World) -> None:
    """At two servers where there are two: one solution is kept, and no answer is lost."""
    ann, same = await world.player("Ann").guest(), world.player("Ann")
    same.token = ann.token
    puzzle = practice(world)
    results = await asyncio.gather(
        *(answer(it, puzzle, puzzle.solution) for it in (ann, same) for _ in range(4))
    )
    assert all(it["state"] == "solved" and it["correct"] for it in results)
    progress = await ann.get("/api/me/puzzles")
    assert (progress["solved"], progress["first_try"]) == (1, 1)
    other = practice(world, 1)
    await asyncio.gather(answer(ann, other, other.solution), answer(same, other, None))
    progress = await ann.get("/api/me/puzzles")
    assert (progress["solved"], progress["given_up"]) in ((2, 0), (1, 1))

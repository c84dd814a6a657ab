"""Puzzles on a server: the daily one, random ones, answers and statistics."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Sequence
from typing import Any

import pytest

from quire.engine.analysis.puzzle import Puzzle, daily, find, load
from quire.games import GAMES, draw
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient

DAY = 86400.0


def date(deployment: Deployment) -> datetime.date:
    return datetime.datetime.fromtimestamp(deployment.timing.wall(), datetime.UTC).date()


def wrong_move(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.start().legal_moves() if move != puzzle.solution)


def practice(deployment: Deployment, number: int = 0) -> Puzzle:
    """Return a puzzle that is not today's."""
    return [puzzle for puzzle in load("line") if puzzle != daily(date(deployment))][number]


async def answer(
    player: PlayerClient, puzzle: Puzzle, move: str | None, made: Sequence[str] = ()
) -> Any:
    sent = {"move": move, "made": made}
    return await player.post(f"/api/puzzles/{puzzle.id}/answers", sent)


async def solve(player: PlayerClient, puzzle: Puzzle) -> Any:
    """Give the last answer of a puzzle, after all moves before."""
    return await answer(player, puzzle, puzzle.line[-1], puzzle.line[:-1])


async def solve_daily(player: PlayerClient) -> Any:
    card = await player.get("/api/puzzles/today")
    return await solve(player, find(card["id"]))


@async_test
async def test_daily_puzzle_is_the_same_for_everyone(deployment: Deployment) -> None:
    visitor, ann = deployment.client(), await deployment.client("Ann").guest()
    seen, mine = [await player.get("/api/puzzles/today") for player in (visitor, ann)]
    assert (seen["state"], mine["state"]) == (None, "new")
    assert {**seen, "state": "new"} == mine
    puzzle = daily(date(deployment))
    position = puzzle.start()
    assert (mine["id"], mine["position"]) == (puzzle.id, puzzle.position)
    assert (mine["game"], mine["size"]) == (puzzle.game, position.size)
    assert (mine["grade"], mine["to_move"]) == (puzzle.grade, position.to_move)
    assert mine["goal"] == ("win" if puzzle.value > 0 else "draw")
    assert mine["day"] == date(deployment).isoformat()
    assert (mine["line"], mine["moves"]) == (None, len(puzzle.own_moves))
    taps = {tap["move"] for cell in mine["picture"]["cells"] for tap in cell["taps"]}
    assert taps == set(position.legal_moves())
    assert mine["picture"]["caption"] == draw(position).caption
    assert await ann.get(f"/api/puzzles/{puzzle.id}") == mine


@async_test
async def test_goal_can_be_a_draw(deployment: Deployment) -> None:
    puzzle = next(puzzle for puzzle in load("sos") if puzzle.value == 0)
    card = await deployment.client().get(f"/api/puzzles/{puzzle.id}")
    assert card["goal"] == "draw"


@async_test
async def test_daily_puzzle_changes_and_games_alternate(own_deployment: Deployment) -> None:
    visitor = own_deployment.client()
    seen = []
    for _ in range(8):
        seen.append(await visitor.get("/api/puzzles/today"))
        own_deployment.advance(DAY)
    assert len({puzzle["id"] for puzzle in seen}) == 8
    assert len({puzzle["day"] for puzzle in seen}) == 8
    order = [puzzle["game"] for puzzle in seen]
    assert order[:4] == order[4:]
    assert sorted(order[:4]) == sorted(game.key for game in GAMES)


@async_test
async def test_puzzle_is_answered_until_it_is_solved(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    puzzle = practice(deployment)
    no = await answer(ann, puzzle, wrong_move(puzzle))
    assert (no["correct"], no["move"], no["state"]) == (False, wrong_move(puzzle), "tried")
    assert (no["line"], no["progress"]["solved"]) == (None, 0)
    card = await ann.get(f"/api/puzzles/{puzzle.id}")
    assert (card["state"], card["line"], card["day"]) == ("tried", None, None)
    last = puzzle.line[-1]
    yes = await answer(ann, puzzle, f" {last.lower()} ", puzzle.line[:-1])
    assert (yes["correct"], yes["move"], yes["state"]) == (True, last, "solved")
    assert (yes["line"], yes["value"], yes["second_value"]) == (
        *(list(puzzle.line), puzzle.value, puzzle.second),
    )
    assert (yes["progress"]["solved"], yes["progress"]["first_try"]) == (1, 0)
    card = await ann.get(f"/api/puzzles/{puzzle.id}")
    assert (card["state"], card["line"]) == ("solved", list(puzzle.line))
    assert await ann.get("/api/me/puzzles") == yes["progress"]
    # Later answers are judged and not counted.
    for move, right in ((wrong_move(puzzle), False), (puzzle.solution, True), (None, False)):
        again = await answer(ann, puzzle, move)
        assert (again["correct"], again["state"], again["move"]) == (right, "solved", move)
        assert again["progress"] == yes["progress"]


@async_test
async def test_puzzle_can_be_given_up(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    puzzle = practice(deployment)
    result = await answer(ann, puzzle, None)
    assert (result["correct"], result["move"], result["state"]) == (False, None, "given_up")
    assert result["line"] == list(puzzle.line)
    assert (await answer(ann, puzzle, puzzle.solution))["correct"]
    progress = await ann.get("/api/me/puzzles")
    assert (progress["solved"], progress["given_up"]) == (0, 1)
    visitor = await deployment.client().get(f"/api/puzzles/{puzzle.id}")
    assert (visitor["state"], visitor["line"]) == (None, None)


@async_test
async def test_line_is_found_move_by_move(deployment: Deployment) -> None:
    """Each correct move is answered; only the last one settles the puzzle."""
    ann = await deployment.client("Ann").guest()
    puzzle = next(it for it in load("obstruction") if len(it.line) == 3)
    first, reply, last = puzzle.line
    found = await answer(ann, puzzle, first)
    assert (found["correct"], found["move"], found["replies"]) == (True, first, [reply])
    assert (found["state"], found["line"]) == ("new", None)
    found = await answer(ann, puzzle, last, [first, reply])
    assert (found["correct"], found["state"], found["replies"]) == (True, "solved", [])
    assert found["progress"]["first_try"] == 1
    address = f"/api/puzzles/{puzzle.id}/answers"
    for made in ([reply], [first, reply, last], [first, last]):
        assert await ann.request_error("POST", address, {"move": last, "made": made}) == "notation"


@pytest.mark.parametrize("game", [game.key for game in GAMES])
@async_test
async def test_invalid_answer_is_refused_and_not_counted(deployment: Deployment, game: str) -> None:
    ann = await deployment.client("Ann").guest()
    puzzle = load(game)[0]
    address = f"/api/puzzles/{puzzle.id}/answers"
    position = puzzle.start()
    filled = next(move for move in _moves(puzzle) if move not in position.legal_moves())
    assert await ann.request_error("POST", address, {"move": filled}) == "illegal_move"
    for unreadable in ("", "hello", "9" * 33, 7, ["Sa1"]):
        assert await ann.request_error("POST", address, {"move": unreadable}) == "notation"
    bodies: tuple[Any, ...] = ({}, {"move": None, "more": 1}, [])
    for body in bodies:
        assert await ann.request_error("POST", address, body) == "notation"
    assert (await ann.get(f"/api/puzzles/{puzzle.id}"))["state"] == "new"
    assert (await solve(ann, puzzle))["progress"]["first_try"] == 1


def _moves(puzzle: Puzzle) -> list[str]:
    (game,) = (game for game in GAMES if game.key == puzzle.game)
    return list(game.moves(puzzle.start().size))


@async_test
async def test_answers_need_a_token_and_an_existing_puzzle(deployment: Deployment) -> None:
    visitor, ann = deployment.client(), await deployment.client("Ann").guest()
    address = f"/api/puzzles/{practice(deployment).id}/answers"
    assert await visitor.request_error("POST", address, {"move": None}) == "not_signed_in"
    assert await visitor.request_error("GET", "/api/me/puzzles") == "not_signed_in"
    for id in ("line-00000000", "nothing", "..%2Fline"):
        assert await ann.request_error("GET", f"/api/puzzles/{id}") == "not_found"
        assert await ann.request_error("POST", f"/api/puzzles/{id}/answers", {"move": None}) == (
            "not_found"
        )


# --- random puzzles ---


@async_test
async def test_random_puzzles_skip_solved_and_given_up_ones(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    wanted = {puzzle.id for puzzle in load("line") if puzzle.grade == 1}
    seen_ids: set[str] = set()
    while len(seen_ids) < len(wanted):
        card = await ann.get("/api/puzzles", game="line", grade=1)
        assert card["id"] in wanted - seen_ids
        seen_ids.add(card["id"])
        puzzle = find(card["id"])
        await (answer(ann, puzzle, None) if len(seen_ids) % 2 else solve(ann, puzzle))
    assert await ann.request_error("GET", "/api/puzzles", params={"game": "line", "grade": 1}) == (
        "not_found"
    )
    visitor = await deployment.client().get("/api/puzzles", game="LINE", grade=1)
    assert visitor["id"] in wanted
    grades = (await ann.get("/api/me/puzzles"))["grades"]
    (row,) = [grade for grade in grades if (grade["game"], grade["grade"]) == ("line", 1)]
    assert (row["solved"], row["total"]) == (len(wanted) // 2, len(wanted))


@async_test
async def test_random_puzzle_by_game_and_grade(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    assert (await ann.get("/api/puzzles"))["state"] == "new"
    assert (await ann.get("/api/puzzles", grade=5))["grade"] == 5
    assert (await ann.get("/api/puzzles", game="sos"))["game"] == "sos"
    for grade in ("0", "6", "x"):
        assert await ann.request_error("GET", "/api/puzzles", params={"grade": grade}) == "notation"
    assert (
        await ann.request_error("GET", "/api/puzzles", params={"game": "chess"}) == "unknown_game"
    )


# --- days and accounts ---


@async_test
async def test_streak_over_days(own_deployment: Deployment) -> None:
    ann = await own_deployment.client("Ann").guest()
    streaks = []
    for skipped in (False, False, True, False):
        if not skipped:
            progress = (await solve_daily(ann))["progress"]
            streaks.append((progress["streak"], progress["best_streak"], progress["today"]))
        own_deployment.advance(DAY)
    assert streaks == [(1, 1, True), (2, 2, True), (1, 2, True)]
    waiting = await ann.get("/api/me/puzzles")
    assert (waiting["streak"], waiting["today"]) == (1, False)
    own_deployment.advance(DAY)
    assert (await ann.get("/api/me/puzzles"))["streak"] == 0


@async_test
async def test_registering_guest_keeps_progress(deployment: Deployment) -> None:
    ann = await deployment.client("Solver Ann").guest()
    before = (await solve_daily(ann))["progress"]
    await ann.register("a long passphrase")
    assert await ann.get("/api/me/puzzles") == before
    again = deployment.client("Solver Ann")
    await again.sign_in("a long passphrase")
    assert (await again.get("/api/puzzles/today"))["state"] == "solved"


@async_test
async def test_deleted_account_has_no_progress(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    await solve_daily(ann)
    await ann.request("DELETE", "/api/me")
    address = f"/api/puzzles/{practice(deployment).id}/answers"
    assert await ann.request_error("POST", address, {"move": None}) == "not_signed_in"
    assert await ann.request_error("GET", "/api/me/puzzles") == "not_signed_in"


@async_test
async def test_simultaneous_answers(deployment: Deployment) -> None:
    """With two servers, one at each: one solution is counted, and no answer is lost."""
    ann, same = await deployment.client("Ann").guest(), deployment.client("Ann")
    same.token = ann.token
    puzzle = practice(deployment)
    results = await asyncio.gather(
        *(solve(player, puzzle) for player in (ann, same) for _ in range(4))
    )
    assert all(result["state"] == "solved" and result["correct"] for result in results)
    progress = await ann.get("/api/me/puzzles")
    assert (progress["solved"], progress["first_try"]) == (1, 1)
    other = practice(deployment, 1)
    await asyncio.gather(solve(ann, other), answer(same, other, None))
    progress = await ann.get("/api/me/puzzles")
    assert (progress["solved"], progress["given_up"]) in ((2, 0), (1, 1))


@async_test
async def test_answers_given_offline_count_for_their_day(deployment: Deployment) -> None:
    ann = await deployment.client("Ann").guest()
    today = date(deployment)
    for days in (9, 2, 1, 0):
        then = today - datetime.timedelta(days)
        puzzle = daily(then)
        path = f"/api/puzzles/{puzzle.id}/answers"
        *made, last = puzzle.line
        sent = {"move": last, "made": made, "day": then.isoformat()}
        assert (await ann.post(path, sent))["state"] == "solved"
    mine = await ann.get("/api/me/puzzles")
    assert (mine["streak"], mine["solved"]) == (3, 4)  # nine days ago is too long ago
    refused = await ann.request("POST", path, {"move": None, "day": "2026-13-01"})
    assert (refused.status_code, refused.json()["code"]) == (400, "notation")

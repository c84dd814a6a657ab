"""Endpoints for puzzles."""

from __future__ import annotations

import datetime

from quire.engine.analysis.puzzle import Puzzle, daily, find, load
from quire.errors import NotationError, NotFound
from quire.games import GAMES, draw, find_game
from quire.server.http.request import Handlers, Request
from quire.store.people import puzzles
from quire.store.play.games import RANDOM
from quire.wire.puzzle_types import PuzzleAnswer, PuzzleInfo
from quire.wire.statistics_types import PuzzleProgress, PuzzleState


async def daily_puzzle(request: Request) -> PuzzleInfo:
    return await _info(request, daily(puzzles.date_of(request.node.store.today())))


async def puzzle(request: Request) -> PuzzleInfo:
    return await _info(request, find(request.path["id"]))


async def next_puzzle(request: Request) -> PuzzleInfo:
    wanted, grade = request.query.game, request.query.grade
    games = GAMES if wanted is None else (find_game(wanted),)
    fitting = [
        puzzle for game in games for puzzle in load(game.key) if grade in (None, puzzle.grade)
    ]
    if not fitting:
        raise NotFound("no puzzles for that game and difficulty: choose another")
    done = (
        await request.read(puzzles.settled, request.me.id) if request.player is not None else set()
    )
    left = [puzzle for puzzle in fitting if puzzle.id not in done]
    if not left:
        raise NotFound("you've done all of these puzzles: choose another game or difficulty")
    return await _info(request, RANDOM.choice(left))


async def _info(request: Request, puzzle: Puzzle) -> PuzzleInfo:
    today = request.node.store.today()
    state: PuzzleState | None = None
    if request.player is not None:
        state = await request.read(puzzles.state, request.player.id, puzzle, today)
    date, position = puzzles.date_of(today), puzzle.start()
    return PuzzleInfo(
        id=puzzle.id,
        game=puzzle.game,
        size=position.size,
        grade=puzzle.grade,
        goal="win" if puzzle.value > 0 else "draw",
        to_move=position.to_move,
        position=puzzle.position,
        picture=draw(position),
        day=date.isoformat() if puzzle == daily(date) else None,
        state=state,
        moves=len(puzzle.own_moves),
        line=puzzle.line if state in puzzles.SETTLED else None,
    )


async def answer_puzzle(request: Request) -> PuzzleAnswer:
    puzzle, today = find(request.path["id"]), request.node.store.today()
    typed, made = request.body.move, request.body.made
    move, correct = (None, False) if typed is None else puzzle.check(typed, made)
    answered = puzzles.time_of(_date(request.body.day), today)
    if correct and len(made) + 1 < len(puzzle.line):
        state: PuzzleState = await request.read(puzzles.state, request.me.id, puzzle, answered)
        replies = puzzle.replies([*made, puzzle.line[len(made)]])
    else:
        result: PuzzleState = "given_up" if move is None else "solved" if correct else "tried"
        state = await request.write(puzzles.answer, request.me.id, puzzle, result, answered)
        replies = ()
    return PuzzleAnswer(
        correct=correct,
        move=move,
        state=state,
        replies=replies,
        line=puzzle.line if state in puzzles.SETTLED else None,
        value=puzzle.value,
        second_value=puzzle.second,
        progress=await request.read(puzzles.progress, request.me.id, today),
    )


def _date(day: str | None) -> datetime.date | None:
    try:
        return None if day is None else datetime.date.fromisoformat(day)
    except ValueError:
        raise NotationError(f"day must be a date such as 2026-11-17, not {day!r}") from None


async def my_puzzles(request: Request) -> PuzzleProgress:
    today = request.node.store.today()
    progress: PuzzleProgress = await request.read(puzzles.progress, request.me.id, today)
    return progress


HANDLERS: Handlers = {
    handler.__name__: handler
    for handler in (daily_puzzle, puzzle, next_puzzle, answer_puzzle, my_puzzles)
}

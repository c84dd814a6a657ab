"""The answers to requests about puzzles."""

from __future__ import annotations

from quire.engine.analysis.puzzle import Puzzle, daily, find, load
from quire.errors import NotFound
from quire.games import GAMES, draw, find_game
from quire.server.http.request import Call, Handlers
from quire.store.games import RANDOM
from quire.store.people import puzzles
from quire.wire.puzzle_types import PuzzleAnswer, PuzzleInfo
from quire.wire.statistics_types import PuzzleProgress, PuzzleState


async def daily_puzzle(call: Call) -> PuzzleInfo:
    return await _card(call, daily(puzzles.date_of(call.node.store.today())))


async def puzzle(call: Call) -> PuzzleInfo:
    return await _card(call, find(call.path["id"]))


async def next_puzzle(call: Call) -> PuzzleInfo:
    wanted, grade = call.query.game, call.query.grade
    games = GAMES if wanted is None else (find_game(wanted),)
    fitting = [it for game in games for it in load(game.key) if grade in (None, it.grade)]
    if not fitting:
        raise NotFound("no puzzles for that game and difficulty: choose another")
    done = await call.read(puzzles.settled, call.me.id) if call.player is not None else set()
    left = [it for it in fitting if it.id not in done]
    if not left:
        raise NotFound("you've done all of these puzzles: choose another game or difficulty")
    return await _card(call, RANDOM.choice(left))


async def _card(call: Call, it: Puzzle) -> PuzzleInfo:
    today = call.node.store.today()
    state: PuzzleState | None = None
    if call.player is not None:
        state = await call.read(puzzles.state, call.player.id, it, today)
    date, position = puzzles.date_of(today), it.start()
    return PuzzleInfo(
        id=it.id,
        game=it.game,
        size=position.size,
        grade=it.grade,
        goal="win" if it.value > 0 else "draw",
        to_move=position.to_move,
        position=it.position,
        picture=draw(position),
        day=date.isoformat() if it == daily(date) else None,
        state=state,
        solution=it.solution if state in puzzles.SETTLED else None,
    )


async def answer_puzzle(call: Call) -> PuzzleAnswer:
    it, today = find(call.path["id"]), call.node.store.today()
    move = None if call.body.move is None else it.read(call.body.move)
    state: PuzzleState = await call.write(puzzles.answer, call.me.id, it, move, today)
    return PuzzleAnswer(
        correct=move == it.solution,
        move=move,
        state=state,
        solution=it.solution if state in puzzles.SETTLED else None,
        value=it.value,
        second_value=it.second,
        progress=await call.read(puzzles.progress, call.me.id, today),
    )


async def my_puzzles(call: Call) -> PuzzleProgress:
    today = call.node.store.today()
    progress: PuzzleProgress = await call.read(puzzles.progress, call.me.id, today)
    return progress


HANDLERS: Handlers = {
    handler.__name__: handler
    for handler in (daily_puzzle, puzzle, next_puzzle, answer_puzzle, my_puzzles)
}

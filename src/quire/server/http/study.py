"""Endpoints for study: replays, analysis, reviews and hints.

The work is done in separate processes; only short lines are replayed in the server process.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Literal, TypeVar, cast

import msgspec

from quire.engine.analysis.review import ReviewBuilder
from quire.errors import AgentFailed, NotAllowed, QuireError, Unavailable
from quire.online.position_key import similar_keys
from quire.server.http.request import Handlers, Request
from quire.server.play.room.room import Room
from quire.server.workers.fair_queue import Owner
from quire.server.workers.replay import play_line
from quire.server.workers.worker_pool import Task
from quire.server.workers.worker_task import (
    AnalysisTask,
    LineTask,
    NotesTask,
    ReplayTask,
    ReviewPositionTask,
    SolveTask,
)
from quire.store.play import event_log
from quire.wire.http_types import ErrorResponse
from quire.wire.protocol import encode
from quire.wire.shared_types import SeatSummary
from quire.wire.study_types import (
    AnalysisResponse,
    GameReplay,
    GameReview,
    Hint,
    Line,
    PositionNotes,
    Replay,
    ReviewProgress,
)

Result = TypeVar("Result")

MAX_INLINE_MOVES = 40
"""Lines up to this length are drawn in the server process, which takes milliseconds."""

MAX_REVIEW_SECONDS = 60.0
"""Thinking time for all positions of a game together."""

MAX_KEYS_PER_QUERY = 5_000
"""Positions that are looked up in one database query."""

REPLAY_TIMEOUT_SECONDS = 10.0
"""Time limit for drawing the longest replay."""


async def replay(request: Request) -> msgspec.Raw:
    return await _replay(request, request.body)


async def game_replay(request: Request) -> GameReplay:
    stored, live = await request.node.replay_game(request.path["id"])
    record = live.match.record
    line = Line(game=record.game, size=record.size, moves=list(record.moves))
    return GameReplay(
        id=stored.setup.id,
        status=cast("Literal['playing', 'over']", stored.status),
        seats=tuple(
            SeatSummary(name=seat.name, player=seat.player, agent=seat.agent)
            for seat in stored.setup.seats
        ),
        outcome=live.match.outcome,
        started=record.started,
        clock=record.clock,
        increment=record.increment,
        rated=stored.setup.rated,
        seconds=record.seconds,
        replay=cast("Replay", await _replay(request, line)),  # already encoded as JSON
    )


async def analysis(request: Request) -> AnalysisResponse:
    return await _analyse(request, request.body)


async def check_analysis(request: Request) -> PositionNotes:
    line = request.body
    if len(line.moves) <= MAX_INLINE_MOVES:
        task: Task[PositionNotes] = NotesTask(line, REPLAY_TIMEOUT_SECONDS)
        await _check_not_live(request, await asyncio.to_thread(_all_keys, line))
        return await asyncio.to_thread(task.run)
    request.hold()
    _, _, keys = await _run(request, LineTask(line, REPLAY_TIMEOUT_SECONDS))
    await _check_not_live(request, keys)
    return await _run(request, NotesTask(line, REPLAY_TIMEOUT_SECONDS), continuing=True)


async def solve(request: Request) -> AnalysisResponse:
    request.hold()
    await _check_not_live(request, await asyncio.to_thread(_keys, request.body))
    settings = request.node.settings
    memory = settings.solver_megabytes << 20
    return await _run(request, SolveTask(request.body, settings.solver_seconds, memory))


async def hint(request: Request) -> Hint:
    async with request.node.rooms.lease(request.path["id"]) as room:
        line = await _own_position(room, request.me.id)
    found = await _analyse(request, line)
    best = found.moves[0]
    return Hint(move=best.move, value=best.value, exact=best.exact, outcome=found.outcome)


async def _own_position(room: Room, player: str) -> Line:
    """Return the current position as a line. Raises NotAllowed if a hint would be unfair."""
    state = await room.state_for(player)
    live = room.game.live
    if live is None:
        raise NotAllowed("the game hasn't started: it is waiting for players")
    if state.you is None:
        raise NotAllowed("only players of this game can get hints")
    if live.is_over:
        raise NotAllowed("the game is over: use analysis instead")
    if state.rated or any(seat != state.you for seat in live.people()):
        raise NotAllowed("no hints in games against people")
    if state.to_move != state.you:
        raise NotAllowed("it's not your turn: hints are for your own moves")
    return Line(game=state.game, size=state.size, moves=list(state.moves))


async def review(request: Request) -> AsyncIterator[bytes]:
    request.hold()
    start, entries, keys = await _run(request, LineTask(request.body, REPLAY_TIMEOUT_SECONDS))
    await _check_not_live(request, keys)
    review = ReviewBuilder(start, entries)
    await _review_next(request, review)  # errors so far become an ordinary error response
    return _review_lines(request, review)


async def _review_lines(request: Request, review: ReviewBuilder) -> AsyncIterator[bytes]:
    """Yield the lines of the response. If the client disconnects, the review stops."""
    node = request.node
    try:
        yield _line(ReviewProgress(done=review.done))
        while await _review_next(request, review):
            yield _line(ReviewProgress(done=review.done))
        last = ReviewProgress(review=GameReview(**review.build().facts()))
    except QuireError as error:
        node.metrics.rejections.labels(error.code).inc()
        last = ReviewProgress(error=ErrorResponse(code=error.code, message=str(error)))
    except Exception as error:  # internals never reach a visitor
        node.services.log_error(error, endpoint="review")
        internal = Unavailable("internal server error: try again")
        last = ReviewProgress(error=ErrorResponse(code=internal.code, message=str(internal)))
    yield _line(last)


async def _review_next(request: Request, review: ReviewBuilder) -> bool:
    """Analyse one more position; return False if there is none left."""
    position = review.next()
    if position is None:
        return False
    # One task per position, so that other requests get their turn in between. A review that
    # has started is not rejected because the queue has filled up meanwhile.
    seconds = min(request.node.settings.review_seconds, MAX_REVIEW_SECONDS / len(review))
    review.add(await _run(request, ReviewPositionTask(position, seconds), continuing=True))
    return True


def _line(progress: ReviewProgress) -> bytes:
    return bytes(encode(progress)) + b"\n"


async def _replay(request: Request, line: Line) -> msgspec.Raw:
    task = ReplayTask(line, REPLAY_TIMEOUT_SECONDS)
    if len(line.moves) <= MAX_INLINE_MOVES:
        return msgspec.Raw(await asyncio.to_thread(task.run))
    request.hold()
    return msgspec.Raw(await _run(request, task))


async def _analyse(request: Request, line: Line) -> AnalysisResponse:
    request.hold()
    await _check_not_live(request, await asyncio.to_thread(_keys, line))
    return await _run(request, AnalysisTask(line, request.node.settings.analysis_seconds))


def _keys(line: Line) -> set[int]:
    return similar_keys(play_line(line).positions[-1])


def _all_keys(line: Line) -> set[int]:
    return set[int]().union(*map(similar_keys, play_line(line).positions))


async def _check_not_live(request: Request, keys: set[int]) -> None:
    """Raise NotAllowed if one of these positions is on the board in a rated game."""
    listed = list(keys)
    for start in range(0, len(listed), MAX_KEYS_PER_QUERY):
        if await request.read(event_log.is_live, listed[start : start + MAX_KEYS_PER_QUERY]):
            raise NotAllowed(
                "a rated game has this position on the board right now: analyse it when that "
                "game has moved on"
            )


async def _run(request: Request, task: Task[Result], *, continuing: bool = False) -> Result:
    owner = Owner(request.player.id if request.player else "", request.network)
    try:
        return await request.node.pools.analysis.run(task, owner, continuing=continuing)
    except AgentFailed as error:  # a fault of the server here, unlike in a game
        request.node.services.log_error(error)
        raise


HANDLERS: Handlers = {
    handler.__name__: handler
    for handler in (replay, game_replay, analysis, check_analysis, solve, hint, review)
}

"""The answers to requests about study: replays, analysis, courses and hints.

It is worked out by the analysts, in processes of their own; only short lines are drawn here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Literal, TypeVar, cast

import msgspec

from quire.engine.analysis.review import ReviewBuilder
from quire.errors import AgentFailed, NotAllowed, QuireError, Unavailable
from quire.server.http.request import Handlers, Request
from quire.server.play.node import Node
from quire.server.play.room import Room
from quire.server.workers.worker_pool import Task
from quire.server.workers.worker_task import (
    AnalysisTask,
    LineTask,
    ReplayTask,
    ReviewPositionTask,
)
from quire.store import games
from quire.wire.http_types import ErrorResponse
from quire.wire.protocol import encode
from quire.wire.shared_types import SeatSummary
from quire.wire.study_types import (
    AnalysisResponse,
    GameReplay,
    GameReview,
    Hint,
    Line,
    Replay,
    ReviewProgress,
)

Result = TypeVar("Result")

MAX_INLINE_MOVES = 40
"""Lines up to this length are drawn in the server process, which takes milliseconds."""

MAX_REVIEW_SECONDS = 60.0
"""Thinking time for all positions of a game together."""

REPLAY_TIMEOUT_SECONDS = 10.0
"""Time limit for drawing the longest replay."""


async def replay(request: Request) -> msgspec.Raw:
    return await _replay(request, request.body)


async def game_replay(request: Request) -> GameReplay:
    # From the store: names may have changed, or be gone, since the room was read.
    stored: games.StoredGame = await request.read(games.load, request.path["id"])
    if stored.status == games.OPEN:
        raise NotAllowed("the game hasn't started: it is waiting for players")
    live = stored.live(request.node.settings.max_lag_seconds)
    record = live.match.record
    line = Line(game=record.game, size=record.size, moves=list(record.moves))
    return GameReplay(
        id=stored.setup.id,
        status=cast("Literal['playing', 'over']", stored.status),
        seats=tuple(
            SeatSummary(name=it.name, player=it.player, agent=it.agent) for it in stored.setup.seats
        ),
        outcome=live.match.outcome,
        started=record.started,
        clock=record.clock,
        rated=stored.setup.rated,
        seconds=record.seconds,
        replay=cast("Replay", await _replay(request, line)),  # JSON of one, to be passed on
    )


async def analysis(request: Request) -> AnalysisResponse:
    return await _analysed(request, request.body)


async def hint(request: Request) -> Hint:
    async with request.node.rooms.lease(request.path["id"]) as room:
        line = await _own_position(room, request.me.id)
    found = await _analysed(request, line)
    best = found.moves[0]
    return Hint(move=best.move, value=best.value, exact=best.exact, outcome=found.outcome)


async def _own_position(room: Room, player: str) -> Line:
    """Where the player is to move. Raises NotAllowed unless a hint there is nobody's loss."""
    state = await room.state_for(player)
    live = room.game.live
    if live is None:
        raise NotAllowed("the game hasn't started: it is waiting for players")
    if state.you is None:
        raise NotAllowed("only players of this game can get hints")
    if live.over:
        raise NotAllowed("the game is over: use analysis instead")
    if state.rated or any(seat != state.you for seat in live.people()):
        raise NotAllowed("no hints in games against people")
    if state.to_move != state.you:
        raise NotAllowed("it's not your turn: hints are for your own moves")
    return Line(game=state.game, size=state.size, moves=list(state.moves))


async def review(request: Request) -> AsyncIterator[bytes]:
    node, line = request.node, request.body
    request.hold()
    start, entries = await _ask(node, LineTask(line, REPLAY_TIMEOUT_SECONDS))
    review = ReviewBuilder(start, entries)
    await _read_on(node, review)  # what is wrong by now is a refusal like any other
    return _told(node, review)


async def _told(node: Node, review: ReviewBuilder) -> AsyncIterator[bytes]:
    """The lines of the answer. Whoever no longer listens ends this, and with it the work."""
    try:
        yield _line(ReviewProgress(done=review.done))
        while await _read_on(node, review):
            yield _line(ReviewProgress(done=review.done))
        news = ReviewProgress(review=GameReview(**review.build().facts()))
    except QuireError as error:
        node.metrics.refusals.labels(error.code).inc()
        news = ReviewProgress(error=ErrorResponse(code=error.code, message=str(error)))
    except Exception as error:  # nobody may see our insides
        node.services.log_error(error, endpoint="review")
        sorry = Unavailable("internal server error: try again")
        news = ReviewProgress(error=ErrorResponse(code=sorry.code, message=str(sorry)))
    yield _line(news)


async def _read_on(node: Node, review: ReviewBuilder) -> bool:
    """Reads one position more; False if there was none."""
    wanted = review.next()
    if wanted is None:
        return False
    # One task per position, so that other requests get their turn in between. What was
    # read before is not given up because others have come.
    seconds = min(node.settings.review_seconds, MAX_REVIEW_SECONDS / len(review))
    review.add(await _ask(node, ReviewPositionTask(wanted, seconds), continuing=True))
    return True


def _line(news: ReviewProgress) -> bytes:
    return bytes(encode(news)) + b"\n"


async def _replay(request: Request, line: Line) -> msgspec.Raw:
    task = ReplayTask(line, REPLAY_TIMEOUT_SECONDS)
    if len(line.moves) <= MAX_INLINE_MOVES:
        return msgspec.Raw(await asyncio.to_thread(task.run))
    request.hold()
    return msgspec.Raw(await _ask(request.node, task))


async def _analysed(request: Request, line: Line) -> AnalysisResponse:
    request.hold()
    return await _ask(request.node, AnalysisTask(line, request.node.settings.analysis_seconds))


async def _ask(node: Node, task: Task[Result], *, continuing: bool = False) -> Result:
    try:
        return await node.pools.analysis.run(task, continuing=continuing)
    except AgentFailed as error:  # which is our own fault, unlike that of a computer player
        node.services.log_error(error)
        raise


HANDLERS: Handlers = {
    handler.__name__: handler for handler in (replay, game_replay, analysis, hint, review)
}

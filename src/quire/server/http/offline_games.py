"""Storing games that were played in the browser, without a server."""

from __future__ import annotations

import asyncio

from quire.core import Position
from quire.errors import NotAllowed, NotationError
from quire.games import find_game
from quire.online.offline_game import replayed
from quire.online.setup import Seat, Setup
from quire.server.http.request import Handlers, Request
from quire.server.workers.agent_policy import check_offline_agent
from quire.server.workers.fair_queue import Owner
from quire.server.workers.worker_task import MoveTask
from quire.store.play import games, offline_games
from quire.wire import http_types as wire

MAX_MOVE_SECONDS = 20.0
"""Time to compute a move again; all agents that play offline stop at their nodes before."""

MAX_CHECK_SECONDS = 120.0
"""Time to check a whole game."""


async def send_offline_game(request: Request) -> wire.GameCreated:
    body: wire.OfflineGame = request.body
    id = offline_games.id_of(request.me.id, body.id)
    if not await request.read(offline_games.is_stored, id):
        request.hold()
        wanted = _game_request(request)
        moves = await asyncio.to_thread(_read_moves, wanted, body)
        await _check_computers(request, wanted, moves)
        store = request.node.store
        new = games.NewGame(wanted, request.me.id, store.now(), store.today(), id)
        await request.write(offline_games.store, new, moves, body.resigned)
    return wire.GameCreated(id)


def _game_request(request: Request) -> games.GameRequest:
    body: wire.OfflineGame = request.body
    size = games.normal_size(body.game, body.size)
    if body.seats.count("me") != 1:
        raise NotationError('seats must contain "me" exactly once; the others are agents')
    number = find_game(body.game).start(size).players
    if len(body.seats) != number:
        raise NotationError(f"{body.game} {size} has {number} seats, not {len(body.seats)}")

    def seat(named: str) -> Seat:
        if named == "me":
            return Seat(request.me.name, request.me.id)
        agent = f"{check_offline_agent(named, body.game, size)}:seed={int(body.seed)}"
        return Seat(agent, None, agent)

    return games.GameRequest(
        game=body.game,
        size=size,
        seats=tuple(map(seat, body.seats)),
        clock=None,
        reconnect_seconds=None,
        public=False,
        chat=False,
        random_order=False,
        offline=True,
    )


def _read_moves(wanted: games.GameRequest, body: wire.OfflineGame) -> tuple[str, ...]:
    """Return the moves in canonical notation. Raises a QuireError if the game breaks a rule."""
    seats = tuple(seat for seat in wanted.seats if seat is not None)
    setup = Setup(body.id, wanted.game, wanted.size, seats, None, None, offline=True)
    *_, (_, last) = replayed(setup, body.moves, resigned=body.resigned)
    return tuple(last.next.match.moves)


async def _check_computers(
    request: Request, wanted: games.GameRequest, moves: tuple[str, ...]
) -> None:
    """Compute the computer players' moves again. Raises NotAllowed if one is another."""
    position: Position = find_game(wanted.game).start(wanted.size)
    owner = Owner(request.me.id, request.network)
    time_source = request.node.time_source
    until = time_source.wall() + MAX_CHECK_SECONDS
    has_begun = False
    for number, move in enumerate(moves):
        seat = wanted.seats[position.to_move]
        if seat is not None and seat.agent is not None:
            if time_source.wall() > until:
                raise NotAllowed("the game is too long to be checked")
            before = moves[:number]
            task = MoveTask(wanted.game, wanted.size, before, seat.agent, MAX_MOVE_SECONDS)
            made = await request.node.pools.analysis.run(task, owner, continuing=has_begun)
            has_begun = True
            if made != move:
                raise NotAllowed(f"move {number + 1} can't be {move}: the computer plays {made}")
        position = position.play(move)


HANDLERS: Handlers = {send_offline_game.__name__: send_offline_game}

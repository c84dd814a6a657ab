"""Storing games that were played in the browser, without a server."""

from __future__ import annotations

import asyncio

from quire.errors import NotationError
from quire.games import find_game
from quire.online.offline_game import replayed
from quire.online.setup import Seat, Setup
from quire.server.http.request import Handlers, Request
from quire.server.workers.agent_policy import check_offline_agent
from quire.server.workers.fair_queue import Owner
from quire.server.workers.recomputation import check_moves
from quire.store.play import games, offline_games
from quire.wire import http_types as wire


async def send_offline_game(request: Request) -> wire.GameCreated:
    body: wire.OfflineGame = request.body
    id = offline_games.id_of(request.me.id, body.id)
    if not await request.read(offline_games.is_stored, id):
        request.hold()
        wanted = _game_request(request)
        moves = await asyncio.to_thread(_read_moves, wanted, body)
        agents = [None if seat is None else seat.agent for seat in wanted.seats]
        await check_moves(
            *(wanted.game, wanted.size, moves, agents, request.node.pools.analysis),
            Owner(request.me.id, request.network),
            request.node.time_source.wall,
        )
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


HANDLERS: Handlers = {send_offline_game.__name__: send_offline_game}

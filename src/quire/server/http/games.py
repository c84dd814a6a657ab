"""Endpoints for games: creating, joining, finding and exporting them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import msgspec

from quire.errors import NotationError, TooMany
from quire.games import find_game
from quire.match.clock import check_increment
from quire.match.record import Record
from quire.online.setup import Seat
from quire.server.http.request import Handlers, Request
from quire.server.play.lobby import games_of, lobby_games
from quire.server.workers.agent_policy import check_agent, check_agents, new_seed
from quire.store.play import archive, game_list, games
from quire.wire import http_types as wire
from quire.wire.protocol import State
from quire.wire.shared_types import GameSummary
from quire.wire.statistics_types import ArchivePage, Thumbnail


async def create_game(request: Request) -> wire.GameCreated:
    game_request = _game_request(request)
    mine = await request.read(
        game_list.of_player, request.me.id, 10 * request.node.settings.max_games_per_player
    )
    most = request.node.settings.max_games_per_player * (10 if request.me.kind == "bot" else 1)
    if len(mine) >= most and not await request.node.abandon_oldest(request.me.id):
        raise TooMany(f"you already have {len(mine)} games open or in progress: finish some first")
    id = await request.node.create_game(game_request, request.me.id, request.network)
    return wire.GameCreated(id)


def _game_request(request: Request) -> games.GameRequest:
    body: wire.GameRequest = request.body
    game = find_game(body.game)
    size = games.normal_size(game.key, body.size)
    number = game.start(size).players
    named = body.seats or ["me", *["open"] * (number - 1)]
    if len(named) != number:
        raise NotationError(f"{game.key} {size} has {number} seats, but you listed {len(named)}")
    if named.count("me") != 1:
        raise NotationError(
            'seats must contain "me" exactly once; the others are "open" or an agent'
        )
    seats = tuple(_seat(request, seat, game.key, size) for seat in named)
    agents = [seat.agent for seat in seats if seat is not None and seat.agent]
    check_agents(agents, game.key)
    if body.rated and agents:
        raise NotationError("games against the computer can't be rated")
    settings = request.node.settings
    clock = settings.move_seconds if body.clock is msgspec.UNSET else body.clock
    if body.rated and clock is None:
        raise NotationError("rated games need a clock: without one, nobody has to move")
    increment = check_increment(clock, body.increment)
    return games.GameRequest(
        game=game.key,
        size=size,
        seats=seats,
        clock=clock,
        increment=increment,
        reconnect_seconds=settings.reconnect_limit(clock, increment),
        rated=body.rated and request.me.kind != "bot",
        public=body.public,
        chat=body.chat,
        random_order=body.random_order,
        seed=new_seed(seats),
    )


def _seat(request: Request, named: str, game: str, size: str) -> Seat | None:
    if named == "open":
        return None
    if named == "me":
        return Seat(request.me.name, request.me.id)
    agent = check_agent(named, game, size)
    return Seat(agent, None, agent)


async def join(request: Request) -> None:
    me = request.me
    await request.node.join_game(request.path["id"], me.id, me.name, request.network)


async def leave(request: Request) -> None:
    await request.node.leave_game(request.path["id"], request.me.id)


async def game(request: Request) -> State:
    async with request.node.rooms.lease(request.path["id"]) as room:
        return await room.state_for(None if request.player is None else request.player.id)


async def record(request: Request) -> Record:
    _, live = await request.node.replay_game(request.path["id"])
    return live.match.record


async def my_games(request: Request) -> tuple[GameSummary, ...]:
    return tuple(await request.read(games_of, request.me.id))


async def lobby(request: Request) -> wire.LobbyGames:
    found: wire.LobbyGames = await request.read(lobby_games)
    return found


async def search_games(request: Request) -> ArchivePage:
    query: wire.SearchQuery = request.query
    if query.game is not None:
        find_game(query.game)
    viewer = None if request.player is None else request.player.id
    search = archive.Search(**msgspec.structs.asdict(query))
    page: ArchivePage = await request.read(archive.search, search, viewer)
    return page


async def thumbnails(request: Request) -> tuple[Thumbnail, ...]:
    async def live_moves(id: str) -> archive.GameMoves:
        async with request.node.rooms.lease(id) as room:
            setup, live = room.game.stored.setup, room.game.live
            return archive.GameMoves(setup.game, setup.size, live.match.moves if live else ())

    ids = request.query.games.split(",")
    thumbnails = request.node.thumbnails
    return await thumbnails.of(ids, lambda new: request.read(archive.moves_of, new), live_moves)


async def export(request: Request) -> AsyncIterator[bytes]:
    return _exported(request)


async def _exported(request: Request) -> AsyncIterator[bytes]:
    after = None
    while True:
        batch: archive.Batch = await request.read(archive.export, request.me.id, after)
        yield b"".join(line.encode() + b"\n" for line in batch.lines)
        if (after := batch.after) is None:
            return


HANDLERS: Handlers = {
    handler.__name__: handler
    for handler in (
        *(create_game, join, leave, game, record),
        *(my_games, lobby, search_games, thumbnails, export),
    )
}

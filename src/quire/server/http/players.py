"""Endpoints for other players: profiles, ratings, leaderboards, blocking and reporting."""

from __future__ import annotations

from sqlalchemy import Connection

from quire.games import find_game
from quire.server.http.request import Handlers, Request, summary
from quire.store.people import moderation, players, statistics
from quire.wire.shared_types import PlayerSummary
from quire.wire.statistics_types import Leader, PlayerProfile, RatingPoint, Tally


async def player(request: Request) -> PlayerProfile:
    page: PlayerProfile = await request.read(statistics.player_page, request.path["id"])
    return page


async def find_player(request: Request) -> PlayerProfile:
    def find(connection: Connection) -> PlayerProfile:
        found = players.find_by_name(connection, request.query.name)
        return statistics.player_page(connection, found.id)

    page: PlayerProfile = await request.read(find)
    return page


async def ratings(request: Request) -> tuple[RatingPoint, ...]:
    key = find_game(request.query.game).key
    viewer = None if request.player is None else request.player.id
    return tuple(await request.read(statistics.ratings, request.path["id"], key, viewer))


async def head_to_head(request: Request) -> Tally:
    ids = request.path["id"], request.path["other"]
    tally: Tally = await request.read(statistics.head_to_head, *ids)
    return tally


async def leaderboard(request: Request) -> tuple[Leader, ...]:
    key = find_game(request.path["game"]).key
    return tuple(await request.read(statistics.leaderboard, key))


async def block(request: Request) -> None:
    await request.write(moderation.block, request.me.id, request.path["id"])


async def my_blocks(request: Request) -> tuple[PlayerSummary, ...]:
    return tuple(map(summary, await request.read(moderation.blocked_by, request.me.id)))


async def unblock(request: Request) -> None:
    await request.write(moderation.unblock, request.me.id, request.path["id"])


async def report(request: Request) -> None:
    request.limit(request.limits.reports, request.me.id)
    today = request.node.store.today()
    await request.write(
        moderation.report, request.me.id, request.path["id"], request.body.text, today
    )


HANDLERS: Handlers = {
    handler.__name__: handler
    for handler in (
        *(player, find_player, ratings, head_to_head, leaderboard),
        *(block, my_blocks, unblock, report),
    )
}

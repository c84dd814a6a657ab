"""Endpoints for what can be played here: the games and the computer players."""

from __future__ import annotations

from quire.core import Game
from quire.engine import AGENTS
from quire.games import GAMES, find_game
from quire.server.http.request import Handlers, Request
from quire.store.people import statistics
from quire.wire import http_types as wire
from quire.wire.statistics_types import AgentTally


async def catalogue(request: Request) -> wire.Catalogue:
    return everything()


def everything() -> wire.Catalogue:
    """Return all games and agents."""
    return wire.Catalogue(
        games=tuple(map(_facts, GAMES)),
        agents=tuple(wire.AgentInfo(name, kind.summary) for name, kind in AGENTS.items()),
    )


def _facts(game: Game) -> wire.GameInfo:
    return wire.GameInfo(
        key=game.key,
        title=game.title,
        summary=game.summary,
        words=game.profile.words,
        sizes=game.online_sizes.summary,
        default_size=game.online_sizes.default,
        common_sizes=tuple(game.online_sizes),
        max_players=game.max_players,
        drawable=game.drawable,
    )


async def agents(request: Request) -> tuple[AgentTally, ...]:
    key = None if request.query.game is None else find_game(request.query.game).key
    return tuple(await request.read(statistics.agent_table, key))


HANDLERS: Handlers = {handler.__name__: handler for handler in (catalogue, agents)}

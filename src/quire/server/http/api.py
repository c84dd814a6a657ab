"""The answers to HTTP requests, one function for each endpoint of the table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from sqlalchemy import Connection

from quire.core import Game
from quire.engine import AGENTS
from quire.errors import NotAllowed, NotationError, TooMany
from quire.games import GAMES, find_game
from quire.match.record import Record
from quire.online.setup import Seat
from quire.server.http import puzzles, study, tournaments
from quire.server.http.request import Call, Handlers, card
from quire.server.play import lobby
from quire.server.workers.agent_policy import check_agent
from quire.store import archive, game_list, games
from quire.store.people import moderation, passphrase, players, statistics
from quire.wire import http_types as wire
from quire.wire import statistics_types
from quire.wire.protocol import State
from quire.wire.shared_types import GameSummary, PlayerSummary

# --- what there is ---


async def catalogue(call: Call) -> wire.Catalogue:
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
        most_players=game.most_players,
        drawable=game.drawable,
    )


# --- who one is ---


async def create_guest(call: Call) -> wire.SignedIn:
    today = call.node.store.today()
    return call.signed_in(await call.write(players.make_guest, call.body.name, today))


async def register(call: Call) -> wire.SignedIn:
    hash = await asyncio.to_thread(passphrase.hashed, call.body.passphrase)
    guest = call.player.id if call.player is not None and call.player.kind == "guest" else None
    today = call.node.store.today()
    arguments = (call.body.name, hash, today, call.body.bot, None if call.body.bot else guest)
    player = await call.write(players.register, *arguments)
    if player.id == guest:
        await call.node.accounts.on_changed(player.id)
    return call.signed_in(player)


async def sign_in(call: Call) -> wire.SignedIn:
    player = await players.sign_in(call.node.store, call.body.name, call.body.passphrase)
    if player.banned:
        raise NotAllowed("this account is banned")
    return call.signed_in(player)


async def sign_out(call: Call) -> None:
    await call.write(players.sign_out_everywhere, call.me.id)
    await call.node.accounts.on_changed(call.me.id)


async def delete_me(call: Call) -> None:
    for id in await call.write(players.delete, call.me.id):
        await call.node.resign_game(id, call.me.id)
    await call.node.accounts.on_changed(call.me.id)


async def me(call: Call) -> statistics_types.PlayerProfile:
    page: statistics_types.PlayerProfile = await call.read(statistics.player_page, call.me.id)
    return page


async def rename_me(call: Call) -> PlayerSummary:
    if call.me.kind != "guest":
        raise NotAllowed("registered players can't change their name; ask the server's admin")
    renamed = await call.write(players.rename, call.me.id, call.body.name)
    await call.node.accounts.on_changed(call.me.id)
    return card(renamed)


async def preferences(call: Call) -> wire.Preferences:
    return wire.Preferences(chat=call.me.chat)


async def set_preferences(call: Call) -> None:
    await call.write(players.set_chat, call.me.id, call.body.chat)


# --- games ---


async def create_game(call: Call) -> wire.GameCreated:
    wish = _wish(call)
    mine = await call.read(
        game_list.of_player, call.me.id, 10 * call.node.settings.max_games_per_player
    )
    most = call.node.settings.max_games_per_player * (10 if call.me.kind == "bot" else 1)
    if len(mine) >= most:
        raise TooMany(f"you already have {len(mine)} games open or in progress: finish some first")
    return wire.GameCreated(await call.node.create_game(wish, call.me.id))


def _wish(call: Call) -> games.GameRequest:
    body: wire.GameRequest = call.body
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
    seats = tuple(_seat(call, it, game.key, size) for it in named)
    if body.rated and any(seat is not None and seat.agent for seat in seats):
        raise NotationError("games against the computer can't be rated")
    settings = call.node.settings
    clock = settings.move_seconds if body.clock is msgspec.UNSET else body.clock
    slow = clock is not None and clock >= settings.correspondence_seconds
    return games.GameRequest(
        game=game.key,
        size=size,
        seats=seats,
        clock=clock,
        grace=None if slow else settings.reconnect_seconds,
        rated=body.rated and call.me.kind != "bot",
        public=body.public,
        chat=body.chat,
        random_order=body.random_order,
    )


def _seat(call: Call, named: str, game: str, size: str) -> Seat | None:
    if named == "open":
        return None
    if named == "me":
        return Seat(call.me.name, call.me.id)
    agent = check_agent(named, game, size)
    return Seat(agent, None, agent)


async def join(call: Call) -> None:
    await call.node.join_game(call.path["id"], call.me.id, call.me.name)


async def leave(call: Call) -> None:
    await call.node.leave_game(call.path["id"], call.me.id)


async def game(call: Call) -> State:
    async with call.node.rooms.lease(call.path["id"]) as room:
        return await room.state_for(None if call.player is None else call.player.id)


async def record(call: Call) -> Record:
    # From the store: names may have changed, or be gone, since the room was read.
    stored: games.StoredGame = await call.read(games.load, call.path["id"])
    if stored.status == games.OPEN:
        raise NotAllowed("the game hasn't started: it is waiting for players")
    return stored.live(call.node.settings.max_lag_seconds).match.record


async def my_games(call: Call) -> tuple[GameSummary, ...]:
    return tuple(await call.read(lobby.games_of, call.me.id))


async def lobby_cards(call: Call) -> wire.LobbyGames:
    cards: wire.LobbyGames = await call.read(lobby.lobby_games)
    return cards


# --- the history ---


async def search_games(call: Call) -> statistics_types.ArchivePage:
    query: wire.SearchQuery = call.query
    if query.game is not None:
        find_game(query.game)
    asker = None if call.player is None else call.player.id
    wanted = archive.Search(**msgspec.structs.asdict(query))
    page: statistics_types.ArchivePage = await call.read(archive.search, wanted, asker)
    return page


async def export(call: Call) -> AsyncIterator[bytes]:
    return _exported(call)


async def _exported(call: Call) -> AsyncIterator[bytes]:
    after = None
    while True:
        batch: archive.Batch = await call.read(archive.export, call.me.id, after)
        yield b"".join(line.encode() + b"\n" for line in batch.lines)
        if (after := batch.after) is None:
            return


async def player(call: Call) -> statistics_types.PlayerProfile:
    page: statistics_types.PlayerProfile = await call.read(statistics.player_page, call.path["id"])
    return page


async def find_player(call: Call) -> statistics_types.PlayerProfile:
    def look(connection: Connection) -> statistics_types.PlayerProfile:
        found = players.find_by_name(connection, call.query.name)
        return statistics.player_page(connection, found.id)

    page: statistics_types.PlayerProfile = await call.read(look)
    return page


async def ratings(call: Call) -> tuple[statistics_types.RatingPoint, ...]:
    key = find_game(call.query.game).key
    asker = None if call.player is None else call.player.id
    return tuple(await call.read(statistics.ratings, call.path["id"], key, asker))


async def leaderboard(call: Call) -> tuple[statistics_types.Leader, ...]:
    key = find_game(call.path["game"]).key
    return tuple(await call.read(statistics.leaderboard, key))


async def agents(call: Call) -> tuple[statistics_types.AgentTally, ...]:
    key = None if call.query.game is None else find_game(call.query.game).key
    return tuple(await call.read(statistics.agent_table, key))


# --- getting on ---


async def block(call: Call) -> None:
    await call.write(moderation.block, call.me.id, call.path["id"])


async def my_blocks(call: Call) -> tuple[PlayerSummary, ...]:
    return tuple(map(card, await call.read(moderation.blocked_by, call.me.id)))


async def unblock(call: Call) -> None:
    await call.write(moderation.unblock, call.me.id, call.path["id"])


async def report(call: Call) -> None:
    today = call.node.store.today()
    await call.write(moderation.report, call.me.id, call.path["id"], call.body.text, today)


HANDLERS: Handlers = {
    handler.__name__: handler
    for handler in (
        *(catalogue, create_guest, register, sign_in, sign_out, delete_me, me, create_game),
        *(rename_me, preferences, set_preferences),
        *(join, leave, game, record, my_games, search_games, export, player, find_player),
        *(ratings, leaderboard, agents, my_blocks, block, unblock, report),
    )
} | {"lobby": lobby_cards, **study.HANDLERS, **puzzles.HANDLERS, **tournaments.HANDLERS}

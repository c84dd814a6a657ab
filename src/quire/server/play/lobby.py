"""The lobby: public games that wait for players, games to watch, and how many people are online."""

from __future__ import annotations

import asyncio
from typing import Literal, cast

from sqlalchemy import Connection

from quire.errors import QuireError
from quire.server.play.connections import Connections
from quire.server.play.peer import Peer
from quire.server.play.services import Services
from quire.server.transport.frame import text_frame
from quire.store.play import game_list, games, presence
from quire.wire.http_types import LobbyGames
from quire.wire.protocol import LobbyMessage, Online, encode
from quire.wire.shared_types import GameSummary, SeatSummary

BROADCAST_INTERVAL_SECONDS = 0.25
"""Changes are collected this long before they are broadcast."""

COUNT_INTERVAL_SECONDS = 5.0
"""Time between two counts of the people online."""

MAX_GAMES_SHOWN = 50
"""Open and live games shown in the lobby, each."""


class Lobby:
    """The connections here that follow the lobby."""

    def __init__(self, services: Services, connections: Connections) -> None:
        self._services = services
        self._connections = connections
        self._peers: dict[Peer, None] = {}
        self._is_due = False
        self._people = 0
        """The people online, as counted last."""
        self._broadcast_people = 0
        self._counted_at = -COUNT_INTERVAL_SECONDS
        services.bus.subscribe("lobby", self._on_change)

    async def follow(self, peer: Peer) -> None:
        """Send the lobby to a connection, now and whenever it changes."""
        self._peers[peer] = None
        peer.send_frame(await self._message())
        if self._services.time_source.wall() - self._counted_at >= COUNT_INTERVAL_SECONDS:
            await self._count()
        if len(self._peers) == 1:
            self._broadcast_people = self._people
        peer.send(Online(people=self._people))

    def unfollow(self, peer: Peer) -> None:
        """Stop sending the lobby to a connection."""
        self._peers.pop(peer, None)

    async def run_counts(self) -> None:
        """Count the people online every few seconds, and broadcast a new number."""
        while True:
            await self._services.time_source.sleep(COUNT_INTERVAL_SECONDS)
            if not self._peers:
                continue
            try:
                await self._count()
            except QuireError as error:  # the database is down
                self._services.log_error(error)
            if self._people != self._broadcast_people:
                self._broadcast_people = self._people
                message = text_frame(encode(Online(people=self._people)))
                for peer in list(self._peers):
                    peer.send_frame(message)

    async def _count(self) -> None:
        """Count the people online. On other servers only those in games are known."""
        services, elsewhere = self._services, 0
        self._counted_at = services.time_source.wall()
        if not services.is_alone:
            elsewhere = await services.store.read(
                lambda connection: presence.people_elsewhere(connection, services.id)
            )
        self._people = self._connections.people() + elsewhere

    async def _message(self) -> bytes:
        shown = await self._services.store.read(lobby_games)
        return text_frame(encode(LobbyMessage(open=shown.open, playing=shown.playing)))

    def _on_change(self, _: str) -> None:
        if self._peers and not self._is_due:
            self._is_due = True
            self._services.start(self._broadcast())

    async def _broadcast(self) -> None:
        try:
            await asyncio.sleep(BROADCAST_INTERVAL_SECONDS)
        finally:
            self._is_due = False
        message = await self._message()
        for peer in list(self._peers):
            peer.send_frame(message)


def lobby_games(connection: Connection) -> LobbyGames:
    """Return the games in the lobby."""
    waiting, playing = (
        tuple(map(_summary, game_list.public_games(connection, status, MAX_GAMES_SHOWN)))
        for status in (games.OPEN, games.PLAYING)
    )
    return LobbyGames(open=waiting, playing=playing)


def games_of(connection: Connection, player: str) -> list[GameSummary]:
    """Return a player's open and running games."""
    return [
        _summary(game) for game in game_list.of_player(connection, player, 10 * MAX_GAMES_SHOWN)
    ]


def _summary(game: game_list.GameListing) -> GameSummary:
    return GameSummary(
        id=game.id,
        status=cast("Literal['open', 'playing', 'over']", game.status),
        game=game.game,
        size=game.size,
        clock=game.clock,
        increment=game.increment,
        rated=game.rated,
        seats=tuple(
            SeatSummary(name=seat.name, player=seat.player, agent=seat.agent) for seat in game.seats
        ),
        moves=game.moves,
    )

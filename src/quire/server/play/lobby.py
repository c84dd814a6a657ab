"""The lobby: public games that wait for players, and games to watch."""

from __future__ import annotations

import asyncio
from typing import Literal, cast

from sqlalchemy import Connection

from quire.server.play.peer import Peer
from quire.server.play.services import Services
from quire.server.transport.frame import text_frame
from quire.store import game_list, games
from quire.wire.http_types import LobbyGames
from quire.wire.protocol import LobbyMessage, encode
from quire.wire.shared_types import GameSummary, SeatSummary

BROADCAST_INTERVAL_SECONDS = 0.25
"""Changes are collected this long before they are broadcast."""

MAX_GAMES_SHOWN = 50
"""Open and live games shown in the lobby, each."""


class Lobby:
    """The connections here that follow the lobby."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._peers: set[Peer] = set()
        self._is_due = False
        services.bus.subscribe("lobby", self._on_change)

    async def follow(self, peer: Peer) -> None:
        """Send the lobby to a connection, now and whenever it changes."""
        self._peers.add(peer)
        peer.send_frame(await self._message())

    def unfollow(self, peer: Peer) -> None:
        """Stop sending the lobby to a connection."""
        self._peers.discard(peer)

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
        rated=game.rated,
        seats=tuple(
            SeatSummary(name=seat.name, player=seat.player, agent=seat.agent) for seat in game.seats
        ),
        moves=game.moves,
    )

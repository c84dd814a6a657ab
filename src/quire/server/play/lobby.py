"""The lobby: public games that wait for players, and those that can be watched."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Literal, cast

from sqlalchemy import Connection

from quire.server.play.peer import Peer
from quire.store import game_list, games
from quire.wire.http_types import LobbyGames
from quire.wire.protocol import LobbyMessage, encode
from quire.wire.shared_types import GameSummary, SeatSummary

if TYPE_CHECKING:
    from quire.server.play.node import Node

BROADCAST_INTERVAL_SECONDS = 0.25
"""Changes are collected this long before they are broadcast."""

MAX_GAMES_SHOWN = 50
"""Open and live games shown in the lobby, each."""


class Lobby:
    """Those here who follow the lobby; they hear of it once for many changes."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._peers: set[Peer] = set()
        self._due = False
        node.bus.subscribe("lobby", self._news)

    async def follow(self, peer: Peer) -> None:
        """Lets a connection hear of the lobby, as it is now and as it changes."""
        self._peers.add(peer)
        peer.send(await self._now())

    def unfollow(self, peer: Peer) -> None:
        """Lets it hear of that no longer."""
        self._peers.discard(peer)

    async def _now(self) -> bytes:
        shown = await self._node.store.read(cards)
        return bytes(encode(LobbyMessage(open=shown.open, playing=shown.playing)))

    def _news(self, _: str) -> None:
        if self._peers and not self._due:
            self._due = True
            self._node.start(self._tell())

    async def _tell(self) -> None:
        try:
            await asyncio.sleep(BROADCAST_INTERVAL_SECONDS)
        finally:
            self._due = False
        told = await self._now()
        for peer in list(self._peers):
            peer.send(told)


def cards(connection: Connection) -> LobbyGames:
    """What is in the lobby."""
    waiting, playing = (
        tuple(map(_card, game_list.public_games(connection, status, MAX_GAMES_SHOWN)))
        for status in (games.OPEN, games.PLAYING)
    )
    return LobbyGames(open=waiting, playing=playing)


def mine(connection: Connection, player: str) -> list[GameSummary]:
    """The games that a player has open or under way."""
    return [_card(it) for it in game_list.of_player(connection, player, 10 * MAX_GAMES_SHOWN)]


def _card(game: game_list.GameListing) -> GameSummary:
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

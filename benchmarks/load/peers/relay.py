"""A bare relay: it keeps games in memory and sends each move to both players, nothing else.

It speaks as much of Quire's protocol as the players use, so they are the same players.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from benchmarks.load import wire
from quire.core import Position
from quire.games import find_game


class ClientMessage(msgspec.Struct, tag_field="type"):
    """A message from a player."""


class Hello(ClientMessage, tag="hello"):
    """The first message."""


class Seek(ClientMessage, tag="seek"):
    """Look for any opponent."""

    game: str


class Watch(ClientMessage, tag="watch"):
    """Follow a game."""

    game_id: str


class Unwatch(ClientMessage, tag="unwatch"):
    """Stop following a game."""


class Act(ClientMessage, tag="act"):
    """A move, or the offer of a rematch."""

    game_id: str
    kind: str
    text: str = ""


_decode = msgspec.json.Decoder(Hello | Seek | Watch | Unwatch | Act).decode


@dataclass(slots=True)
class RelayedGame:
    """A game between two connections, in the order of their seats."""

    id: str
    players: list[WebSocket]
    game: str
    size: str
    position: Position
    moves: list[str] = field(default_factory=list)
    rematch: set[int] = field(default_factory=set)
    """The seats that have offered one."""

    async def broadcast(self, message: wire.ServerMessage) -> None:
        """Send a message to both players."""
        text = msgspec.json.encode(message).decode()
        for player in self.players:
            await player.send_text(text)


class Relay:
    """All games in progress, and the player who waits for an opponent."""

    def __init__(self) -> None:
        self.games: dict[str, RelayedGame] = {}
        self._waiting: WebSocket | None = None
        self._ids = count()

    async def serve(self, websocket: WebSocket) -> None:
        """Serve one connection."""
        await websocket.accept()
        async for text in websocket.iter_text():
            match _decode(text):
                case Act(id, "move", move):
                    await self.move(self.games[id], move)
                case Act(id, "rematch"):
                    await self.offer_rematch(self.games[id], websocket)
                case Watch(id):
                    await self.send_state(self.games[id], websocket)
                case Seek(game):
                    await self.seek(game, websocket)
                case Hello():
                    await _send(websocket, wire.Welcome())
        if self._waiting is websocket:
            self._waiting = None

    async def seek(self, game: str, player: WebSocket) -> None:
        """Pair a player with the one who waits, or let them wait."""
        if self._waiting is None:
            self._waiting = player
            return
        players, self._waiting = [self._waiting, player], None
        new = self._new_game(game, players)
        await new.broadcast(wire.Paired(new.id))

    def _new_game(self, game: str, players: list[WebSocket]) -> RelayedGame:
        facts = find_game(game)
        size = facts.online_sizes.default
        id = f"{next(self._ids):016}"
        new = RelayedGame(id, players, game, size, facts.start(size))
        self.games[id] = new
        return new

    async def send_state(self, game: RelayedGame, player: WebSocket) -> None:
        """Send the state of a game to one of its players."""
        state = wire.State(
            id=game.id,
            seq=len(game.moves),
            status="live",
            game=game.game,
            size=game.size,
            you=game.players.index(player),
            to_move=game.position.to_move,
            moves=game.moves,
        )
        await _send(player, state)

    async def move(self, game: RelayedGame, move: str) -> None:
        """Make a move, and send it to both players."""
        seat = game.position.to_move
        game.position = game.position.play(move)
        game.moves.append(move)
        outcome = game.position.outcome()
        event = wire.EventMessage(
            game_id=game.id,
            seq=len(game.moves),
            kind="move",
            to_move=game.position.to_move,
            moves=len(game.moves),
            seat=seat,
            text=move,
            outcome=None if outcome is None else {"winner": outcome.winner},
        )
        await game.broadcast(event)

    async def offer_rematch(self, game: RelayedGame, player: WebSocket) -> None:
        """Start the next game once both players have offered a rematch; they swap seats."""
        game.rematch.add(game.players.index(player))
        if len(game.rematch) < len(game.players):
            return
        new = self._new_game(game.game, game.players[::-1])
        event = wire.EventMessage(
            game_id=game.id,
            seq=len(game.moves) + 1,
            kind="next_game",
            to_move=game.position.to_move,
            moves=len(game.moves),
            text=new.id,
        )
        await game.broadcast(event)
        del self.games[game.id]


async def _send(player: WebSocket, message: wire.ServerMessage) -> None:
    await player.send_text(msgspec.json.encode(message).decode())


def app() -> Any:
    """Return the relay as an application."""
    return Starlette(routes=[WebSocketRoute("/socket", Relay().serve)])

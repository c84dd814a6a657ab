"""Players for tests of whole games: each makes random moves over one socket.

They reconnect to any of the servers whenever the connection breaks, send again what was not
acknowledged, and remember every acknowledgement.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from quire.games import find_game
from quire.online.event import EventKind
from quire.wire.protocol import (
    Ack,
    Act,
    ErrorMessage,
    EventMessage,
    Heartbeat,
    HeartbeatReply,
    Hello,
    State,
    Watch,
    decode_server,
)


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A move that the server has acknowledged."""

    game: str
    seq: int
    id: str
    text: str
    seat: int


@dataclass(slots=True)
class KnownGame:
    """A game as a player knows it."""

    key: str = ""
    seat: int = -1
    seq: int = 0
    position: str = ""
    to_move: int = -1
    over: bool = False
    watched: bool = False
    pending: Act | None = None
    """The move that is not yet acknowledged."""
    events: dict[int, tuple[str, int | None, str]] = field(default_factory=dict)
    """The events received: kind, seat and text by sequence number."""


class ReconnectingPlayer:
    """A player who plays all of their games to the end."""

    def __init__(self, name: str, urls: list[str], seed: int) -> None:
        self.name = name
        self.urls = urls
        self.id = ""
        self.token = ""
        self.games: dict[str, KnownGame] = {}
        self.acknowledged: list[Acknowledged] = []
        self.connections = 0
        self.refusals: list[str] = []
        self.on_move_sent: Callable[[], Awaitable[None]] = _do_nothing
        """Called after every move that was sent; may make the player wait."""
        self.on_unreachable: Callable[[], Awaitable[None]] = _do_nothing
        """Called when no server is reachable; may make the player wait for one."""
        self._random = random.Random(seed)

    # --- before the game ---

    async def sign_in(self, http: httpx.AsyncClient) -> None:
        """Sign in as a guest."""
        answer = await http.post(f"{self.urls[0]}/api/guests", json={"name": self.name})
        signed = answer.raise_for_status().json()
        self.token, self.id = signed["token"], signed["player"]["id"]

    async def post(self, http: httpx.AsyncClient, path: str, body: Any = None) -> Any:
        """Post a request and return its JSON."""
        headers = {"authorization": f"Bearer {self.token}"}
        answer = await http.post(f"{self.urls[0]}{path}", json=body, headers=headers)
        return answer.raise_for_status().json() if answer.content else None

    # --- playing ---

    @property
    def done(self) -> bool:
        """Whether all games are over and nothing is pending."""
        return all(game.over and game.pending is None for game in self.games.values())

    async def play(self) -> None:
        """Play until all games are over, whatever happens to the connection."""
        at, failed = self._random.randrange(len(self.urls)), 0
        while not self.done:
            address = self.urls[at % len(self.urls)].replace("http", "ws", 1) + "/socket"
            try:
                async with connect(address, compression=None, open_timeout=20) as socket:
                    self.connections, failed = self.connections + 1, 0
                    await self._play(socket)
            except (OSError, websockets.WebSocketException, EOFError):
                at, failed = at + 1, failed + 1
                if failed > len(self.urls):
                    await self.on_unreachable()

    async def _play(self, socket: ClientConnection) -> None:
        await self._send(socket, Hello(token=self.token))
        for id, game in self.games.items():
            game.watched = False
            await self._send(socket, Watch(game_id=id, since=game.seq))
        while not self.done:
            await self._handle(socket, decode_server(await socket.recv()))

    async def _send(self, socket: ClientConnection, message: Any) -> None:
        await socket.send(msgspec.json.encode(message).decode())

    async def _handle(self, socket: ClientConnection, message: Any) -> None:
        match message:
            case Heartbeat():
                await self._send(socket, HeartbeatReply(number=message.number))
            case State():
                await self._handle_state(socket, self.games[message.id], message)
            case EventMessage():
                await self._handle_event(socket, self.games[message.game_id], message)
            case Ack():
                self._acknowledge(
                    self.games[message.game_id], message.game_id, message.id, message.seq
                )
                await self._move(socket, message.game_id)
            case ErrorMessage():
                await self._handle_error(socket, message)

    async def _handle_state(self, socket: ClientConnection, game: KnownGame, state: State) -> None:
        assert state.you is not None, "a player keeps the seat"
        assert state.seq >= game.seq, "a sent event was stored"
        for past in state.missed_events:
            self._record(game, past.seq, past.kind.value, past.seat, past.text)
        game.key, game.seat, game.seq = state.game, state.you, state.seq
        game.position, game.to_move = state.position, _to_move(state)
        game.over = state.status == "over"
        if not game.watched and game.pending is not None:
            await self._send(socket, game.pending)  # it may be lost, or stored
        game.watched = True
        await self._move(socket, state.id)

    async def _handle_event(
        self, socket: ClientConnection, game: KnownGame, event: EventMessage
    ) -> None:
        self._record(game, event.seq, event.kind.value, event.seat, event.text)
        if event.seq <= game.seq:
            return
        assert event.seq == game.seq + 1, "no event is left out"
        game.seq, game.to_move = event.seq, _to_move(event)
        game.position = event.position or game.position
        game.over = event.outcome is not None
        if event.seat == game.seat and event.id:
            self._acknowledge(game, event.game_id, event.id, event.seq)
        await self._move(socket, event.game_id)

    async def _handle_error(self, socket: ClientConnection, failure: ErrorMessage) -> None:
        self.refusals.append(failure.code)
        game = self.games.get(failure.game_id or "")
        if game is None or game.pending is None or failure.id != game.pending.id:
            return
        if failure.code == "unavailable":  # it may have been stored
            await self._send(socket, game.pending)
        elif failure.code in ("stale", "match_over", "not_your_turn"):
            game.pending = None
            await self._move(socket, failure.game_id or "")
        else:
            raise AssertionError(f"{failure.code}: {failure.message}")

    def _record(self, game: KnownGame, seq: int, kind: str, seat: int | None, text: str) -> None:
        known = game.events.setdefault(seq, (kind, seat, text))
        assert known == (kind, seat, text), f"event {seq} was {known}, and is {kind} {seat} {text}"

    def _acknowledge(self, game: KnownGame, id: str, act: str, seq: int) -> None:
        if game.pending is None or game.pending.id != act:
            return
        self.acknowledged.append(Acknowledged(id, seq, act, game.pending.text, game.seat))
        game.pending = None

    async def _move(self, socket: ClientConnection, id: str) -> None:
        game = self.games[id]
        if game.over or not game.watched or game.pending or game.to_move != game.seat:
            return
        moves = find_game(game.key).parse(game.position).legal_moves()
        name = str(UUID(int=self._random.getrandbits(128)))
        game.pending = Act(
            game_id=id, id=name, kind=EventKind.MOVE, seq=game.seq, text=self._random.choice(moves)
        )
        await self._send(socket, game.pending)
        if self._random.random() < 0.1:
            await self._send(socket, game.pending)  # as a client does that got no answer
        await self.on_move_sent()


def _to_move(message: State | EventMessage) -> int:
    """Return the seat to move; -1 while the game waits for everyone to be there."""
    return -1 if message.waiting else message.to_move


async def _do_nothing() -> None:
    """Do not make the player wait."""


async def start_game(
    http: httpx.AsyncClient, game: str, size: str, players: list[ReconnectingPlayer], **options: Any
) -> str:
    """Start a game with these players and return its id."""
    seats = ["me", *["open"] * (len(players) - 1)]
    body = {"game": game, "size": size, "seats": seats, **options}
    created = await players[0].post(http, "/api/games", body)
    for player in players[1:]:
        await player.post(http, f"/api/games/{created['id']}/join")
    for player in players:
        player.games[created["id"]] = KnownGame()
    return str(created["id"])

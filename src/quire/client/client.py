"""A client of a server: HTTP requests, and one WebSocket connection for all followed games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from types import TracebackType
from typing import Self

from quire.client.account import Account
from quire.client.address import read_address
from quire.client.backoff import Backoff
from quire.client.connection import Connection, Status
from quire.client.error import error_of
from quire.client.game import OnlineGame
from quire.client.http import Http
from quire.client.seek import Seek
from quire.errors import QuireError, Unavailable
from quire.wire.http_types import LobbyGames
from quire.wire.protocol import (
    Ack,
    ErrorMessage,
    EventMessage,
    FromServer,
    Heartbeat,
    HeartbeatReply,
    Hello,
    Lobby,
    LobbyMessage,
    Online,
    Paired,
    Spectators,
    State,
    Unseek,
    Welcome,
)


class Client(Account):
    """A player on a server, or a visitor without a token. Use it with `async with`.

    It connects when the first game is followed, and reconnects automatically. Acts made while
    disconnected are sent afterwards and executed once.
    """

    def __init__(
        self, url: str, token: str | None = None, *, backoff: Backoff | None = None
    ) -> None:
        address = read_address(url)
        super().__init__(Http(address.server, token))
        self.server = address.server
        self._token_listeners: list[Callable[[str], None]] = []
        self._games: dict[str, OnlineGame] = {}
        self._seek: Seek | None = None
        self._seek_cancelled = False
        """Whether the last seek was cancelled; the server may not have received that."""
        self._lobbies: set[asyncio.Queue[LobbyGames | QuireError]] = set()
        self.people_online: int | None = None
        """How many people are online, as counted last while the lobby was followed."""
        self._connection = Connection(
            address.socket, self._hello, self._on_open, self._on_message, self._on_failure,
            backoff or Backoff(),
        )  # fmt: skip

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Stop following all games and disconnect."""
        await self._connection.close()
        self._on_failure(Unavailable("the client is closed"))
        await self.http.close()

    # --- the connection ---

    @property
    def status(self) -> Status:
        """Whether the client is connected."""
        return self._connection.status

    def on_status(self, callback: Callable[[Status], None]) -> Callable[[], None]:
        """Call `callback` on every status change; return a function that unsubscribes."""
        self._connection.listeners.append(callback)
        return lambda: self._connection.listeners.remove(callback)

    def on_new_token(self, callback: Callable[[str], None]) -> None:
        """Call `callback` when the server replaces the token, to store the new one."""
        self._token_listeners.append(callback)

    async def signed_in(self) -> None:
        """Reconnect as the player who has just signed in."""
        await self._connection.reopen()

    # --- games ---

    async def watch(self, id: str, picture: bool = False) -> OnlineGame:
        """Follow a game, as a player or spectator. Raises NotFound."""
        game = self._games.get(id)
        if game is None:
            game = self._games[id] = OnlineGame(id, picture, self._connection.send)
            self._connection.start()
            game.resume()
        try:
            while not game.is_loaded:
                await game.changed()
        except QuireError:
            self._games.pop(id, None)
            raise
        return game

    def unwatch(self, game: OnlineGame) -> None:
        """Stop following a game. A player who does so during the game counts as disconnected."""
        if self._games.pop(game.id, None) is not None:
            game.close()

    async def seek(self, game: str, size: str | None = None) -> str:
        """Look for any opponent; return the id of the game.

        The board is one of the two players' sizes, and the first move is random. Cancel the task
        to stop. Survives reconnects.
        """
        if self._seek is not None:
            raise Unavailable("already looking for an opponent: cancel that search first")
        seek = self._seek = Seek(game, size, self._connection.send)
        self._connection.start()
        seek.send()
        try:
            return await seek.found
        finally:
            self._seek = None
            self._seek_cancelled = seek.found.cancelled()
            if self._seek_cancelled:
                self._connection.send(Unseek())

    async def follow_lobby(self) -> AsyncGenerator[LobbyGames, None]:
        """Yield the lobby now and after every change."""
        queue: asyncio.Queue[LobbyGames | QuireError] = asyncio.Queue()
        self._lobbies.add(queue)
        self._connection.start()
        self._connection.send(Lobby())
        try:
            while not isinstance(update := await queue.get(), QuireError):
                yield update
            raise update
        finally:
            self._lobbies.discard(queue)
            if not self._lobbies:
                self._connection.send(Lobby(on=False))

    # --- callbacks of the connection ---

    def _hello(self) -> Hello:
        for game in self._games.values():
            game.suspend()
        return Hello(token=self.token)

    def _on_open(self, welcome: Welcome) -> None:
        if welcome.token is not None:
            self.http.token = welcome.token
            for callback in self._token_listeners:
                callback(welcome.token)
        for game in self._games.values():
            game.resume()
        if self._lobbies:
            self._connection.send(Lobby())
        if self._seek is not None:
            self._seek.send()
        elif self._seek_cancelled:
            self._connection.send(Unseek())

    def _on_message(self, message: FromServer) -> None:
        match message:
            case State() | EventMessage() | Ack() | Spectators():
                id = message.id if isinstance(message, State) else message.game_id
                if (game := self._games.get(id)) is not None:
                    game.handle_message(message)
            case ErrorMessage():
                self._on_error(message)
            case Heartbeat():
                self._connection.send(HeartbeatReply(number=message.number))
                for game in self._games.values():
                    game.handle_heartbeat(message.games.get(game.id, 0))
            case Paired():
                if self._seek is not None:
                    self._seek.on_paired(message)
            case Online():
                self.people_online = message.people
            case LobbyMessage():
                for queue in self._lobbies:
                    queue.put_nowait(LobbyGames(open=message.open, playing=message.playing))
            case _:
                pass

    def _on_error(self, message: ErrorMessage) -> None:
        error = error_of(message.code, message.message)
        if message.game_id is not None:
            if (game := self._games.get(message.game_id)) is not None:
                game.reject(message.id, error)
        elif self._seek is not None and message.id == self._seek.message.id:
            self._seek.reject(error)

    def _on_failure(self, error: QuireError) -> None:
        """Close everything: the client will not reconnect."""
        for game in self._games.values():
            game.close_with_error(error)
        self._games.clear()
        if self._seek is not None:
            self._seek.fail(error)
        for queue in self._lobbies:
            queue.put_nowait(error)

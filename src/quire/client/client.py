"""A client of a server: requests by HTTP, and one connection for all games that are followed."""

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
from quire.client.seek import Seeking
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
    Paired,
    Spectators,
    State,
    Unseek,
    Welcome,
)


class Client(Account):
    """A player on a server, or a visitor without a token. Use it as `async with`.

    The connection opens when the first game is followed. It comes back by itself, and what was
    asked for meanwhile is done then, once.
    """

    def __init__(
        self, url: str, token: str | None = None, *, backoff: Backoff | None = None
    ) -> None:
        address = read_address(url)
        super().__init__(Http(address.server, token))
        self.server = address.server
        self._games: dict[str, OnlineGame] = {}
        self._seeking: Seeking | None = None
        self._withdrew = False
        """Whether the last wish was withdrawn, perhaps without the server's hearing of it."""
        self._lobbies: set[asyncio.Queue[LobbyGames | QuireError]] = set()
        self._connection = Connection(
            address.socket, self._hello, self._opened, self._heard, self._failed,
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
        """Leaves all tables and the server."""
        await self._connection.close()
        self._failed(Unavailable("the client is closed"))
        await self.http.close()

    # --- the connection ---

    @property
    def status(self) -> Status:
        """Whether the server can be heard."""
        return self._connection.status

    def on_status(self, callback: Callable[[Status], None]) -> Callable[[], None]:
        """Calls it with every change of the status, until what this gives is called."""
        self._connection.watchers.append(callback)
        return lambda: self._connection.watchers.remove(callback)

    async def signed_in(self) -> None:
        """The connection is that of another player from now on."""
        await self._connection.reopen()

    # --- games ---

    async def watch(self, id: str, picture: bool = False) -> OnlineGame:
        """Sits down at a game, one's own or another's. Raises NotFound."""
        game = self._games.get(id)
        if game is None:
            game = self._games[id] = OnlineGame(id, picture, self._connection.send)
            self._connection.start()
            game.resume()
        try:
            while not game.known:
                await game.changed()
        except QuireError:
            self._games.pop(id, None)
            raise
        return game

    def unwatch(self, game: OnlineGame) -> None:
        """Leaves a game's table; a player is away then."""
        if self._games.pop(game.id, None) is not None:
            game.close()

    async def seek(self, game: str, size: str | None = None) -> str:
        """Waits for anybody who would like to play it, too; gives the id of the game.

        Which of the two sizes, and who starts, is drawn by lot. Cancel it to wait no longer. Lost
        connections do not matter: it is the game that this wish has led to, whenever that was.
        """
        if self._seeking is not None:
            raise Unavailable("already looking for an opponent: cancel that search first")
        seeking = self._seeking = Seeking(game, size, self._connection.send)
        self._connection.start()
        seeking.ask()
        try:
            return await seeking.found
        finally:
            self._seeking = None
            self._withdrew = seeking.found.cancelled()
            if self._withdrew:
                self._connection.send(Unseek())

    async def follow_lobby(self) -> AsyncGenerator[LobbyGames, None]:
        """The lobby as it is, and again whenever it has changed."""
        ear: asyncio.Queue[LobbyGames | QuireError] = asyncio.Queue()
        self._lobbies.add(ear)
        self._connection.start()
        self._connection.send(Lobby())
        try:
            while not isinstance(told := await ear.get(), QuireError):
                yield told
            raise told
        finally:
            self._lobbies.discard(ear)
            if not self._lobbies:
                self._connection.send(Lobby(on=False))

    # --- what the connection brings ---

    def _hello(self) -> Hello:
        for game in self._games.values():
            game.suspend()
        return Hello(token=self.token)

    def _opened(self, _: Welcome) -> None:
        for game in self._games.values():
            game.resume()
        if self._lobbies:
            self._connection.send(Lobby())
        if self._seeking is not None:
            self._seeking.ask()
        elif self._withdrew:
            self._connection.send(Unseek())

    def _heard(self, message: FromServer) -> None:
        match message:
            case State() | EventMessage() | Ack() | Spectators():
                id = message.id if isinstance(message, State) else message.game_id
                if (game := self._games.get(id)) is not None:
                    game.hear(message)
            case ErrorMessage():
                self._refused(message)
            case Heartbeat():
                self._connection.send(HeartbeatReply(number=message.number))
                for game in self._games.values():
                    game.beat(message.games.get(game.id, 0))
            case Paired():
                if self._seeking is not None:
                    self._seeking.hear(message)
            case LobbyMessage():
                for ear in self._lobbies:
                    ear.put_nowait(LobbyGames(open=message.open, playing=message.playing))
            case _:
                pass

    def _refused(self, failure: ErrorMessage) -> None:
        error = error_of(failure.code, failure.message)
        if failure.game_id is not None:
            if (game := self._games.get(failure.game_id)) is not None:
                game.refuse(failure.id, error)
        elif self._seeking is not None and failure.id == self._seeking.wish.id:
            self._seeking.refuse(error)

    def _failed(self, error: QuireError) -> None:
        """There will be no connection any more."""
        for game in self._games.values():
            game.fail(error)
        self._games.clear()
        if self._seeking is not None:
            self._seeking.fail(error)
        for ear in self._lobbies:
            ear.put_nowait(error)

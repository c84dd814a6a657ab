"""A player for tests, as plain as can be: HTTP requests, one socket, and what was heard on it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self
from uuid import uuid4

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]

TIMEOUT_SECONDS = 30.0
"""Time after which a test stops waiting."""

_TLS = httpx.create_ssl_context()
"""For all of them: to read the certificates of the world for each takes longer than most tests."""


class Closed(Exception):
    """The connection has ended, with that code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the connection was closed: {code}")
        self.code = code


class Player:
    """Somebody at a server: `guest`, `connect`, then say and hear."""

    def __init__(self, url: str, name: str = "") -> None:
        self.url = url
        self.name = name
        self.id = ""
        self.token: str | None = None
        self.messages: list[Message] = []
        """Everything that was heard on the connection that is open now."""
        self.seqs: dict[str, int] = {}
        """The number of the last event that was heard, of each game."""
        self._http = httpx.AsyncClient(base_url=url, timeout=TIMEOUT_SECONDS, verify=_TLS)
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._next = 0
        self._closed: int | None = None

    # --- requests ---

    async def ask(self, method: str, path: str, body: Any = None, **options: Any) -> httpx.Response:
        """The answer to a request, whatever it is."""
        headers = {} if self.token is None else {"authorization": f"Bearer {self.token}"}
        headers |= options.pop("headers", {})
        if body is not None:
            options["json"] = body
        return await self._http.request(method, path, headers=headers, **options)

    async def get(self, path: str, **query: Any) -> Any:
        """What is there; anything but 200 fails the test."""
        answer = await self.ask("GET", path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None) -> Any:
        """What comes of it; a refusal fails the test."""
        answer = await self.ask("POST", path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def refused(self, method: str, path: str, body: Any = None, **options: Any) -> str:
        """The code with which a request is refused; if it is not, the test fails."""
        answer = await self.ask(method, path, body, **options)
        assert answer.is_error, answer.text
        problem = answer.json()
        assert problem["type"] == "error"
        assert problem["message"]
        return str(problem["code"])

    def _is(self, signed_in: Any) -> Self:
        self.token = signed_in["token"]
        self.id = signed_in["player"]["id"]
        self.name = signed_in["player"]["name"]
        return self

    async def guest(self) -> Self:
        """A guest from now on."""
        return self._is(await self.post("/api/guests", {"name": self.name}))

    async def register(self, passphrase: str, bot: bool = False) -> Self:
        """A member from now on, or a bot."""
        wish = {"name": self.name, "passphrase": passphrase, "bot": bot}
        return self._is(await self.post("/api/players", wish))

    async def sign_in(self, passphrase: str) -> Self:
        """Who has that name and passphrase."""
        wish = {"name": self.name, "passphrase": passphrase}
        return self._is(await self.post("/api/sessions", wish))

    # --- the socket ---

    async def connect(self, **options: Any) -> Self:
        """Opens a connection and says hello; a refusal fails the test."""
        await self.open(**options)
        await self.say(type="hello", token=self.token)
        await self.hear("welcome")
        return self

    async def open(self, **options: Any) -> None:
        """Opens a connection, and says nothing."""
        address = self.url.replace("http", "ws", 1) + "/socket"
        settings = {"ping_interval": None, "max_size": 2**24, "compression": None, "proxy": None}
        self._socket = await connect(address, **{**settings, **options})
        self.messages, self._next, self._closed = [], 0, None
        self._reading = asyncio.create_task(self._read(self._socket))

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                message = json.loads(text)
                self.messages.append(message)
                if "seq" in message and message["type"] in ("state", "event"):
                    game = message["id" if message["type"] == "state" else "game_id"]
                    self.seqs[game] = message["seq"]
                self._news.set()
        except ConnectionClosed:
            pass
        finally:
            self._closed = socket.close_code or 0
            self._news.set()

    async def send(self, text: str | bytes) -> None:
        """Sends whatever it is."""
        assert self._socket is not None
        with suppress(ConnectionClosed):  # `hear` tells of that
            await self._socket.send(text)

    async def say(self, **message: Any) -> None:
        """Sends a message."""
        await self.send(json.dumps(message))

    async def hear(
        self, type: str = "", that: Callable[[Message], bool] = lambda it: True, **facts: Any
    ) -> Message:
        """The next message of that type with those facts; what comes before it is passed over.

        Raises Closed if the connection ends first.
        """

        def fits(it: Message) -> bool:
            same = all(key in it and it[key] == value for key, value in facts.items())
            return (not type or it["type"] == type) and same and that(it)

        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                while self._next < len(self.messages):
                    self._next += 1
                    if fits(self.messages[self._next - 1]):
                        return self.messages[self._next - 1]
                if self._closed is not None:
                    raise Closed(self._closed)
                self._news.clear()
                await self._news.wait()

    async def closed(self) -> int:
        """The code with which the server ends the connection."""
        try:
            await self.hear("nothing that there is")
        except Closed as it:
            return it.code
        raise AssertionError

    async def answered(self) -> list[Message]:
        """All that was heard and not asked for yet, once everything said so far is dealt with."""
        await self.say(type="hello")
        before = self._next
        await self.hear("error", that=lambda it: "hello was already sent" in it["message"])
        return self.messages[before : self._next - 1]

    async def close(self) -> None:
        """Leaves, as one who closes the page."""
        if self._socket is not None:
            await self._socket.close()
        await self._end()

    async def vanish(self) -> None:
        """Is gone without a word, as with a broken network."""
        assert self._socket is not None
        self._socket.transport.abort()
        await self._end()

    async def _end(self) -> None:
        if self._reading is not None:
            await self._reading
        self._socket = self._reading = None

    async def leave(self) -> None:
        """Lets everything go."""
        await self.close()
        await self._http.aclose()

    # --- games ---

    async def make(self, game: str, **wish: Any) -> str:
        """The id of a game that was made."""
        made: str = (await self.post("/api/games", {"game": game, **wish}))["id"]
        return made

    async def join(self, game: str) -> None:
        """Takes a seat."""
        await self.post(f"/api/games/{game}/join")

    async def watch(self, game: str, **how: Any) -> Message:
        """The state of a game; its events are heard from now on."""
        await self.say(type="watch", game_id=game, **how)
        return await self.hear("state", id=game)

    async def act(self, game: str, kind: str, text: str = "", **more: Any) -> str:
        """The id of an act that is asked for."""
        act = {"game_id": game, "id": uuid4().hex[:12], "kind": kind, "text": text, **more}
        await self.say(type="act", **act)
        return str(act["id"])

    async def does(self, game: str, kind: str, text: str = "", **more: Any) -> Message:
        """The event that an act comes to; a refusal fails the test."""
        if kind == "move":
            more.setdefault("seq", self.seqs[game])
        id = await self.act(game, kind, text, **more)
        answer = await self.hear(that=lambda it: it.get("id") == id)
        assert answer["type"] == "event", answer
        return answer

    async def move(self, game: str, text: str) -> Message:
        """The event of a move that is stored."""
        return await self.does(game, "move", text)

    async def fails(self, game: str, kind: str, text: str = "", **more: Any) -> str:
        """The code with which an act is refused; if it is not, the test fails."""
        if kind == "move":
            more.setdefault("seq", self.seqs[game])
        id = await self.act(game, kind, text, **more)
        answer = await self.hear(that=lambda it: it.get("id") == id)
        assert answer["type"] == "error", answer
        assert answer["game_id"] == game
        assert answer["message"]
        return str(answer["code"])

    async def sees(self, game: str, kind: str, **facts: Any) -> Message:
        """The next event of that kind."""
        return await self.hear("event", game_id=game, kind=kind, **facts)

    async def answered_too_many(self) -> bool:
        """Whether one message more is one too many."""
        await self.say(type="lobby", on=False)
        return bool((await self.hear("error"))["code"] == "too_many")

"""A minimal client for tests: HTTP requests, one socket, and the messages received on it."""

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


class Closed(Exception):
    """The connection was closed with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the connection was closed: {code}")
        self.code = code


class PlayerClient:
    """A player on a server: `guest`, `connect`, then `send` and `receive`."""

    def __init__(self, url: str, name: str = "") -> None:
        self.url = url
        self.name = name
        self.id = ""
        self.token: str | None = None
        self.messages: list[Message] = []
        """All messages received on the open connection."""
        self.seqs: dict[str, int] = {}
        """The sequence number of the last event received, by game."""
        self._http = httpx.AsyncClient(base_url=url, timeout=TIMEOUT_SECONDS)
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._next = 0
        self._closed: int | None = None

    # --- requests ---

    async def request(
        self, method: str, path: str, body: Any = None, **options: Any
    ) -> httpx.Response:
        """Send a request and return the response, even an error."""
        headers = {} if self.token is None else {"authorization": f"Bearer {self.token}"}
        headers |= options.pop("headers", {})
        if body is not None:
            options["json"] = body
        return await self._http.request(method, path, headers=headers, **options)

    async def get(self, path: str, **query: Any) -> Any:
        """Get the JSON at a path; any status but 200 fails the test."""
        answer = await self.request("GET", path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None) -> Any:
        """Post a request and return its JSON; an error fails the test."""
        answer = await self.request("POST", path, body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def request_error(self, method: str, path: str, body: Any = None, **options: Any) -> str:
        """Send a request that must be refused, and return the error code."""
        answer = await self.request(method, path, body, **options)
        assert answer.is_error, answer.text
        problem = answer.json()
        assert problem["type"] == "error"
        assert problem["message"]
        return str(problem["code"])

    def _set_account(self, signed_in: Any) -> Self:
        self.token = signed_in["token"]
        self.id = signed_in["player"]["id"]
        self.name = signed_in["player"]["name"]
        return self

    async def guest(self) -> Self:
        """Sign in as a new guest."""
        return self._set_account(await self.post("/api/guests", {"name": self.name}))

    async def register(self, passphrase: str, bot: bool = False) -> Self:
        """Register as a member or a bot, and sign in."""
        request = {"name": self.name, "passphrase": passphrase, "bot": bot}
        return self._set_account(await self.post("/api/players", request))

    async def sign_in(self, passphrase: str) -> Self:
        """Sign in with this passphrase."""
        request = {"name": self.name, "passphrase": passphrase}
        return self._set_account(await self.post("/api/sessions", request))

    # --- the socket ---

    async def connect(self, **options: Any) -> Self:
        """Open a connection and send `hello`; a refusal fails the test."""
        await self.open(**options)
        await self.send(type="hello", token=self.token)
        await self.receive("welcome")
        return self

    async def open(self, **options: Any) -> None:
        """Open a connection without sending `hello`."""
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

    async def send_text(self, text: str | bytes) -> None:
        """Send any text, valid or not."""
        assert self._socket is not None
        with suppress(ConnectionClosed):  # `receive` raises Closed
            await self._socket.send(text)

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await self.send_text(json.dumps(message))

    async def receive(
        self, type: str = "", where: Callable[[Message], bool] = lambda message: True, **facts: Any
    ) -> Message:
        """Return the next message of that type with those fields; skip the messages before it.

        Raises Closed if the connection ends first.
        """

        def matches(message: Message) -> bool:
            same = all(key in message and message[key] == value for key, value in facts.items())
            return (not type or message["type"] == type) and same and where(message)

        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                while self._next < len(self.messages):
                    self._next += 1
                    if matches(self.messages[self._next - 1]):
                        return self.messages[self._next - 1]
                if self._closed is not None:
                    raise Closed(self._closed)
                self._news.clear()
                await self._news.wait()

    async def close_code(self) -> int:
        """Return the code with which the server closes the connection."""
        try:
            await self.receive("no such type")
        except Closed as closed:
            return closed.code
        raise AssertionError

    async def drain(self) -> list[Message]:
        """Return the unread messages once the server has handled everything sent so far."""
        await self.send(type="hello")
        before = self._next
        await self.receive(
            "error", where=lambda message: "hello was already sent" in message["message"]
        )
        return self.messages[before : self._next - 1]

    async def close(self) -> None:
        """Close the connection, as when the page is closed."""
        if self._socket is not None:
            await self._socket.close()
        await self._end()

    async def drop_connection(self) -> None:
        """Break the connection without closing it, as a broken network does."""
        assert self._socket is not None
        self._socket.transport.abort()
        await self._end()

    async def _end(self) -> None:
        if self._reading is not None:
            await self._reading
        self._socket = self._reading = None

    async def aclose(self) -> None:
        """Close the connection and the HTTP client."""
        await self.close()
        await self._http.aclose()

    # --- games ---

    async def create_game(self, game: str, **request: Any) -> str:
        """Create a game and return its id."""
        id: str = (await self.post("/api/games", {"game": game, **request}))["id"]
        return id

    async def join(self, game: str) -> None:
        """Take a seat."""
        await self.post(f"/api/games/{game}/join")

    async def watch(self, game: str, **how: Any) -> Message:
        """Return the state of a game and receive its events from now on."""
        await self.send(type="watch", game_id=game, **how)
        return await self.receive("state", id=game)

    async def send_act(self, game: str, kind: str, text: str = "", **more: Any) -> str:
        """Send an act and return its id."""
        act = {"game_id": game, "id": uuid4().hex[:12], "kind": kind, "text": text, **more}
        await self.send(type="act", **act)
        return str(act["id"])

    async def act(self, game: str, kind: str, text: str = "", **more: Any) -> Message:
        """Send an act and return its event; a refusal fails the test."""
        if kind == "move":
            more.setdefault("seq", self.seqs[game])
        id = await self.send_act(game, kind, text, **more)
        answer = await self.receive(where=lambda message: message.get("id") == id)
        assert answer["type"] == "event", answer
        return answer

    async def move(self, game: str, text: str) -> Message:
        """Make a move and return its event."""
        return await self.act(game, "move", text)

    async def act_error(self, game: str, kind: str, text: str = "", **more: Any) -> str:
        """Send an act that must be refused, and return the error code."""
        if kind == "move":
            more.setdefault("seq", self.seqs[game])
        id = await self.send_act(game, kind, text, **more)
        answer = await self.receive(where=lambda message: message.get("id") == id)
        assert answer["type"] == "error", answer
        assert answer["game_id"] == game
        assert answer["message"]
        return str(answer["code"])

    async def receive_event(self, game: str, kind: str, **facts: Any) -> Message:
        """Return the next event of that kind."""
        return await self.receive("event", game_id=game, kind=kind, **facts)

    async def receive_events(self, wanted: dict[str, str]) -> dict[str, Message]:
        """Return the next event of a kind in each of several games, in any order."""
        found: dict[str, Message] = {}
        while wanted.keys() - found:
            event = await self.receive("event")
            if wanted.get(event["game_id"]) == event["kind"]:
                found[event["game_id"]] = event
        return found

    async def is_rate_limited(self) -> bool:
        """Return whether one more message exceeds the rate limit."""
        await self.send(type="lobby", on=False)
        return bool((await self.receive("error"))["code"] == "too_many")

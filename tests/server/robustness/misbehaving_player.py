"""A player in real games who misbehaves.

Every act comes twice, late, early, out of order, cut short or malformed, with a valid one now and
then.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection, connect

from quire.games import find_game
from tests.server.reconnecting_player import ReconnectingPlayer

KINDS = (
    "move",
    "decline_draw",
    "takeback",
    "accept_takeback",
    "decline_takeback",
    "rematch",
    "timeout",
    "disconnected",
)
"""Acts to send out of turn; a draw or a resignation would end the game too soon."""


class MisbehavingPlayer(ReconnectingPlayer):
    """A player who receives the states of its games and misuses them."""

    def __init__(self, name: str, url: str, seed: int) -> None:
        super().__init__(name, [url], seed)
        self.rng = random.Random(seed)
        self.known: dict[str, dict[str, Any]] = {}
        """The last known state of each game."""
        self.answers: Counter[str] = Counter()
        """How often each answer came, by error code or message type."""
        self._old: list[str] = []
        self._next = self._left = 0

    async def misbehave(self, bursts: int) -> None:
        """Send that many bursts of messages, over as many connections as it takes."""
        address = self.urls[0].replace("http", "ws", 1) + "/socket"
        self._left = bursts
        while self._left > 0:
            with suppress(websockets.WebSocketException, OSError):
                async with connect(address, compression=None, max_queue=None) as socket:
                    reading = asyncio.create_task(self._read(socket))
                    try:
                        await self._send_bursts(socket)
                    finally:
                        reading.cancel()

    async def _send_bursts(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "hello", "token": self.token}))
        for game in self.games:
            await socket.send(json.dumps({"type": "watch", "game_id": game, "since": 0}))
        for _ in range(min(self._left, 40)):
            self._left -= 1  # even if the server closes the connection
            for message in self._burst(self.rng.choice(list(self.games))):
                await socket.send(message)
            await self._wait_until_handled(socket)

    async def _wait_until_handled(self, socket: ClientConnection) -> None:
        """Wait until the server has handled everything sent, so that the state is known."""
        self._handled = asyncio.Event()
        await socket.send(json.dumps({"type": "hello"}))
        waiting = asyncio.create_task(self._handled.wait())
        gone = asyncio.create_task(socket.wait_closed())
        await asyncio.wait([waiting, gone], return_when=asyncio.FIRST_COMPLETED)
        for task in (waiting, gone):
            task.cancel()

    def _burst(self, game: str) -> list[str | bytes]:
        """Return invalid messages in many ways, and valid ones."""
        known, rng = self.known.get(game), self.rng
        seq = 0 if known is None else known["seq"]
        legal = illegal = ["Sa1"]
        if known is not None:
            kind = find_game(known["game"])
            legal = kind.parse(known["position"]).legal_moves() or legal
            illegal = [move for move in kind.moves(known["size"]) if move not in legal] or illegal
        self._next += 1
        act = {"type": "act", "game_id": game, "id": f"i{self._next}", "kind": "move", "seq": seq}
        good = json.dumps({**act, "text": rng.choice(legal)})
        ways: list[Callable[[], str | bytes]] = [
            lambda: good,
            lambda: json.dumps({**act, "text": rng.choice(legal)}),  # the id of another move
            lambda: json.dumps({**act, "id": f"e{self._next}", "seq": seq + 1, "text": legal[-1]}),
            lambda: json.dumps({**act, "id": f"l{self._next}", "seq": max(0, seq - 2)}),
            lambda: json.dumps({**act, "id": f"n{self._next}", "text": "nowhere"}),
            lambda: json.dumps({**act, "id": f"k{self._next}", "kind": rng.choice(KINDS)}),
            lambda: json.dumps({**act, "seq": None, "text": legal[0]}),
            lambda: good[: rng.randrange(len(good))],
            lambda: good.encode() + b"\xff",
            lambda: rng.choice(self._old) if self._old else good,
        ]
        taken = json.dumps({**act, "id": f"t{self._next}", "text": rng.choice(illegal)})
        burst = [rng.choice(ways)() for _ in range(rng.randrange(1, 8))] + [good, taken]
        rng.shuffle(burst)
        self._old.append(good)
        return burst

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(websockets.WebSocketException):
            async for text in socket:
                message = json.loads(text)
                self.answers[message.get("code", message["type"])] += 1
                if message["type"] == "state":
                    self.known[message["id"]] = message
                elif message["type"] == "event":
                    known = self.known[message["game_id"]]
                    known["seq"] = message["seq"]
                    known["position"] = message.get("position") or known["position"]
                elif "hello was already sent" in message.get("message", ""):
                    self._handled.set()

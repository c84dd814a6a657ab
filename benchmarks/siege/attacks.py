"""The attacks: each goes on until its deadline, and starts again when it is disconnected."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from itertools import count

from benchmarks.siege.attacker import (
    CHUNK_FRAMES,
    PING,
    PONG,
    TEXT,
    Attacker,
    bearer,
    frame,
    message,
)

Attack = Callable[[Attacker], Awaitable[None]]

PAUSE_SECONDS = 0.01
"""Time before the next attempt after a connection was closed."""


async def nothing(attacker: Attacker) -> None:
    """Do nothing, for comparison."""
    while attacker.has_time():
        await asyncio.sleep(0.1)


async def pings(attacker: Attacker) -> None:
    """Send pings as fast as possible, and read the answers."""
    await _flood(attacker, frame(PING) * CHUNK_FRAMES)


async def unread_pings(attacker: Attacker) -> None:
    """Send pings as fast as possible, and never read the answers."""
    await _flood(attacker, frame(PING, b"x" * 125) * CHUNK_FRAMES, read=False)


async def pongs(attacker: Attacker) -> None:
    """Send answers to pings that nobody sent."""
    await _flood(attacker, frame(PONG) * CHUNK_FRAMES)


async def malformed(attacker: Attacker) -> None:
    """Send 99 malformed messages and a good one, again and again."""
    good = message(type="heartbeat_reply", number=1)
    await _flood(attacker, frame(TEXT, b"?") * 99 + good)


async def oversized(attacker: Attacker) -> None:
    """Follow games of others, and send messages that are too large."""
    while attacker.has_time():
        answer = await attacker.http.get("/api/lobby")
        ids = [game["id"] for game in answer.json().get("playing", ())][:20]
        async with attacker.connection() as connection:
            await connection.open_websocket()
            for id in ids:
                await connection.send(message(type="watch", game_id=id))
            await connection.send(frame(TEXT, b" " * (1 << 20)))
            await asyncio.sleep(PAUSE_SECONDS)
        await asyncio.sleep(PAUSE_SECONDS)


async def slow_readers(attacker: Attacker) -> None:
    """Follow games of others on many connections, ask for their state, and never read it."""

    async def follow(ids: list[str]) -> None:
        while attacker.has_time():
            async with attacker.connection() as connection:
                await connection.open_websocket(read=False)
                while attacker.has_time():
                    for id in ids:
                        await connection.send(message(type="watch", game_id=id, picture=True))
                    await asyncio.sleep(1)
            await asyncio.sleep(PAUSE_SECONDS)

    answer = await attacker.http.get("/api/lobby")
    ids = [game["id"] for game in answer.json().get("playing", ())][:20]
    await asyncio.gather(*(follow(ids) for _ in range(100)))


async def computers(attacker: Attacker) -> None:
    """Keep strong computer players busy: 200 games of eight players, and new ones all the time."""

    async def play(token: str) -> None:
        async with attacker.connection() as connection:
            await connection.open_websocket(token)
            running: list[str] = []
            for number in count():
                if not attacker.has_time():
                    return
                for strong in (7, 2, 1):  # as many as the server allows
                    seats = ["champion:nodes=100000"] * strong + ["level8"] * (7 - strong) + ["me"]
                    id = await attacker.new_game(token, "sos", "26x26:8", seats)
                    if id is not None:
                        running.append(id)
                        await connection.send(message(type="watch", game_id=id))
                        break
                if len(running) == 20:
                    act = {"game_id": running.pop(0), "kind": "resign", "id": f"r{number}"}
                    await connection.send(message(type="act", **act))
                    await asyncio.sleep(0.2)

    tokens = [await attacker.guest() for _ in range(10)]
    await asyncio.gather(*(play(token) for token in tokens if token is not None))
    while attacker.has_time():
        await asyncio.sleep(0.1)


async def offers(attacker: Attacker) -> None:
    """Offer and withdraw draws on 40 connections of one player, and read the record in parallel."""
    eve, mal = await attacker.guest(), await attacker.guest()
    if eve is None or mal is None:
        return
    id = await attacker.new_game(eve, "sos", "10x10", ["me", "open"])
    assert id is not None
    await attacker.http.post(f"/api/games/{id}/join", headers=bearer(mal))
    numbers = count()

    async def offer() -> None:
        while attacker.has_time():
            async with attacker.connection() as connection:
                await connection.open_websocket(eve)
                await connection.send(message(type="watch", game_id=id))
                while attacker.has_time():
                    for kind in ("draw", "decline_draw", "chat"):
                        act = {"game_id": id, "kind": kind, "id": f"n{next(numbers)}"}
                        await connection.send(message(type="act", text="x" * 200, **act))
            await asyncio.sleep(PAUSE_SECONDS)

    async def read() -> None:
        while attacker.has_time():
            await attacker.http.get(f"/api/games/{id}/record")

    await asyncio.gather(*(offer() for _ in range(40)), *(read() for _ in range(20)))


async def endless_header(attacker: Attacker) -> None:
    """Send a header that never ends."""
    await _requests(attacker, b"GET / HTTP/1.1\r\nX-Long: ", b"x" * 65536, 4)


async def many_headers(attacker: Attacker) -> None:
    """Send headers without an end."""
    await _requests(attacker, b"GET / HTTP/1.1\r\n", b"X-Header: 0123456789\r\n" * 3000, 4)


async def half_open(attacker: Attacker) -> None:
    """Begin 2,000 requests and never end them."""
    await _requests(attacker, b"GET / HTTP/1.1\r\nX: ", b"", 2000)


async def requests(attacker: Attacker) -> None:
    """Send ordinary requests as fast as possible, on many connections."""

    async def ask() -> None:
        while attacker.has_time():
            async with attacker.connection() as connection:
                connection.discard()
                while attacker.has_time():
                    await connection.send(b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n\r\n" * 10)
                    await asyncio.sleep(0)
            await asyncio.sleep(PAUSE_SECONDS)

    await asyncio.gather(*(ask() for _ in range(50)))


async def accounts(attacker: Attacker) -> None:
    """Create guests, and guess passphrases."""

    async def guess() -> None:
        while attacker.has_time():
            body = {"name": "admin", "passphrase": f"wrong words {random.random()}"}
            await attacker.http.post("/api/sessions", json=body)
            await attacker.guest()

    await asyncio.gather(*(guess() for _ in range(20)))


ATTACKS: dict[str, Attack] = {
    attack.__name__: attack
    for attack in (
        *(nothing, pings, unread_pings, pongs, malformed, oversized, slow_readers),
        *(computers, offers, endless_header, many_headers, half_open, requests, accounts),
    )
}


async def _flood(attacker: Attacker, data: bytes, *, read: bool = True) -> None:
    """Send the same bytes again and again on one WebSocket after the other."""
    while attacker.has_time():
        async with attacker.connection() as connection:
            await connection.open_websocket(read=read)
            while attacker.has_time():
                await connection.send(data)
                await asyncio.sleep(0)
        await asyncio.sleep(PAUSE_SECONDS)


async def _requests(attacker: Attacker, start: bytes, more: bytes, number: int) -> None:
    """Begin requests on many connections, and go on with each as long as the server reads."""

    async def ask() -> None:
        while attacker.has_time():
            async with attacker.connection() as connection:
                connection.discard()
                await connection.send(start)
                while attacker.has_time():
                    await connection.send(more)
                    await asyncio.sleep(0 if more else 0.2)
            await asyncio.sleep(PAUSE_SECONDS)

    await asyncio.gather(*(ask() for _ in range(number)))

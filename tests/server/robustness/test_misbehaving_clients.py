"""A client that does everything wrong, at speed, while two others play: nobody else notices."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection, connect

from quire.match.record import Record
from tests.server.harness import ServerProcess, server_process, settings
from tests.server.player_client import Player as Visitor
from tests.server.reconnecting_player import Player, begin
from tests.server.robustness.misbehaving_player import Cheat

TIMEOUT_SECONDS = 120.0
"""Seconds after which a test gives up."""

MESSAGES = 3000
BURSTS = 150
CONNECTIONS = 300
GROWTH = 100 * 1024
"""KiB by which the server may grow: far more than what waits for all of these connections."""

GAMES = (("sos", "6x6"), ("line", "14"), ("extreme", "2x9x9"), ("obstruction", "8x8"))


def memory(server: ServerProcess) -> int:
    """KiB that the process has in memory."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def message(chance: random.Random, game: str, seen: list[str | bytes]) -> str | bytes:
    """Something that no client should say."""
    act: dict[str, Any] = {
        "type": "act",
        "game_id": game,
        "id": f"a{chance.randrange(20)}",
        "kind": chance.choice(
            ["move", "resign", "draw", "accept_takeback", "timeout", "abort", "x"]
        ),
        "seq": chance.choice([0, 1, 3, 2**31 - 1, 2**63, -1, None]),
        "text": chance.choice(["Sa1", "c4", "", "1e5", "\x00", "S" * 500, "💥"]),
    }
    whole = json.dumps(act)
    makes: list[Callable[[], str | bytes]] = [
        lambda: whole,
        lambda: whole[: chance.randrange(len(whole))],
        lambda: chance.choice(seen) if seen else whole,
        lambda: json.dumps({**act, "more": [1, {"a": None}]}),
        lambda: json.dumps({"type": chance.choice(["watch", "unwatch"]), "game_id": game}),
        lambda: json.dumps(
            {"type": "heartbeat_reply", "number": chance.choice([0, -1, 10**30, "1"])}
        ),
        lambda: json.dumps({"type": "seek", "game": game}),
        lambda: json.dumps({"type": "hello", "token": "x" * chance.randrange(600)}),
        lambda: "[" * 4000,
        lambda: '{"a":' * 1500,
        lambda: chance.randbytes(chance.randrange(200)),
        lambda: b"\xff\xfe" + whole.encode(),
        lambda: json.dumps({"type": "lobby", "on": chance.random() < 0.5}),
    ]
    made = chance.choice(makes)()
    seen.append(made)
    return made


async def read_away(socket: ClientConnection) -> None:
    with suppress(websockets.WebSocketException):
        async for _ in socket:
            pass


async def babble(address: str, token: str | None, game: str, seed: int) -> int:
    """Says much that is wrong over as many connections as it takes; how much it said."""
    chance, seen, said = random.Random(seed), [], 0  # type: ignore[var-annotated]
    while said < MESSAGES:
        with suppress(websockets.WebSocketException, OSError):
            async with connect(address, compression=None, max_queue=None) as socket:
                await socket.send(json.dumps({"type": "hello", "token": token}))
                reading = asyncio.create_task(read_away(socket))
                try:
                    for _ in range(chance.randrange(20, 300)):
                        said += 1
                        await socket.send(message(chance, game, seen))
                finally:
                    reading.cancel()
    return said


async def overfill(address: str) -> None:
    """Messages that are longer than any may be."""
    for size in (8193, 100_000, 3_000_000):
        with suppress(websockets.WebSocketException, OSError):
            async with connect(address, compression=None) as socket:
                await socket.send("x" * size)
                await asyncio.wait_for(read_away(socket), TIMEOUT_SECONDS)


async def come_and_go(address: str, seed: int) -> None:
    """Many connections, most of which never say anything."""
    chance = random.Random(seed)
    for _ in range(CONNECTIONS):
        with suppress(websockets.WebSocketException, OSError):
            socket = await connect(address, compression=None, open_timeout=TIMEOUT_SECONDS)
            if chance.random() < 0.3:
                await socket.send('{"type":"hello"}')
            socket.transport.abort()


async def never_read(address: str, token: str, game: str) -> None:
    """Asks for a lot and reads nothing; the server lets such a one go."""
    with suppress(websockets.WebSocketException, OSError, asyncio.TimeoutError):
        async with connect(address, compression=None, max_queue=1, close_timeout=0.1) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            watch = json.dumps({"type": "watch", "game_id": game, "since": 0, "picture": True})
            for _ in range(2000):
                await asyncio.wait_for(socket.send(watch), 5)


async def send_raw(port: int, seed: int) -> None:
    """Bytes that are no HTTP, requests that never end, headers and bodies without measure."""
    chance = random.Random(seed)
    upgrade = b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    for number in range(120):
        raw = (
            chance.randbytes(chance.randrange(1, 2000)),
            upgrade + key + chance.randbytes(300),
            upgrade + b"X-Much: " + b"y" * 200_000 + b"\r\n\r\n",
            b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n"
            + b"[" * 90_000,
            b"GET /api/games/%00%ff HTTP/1.1\r\nHost: x\r\n\r\n",
            b"POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        )[number % 6]
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(raw)
            await writer.drain()
            writer.transport.abort()


async def play(server: ServerProcess, seed: int) -> tuple[int, int]:
    """The honest play whole games while the others do their worst; moves, and messages said."""
    address = server.url.replace("http", "ws", 1) + "/socket"
    ann, bob = (Player(name, [server.url], seed) for name in ("Ann", "Bob"))
    eve, mal = Cheat("Eve", server.url, seed), Cheat("Mal", server.url, seed + 1)
    loris = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(50)]
    for number, (_, writer) in enumerate(loris):
        writer.write(b"GET /socket HTTP/1.1\r\nHost: x\r\nX-Slow: "[: 5 + number])
    async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as http:
        for player in (ann, bob, eve, mal):
            await player.sign_in(http)
        for game, size in GAMES:
            await begin(http, game, size, [ann, bob])
            await begin(http, game, size, [eve, mal])
        first = next(iter(ann.games))
        wild = asyncio.gather(
            babble(address, eve.token, first, seed),
            babble(address, None, first, seed + 1),
            overfill(address),
            come_and_go(address, seed),
            never_read(address, eve.token, first),
            send_raw(server.port, seed),
            eve.misbehave(BURSTS),
            mal.misbehave(BURSTS),
        )
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(ann.play(), bob.play())
            said: list[Any] = await wild
        assert ann.connections == bob.connections == 1, "the honest were never cut off"
        assert not ann.refusals
        assert not bob.refusals
        moves = 0
        for id in ann.games:
            record = (
                (await http.get(f"{server.url}/api/games/{id}/record")).raise_for_status().json()
            )
            moves += len(record["moves"])
        assert moves == len(ann.acknowledged) + len(bob.acknowledged)
        await check_cheats(server, [eve, mal])
        ready = await http.get(f"{server.url}/health/ready")
        assert ready.status_code == 200, ready.text
        assert "quire_errors_total 0.0" in (await http.get(f"{server.url}/metrics")).text
    for _, writer in loris:
        writer.transport.abort()
    return moves, said[0] + said[1]


async def check_cheats(server: ServerProcess, cheats: list[Cheat]) -> None:
    """Their games are games all the same: each act was done once, and what was done was legal."""
    answers = sum((it.answers for it in cheats), start=Counter())
    for code in ("ack", "stale", "illegal_move", "not_your_turn", "notation", "not_allowed"):
        assert answers[code], f"nothing was answered by {code}: {answers}"
    witness, moves = Visitor(server.url, "Witness"), 0
    await (await witness.guest()).connect()
    for id in cheats[0].games:
        state = await witness.watch(id, since=0)
        events = state.get("missed_events", [])
        assert [it["seq"] for it in events] == list(range(1, state["seq"] + 1))
        ids = [(it["seat"], it["id"]) for it in events if it.get("id")]
        assert len(ids) == len(set(ids)), "an act is done once"
        record = Record.from_json(json.dumps(await witness.get(f"/api/games/{id}/record")))
        record.check()
        moves += len(record.moves)
    assert moves > len(GAMES)
    await witness.leave()


def test_a_client_that_does_everything_wrong(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with server_process(settings(tmp_path)) as server:
        before = memory(server)
        moves, said = asyncio.run(play(server, seed=7))
        assert memory(server) - before < GROWTH
        assert server.process is not None
        assert server.process.poll() is None
    assert moves > 50
    assert said >= 2 * MESSAGES
    assert "Traceback" not in capfd.readouterr().err

"""A client that does everything wrong, at speed, while two others play undisturbed."""

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
from tests.server.player_client import PlayerClient
from tests.server.reconnecting_player import ReconnectingPlayer, start_game
from tests.server.robustness.misbehaving_player import MisbehavingPlayer

TIMEOUT_SECONDS = 120.0
"""Seconds after which a test gives up."""

MESSAGES = 3000
BURSTS = 150
CONNECTIONS = 300
MAX_GROWTH_KIB = 100 * 1024
"""Far more than the queues of all these connections need."""

GAMES = (("sos", "6x6"), ("line", "14"), ("extreme", "2x9x9"), ("obstruction", "8x8"))


def memory(server: ServerProcess) -> int:
    """Return the memory that the process uses, in KiB."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def message(rng: random.Random, game: str, seen: list[str | bytes]) -> str | bytes:
    """Return a message that no client should send."""
    act: dict[str, Any] = {
        "type": "act",
        "game_id": game,
        "id": f"a{rng.randrange(20)}",
        "kind": rng.choice(["move", "resign", "draw", "accept_takeback", "timeout", "abort", "x"]),
        "seq": rng.choice([0, 1, 3, 2**31 - 1, 2**63, -1, None]),
        "text": rng.choice(["Sa1", "c4", "", "1e5", "\x00", "S" * 500, "💥"]),
    }
    whole = json.dumps(act)
    ways: list[Callable[[], str | bytes]] = [
        lambda: whole,
        lambda: whole[: rng.randrange(len(whole))],
        lambda: rng.choice(seen) if seen else whole,
        lambda: json.dumps({**act, "more": [1, {"a": None}]}),
        lambda: json.dumps({"type": rng.choice(["watch", "unwatch"]), "game_id": game}),
        lambda: json.dumps({"type": "heartbeat_reply", "number": rng.choice([0, -1, 10**30, "1"])}),
        lambda: json.dumps({"type": "seek", "game": game}),
        lambda: json.dumps({"type": "hello", "token": "x" * rng.randrange(600)}),
        lambda: "[" * 4000,
        lambda: '{"a":' * 1500,
        lambda: rng.randbytes(rng.randrange(200)),
        lambda: b"\xff\xfe" + whole.encode(),
        lambda: json.dumps({"type": "lobby", "on": rng.random() < 0.5}),
    ]
    chosen = rng.choice(ways)()
    seen.append(chosen)
    return chosen


async def discard_messages(socket: ClientConnection) -> None:
    with suppress(websockets.WebSocketException):
        async for _ in socket:
            pass


async def send_nonsense(address: str, token: str | None, game: str, seed: int) -> int:
    """Send many wrong messages, over as many connections as it takes; return how many."""
    rng, seen, sent = random.Random(seed), [], 0  # type: ignore[var-annotated]
    while sent < MESSAGES:
        with suppress(websockets.WebSocketException, OSError):
            async with connect(address, compression=None, max_queue=None) as socket:
                await socket.send(json.dumps({"type": "hello", "token": token}))
                reading = asyncio.create_task(discard_messages(socket))
                try:
                    for _ in range(rng.randrange(20, 300)):
                        sent += 1
                        await socket.send(message(rng, game, seen))
                finally:
                    reading.cancel()
    return sent


async def send_too_long(address: str) -> None:
    """Send messages that are too long."""
    for size in (8193, 100_000, 3_000_000):
        with suppress(websockets.WebSocketException, OSError):
            async with connect(address, compression=None) as socket:
                await socket.send("x" * size)
                await asyncio.wait_for(discard_messages(socket), TIMEOUT_SECONDS)


async def come_and_go(address: str, seed: int) -> None:
    """Open many connections, most of which send nothing."""
    rng = random.Random(seed)
    for _ in range(CONNECTIONS):
        with suppress(websockets.WebSocketException, OSError):
            socket = await connect(address, compression=None, open_timeout=TIMEOUT_SECONDS)
            if rng.random() < 0.3:
                await socket.send('{"type":"hello"}')
            socket.transport.abort()


async def never_read(address: str, token: str, game: str) -> None:
    """Request a lot and read nothing; the server closes such a connection."""
    with suppress(websockets.WebSocketException, OSError, asyncio.TimeoutError):
        async with connect(address, compression=None, max_queue=1, close_timeout=0.1) as socket:
            await socket.send(json.dumps({"type": "hello", "token": token}))
            watch = json.dumps({"type": "watch", "game_id": game, "since": 0, "picture": True})
            for _ in range(2000):
                await asyncio.wait_for(socket.send(watch), 5)


async def send_raw(port: int, seed: int) -> None:
    """Send bytes that are not HTTP, requests that never end, huge headers and bodies."""
    rng = random.Random(seed)
    upgrade = b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    key = b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    for number in range(120):
        raw = (
            rng.randbytes(rng.randrange(1, 2000)),
            upgrade + key + rng.randbytes(300),
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
    """Play whole games while others misbehave; return the moves, and the messages sent."""
    address = server.url.replace("http", "ws", 1) + "/socket"
    ann, bob = (ReconnectingPlayer(name, [server.url], seed) for name in ("Ann", "Bob"))
    eve, mal = (
        MisbehavingPlayer("Eve", server.url, seed),
        MisbehavingPlayer("Mal", server.url, seed + 1),
    )
    loris = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(50)]
    for number, (_, writer) in enumerate(loris):
        writer.write(b"GET /socket HTTP/1.1\r\nHost: x\r\nX-Slow: "[: 5 + number])
    async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as http:
        for player in (ann, bob, eve, mal):
            await player.sign_in(http)
        for game, size in GAMES:
            await start_game(http, game, size, [ann, bob])
            await start_game(http, game, size, [eve, mal])
        first = next(iter(ann.games))
        misbehaving = asyncio.gather(
            send_nonsense(address, eve.token, first, seed),
            send_nonsense(address, None, first, seed + 1),
            send_too_long(address),
            come_and_go(address, seed),
            never_read(address, eve.token, first),
            send_raw(server.port, seed),
            eve.misbehave(BURSTS),
            mal.misbehave(BURSTS),
        )
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(ann.play(), bob.play())
            sent: list[Any] = await misbehaving
        assert ann.connections == bob.connections == 1, "honest players were never disconnected"
        assert not ann.refusals
        assert not bob.refusals
        moves = 0
        for id in ann.games:
            record = (
                (await http.get(f"{server.url}/api/games/{id}/record")).raise_for_status().json()
            )
            moves += len(record["moves"])
        assert moves == len(ann.acknowledged) + len(bob.acknowledged)
        await check_their_games(server, [eve, mal])
        ready = await http.get(f"{server.url}/health/ready")
        assert ready.status_code == 200, ready.text
        assert "quire_errors_total 0.0" in (await http.get(f"{server.url}/metrics")).text
    for _, writer in loris:
        writer.transport.abort()
    return moves, sent[0] + sent[1]


async def check_their_games(
    server: ServerProcess, misbehaving_players: list[MisbehavingPlayer]
) -> None:
    """Check that in their games each act was done once, and every move was legal."""
    answers = sum((player.answers for player in misbehaving_players), start=Counter())
    for code in ("ack", "stale", "illegal_move", "not_your_turn", "notation", "not_allowed"):
        assert answers[code], f"nothing was answered by {code}: {answers}"
    witness, moves = PlayerClient(server.url, "Witness"), 0
    await (await witness.guest()).connect()
    for id in misbehaving_players[0].games:
        state = await witness.watch(id, since=0)
        events = state.get("missed_events", [])
        assert [event["seq"] for event in events] == list(range(1, state["seq"] + 1))
        ids = [(event["seat"], event["id"]) for event in events if event.get("id")]
        assert len(ids) == len(set(ids)), "an act was done twice"
        record = Record.from_json(json.dumps(await witness.get(f"/api/games/{id}/record")))
        record.check()
        moves += len(record.moves)
    assert moves > len(GAMES)
    await witness.aclose()


def test_misbehaving_clients_disturb_nobody(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with server_process(settings(tmp_path)) as server:
        before = memory(server)
        moves, sent = asyncio.run(play(server, seed=7))
        assert memory(server) - before < MAX_GROWTH_KIB
        assert server.process is not None
        assert server.process.exitcode is None
    assert moves > 50
    assert sent >= 2 * MESSAGES
    assert "Traceback" not in capfd.readouterr().err

"""Logs: one JSON object per line, whatever logs and whatever happens."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from tests.server.deployment import async_test
from tests.server.player_client import TIMEOUT_SECONDS, PlayerClient

PROGRAM = """
import asyncio, gc, logging, threading, warnings
from quire.server import logging as ours
ours.configure("info")
ours.logger("quire.test").info("ours", number=1)
logging.getLogger("quire.server.bus.redis_bus").info("of %s", "the bus")
logging.getLogger("uvicorn.error").error("two\\nlines")
logging.getLogger("alembic").info("not shown")
warnings.warn("a warning")

async def fail():
    raise ValueError("in a task")

async def main():
    task = asyncio.create_task(fail())
    await asyncio.sleep(0)
    await asyncio.sleep(0)

asyncio.run(main())
gc.collect()
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()

class Finaliser:
    def __del__(self):
        raise ValueError("in a finaliser")

Finaliser()
raise RuntimeError("at the end")
"""


def read(output: str) -> list[dict[str, Any]]:
    """Return the logged lines."""
    return [json.loads(line) for line in output.splitlines()]


def test_every_line_is_json() -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert result.stdout == ""
    lines = read(result.stderr)
    assert [line["event"].splitlines()[0] for line in lines[:3]] == ["ours", "of the bus", "two"]
    assert [line["source"] for line in lines[:3]] == [
        "quire.test",
        "quire.server.bus.redis_bus",
        "uvicorn.error",
    ]
    assert "a warning" in lines[3]["event"]
    for line, words in zip(
        lines[4:], ["in a task", "division", "in a finaliser", "at the end"], strict=True
    ):
        assert words in line["exception"]
        assert line["level"] in ("error", "critical")
        assert line["timestamp"]


@async_test
async def test_server_that_is_stopped_amid_work_logs_json_only(tmp_path: Path) -> None:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("QUIRE")}
    db = f"sqlite:///{tmp_path}/quire.db"
    server = subprocess.Popen(
        [sys.executable, "-X", "dev", "-m", "quire", "serve", "--port", "0", "--db", db],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**clean, "HOME": str(tmp_path)},
    )
    try:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1].rstrip("/")
        players = [PlayerClient(url, name) for name in ("Ann", "Bob")]
        for player in players:
            await (await player.guest()).connect()
        game = await players[0].create_game("line", size="7", seats=["me", "level8"])
        await players[0].watch(game)
        await players[1].send(type="seek", game="sos", size="5x5")
        async with httpx.AsyncClient(timeout=TIMEOUT_SECONDS) as http:
            work = {"game": "sos", "size": "8x8", "moves": []}
            async with http.stream("POST", f"{url}/api/review", json=work):
                server.send_signal(signal.SIGTERM)
                for player in players:
                    await player.close_code()
        for player in players:
            await player.aclose()
    finally:
        _, errors = server.communicate(timeout=2 * TIMEOUT_SECONDS)
    assert server.returncode == -signal.SIGTERM
    events = [line["event"] for line in read(errors)]
    assert events[0] == "ready"
    assert events[-1] == "stopped"
    assert "Task was destroyed" not in errors

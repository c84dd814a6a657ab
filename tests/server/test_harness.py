"""The harness itself: servers start, keep their data, and have a fake clock."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.server.fake_time import FakeTime
from tests.server.harness import running_server, server_process, settings


def test_time_advances_and_a_restart_keeps_everything(tmp_path: Path) -> None:
    with running_server(settings(tmp_path), FakeTime()) as server:
        ann = httpx.post(f"{server.url}/api/guests", json={"name": "Ann"}).json()
        bearer = {"authorization": f"Bearer {ann['token']}"}
        request = {"game": "line", "seats": ["me", "level1"], "random_order": False}
        made = httpx.post(f"{server.url}/api/games", json=request, headers=bearer).json()
        game = f"{server.url}/api/games/{made['id']}"
        server.advance(20)
        assert httpx.get(game).json()["status"] == "playing"
        server.restart()
        server.advance(120)
        state = httpx.get(game).json()
        assert state["status"] == "over"
        assert state["outcome"]["reason"] == "abandoned" or state["outcome"]["winner"] == 1


def test_killed_process_restarts(tmp_path: Path) -> None:
    with server_process(settings(tmp_path)) as server:
        ann = httpx.post(f"{server.url}/api/guests", json={"name": "Ann"}).json()
        server.restart()
        bearer = {"authorization": f"Bearer {ann['token']}"}
        assert httpx.get(f"{server.url}/api/me", headers=bearer).status_code == 200

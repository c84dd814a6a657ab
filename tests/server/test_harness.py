"""The harness itself: servers start, keep their data, and have a fake clock."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.server.fake_time import FakeTime
from tests.server.harness import RunningServer, running_server, server_process, settings


def guest(server: RunningServer, name: str) -> dict[str, str]:
    """Create a guest and return the headers of their requests."""
    signed_in = httpx.post(f"{server.url}/api/guests", json={"name": name}).json()
    return {"authorization": f"Bearer {signed_in['token']}"}


def test_time_advances_and_a_restart_keeps_everything(tmp_path: Path) -> None:
    with running_server(settings(tmp_path), FakeTime()) as server:
        ann, bob = (guest(server, name) for name in ("Ann", "Bob"))
        made = httpx.post(f"{server.url}/api/games", json={"game": "line"}, headers=ann).json()
        game = f"{server.url}/api/games/{made['id']}"
        httpx.post(f"{game}/join", headers=bob).raise_for_status()
        server.advance(3000)
        assert httpx.get(game).json()["status"] == "playing"  # it waits for its players
        server.restart()
        server.advance(1000)
        state = httpx.get(game).json()
        assert (state["status"], state["outcome"]["reason"]) == ("over", "abandoned")


def test_killed_process_restarts(tmp_path: Path) -> None:
    with server_process(settings(tmp_path)) as server:
        ann = httpx.post(f"{server.url}/api/guests", json={"name": "Ann"}).json()
        server.restart()
        bearer = {"authorization": f"Bearer {ann['token']}"}
        assert httpx.get(f"{server.url}/api/me", headers=bearer).status_code == 200

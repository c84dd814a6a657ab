"""A spectator who takes a seat plays from it and counts as present."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from tests.server.fake_time import FakeTime
from tests.server.harness import RunningServer, running_server, settings


class Guest:
    """A guest with a connection."""

    def __init__(self, server: RunningServer, name: str, stack: ExitStack) -> None:
        signed_in = httpx.post(f"{server.url}/api/guests", json={"name": name}).json()
        headers = {"authorization": f"Bearer {signed_in['token']}"}
        self.http = stack.enter_context(httpx.Client(base_url=server.url, headers=headers))
        url = server.url.replace("http", "ws") + "/socket"
        self.socket: ClientConnection = stack.enter_context(connect(url))
        self.send(type="hello", token=signed_in["token"])

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, type: str, **facts: Any) -> Any:
        """Return the next message of that type with those fields."""
        while True:
            message = json.loads(self.socket.recv(30))
            if message["type"] == type and all(message.get(it, 0) == facts[it] for it in facts):
                return message


def test_spectator_who_joins_is_connected(tmp_path: Path) -> None:
    with running_server(settings(tmp_path), FakeTime()) as server, ExitStack() as stack:
        ann, bob = (Guest(server, name, stack) for name in ("Ann", "Bob"))
        request = {"game": "obstruction", "seats": ["me", "open"], "random_order": False}
        id = ann.http.post("/api/games", json=request).json()["id"]
        for guest in (ann, bob):
            guest.send(type="watch", game_id=id)
            guest.receive("state", status="open")
        bob.receive("spectators", count=1)
        assert bob.http.post(f"/api/games/{id}/join").status_code == 204
        begun = bob.receive("state", status="playing")
        assert begun["you"] == 1
        assert begun.get("spectators", 0) == 0
        server.advance(31)  # longer than a player may be disconnected
        bob.send(type="watch", game_id=id)
        state = bob.receive("state")
        assert (state["status"], state["seq"]) == ("playing", 0)


def test_spectator_of_an_open_game_sees_their_new_seat(tmp_path: Path) -> None:
    with running_server(settings(tmp_path), FakeTime()) as server, ExitStack() as stack:
        ann, bob = (Guest(server, name, stack) for name in ("Ann", "Bob"))
        request = {"game": "sos", "size": "5x5:3", "random_order": False}
        id = ann.http.post("/api/games", json=request).json()["id"]
        bob.send(type="watch", game_id=id)
        bob.receive("state", you=None)
        assert bob.http.post(f"/api/games/{id}/join").status_code == 204
        assert bob.receive("state", you=1)["status"] == "open"

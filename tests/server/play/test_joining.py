"""A spectator who takes a seat plays from it and counts as present."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

from quire.errors import Unavailable
from quire.server.play.room.attendance import Attendance
from quire.store.play import games
from quire.store.store import Store
from tests.server.deployment import Deployment, async_test
from tests.server.fake_time import FakeTime
from tests.server.harness import RunningServer, running_server, settings
from tests.server.player_client import PlayerClient


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
            if message["type"] == type and all(message.get(key, 0) == facts[key] for key in facts):
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


async def open_game(deployment: Deployment) -> tuple[PlayerClient, PlayerClient, str]:
    """Return a player with an open game, one who may join it, and the game; both follow it."""
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await ann.create_game("line", size="7")
    for player in (ann, bob):
        await player.watch(game)
    return ann, bob, game


@async_test
async def test_players_see_the_start_though_the_database_fails(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, game = await open_game(deployment)

    async def fail(self: Attendance, player: str) -> None:
        raise Unavailable("the database is away")

    monkeypatch.setattr(Attendance, "add", fail)
    await bob.join(game)
    for player in (ann, bob):
        state = await player.receive("state", id=game, status="playing")
        assert [seat["player"] for seat in state["seats"]].count(bob.id) == 1


@async_test
async def test_join_whose_answer_is_lost_starts_the_game(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, game = await open_game(deployment)
    join, write, joins = games.join, Store.write, []

    def noted(*arguments: Any) -> bool:
        joins.append(arguments)
        return join(*arguments)

    async def lossy(self: Store, work: Any) -> Any:
        result = await write(self, work)
        if joins:
            joins.clear()
            raise Unavailable("the answer is lost")
        return result

    monkeypatch.setattr(games, "join", noted)
    monkeypatch.setattr(Store, "write", lossy)
    assert await bob.request_error("POST", f"/api/games/{game}/join") == "unavailable"
    for player in (ann, bob):
        await player.receive("state", id=game, status="playing")

"""A deployment under test: one server, or two that share a database, with a fake clock.

For example:

    @async_test
    async def test_something(deployment: Deployment) -> None:
        ann, bob = await deployment.guests("Ann", "Bob")
        game = await deployment.start_game("line", (ann, bob), size="7")
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec

from quire.games import find_game
from quire.server.settings import Settings
from quire.store.store import Store
from tests.server.fake_time import FakeTime
from tests.server.harness import RunningServer, nothing_written, run_async, stop_all
from tests.server.player_client import PlayerClient

P = ParamSpec("P")

_clients: list[PlayerClient] = []


def async_test(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Run an async test in an event loop, and close all its clients at the end."""

    @wraps(test)
    def run(*arguments: P.args, **named: P.kwargs) -> None:
        async def play() -> None:
            try:
                await test(*arguments, **named)
            finally:
                clients = list(_clients)
                _clients.clear()
                await asyncio.gather(
                    *(client.aclose() for client in clients), return_exceptions=True
                )

        run_async(play())

    return run


class Deployment:
    """Running servers that share one fake clock."""

    def __init__(self, servers: Sequence[RunningServer], timing: FakeTime) -> None:
        self.servers = servers
        self.timing = timing
        self._players = 0

    @property
    def url(self) -> str:
        """The address of the first server."""
        return self.servers[0].url

    @property
    def settings(self) -> Settings:
        """The settings of the servers."""
        return self.servers[0].settings

    # --- time ---

    def advance(self, seconds: float) -> None:
        """Advance the time, and handle everything that is due by then."""
        if len(self.servers) > 1:
            for server in self.servers:  # the first to check would consider the others dead
                server.renew_lease(seconds)
        with nothing_written(self.servers):
            self.timing.advance(seconds)
        for server in self.servers:
            server.tick()

    def restart(self, after: float = 0.0) -> None:
        """Shut all servers down, and restart them `after` seconds later."""
        stop_all(self.servers)
        self.timing.advance(after)
        for server in self.servers:
            server.start()

    # --- players ---

    def client(self, name: str = "") -> PlayerClient:
        """Return a client without an account; each new one uses the next server."""
        client = PlayerClient(self.servers[self._players % len(self.servers)].url, name)
        self._players += 1
        _clients.append(client)
        return client

    async def guest(self, name: str) -> PlayerClient:
        """Return a connected guest."""
        return await (await self.client(name).guest()).connect()

    async def guests(self, *names: str) -> list[PlayerClient]:
        """Return connected guests; the second is at the second server."""
        return [await self.guest(name) for name in names]

    async def new_tab(self, player: PlayerClient, elsewhere: bool = False) -> PlayerClient:
        """Open a second connection for a player, at another server if there is one."""
        others = [server.url for server in self.servers if server.url != player.url]
        tab = PlayerClient(others[0] if elsewhere and others else player.url, player.name)
        tab.token, tab.id = player.token, player.id
        _clients.append(tab)
        return await tab.connect()

    async def start_game(self, game: str, players: Sequence[PlayerClient], **request: Any) -> str:
        """Start a game with these players in the order of play, and return its id."""
        first, *others = players
        request.setdefault("random_order", False)
        id = await first.create_game(game, **request)
        status = [(await first.watch(id))["status"]]
        for other in others:
            await other.join(id)
            status.append((await other.watch(id))["status"])
        for player, known in zip(players, status, strict=True):
            if known == "open":
                await player.receive("state", id=id, status="playing")
        return id

    async def play_moves(
        self, game: str, players: Sequence[PlayerClient], moves: Sequence[str]
    ) -> None:
        """Play these moves in turn, and wait until everyone has received each."""
        state = await players[0].get(f"/api/games/{game}")
        position = find_game(state["game"]).parse(state["position"])
        for move in moves:
            mover = players[position.to_move]
            made = await mover.move(game, move)
            for other in players:
                if other is not mover:
                    await other.receive("event", game_id=game, seq=made["seq"])
            position = position.play(move)


@contextmanager
def running_deployment(all_settings: Sequence[Settings]) -> Iterator[Deployment]:
    """Run servers with these settings."""
    timing = FakeTime()
    servers = [RunningServer(settings, timing) for settings in all_settings]
    with _running(servers):
        yield Deployment(servers, timing)


@contextmanager
def _running(servers: Sequence[RunningServer]) -> Iterator[None]:
    # The fake clock would differ from the database server's.
    original = Store._measure_drift
    setattr(Store, "_measure_drift", _no_drift)  # noqa: B010
    try:
        for server in servers:
            server.start()
        yield
    finally:
        stop_all(servers)
        setattr(Store, "_measure_drift", original)  # noqa: B010


async def _no_drift(_: Store) -> None:
    return

"""A server, or two that share a store, and the people there; time goes on when a test says so.

@scenario
async def test_something(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), size="7")
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
from tests.server.harness import Running, stop_all
from tests.server.player_client import Player

P = ParamSpec("P")

_here: list[Player] = []


def scenario(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """A test that runs in an event loop; everybody leaves at its end."""

    @wraps(test)
    def run(*arguments: P.args, **named: P.kwargs) -> None:
        async def play() -> None:
            try:
                await test(*arguments, **named)
            finally:
                there = list(_here)
                _here.clear()
                await asyncio.gather(*(it.leave() for it in there), return_exceptions=True)

        asyncio.run(play())

    return run


class World:
    """Servers that run, with one time for all of them."""

    def __init__(self, servers: Sequence[Running], timing: FakeTime) -> None:
        self.servers = servers
        self.timing = timing
        self._people = 0

    @property
    def url(self) -> str:
        """Where the first is."""
        return self.servers[0].url

    @property
    def settings(self) -> Settings:
        """How they run."""
        return self.servers[0].settings

    # --- time ---

    def advance(self, seconds: float) -> None:
        """Lets time go on, and everything be done that is due by then."""
        if len(self.servers) > 1:
            for server in self.servers:  # the first to check would consider the others dead
                server.vouch(seconds)
        self.timing.advance(seconds)
        for server in self.servers:
            server.tick()

    def restart(self, after: float = 0.0) -> None:
        """Shut all servers down, and restart them `after` seconds later."""
        stop_all(self.servers)
        self.timing.advance(after)
        for server in self.servers:
            server.start()

    # --- people ---

    def player(self, name: str = "") -> Player:
        """Nobody yet; the next one is at the next server."""
        it = Player(self.servers[self._people % len(self.servers)].url, name)
        self._people += 1
        _here.append(it)
        return it

    async def person(self, name: str) -> Player:
        """A guest who is connected."""
        return await (await self.player(name).guest()).connect()

    async def people(self, *names: str) -> list[Player]:
        """Guests who are connected; the second is at the second server."""
        return [await self.person(name) for name in names]

    async def tab(self, player: Player, elsewhere: bool = False) -> Player:
        """A second connection of a player, at another server if there is one."""
        it = self.player(player.name)
        it.token, it.id = player.token, player.id
        if not elsewhere:
            same = Player(player.url, player.name)
            same.token, same.id = player.token, player.id
            _here.append(same)
            it = same
        return await it.connect()

    async def sit(self, game: str, players: Sequence[Player], **wish: Any) -> str:
        """The id of a game that has begun, these people at it in the order of play."""
        first, *others = players
        wish.setdefault("random_order", False)
        id = await first.make(game, **wish)
        for other in others:
            await other.join(id)
        for player in players:
            state = await player.watch(id)
            while state["status"] == "open":
                state = await player.receive("state", id=id)
        return id

    async def play(self, game: str, players: Sequence[Player], moves: Sequence[str]) -> None:
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
def world_of(wanted: Sequence[Settings]) -> Iterator[World]:
    """Servers with these settings."""
    timing = FakeTime()
    servers = [Running(it, timing) for it in wanted]
    with _running(servers):
        yield World(servers, timing)


@contextmanager
def _running(servers: Sequence[Running]) -> Iterator[None]:
    # What the store's own clock says is no matter here.
    learn = Store._measure_drift
    setattr(Store, "_measure_drift", _no_drift)  # noqa: B010
    try:
        for server in servers:
            server.start()
        yield
    finally:
        stop_all(servers)
        setattr(Store, "_measure_drift", learn)  # noqa: B010


async def _no_drift(_: Store) -> None:
    return

"""The players on the pictures, and the games they have played, with fixed seeds."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

from quire.client import Client, OnlineGame
from quire.engine import Limit, make_agent
from quire.engine.analysis.puzzle import load

T = TypeVar("T")

PASSPHRASE = "correct horse battery"
LONG_NAME = "Maximiliana of Nuremberg"
"""A name of the maximum length."""

MIN_RATED_GAMES = 5
"""Rated games that a leaderboard needs."""


class People:
    """Ann, whose browser the pictures show, and her opponents.

    They run in a thread: Playwright has the event loop of the main thread.
    """

    def __init__(self, url: str) -> None:
        self.ann, self.ben, self.max = Client(url), Client(url), Client(url)
        self.games: dict[str, str] = {}
        """Ids by what they show."""
        self.puzzle = load("obstruction")[3].id
        self.ids: dict[str, str] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        type: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for client in (self.ann, self.ben, self.max):
            self.run(client.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine in the thread of the players, and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def play(self) -> None:
        """Register the players, and play all games."""
        self.run(self._play())

    async def _play(self) -> None:
        for client, name in ((self.ann, "Ann"), (self.ben, "Ben"), (self.max, LONG_NAME)):
            self.ids[name] = (await client.register(name, PASSPHRASE)).id
        for number in range(MIN_RATED_GAMES + 1):
            rated = await self.game("sos", "5x5", number, rated=True)
            await self.game("obstruction", "6x6", number, rated=True)
        for _ in range(2):
            await self.game("line", "14", 1, rated=True, moves=2)
        self.games |= {
            "over": await self.game("sos", "8x8", 3),
            "won": await self.game("obstruction", "8x8", 5, resigns=1, moves=20),
            "lost": await self.game("extreme", None, 4, resigns=0, moves=70),
            "draw": await self.game("sos", "6x6", 8, moves=20, draws=True),
            "sos": await self.game("sos", "8x8", 11, moves=38),
            "extreme": await self.game("extreme", None, 4, moves=64),
            "obstruction": await self.game("obstruction", "8x8", 2, moves=8),
            "line": await self.game("line", "30", 2, moves=8),
            "large": await self.game("sos", "26x26", 2, moves=120),
            "longest": await self.game("line", "2000", 2, moves=12),
            "many": await self.game_of_eight(),
            "rated": rated,
            "offer": await self.game("sos", "6x6", 9, moves=12, offers=True),
            "invite": await self.ann.create_game("extreme", public=False),
            "invited": await self.ben.create_game("obstruction", public=False),
        }
        await self.ann.answer_puzzle(self.puzzle, load("obstruction")[3].solution)
        for level in ("level1", "level3"):
            id = await self.ann.create_game("line", "9", seats=["me", level], random_order=False)
            await (await self.ann.watch(id)).resign()
            self.games["computer"] = id

    async def game(
        self,
        game: str,
        size: str | None,
        seed: int,
        *,
        moves: int | None = None,
        rated: bool = False,
        resigns: int | None = None,
        draws: bool = False,
        offers: bool = False,
        clock: float = 86400,
    ) -> str:
        """Play a game of Ann and Ben, at most `moves` moves, and return its id."""
        id = await self.ann.create_game(game, size, random_order=False, rated=rated, clock=clock)
        await self.ben.join(id)
        tables = [await self.ann.watch(id), await self.ben.watch(id)]
        agents = [make_agent(f"level{4 - seat}", seed=seed + seat) for seat in range(2)]
        while tables[0].outcome is None and (moves is None or len(tables[0].state.moves) < moves):
            seat = tables[0].state.to_move
            await _wait_for_moves(tables[seat], len(tables[0].state.moves))
            position = tables[seat].position
            await tables[seat].move(agents[seat].choose(position, Limit(seconds=0.2)).move)
            await _wait_for_moves(tables[0], len(tables[seat].state.moves))
        if resigns is not None and tables[0].outcome is None:
            await tables[resigns].resign()
        if draws or offers:
            await tables[1].offer_draw()
        if draws:
            await tables[0].offer_draw()
        return id

    async def game_of_eight(self) -> str:
        """Play some moves of a game of Ann and seven computer players."""
        seats = ["me", *(f"level{level}" for level in (1, 2, 3, 1, 2, 3, 1))]
        id = await self.ann.create_game(
            "sos", "9x9:8", seats=seats, random_order=False, clock=86400
        )
        table = await self.ann.watch(id)
        for place in (0, -1):
            while table.state.to_move != 0:
                await table.changed()
            await table.move(table.position.legal_moves()[place])
        while table.state.to_move != 0:
            await table.changed()
        return id

    def lonely_game(self) -> str:
        """Return a live game that Ben has just left, so that Ann sees how long she waits."""
        return self.run(self._lonely_game())

    async def _lonely_game(self) -> str:
        async with Client(self.ann.server) as guest:
            await guest.create_guest("Cem")
            id = await self.ann.create_game("sos", "6x6", random_order=False, clock=300)
            await guest.join(id)
            table, theirs = await self.ann.watch(id), await guest.watch(id)
            await table.move("Sb2")
            await _wait_for_moves(theirs, 1)
            await theirs.move("Oc3")
            await _wait_for_moves(table, 2)
        return id

    def waiting_game(self) -> str:
        """Return a live game that Ann has joined, and whose host is away."""
        return self.run(self._waiting_game())

    async def _waiting_game(self) -> str:
        async with Client(self.ann.server) as host:
            await host.create_guest("Cem")
            id = await host.create_game("sos", "6x6", random_order=False, clock=300, public=False)
        await self.ann.join(id)
        return id


async def _wait_for_moves(table: OnlineGame, moves: int) -> None:
    while len(table.state.moves) < moves:
        await table.changed()

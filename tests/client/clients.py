"""Clients that play games, for the tests of the client."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from quire.client import Client, OnlineGame
from quire.client.backoff import Backoff
from quire.core import Outcome

T = TypeVar("T")

TIMEOUT_SECONDS = 30.0
"""Seconds after which a test gives up."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine and return its result; fail if it hangs."""
    return asyncio.run(asyncio.wait_for(work, TIMEOUT_SECONDS))


def eager() -> Backoff:
    """Return a backoff that reconnects almost at once."""
    return Backoff(first_seconds=0.01, max_seconds=0.05)


@asynccontextmanager
async def guest(url: str, name: str) -> AsyncIterator[Client]:
    """A client signed in as a guest with that name."""
    async with Client(url, backoff=eager()) as client:
        await client.create_guest(name)
        yield client


async def start_game(
    ann: Client, bob: Client, game: str, size: str | None = None, **options: Any
) -> tuple[OnlineGame, OnlineGame]:
    """Start a game followed by both players; its creator moves first."""
    id = await ann.create_game(game, size, **{"random_order": False, **options})
    await ann.watch(id)  # or the game would wait for her
    await bob.join(id)
    return await follow_both(ann, bob, id)


async def follow_both(ann: Client, bob: Client, id: str) -> tuple[OnlineGame, OnlineGame]:
    """Follow a game as both players, until each sees the other connected."""
    games = (await ann.watch(id), await bob.watch(id))
    for game in games:
        while game.state.status == "open" or any(seat.away for seat in game.state.seats):
            await game.changed()
    return games


async def play_on(game: OnlineGame, rng: random.Random) -> Outcome:
    """Play random moves to the end."""
    while await game.your_turn():
        await game.move(rng.choice(game.position.legal_moves()))
    return await game.over()


async def until(game: OnlineGame, holds: Callable[[], bool]) -> None:
    """Wait until the condition holds."""
    while not holds():
        await game.changed()

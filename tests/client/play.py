"""What the tests of the client share."""

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
    """What it gives, unless it hangs."""
    return asyncio.run(asyncio.wait_for(work, TIMEOUT_SECONDS))


def eager() -> Backoff:
    """Tries again almost at once."""
    return Backoff(first=0.01, longest=0.05)


@asynccontextmanager
async def guest(url: str, name: str) -> AsyncIterator[Client]:
    """A guest of that name."""
    async with Client(url, backoff=eager()) as client:
        await client.create_guest(name)
        yield client


async def begin(
    ann: Client, bob: Client, game: str, size: str | None = None, **wish: Any
) -> tuple[OnlineGame, OnlineGame]:
    """A game of the two, as both follow it; whose maker is the first to move."""
    id = await ann.create_game(game, size, **{"random_order": False, **wish})
    await bob.join(id)
    return await both(ann, bob, id)


async def both(ann: Client, bob: Client, id: str) -> tuple[OnlineGame, OnlineGame]:
    """A game as both follow it, each aware that the other is there."""
    games = (await ann.watch(id), await bob.watch(id))
    for game in games:
        while any(seat.reconnect_left is not None for seat in game.state.seats):
            await game.changed()
    return games


async def play_on(game: OnlineGame, lot: random.Random) -> Outcome:
    """Plays at random to the end."""
    while await game.your_turn():
        await game.move(lot.choice(game.position.legal_moves()))
    return await game.over()


async def until(game: OnlineGame, holds: Callable[[], bool]) -> None:
    """Waits until it holds."""
    while not holds():
        await game.changed()

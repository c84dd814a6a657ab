"""A wish to meet anybody, whatever happens to the connection: it leads to its own game, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from quire.client import Client, Status
from quire.errors import NotationError, NotSignedIn, UnknownGame
from tests.client.play import begin, both, eager, guest, run
from tests.server.harness import Running, ServerProcess, server_process, settings
from tests.server.proxy import Proxy, proxy


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that can be killed."""
    with server_process(settings(tmp_path)) as it:
        yield it


def through(way: Proxy, client: Client) -> Client:
    """The same player, by that way."""
    return Client(way.url, client.token, backoff=eager())


async def seeking(client: Client, game: str = "line") -> asyncio.Task[str]:
    """A wish that the server knows of: it answers in the order in which it is asked."""
    wish = asyncio.create_task(client.seek(game))
    await asyncio.sleep(0)
    id = await client.create_game("obstruction", public=False)
    client.unwatch(await client.watch(id))
    await client.leave(id)
    return wish


@asynccontextmanager
async def away(client: Client, way: Proxy) -> AsyncIterator[None]:
    """The client has no connection while this lasts, and has one again afterwards."""
    statuses: asyncio.Queue[Status] = asyncio.Queue()
    client.on_status(statuses.put_nowait)
    way.refuse()
    assert not (await statuses.get()).connected
    yield
    way.admit()
    while not (await statuses.get()).connected:
        pass


async def another_game(player: Client) -> str:
    """The player begins a game of the same kind elsewhere."""
    return await player.create_game("line", "9", seats=["me", "level1"], random_order=False)


def test_a_wish_is_made_again_after_a_lost_connection(server: Running) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            proxy(server.port) as way,
            through(way, ann) as far,
        ):
            wish = await seeking(far)
            async with away(far, way):
                other = await another_game(ann)
            assert not wish.done()
            assert await bob.seek("line") == await wish != other

    run(play())


def test_who_was_found_while_the_connection_was_away_is_met(server: Running) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            proxy(server.port) as way,
            through(way, ann) as far,
        ):
            await begin(ann, bob, "line", "9")  # the two meet already, which is no answer
            wish = await seeking(far)
            way.hold_answers()
            met = await bob.seek("line")
            await way.held()
            await another_game(ann)  # nor is a later one
            way.cut()
            way.pass_answers()
            assert await wish == met
            one, two = await both(far, bob, met)
            assert {one.you, two.you} == {0, 1}

    run(play())


def test_a_wish_that_is_withdrawn_meanwhile_is_gone(server: Running) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            guest(server.url, "Cid") as cid,
            proxy(server.port) as way,
            through(way, ann) as far,
        ):
            wish = await seeking(far)
            async with away(far, way):
                wish.cancel()
            second = await seeking(bob)
            assert not second.done()
            assert await cid.seek("line") == await second
            # And Ann's next wish does not lead to what an earlier one might have led to.
            third = await seeking(far)
            assert not third.done()
            assert await bob.seek("line") == await third

    run(play())


def test_a_wish_outlives_a_killed_server(process: ServerProcess) -> None:
    async def play() -> None:
        async with guest(process.url, "Ann") as ann, guest(process.url, "Bob") as bob:
            wish = await seeking(ann)
            await asyncio.to_thread(process.restart)
            other = await another_game(ann)
            assert await bob.seek("line") == await wish != other

    run(play())


def test_a_killed_server_knows_afterwards_who_was_found(process: ServerProcess) -> None:
    async def play() -> None:
        async with (
            guest(process.url, "Ann") as ann,
            guest(process.url, "Bob") as bob,
            proxy(process.port) as way,
            through(way, ann) as far,
        ):
            wish = await seeking(far)
            way.hold_answers()
            met = await bob.seek("line")
            await way.held()
            await asyncio.to_thread(process.kill)
            way.cut()
            way.pass_answers()
            await asyncio.to_thread(process.start)
            await another_game(ann)
            assert await wish == met

    run(play())


def test_a_server_that_stops_is_asked_again(server: Running) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            wish = await seeking(ann)
            await asyncio.to_thread(server.restart)
            assert await bob.seek("line") == await wish

    run(play())


def test_what_cannot_be_wished_for_is_told_at_once(server: Running) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, Client(server.url) as nobody:
            with pytest.raises(NotationError):
                await ann.seek("line", "1")
            with pytest.raises(UnknownGame):
                await ann.seek("chess")
            with pytest.raises(NotationError, match="the server would reject this message"):
                await ann.seek("line", "9" * 100)  # which a server could not even read
            with pytest.raises(NotSignedIn):
                await nobody.seek("line")
            game = await ann.watch(await ann.create_game("line"))
            with pytest.raises(NotationError, match="the server would reject this message"):
                await game.chat("long " * 200)

    run(play())

"""Seeks survive lost connections and lead to one game each."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from quire.client import Client, Status
from quire.errors import NotationError, NotSignedIn, UnknownGame
from tests.client.clients import eager, follow_both, guest, run, start_game
from tests.server.harness import RunningServer, ServerProcess, server_process, settings
from tests.server.proxy import Proxy, proxy


@pytest.fixture
def process(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that can be killed."""
    with server_process(settings(tmp_path)) as running:
        yield running


def through(link: Proxy, client: Client) -> Client:
    """Connect as the same player through a proxy."""
    return Client(link.url, client.token, backoff=eager())


async def seeking(client: Client, game: str = "line") -> asyncio.Task[str]:
    """Start a seek and wait until the server has it; it handles messages in order."""
    seek = asyncio.create_task(client.seek(game))
    await asyncio.sleep(0)
    id = await client.create_game("obstruction", public=False)
    client.unwatch(await client.watch(id))
    await client.leave(id)
    return seek


@asynccontextmanager
async def disconnected(client: Client, link: Proxy) -> AsyncIterator[None]:
    """Disconnect the client within this context, and reconnect it afterwards."""
    statuses: asyncio.Queue[Status] = asyncio.Queue()
    client.on_status(statuses.put_nowait)
    link.refuse()
    assert not (await statuses.get()).connected
    yield
    link.admit()
    while not (await statuses.get()).connected:
        pass


async def another_game(player: Client) -> str:
    """Start another game of the same kind."""
    return await player.create_game("line", "9", seats=["me", "level1"], random_order=False)


def test_a_seek_is_sent_again_after_a_reconnect(server: RunningServer) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            proxy(server.port) as link,
            through(link, ann) as far,
        ):
            seek = await seeking(far)
            async with disconnected(far, link):
                other = await another_game(ann)
            assert not seek.done()
            assert await bob.seek("line") == await seek != other

    run(play())


def test_an_opponent_found_while_disconnected_is_reported(server: RunningServer) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            proxy(server.port) as link,
            through(link, ann) as far,
        ):
            await start_game(
                ann, bob, "line", "9"
            )  # a game between the two that the seek must not report
            seek = await seeking(far)
            link.hold_answers()
            met = await bob.seek("line")
            await link.held()
            await another_game(ann)  # nor a later one
            link.cut()
            link.pass_answers()
            assert await seek == met
            one, two = await follow_both(far, bob, met)
            assert {one.you, two.you} == {0, 1}

    run(play())


def test_a_seek_cancelled_while_disconnected_is_removed(server: RunningServer) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            guest(server.url, "Cid") as cid,
            proxy(server.port) as link,
            through(link, ann) as far,
        ):
            seek = await seeking(far)
            async with disconnected(far, link):
                seek.cancel()
            second = await seeking(bob)
            assert not second.done()
            assert await cid.seek("line") == await second
            # Ann's next seek must not lead to the game of an earlier one.
            third = await seeking(far)
            assert not third.done()
            assert await bob.seek("line") == await third

    run(play())


def test_a_seek_survives_a_killed_server(process: ServerProcess) -> None:
    async def play() -> None:
        async with guest(process.url, "Ann") as ann, guest(process.url, "Bob") as bob:
            seek = await seeking(ann)
            await asyncio.to_thread(process.restart)
            other = await another_game(ann)
            assert await bob.seek("line") == await seek != other

    run(play())


def test_a_pairing_survives_a_killed_server(process: ServerProcess) -> None:
    async def play() -> None:
        async with (
            guest(process.url, "Ann") as ann,
            guest(process.url, "Bob") as bob,
            proxy(process.port) as link,
            through(link, ann) as far,
        ):
            seek = await seeking(far)
            link.hold_answers()
            met = await bob.seek("line")
            await link.held()
            await asyncio.to_thread(process.kill)
            link.cut()
            link.pass_answers()
            await asyncio.to_thread(process.start)
            await another_game(ann)
            assert await seek == met

    run(play())


def test_a_seek_survives_a_restart(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            seek = await seeking(ann)
            await asyncio.to_thread(server.restart)
            assert await bob.seek("line") == await seek

    run(play())


def test_an_invalid_seek_fails_at_once(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, Client(server.url) as nobody:
            with pytest.raises(NotationError):
                await ann.seek("line", "1")
            with pytest.raises(UnknownGame):
                await ann.seek("chess")
            with pytest.raises(NotationError, match="the server would reject this message"):
                await ann.seek("line", "9" * 100)  # too long for the protocol
            with pytest.raises(NotSignedIn):
                await nobody.seek("line")
            game = await ann.watch(await ann.create_game("line"))
            with pytest.raises(NotationError, match="the server would reject this message"):
                await game.chat("long " * 200)

    run(play())

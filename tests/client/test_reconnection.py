"""Lost connections: every act is executed exactly once."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from quire.client import Client, OnlineGame, Status
from quire.core import Reason
from quire.errors import NotAllowed, NotSignedIn, Unavailable
from quire.online.event import EventKind
from quire.store import admin
from quire.wire.protocol import PastEvent
from tests.client.clients import eager, guest, play_on, run, start_game, until
from tests.server.fake_time import FakeTime
from tests.server.harness import RunningServer, running_server, settings
from tests.server.proxy import Proxy, proxy


async def through(link: Proxy, client: Client) -> Client:
    """Connect as the same player through a proxy."""
    return Client(link.url, client.token, backoff=eager())


def test_a_move_with_a_lost_ack_is_made_once(server: RunningServer) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            proxy(server.port) as link,
            await through(link, ann) as far,
        ):
            _, two = await start_game(ann, bob, "line", "9")
            game = await far.watch(two.id)
            link.hold_answers()
            moving = asyncio.create_task(game.move("S5"))
            await link.held()  # it is stored, and the client does not know
            await until(two, lambda: two.state.moves == ("S5",))
            link.cut()
            link.pass_answers()
            await moving
            assert game.state.moves == ("S5",)
            assert (await ann.record(two.id)).moves == ("S5",)

    run(play())


def test_a_lost_move_is_sent_again(server: RunningServer) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            proxy(server.port) as link,
            await through(link, ann) as far,
        ):
            _, two = await start_game(ann, bob, "line", "9")
            game = await far.watch(two.id)
            statuses: asyncio.Queue[Status] = asyncio.Queue()
            far.on_status(statuses.put_nowait)
            link.refuse()
            lost = await statuses.get()
            assert not lost.connected
            assert lost.retry_in is not None
            moving = asyncio.create_task(game.move("S5"))
            await statuses.get()  # and it has failed once more
            link.admit()
            await moving
            await until(two, lambda: two.state.moves == ("S5",))
            while not (await statuses.get()).connected:
                pass

    run(play())


def test_missed_events_arrive_in_order(server: RunningServer) -> None:
    async def play() -> None:
        async with (
            guest(server.url, "Ann") as ann,
            guest(server.url, "Bob") as bob,
            proxy(server.port) as link,
            await through(link, bob) as far,
        ):
            one, _ = await start_game(ann, bob, "line", "9")
            game = await far.watch(one.id)
            received: list[PastEvent] = []

            async def listen() -> None:
                async for event in game.events():
                    received.append(event)

            listening = asyncio.create_task(listen())
            await asyncio.sleep(0)
            link.refuse()
            await one.chat("one")
            await one.move("S5")
            await one.chat("two")
            link.admit()
            await until(game, lambda: len(game.state.chat_messages) == 2)
            own = [event for event in received if event.kind in (EventKind.CHAT, EventKind.MOVE)]
            assert [event.text for event in own] == ["one", "S5", "two"]
            assert [event.seq for event in received] == sorted({event.seq for event in received})
            listening.cancel()

    run(play())


def played(game: OnlineGame, moves: int) -> bool:
    return len(game.state.moves) >= moves


def test_a_game_survives_disconnects_and_restarts(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            one, two = await start_game(ann, bob, "sos", "5x5")
            rng = random.Random(5)
            playing = asyncio.gather(play_on(one, rng), play_on(two, rng))
            for number, moves in enumerate((4, 8, 12)):
                await until(one, partial(played, one, moves))
                await asyncio.to_thread(server.restart if number == 1 else server.drop_connections)
            ends = await playing
            assert ends[0] == ends[1]
            assert one.state.moves == two.state.moves
            assert len(one.state.moves) == 25
            assert (await ann.record(one.id)).moves == one.state.moves

    run(play())


def test_a_disconnected_player_can_return_or_loses_after_30_seconds(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            one, two = await start_game(ann, bob, "line", "9")
            await one.move("S1")
            await two.your_turn()
            await two.move("S9")
            bob.unwatch(two)
            await until(one, lambda: one.state.seats[1].reconnect_left is not None)
            left = one.reconnect_time_left(1)
            assert left is not None
            assert 25 < left <= 30
            await one.keep_waiting()
            more = one.reconnect_time_left(1)
            assert more is not None
            assert 80 < more <= 90
            again = await bob.watch(one.id)
            await until(one, lambda: one.state.seats[1].reconnect_left is None)
            bob.unwatch(again)
            await until(one, lambda: one.state.seats[1].reconnect_left is not None)
            await asyncio.to_thread(server.advance, 31)
            outcome = await one.over()
            assert (outcome.winner, outcome.reason) == (0, Reason.DISCONNECTION)

    run(play())


def test_the_clock_ends_a_game(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            one, two = await start_game(ann, bob, "line", "9")
            await asyncio.to_thread(server.advance, 59)
            assert one.outcome is None
            await asyncio.to_thread(server.advance, 3)
            outcome = await two.over()
            assert (outcome.winner, outcome.reason) == (1, Reason.TIME)
            assert await one.over() == outcome

    run(play())


def test_an_invalid_token_fails_at_once(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, Client(server.url, "nonsense") as nobody:
            id = await ann.create_game("line")
            with pytest.raises(NotSignedIn):
                await nobody.watch(id)
            game = await ann.watch(id)
            await ann.sign_out()
            with pytest.raises(NotSignedIn):
                await until(game, lambda: False)

    run(play())


def ban(server: RunningServer, network: str) -> None:
    """Ban a network as `quire admin` does."""
    store = server.node.store

    def change(connection: Connection) -> None:
        admin.ban_network(connection, network, store.today())
        admin.log(connection, "ban-network", "root", store.today(), network=network)

    server.run(store.write(change))
    server.tick()


def test_a_banned_network_fails_at_once(server: RunningServer) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            id = await ann.create_game("line")
            game = await ann.watch(id)
            statuses: list[Status] = []
            ann.on_status(statuses.append)
            await asyncio.to_thread(ban, server, "127.0.0.1")
            with pytest.raises(NotAllowed, match="your network is banned"):
                await until(game, lambda: False)
            assert statuses == [Status(False, None, "your network is banned from this server")]
            with pytest.raises(NotAllowed, match="your network is banned"):  # a new connection
                await bob.watch(id)

    run(play())


def test_a_full_server_is_tried_again(tmp_path: Path) -> None:
    async def play(server: RunningServer) -> None:
        async with guest(server.url, "Ann") as ann, guest(server.url, "Bob") as bob:
            id = await ann.create_game("line")
            await ann.watch(id)
            statuses: asyncio.Queue[Status] = asyncio.Queue()
            bob.on_status(statuses.put_nowait)
            watching = asyncio.create_task(bob.watch(id))
            refused = await statuses.get()
            assert refused.problem == "the server is full: try again later"
            assert refused.retry_in is not None
            await ann.close()
            assert (await watching).id == id

    with running_server(settings(tmp_path, max_connections=1), FakeTime()) as server:
        run(play(server))


def test_a_closed_client_reports_it() -> None:
    async def play() -> None:
        async with Client("http://127.0.0.1:9", backoff=eager()) as nobody:
            with pytest.raises(Unavailable, match="can't reach"):
                await nobody.create_guest("Ann")
            watching = asyncio.create_task(nobody.watch("game"))
            statuses: asyncio.Queue[Status] = asyncio.Queue()
            nobody.on_status(statuses.put_nowait)
            assert "can't reach the server" in (await statuses.get()).problem
        with pytest.raises(Unavailable, match="closed"):
            await watching

    run(play())

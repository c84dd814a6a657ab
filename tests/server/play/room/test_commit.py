"""A move is decided, appended, swapped in and broadcast, in this order."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quire.errors import Unavailable
from quire.games import start
from quire.online.event import EventKind
from quire.online.setup import Seat
from quire.server.play.node import Node
from quire.server.play.peer import Peer
from quire.server.play.room import room
from quire.server.play.room.audience import Watcher
from quire.server.play.room.rematch import start_rematch
from quire.server.play.room.room import Room
from quire.store.people import players
from quire.store.play import event_log, games
from quire.wire.protocol import Act
from quire.wire.shared_types import PlayerSummary
from tests.server.fake_time import FakeTime
from tests.server.harness import TIMEOUT_SECONDS, settings


class Gate:
    """A method of the store that stops before it runs, until it is opened or made to fail."""

    def __init__(self, method: Callable[..., Awaitable[Any]]) -> None:
        self._method = method
        self.reached = asyncio.Event()
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def __call__(self, *arguments: Any) -> Any:
        self.reached.set()
        await self._open
        return await self._method(*arguments)

    def open(self) -> None:
        """Let the call run."""
        self._open.set_result(None)

    def fail(self) -> None:
        """Let the call fail, as if the database could not be written."""
        self._open.set_exception(Unavailable("the disk is full"))


class FollowedGame:
    """A game in a room, and two players who follow it."""

    def __init__(self, node: Node, room: Room, peers: list[Peer], received: list[Any]) -> None:
        self.node = node
        self.room = room
        self.peers = peers
        self.received = received

    async def act(self, seat: int, kind: EventKind, text: str = "") -> None:
        act = Act(
            game_id=self.room.id,
            id=f"{kind}{self.room.game.seq}",
            kind=kind,
            text=text,
            seq=self.room.game.seq,
        )
        await self.room.act(self.peers[seat], act)

    @property
    def moves(self) -> tuple[str, ...]:
        assert self.room.game.live is not None
        return self.room.game.live.match.moves


class Inbox:
    """A connection that keeps the messages it is given."""

    def __init__(self, received: list[Any]) -> None:
        self._received = received

    def send_frame(self, frame: bytes) -> None:
        self._received.append(json.loads(frame[frame.index(b"{") :]))

    def close(self, code: int) -> None:
        """Stay open: these tests close no connection."""


@asynccontextmanager
async def followed_game(directory: Path, *, computer: bool = False) -> AsyncIterator[FollowedGame]:
    """Start a game of Line between two people, or against the computer."""
    node = await Node.open(settings(directory), FakeTime())
    received: list[Any] = []

    try:
        people = [
            await node.store.write(partial(players.create_guest, name=name, today=0.0))
            for name in ("Ann", "Bob")
        ]
        seats = [Seat(person.name, person.id) for person in people]
        if computer:
            seats[1] = Seat("level1", None, "level1")
        request = games.GameRequest("line", "9", tuple(seats), random_order=False)
        id = await node.create_game(request, people[0].id)
        async with node.rooms.lease(id) as room:
            peers = []
            for player in people:
                peer = Peer(node.settings, "127.0.0.1", node.time_source.wall(), Inbox(received))
                peer.player = PlayerSummary(id=player.id, name=player.name, kind="guest")
                await room.watch(peer, None, Watcher(None, False))
                peers.append(peer)
            received.clear()
            yield FollowedGame(node, room, peers, received)
    finally:
        await node.close()


def test_move_is_not_visible_before_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with followed_game(tmp_path) as followed:
            gate = Gate(followed.node.store.append)
            monkeypatch.setattr(followed.node.store, "append", gate)
            move = asyncio.create_task(followed.act(0, EventKind.MOVE, "S1"))
            await gate.reached.wait()
            assert (followed.room.game.seq, followed.moves, followed.received) == (0, (), [])
            gate.open()
            await move
            assert (followed.room.game.seq, followed.moves) == (1, ("S1",))
            assert [(message["type"], message["seq"]) for message in followed.received] == [
                ("event", 1),
                ("event", 1),
            ]

    asyncio.run(play())


def test_move_that_cannot_be_stored_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with followed_game(tmp_path) as followed:
            gate = Gate(followed.node.store.append)
            monkeypatch.setattr(followed.node.store, "append", gate)
            gate.fail()
            with pytest.raises(Unavailable):
                await followed.act(0, EventKind.MOVE, "S1")
            assert (followed.room.game.seq, followed.moves, followed.received) == (0, (), [])
            monkeypatch.undo()
            await followed.act(0, EventKind.MOVE, "O2")
            assert (followed.room.game.seq, followed.moves) == (1, ("O2",))

    asyncio.run(play())


def test_error_is_logged_if_the_caller_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        unseen: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, error: unseen.append(error))
        async with followed_game(tmp_path) as followed:
            logged: list[Any] = []
            monkeypatch.setattr(type(followed.node.services), "log_error", _recorder(logged))
            gate = Gate(followed.node.store.append)
            monkeypatch.setattr(followed.node.store, "append", gate)
            room = followed.room
            move = asyncio.create_task(room.act_for(0, EventKind.MOVE, "S1", 0))
            await gate.reached.wait()
            move.cancel()
            with pytest.raises(asyncio.CancelledError):
                await move
            gate.fail()
            while not logged:
                await asyncio.sleep(0)
            assert [type(error) for error in logged] == [Unavailable]
        gc.collect()
        assert unseen == []

    asyncio.run(play())


def _recorder(errors: list[Any]) -> Any:
    return lambda _, error, **__: errors.append(error)


def test_native_play_runs_once_per_move(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    native = type(start("line", "9"))
    play_natively, played = native.play, []

    def counted(position: Any, move: str) -> Any:
        played.append(move)
        return play_natively(position, move)

    async def play() -> None:
        async with followed_game(tmp_path) as followed:
            monkeypatch.setattr(native, "play", counted)
            for number, move in enumerate(("S1", "O2", "S9"), 1):
                await followed.act((number + 1) % 2, EventKind.MOVE, move)
            assert followed.moves == ("S1", "O2", "S9")
            monkeypatch.undo()
            assert played == ["S1", "O2", "S9"]

    asyncio.run(play())


def test_computer_player_thinks_about_stored_positions_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with followed_game(tmp_path, computer=True) as followed:
            asked: list[tuple[str, ...]] = []

            async def choose(_: str, __: str, moves: tuple[str, ...], *___: object) -> str:
                asked.append(moves)
                return "O5"

            monkeypatch.setattr(followed.node.pools.agents, "choose", choose)
            gate = Gate(followed.node.store.append)
            monkeypatch.setattr(followed.node.store, "append", gate)
            move = asyncio.create_task(followed.act(0, EventKind.MOVE, "S1"))
            await gate.reached.wait()
            followed.room.think()
            await asyncio.sleep(0)
            assert asked == []
            gate.open()
            await move
            while followed.room.game.seq < 2:
                await asyncio.sleep(0)
            assert asked == [("S1",)]

    asyncio.run(play())


def test_computer_player_answers_a_move_that_was_stored_unnoticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with followed_game(tmp_path, computer=True) as followed:
            store, append = followed.node.store, followed.node.store.append

            asked = asyncio.Event()

            async def choose(*_: object) -> str:
                asked.set()
                return "O5"

            async def fail_after(entry: event_log.PendingEvent) -> bool:
                monkeypatch.setattr(store, "append", append)
                await append(entry)
                raise Unavailable("the connection broke")

            monkeypatch.setattr(followed.node.pools.agents, "choose", choose)
            monkeypatch.setattr(store, "append", fail_after)
            with pytest.raises(Unavailable):
                await followed.act(0, EventKind.MOVE, "S1")
            await followed.act(0, EventKind.MOVE, "S9")  # and learns that it was stored
            assert followed.moves == ("S1",)
            await asyncio.wait_for(asked.wait(), TIMEOUT_SECONDS)

    asyncio.run(play())


def test_rematch_is_committed_under_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with followed_game(tmp_path) as followed:
            await followed.act(0, EventKind.RESIGN)
            await followed.act(0, EventKind.REMATCH)
            gate = Gate(start_rematch)
            monkeypatch.setattr(room, "start_rematch", gate)
            rematch = asyncio.create_task(followed.act(1, EventKind.REMATCH))
            await gate.reached.wait()
            chat = asyncio.create_task(followed.act(0, EventKind.CHAT, "good luck"))
            await asyncio.sleep(0)
            gate.open()
            await asyncio.gather(rematch, chat)
            live = followed.room.game.live
            assert live is not None
            kinds = [event.kind for event in live.events[-3:]]
            assert kinds == [EventKind.REMATCH, EventKind.NEXT_GAME, EventKind.CHAT]
            assert live.next_game is not None
            await followed.node.store.read(
                lambda connection: games.load(connection, live.next_game or "")
            )

    asyncio.run(play())


def test_rematch_that_cannot_be_stored_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise Unavailable("the disk is full")

    async def play() -> None:
        async with followed_game(tmp_path) as followed:
            await followed.act(0, EventKind.RESIGN)
            await followed.act(0, EventKind.REMATCH)
            monkeypatch.setattr(games, "create_all", fail)
            with pytest.raises(Unavailable):
                await followed.act(1, EventKind.REMATCH)
            live = followed.room.game.live
            assert live is not None
            assert live.rematch == {0, 1}
            assert live.next_game is None
            assert all(message["kind"] != "next_game" for message in followed.received)

    asyncio.run(play())

"""Rooms in memory: loaded when they are needed, and freed when nobody needs them."""

from __future__ import annotations

import asyncio
import gc
from functools import partial
from pathlib import Path
from weakref import ref

from quire.online.event import EventKind
from quire.online.setup import Seat
from quire.server.play.node import Node
from quire.store.people import players
from quire.store.play import games
from tests.server.fake_time import FakeTime
from tests.server.harness import settings


def test_unloaded_room_is_freed_without_the_garbage_collector(tmp_path: Path) -> None:
    async def play() -> None:
        node = await Node.open(settings(tmp_path), FakeTime())
        try:
            ann = await node.store.write(partial(players.create_guest, name="Ann", today=0.0))
            seats = (Seat("Ann", ann.id), Seat("Bob", None, "level1"))
            request = games.GameRequest("line", "9", seats, random_order=False)
            id = await node.create_game(request, ann.id)
            async with node.rooms.lease(id) as room:
                await room.act_for(0, EventKind.MOVE, "S1", 0)
                assert room.game.seq == 1
            reference = ref(room)
            del room
            gc.disable()
            try:
                for _ in range(2):
                    node.rooms.unload_idle()
                assert reference() is None
            finally:
                gc.enable()
        finally:
            await node.close()

    asyncio.run(play())

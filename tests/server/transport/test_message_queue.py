"""The queue of a connection's messages."""

from __future__ import annotations

import asyncio

import pytest

from quire.server.transport.message_queue import MessageQueue


def test_messages_come_in_order() -> None:
    async def run() -> None:
        queue = MessageQueue(asyncio.get_running_loop())
        assert queue.empty()
        for number in range(3):
            queue.put_nowait(number)
        assert queue.qsize() == 3
        assert [await queue.get() for _ in range(3)] == [0, 1, 2]
        assert queue.empty()

    asyncio.run(run())


def test_the_reader_waits_for_a_message() -> None:
    async def run() -> None:
        queue = MessageQueue(asyncio.get_running_loop())
        reader = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        assert not reader.done()
        queue.put_nowait("one")
        queue.put_nowait("two")
        assert await reader == "one"
        assert await queue.get() == "two"

    asyncio.run(run())


def test_a_cancelled_reader_takes_no_message() -> None:
    async def run() -> None:
        queue = MessageQueue(asyncio.get_running_loop())
        reader = asyncio.create_task(queue.get())
        await asyncio.sleep(0)
        reader.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reader
        queue.put_nowait("kept")
        assert await queue.get() == "kept"

    asyncio.run(run())

"""The messages of a connection are handled one after another."""

from __future__ import annotations

import asyncio

from quire.server.transport.inbox import Inbox


class Handler:
    """Handles messages that begin with `slow` until they are reported done."""

    def __init__(self) -> None:
        self.handled: list[bytes] = []

    def __call__(self, message: bytes) -> bool:
        self.handled.append(message)
        return not message.startswith(b"slow")


def test_messages_are_handled_as_they_arrive() -> None:
    inbox, handler = Inbox(), Handler()
    inbox.open(handler)
    inbox.receive(b"one")
    assert handler.handled == [b"one"]
    inbox.receive(b"two")
    assert handler.handled == [b"one", b"two"]
    assert len(inbox) == 0


def test_messages_wait_until_the_inbox_is_open() -> None:
    inbox, handler = Inbox(), Handler()
    inbox.receive(b"one")
    inbox.receive(b"two")
    assert len(inbox) == 2
    inbox.open(handler)
    assert handler.handled == [b"one", b"two"]
    assert len(inbox) == 0


def test_message_waits_for_the_one_before() -> None:
    inbox, handler = Inbox(), Handler()
    inbox.open(handler)
    waiting = [inbox.receive(it) for it in (b"slow one", b"two", b"slow three", b"four")]
    assert waiting == [0, 1, 2, 3]
    assert (handler.handled, len(inbox)) == ([b"slow one"], 3)
    inbox.go_on()
    assert (handler.handled, len(inbox)) == ([b"slow one", b"two", b"slow three"], 1)
    inbox.go_on()
    assert handler.handled[-1] == b"four"
    assert len(inbox) == 0


def test_drain_waits_for_all_messages() -> None:
    async def run() -> None:
        inbox, handler = Inbox(), Handler()
        inbox.open(handler)
        await inbox.drain()
        inbox.receive(b"slow one")
        inbox.receive(b"slow two")
        drained = asyncio.create_task(inbox.drain())
        await asyncio.sleep(0)
        inbox.go_on()
        await asyncio.sleep(0)
        assert not drained.done()
        inbox.go_on()
        await drained
        inbox.close()
        inbox.receive(b"late")
        assert handler.handled == [b"slow one", b"slow two"]

    asyncio.run(run())

"""The bus: how the servers tell each other to look again, and nothing else.

What has happened is in the store. A topic is a short text such as `game:<id>` or `lobby`, and a
message says only that there may be something new about it. It may come twice, late, without cause,
and while Redis is away not at all; so who hears one looks, and who must be certain looks now and
then without being told. `account:*` stands for all topics that begin so; who is called with it
looks at everything of that kind.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from quire.errors import NotationError

Callback = Callable[[str], None]
"""Is called with the topic to look at again. It must not block, and may be called for nothing."""

ALL = "*"
"""Ends a topic that stands for all of its kind."""

_log = logging.getLogger(__name__)


class Bus(Protocol):
    """Who publishes a topic calls all who have subscribed to it, on every server, this one too."""

    @property
    def healthy(self) -> bool:
        """Whether the other servers can be reached."""
        ...

    def publish(self, topic: str) -> None:
        """Tells everybody soon, as well as it can: never waits, never raises."""
        ...

    def subscribe(self, topic: str, callback: Callback) -> None:
        """From now on the callback is called, on the event loop, when there may be something new.

        Where that takes a moment to be so, it is called once when it is, since a message may have
        been missed until then. The same callback twice is one.
        """
        ...

    def unsubscribe(self, topic: str, callback: Callback) -> None:
        """From now on it is not called. One that is not subscribed is none the worse for it."""
        ...

    async def close(self) -> None:
        """Sends what waits, and lets go; nothing is called afterwards."""
        ...


async def open_bus(url: str | None) -> Bus:
    """The bus at that address, `redis://host:6379`; without one, a bus for this server alone.

    Raises NotationError for an address that is none, Unavailable where Redis cannot be reached.
    """
    if url is None:
        return LocalBus()
    try:
        from quire.server.bus.redis_bus import RedisBus
    except ModuleNotFoundError:
        raise NotationError("Redis support is not installed: pip install 'quire[scale]'") from None
    return await RedisBus.open(url)


class LocalBus:
    """A bus for one server."""

    def __init__(self) -> None:
        self._callbacks: dict[str, dict[Callback, None]] = {}
        self._told: dict[str, None] = {}
        """The topics whose turn is next."""

    @property
    def healthy(self) -> bool:
        """There is nobody else to be reached."""
        return True

    @property
    def topics(self) -> list[str]:
        """What is subscribed to."""
        return list(self._callbacks)

    def publish(self, topic: str) -> None:
        """Calls all who have subscribed, soon."""
        self.tell(topic)

    def tell(self, topic: str) -> None:
        """Calls all who have subscribed, when the event loop comes to it."""
        if not self._subscribers(topic):
            return
        if not self._told:
            asyncio.get_running_loop().call_soon(self._call)
        self._told[topic] = None

    def subscribe(self, topic: str, callback: Callback) -> None:
        """From now on the callback is called."""
        self._callbacks.setdefault(topic, {})[callback] = None

    def unsubscribe(self, topic: str, callback: Callback) -> None:
        """From now on it is not called."""
        callbacks = self._callbacks.get(topic, {})
        callbacks.pop(callback, None)
        if not callbacks:
            self._callbacks.pop(topic, None)

    async def close(self) -> None:
        """Calls nobody any more."""
        self._callbacks.clear()

    def _subscribers(self, topic: str) -> dict[Callback, None]:
        kind, colon, _ = topic.partition(":")
        return self._callbacks.get(topic, {}) | self._callbacks.get(f"{kind}{colon}{ALL}", {})

    def _call(self) -> None:
        told, self._told = self._told, {}  # what they publish themselves is for the next turn
        for topic in told:
            for callback in self._subscribers(topic):
                if callback not in self._subscribers(topic):
                    continue  # another one has just unsubscribed it
                try:
                    callback(topic)
                except Exception:  # the others want to be called as well
                    _log.exception("a subscriber to %s failed", topic)

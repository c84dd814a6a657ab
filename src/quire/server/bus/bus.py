"""The message bus between servers.

A message says that a topic (such as `game:<id>` or `lobby`) may have changed; the data is in the
database. Events of games come as news for all servers, which saves reading them. Both may be
duplicated, late or lost, so those who must not miss a change also poll. The topic `account:*`
stands for all topics of that kind.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from quire.errors import NotationError

Callback = Callable[[str], None]
"""Called with a topic that may have changed. It must not block."""

Listener = Callable[[str], None]
"""Called with news, a JSON array. It must not block."""

ALL = "*"
"""The end of a topic that stands for all of its kind."""

_log = logging.getLogger(__name__)


class Bus(Protocol):
    """Publish and subscribe, across all servers including this one."""

    @property
    def healthy(self) -> bool:
        """Whether the other servers can be reached."""
        ...

    def publish(self, topic: str) -> None:
        """Notify all subscribers soon; never blocks, never raises."""
        ...

    def subscribe(self, topic: str, callback: Callback) -> None:
        """Call the callback on the event loop when the topic may have changed.

        It is also called once when the subscription takes effect, because a message may have been
        missed until then. Subscribing the same callback twice has no effect.
        """
        ...

    def unsubscribe(self, topic: str, callback: Callback) -> None:
        """Stop calling the callback; does nothing if it is not subscribed."""
        ...

    def send_news(self, news: str) -> None:
        """Send news, in JSON, to all servers soon; never blocks, never raises."""
        ...

    def listen(self, listener: Listener) -> None:
        """Call the listener on the event loop with all news."""
        ...

    async def close(self) -> None:
        """Flush pending messages and disconnect."""
        ...


async def open_bus(url: str | None) -> Bus:
    """Open the bus at a URL, `redis://host:6379`; None for a single server.

    If Redis is down, the bus connects when it is back. Raises NotationError for an invalid URL.
    """
    if url is None:
        return LocalBus()
    try:
        from quire.server.bus.redis_bus import RedisBus
    except ModuleNotFoundError:
        raise NotationError("Redis support is not installed: pip install 'quire[scale]'") from None
    return await RedisBus.open(url)


class LocalBus:
    """A bus within one server."""

    def __init__(self) -> None:
        self._callbacks: dict[str, dict[Callback, None]] = {}
        self._pending: dict[str, None] = {}
        """Topics to dispatch next, in order."""

    @property
    def healthy(self) -> bool:
        """Always: there are no other servers."""
        return True

    @property
    def topics(self) -> list[str]:
        """The topics with subscribers."""
        return list(self._callbacks)

    def publish(self, topic: str) -> None:
        """Notify all subscribers soon."""
        self.dispatch(topic)

    def dispatch(self, topic: str) -> None:
        """Call the subscribers in the next turn of the event loop."""
        if not self._subscribers(topic):
            return
        if not self._pending:
            asyncio.get_running_loop().call_soon(self._call)
        self._pending[topic] = None

    def subscribe(self, topic: str, callback: Callback) -> None:
        """Call the callback when the topic may have changed."""
        self._callbacks.setdefault(topic, {})[callback] = None

    def unsubscribe(self, topic: str, callback: Callback) -> None:
        """Stop calling the callback."""
        callbacks = self._callbacks.get(topic, {})
        callbacks.pop(callback, None)
        if not callbacks:
            self._callbacks.pop(topic, None)

    def send_news(self, news: str) -> None:
        """Do nothing: there are no other servers."""

    def listen(self, listener: Listener) -> None:
        """Do nothing: there are no other servers."""

    async def close(self) -> None:
        """Drop all subscriptions."""
        self._callbacks.clear()

    def _subscribers(self, topic: str) -> dict[Callback, None]:
        kind, colon, _ = topic.partition(":")
        return self._callbacks.get(topic, {}) | self._callbacks.get(f"{kind}{colon}{ALL}", {})

    def _call(self) -> None:
        pending, self._pending = self._pending, {}  # what callbacks publish waits for the next turn
        for topic in pending:
            for callback in self._subscribers(topic):
                if callback not in self._subscribers(topic):
                    continue  # another callback has just unsubscribed it
                try:
                    callback(topic)
                except Exception:  # the other subscribers must still be called
                    _log.exception("a subscriber to %s failed", topic)

"""The message bus between several servers, over Redis."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from quire.errors import NotationError
from quire.server.bus.bus import ALL, Callback, Listener, LocalBus

PREFIX = "quire:"
"""The start of the names of all channels; alone, the channel of news."""

TIMEOUT_SECONDS = 5.0
"""Redis command timeout, and the idle time before a ping."""

RECONNECT_SECONDS = (0.05, 2.0)
"""Delay before a reconnect: the first, and the maximum."""

MAX_TOPICS_PER_COMMAND = 1000

MAX_QUEUED_TOPICS = 100_000
"""Topics queued while Redis is down; the rest is dropped."""

_log = logging.getLogger(__name__)


class RedisBus:
    """A bus for all servers that use the same Redis.

    While Redis is down, subscribers on this server are still notified, and messages for the others
    are queued. After a reconnect every subscriber is called once, because a message may have been
    missed.
    """

    def __init__(self, url: str) -> None:
        self._client = _client(url)
        self._address = _redacted(url)
        self._local = LocalBus()
        self._subscribed: set[str] = set()
        """The topics subscribed to in Redis, over the current connection."""
        self._changed = asyncio.Event()
        self._queue: dict[str, None] = {}
        """Published topics that are not sent yet."""
        self._news: list[str] = []
        """News that is not sent yet."""
        self._listeners: list[Listener] = []
        self._some = asyncio.Event()
        self._up = asyncio.Event()
        self._attempted = asyncio.Event()
        """Set once the first attempt to connect has succeeded or failed."""
        self._delay = RECONNECT_SECONDS[0]
        self._closing = False
        self._running = asyncio.create_task(self._run())

    @classmethod
    async def open(cls, url: str) -> RedisBus:
        """Connect to Redis; if it is down, do so when it comes. Raises as `open_bus` does."""
        bus = cls(url)
        try:
            await bus._attempted.wait()
        except BaseException:
            await bus.close()
            raise
        return bus

    @property
    def healthy(self) -> bool:
        """Whether Redis is connected."""
        return self._up.is_set()

    def publish(self, topic: str) -> None:
        """Queue the topic; one that is queued already is sent once."""
        if self._closing:
            return
        if not self.healthy:
            self._local.dispatch(topic)
        if len(self._queue) < MAX_QUEUED_TOPICS:
            self._queue[topic] = None
            self._some.set()

    def subscribe(self, topic: str, callback: Callback) -> None:
        """Call the callback when the topic may have changed, and once Redis is subscribed."""
        self._local.subscribe(topic, callback)
        self._changed.set()

    def unsubscribe(self, topic: str, callback: Callback) -> None:
        """Stop calling the callback."""
        self._local.unsubscribe(topic, callback)
        self._changed.set()

    def send_news(self, news: str) -> None:
        """Queue news, to be sent in one message; without Redis the others poll."""
        if self.healthy and not self._closing:
            self._news.append(news)
            self._some.set()

    def listen(self, listener: Listener) -> None:
        """Call the listener with all news, including this server's own."""
        self._listeners.append(listener)

    async def close(self) -> None:
        """Flush the queue if possible, and disconnect."""
        self._closing = True
        await self._local.close()
        self._running.cancel()
        with suppress(asyncio.CancelledError):
            await self._running
        with suppress(RedisError, OSError):
            if self.healthy:
                await self._send()
        self._up.clear()
        await self._client.aclose()

    async def _run(self) -> None:
        while not self._closing:
            try:
                await self._connect()
            except* Exception as errors:  # the bus must reconnect after any error
                if self.healthy or not self._attempted.is_set():
                    why = str(errors.exceptions[0]) or "no answer"
                    _log.warning(
                        "can't reach Redis at %s: %s; until it is back, other servers learn of "
                        "changes a second late",
                        self._address,
                        why,
                    )
                self._up.clear()
                self._attempted.set()
            # Jitter, so that not all servers reconnect at once.
            await asyncio.sleep(self._delay * random.uniform(0.5, 1.0))
            self._delay = min(2 * self._delay, RECONNECT_SECONDS[1])

    async def _connect(self) -> None:
        """Receive and send over new connections, until one of them breaks."""
        # redis-py must not reconnect silently: messages would be missed unnoticed.
        await self._client.connection_pool.disconnect(inuse_connections=False)
        async with self._client.pubsub() as pubsub:
            self._subscribed = set()
            await self._update_subscriptions(pubsub)
            await pubsub.subscribe(PREFIX)  # last: once it is confirmed, all are
            if self._closing:
                return
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._receive(pubsub))
                tasks.create_task(self._keep_subscribed(pubsub))
                tasks.create_task(self._keep_sending())

    async def _receive(self, pubsub: PubSub) -> None:
        pinged = False
        while True:
            message = await pubsub.get_message(timeout=TIMEOUT_SECONDS)
            _check_cancelled()
            if message is None:
                if pinged:
                    raise TimeoutError("no answer from Redis")
                await pubsub.ping()
                pinged = True
                continue
            pinged = False
            if message["type"] in ("message", "pmessage", "subscribe", "psubscribe"):
                topic = message["channel"].removeprefix(PREFIX)
                if topic:
                    self._local.dispatch(topic)
                elif message["type"] == "message":
                    self._call_listeners(message["data"])
                elif not self.healthy:
                    self._up.set()
                    self._attempted.set()
                    self._delay = RECONNECT_SECONDS[0]
                    _log.info("Redis is connected")

    def _call_listeners(self, news: str) -> None:
        for listener in self._listeners:
            try:
                listener(news)
            except Exception:  # the bus must go on
                _log.exception("a listener failed")

    async def _keep_subscribed(self, pubsub: PubSub) -> None:
        while True:
            await self._changed.wait()
            await self._update_subscriptions(pubsub)
            _check_cancelled()

    async def _update_subscriptions(self, pubsub: PubSub) -> None:
        """Subscribe to new topics in Redis, and unsubscribe from old ones."""
        self._changed.clear()
        wanted = set(self._local.topics)
        new, old = wanted - self._subscribed, self._subscribed - wanted
        self._subscribed = wanted
        for names in _batches(topic for topic in new if not topic.endswith(ALL)):
            await pubsub.subscribe(*names)
        for names in _batches(topic for topic in new if topic.endswith(ALL)):
            await pubsub.psubscribe(*names)
        for names in _batches(topic for topic in old if not topic.endswith(ALL)):
            await pubsub.unsubscribe(*names)
        for names in _batches(topic for topic in old if topic.endswith(ALL)):
            await pubsub.punsubscribe(*names)

    async def _keep_sending(self) -> None:
        while True:
            await self._some.wait()
            await self._send()
            _check_cancelled()

    async def _send(self) -> None:
        self._some.clear()
        topics, self._queue = self._queue, {}
        news, self._news = self._news, []
        try:
            pipeline = self._client.pipeline(transaction=False)
            if news:
                pipeline.publish(PREFIX, f"[{','.join(news)}]")
            for topic in topics:
                pipeline.publish(PREFIX + topic, "")
            await pipeline.execute()
        except BaseException:
            self._queue = topics | self._queue
            self._some.set()
            raise


def _check_cancelled() -> None:
    """End a task that was cancelled while it waited for Redis.

    Before Python 3.12, `asyncio.wait_for` loses a cancellation that comes just as it is done.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


def _client(url: str) -> Redis:
    try:
        client = Redis.from_url(
            url,
            protocol=2,
            decode_responses=True,
            socket_timeout=TIMEOUT_SECONDS,
            socket_connect_timeout=TIMEOUT_SECONDS,
            retry=Retry(NoBackoff(), 0),
        )
        client.connection_pool.make_connection()  # type: ignore[no-untyped-call]  # checks options
    except (ValueError, TypeError):
        raise NotationError(
            f"{_redacted(url)!r} is not a Redis URL: write redis://host:6379"
        ) from None
    return client


def _redacted(url: str) -> str:
    """Return a URL without its password, or anything else that may be secret."""
    with suppress(ValueError):
        parts = urlsplit(url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
    return url.rpartition("@")[2]


def _batches(topics: Iterable[str]) -> Iterator[list[str]]:
    """Split topics into commands."""
    names = [PREFIX + topic for topic in topics]
    return (
        names[at : at + MAX_TOPICS_PER_COMMAND]
        for at in range(0, len(names), MAX_TOPICS_PER_COMMAND)
    )

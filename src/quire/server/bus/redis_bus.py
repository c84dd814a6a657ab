"""The bus between several servers, by Redis."""

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

from quire.errors import NotationError, Unavailable
from quire.server.bus.bus import ALL, Callback, LocalBus

PREFIX = "quire:"

TIMEOUT_SECONDS = 5.0
"""Redis command timeout, and the idle time before a ping."""

DELAYS = (0.05, 2.0)
"""Seconds before it is tried again: the first time, and at most."""

MAX_TOPICS_PER_COMMAND = 1000

MAX_QUEUED_TOPICS = 100_000
"""Topics queued while Redis is down; the rest is dropped."""

_log = logging.getLogger(__name__)


class RedisBus:
    """A bus for all servers that know the same Redis.

    While it cannot be reached, this server's own subscribers are told all the same, and what was
    published waits. It is tried again and again; each subscriber is called once when it is back,
    as when a subscription takes effect, since a message may have been missed until then.
    """

    def __init__(self, url: str) -> None:
        self._client = _client(url)
        self._here = LocalBus()
        self._asked: set[str] = set()
        """The topics that Redis was asked for, over the connection of now."""
        self._changed = asyncio.Event()
        self._waiting: dict[str, None] = {}
        """What was published and is not sent."""
        self._some = asyncio.Event()
        self._up = asyncio.Event()
        self._delay = DELAYS[0]
        self._closing = False
        self._running = asyncio.create_task(self._run())

    @classmethod
    async def open(cls, url: str) -> RedisBus:
        """The bus, once it works. Raises NotationError and Unavailable, as `open_bus` does."""
        bus = cls(url)
        try:
            await bus._client.ping()
            async with asyncio.timeout(2 * TIMEOUT_SECONDS):
                await bus._up.wait()
        except (RedisError, OSError) as error:
            await bus.close()
            why = str(error) or "it does not answer"
            raise Unavailable(f"can't connect to Redis at {_shown(url)}: {why}") from None
        except BaseException:
            await bus.close()
            raise
        return bus

    @property
    def healthy(self) -> bool:
        """Whether Redis was there when last heard of."""
        return self._up.is_set()

    def publish(self, topic: str) -> None:
        """Sends it with all else that waits, once, however often it was published meanwhile."""
        if self._closing:
            return
        if not self.healthy:
            self._here.tell(topic)
        if len(self._waiting) < MAX_QUEUED_TOPICS:
            self._waiting[topic] = None
            self._some.set()

    def subscribe(self, topic: str, callback: Callback) -> None:
        """From now on the callback is called, and once when Redis knows of the topic."""
        self._here.subscribe(topic, callback)
        self._changed.set()

    def unsubscribe(self, topic: str, callback: Callback) -> None:
        """From now on it is not called."""
        self._here.unsubscribe(topic, callback)
        self._changed.set()

    async def close(self) -> None:
        """Sends what waits if it can, and lets go."""
        self._closing = True
        await self._here.close()
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
                await self._converse()
            except* Exception as errors:  # whatever it is, the bus must come back
                if self.healthy:
                    _log.warning("Redis is away: %s", errors.exceptions[0])
                self._up.clear()
            # Not all servers at the same time.
            await asyncio.sleep(self._delay * random.uniform(0.5, 1.0))
            self._delay = min(2 * self._delay, DELAYS[1])

    async def _converse(self) -> None:
        """Hears and sends over new connections, until one of them breaks."""
        # A broken one is not mended behind our back: we must know that messages were missed.
        await self._client.connection_pool.disconnect(inuse_connections=False)
        async with self._client.pubsub() as pubsub:
            self._asked = set()
            await self._ask(pubsub)
            await pubsub.subscribe(PREFIX)  # the last: once it is confirmed, all are
            if self._closing:
                return
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._hear(pubsub))
                tasks.create_task(self._keep_asking(pubsub))
                tasks.create_task(self._keep_sending())

    async def _hear(self, pubsub: PubSub) -> None:
        asked = False
        while True:
            message = await pubsub.get_message(timeout=TIMEOUT_SECONDS)
            _give_way()
            if message is None:
                if asked:
                    raise TimeoutError("no answer from Redis")
                await pubsub.ping()
                asked = True
                continue
            asked = False
            if message["type"] in ("message", "pmessage", "subscribe", "psubscribe"):
                topic = message["channel"].removeprefix(PREFIX)
                if topic:
                    self._here.tell(topic)
                elif not self.healthy:
                    self._up.set()
                    self._delay = DELAYS[0]
                    _log.info("Redis is there")

    async def _keep_asking(self, pubsub: PubSub) -> None:
        while True:
            await self._changed.wait()
            await self._ask(pubsub)
            _give_way()

    async def _ask(self, pubsub: PubSub) -> None:
        """Lets Redis know which topics are wanted, and which are no longer."""
        self._changed.clear()
        wanted = set(self._here.topics)
        new, old = wanted - self._asked, self._asked - wanted
        self._asked = wanted
        for names in _parts(it for it in new if not it.endswith(ALL)):
            await pubsub.subscribe(*names)
        for names in _parts(it for it in new if it.endswith(ALL)):
            await pubsub.psubscribe(*names)
        for names in _parts(it for it in old if not it.endswith(ALL)):
            await pubsub.unsubscribe(*names)
        for names in _parts(it for it in old if it.endswith(ALL)):
            await pubsub.punsubscribe(*names)

    async def _keep_sending(self) -> None:
        while True:
            await self._some.wait()
            await self._send()
            _give_way()

    async def _send(self) -> None:
        self._some.clear()
        topics, self._waiting = self._waiting, {}
        try:
            pipeline = self._client.pipeline(transaction=False)
            for topic in topics:
                pipeline.publish(PREFIX + topic, "")
            await pipeline.execute()
        except BaseException:
            self._waiting = topics | self._waiting
            self._some.set()
            raise


def _give_way() -> None:
    """Ends a task that was cancelled while it waited for Redis.

    Before Python 3.12, `asyncio.wait_for` forgets a cancellation that comes as it is done.
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
            f"{_shown(url)!r} is not a Redis URL: write redis://host:6379"
        ) from None
    return client


def _shown(url: str) -> str:
    """An address without its password, nor anything else that may be secret."""
    with suppress(ValueError):
        parts = urlsplit(url)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
    return url.rpartition("@")[2]


def _parts(topics: Iterable[str]) -> Iterator[list[str]]:
    """As many as fit into one command, and again."""
    names = [PREFIX + topic for topic in topics]
    return (
        names[at : at + MAX_TOPICS_PER_COMMAND]
        for at in range(0, len(names), MAX_TOPICS_PER_COMMAND)
    )

"""The bus during outages of Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from redis.asyncio import Redis as Client

from quire.server.bus.redis_bus import RedisBus
from tests.server.bus.subscriber import Subscriber, until
from tests.server.proxy import proxy
from tests.services import Redis


def run(redis: Redis, test: Callable[[RedisBus, RedisBus], Awaitable[None]]) -> None:
    async def main() -> None:
        one, other = await RedisBus.open(redis.url), await RedisBus.open(redis.url)
        try:
            await test(one, other)
        finally:
            await one.close()
            await other.close()

    asyncio.run(main())


async def check_bus(one: RedisBus, other: RedisBus) -> None:
    await until(lambda: one.healthy and other.healthy)
    for sender, receiver in ((one, other), (other, one)):
        subscriber = Subscriber()
        receiver.subscribe("check", subscriber)
        await subscriber.receives("check")
        subscriber.forget()
        sender.publish("check")
        await subscriber.receives("check")
        receiver.unsubscribe("check", subscriber)


def test_all_topics_are_published_after_an_outage(redis: Redis) -> None:
    async def test(one: RedisBus, other: RedisBus) -> None:
        subscriber = Subscriber()
        topics = [f"game:{number}" for number in range(1500)]
        for topic in topics:
            other.subscribe(topic, subscriber)
        await subscriber.receives(*topics)
        redis.kill()
        await until(lambda: not one.healthy and not other.healthy)
        subscriber.forget()
        redis.start()
        await subscriber.receives(*topics)
        await check_bus(one, other)

    run(redis, test)


def test_topics_are_received_locally_during_an_outage(redis: Redis) -> None:
    async def test(one: RedisBus, other: RedisBus) -> None:
        redis.kill()
        await until(lambda: not one.healthy and not other.healthy)
        here, there = Subscriber(), Subscriber()
        one.subscribe("game:1", here)
        other.subscribe("game:1", there)
        one.publish("game:1")
        await here.receives("game:1")
        assert there.topics == []
        redis.start()
        await there.receives("game:1")
        await check_bus(one, other)

    run(redis, test)


def test_topics_published_during_an_outage_are_sent_later(redis: Redis) -> None:
    topics = [f"game:{number}" for number in range(1500)]

    async def test() -> None:
        async with proxy(redis.port) as link:
            one = await RedisBus.open(link.url.replace("http", "redis"))
            other = await RedisBus.open(redis.url)
            subscriber = Subscriber()
            for topic in topics:
                other.subscribe(topic, subscriber)
            await subscriber.receives(*topics)
            subscriber.forget()
            link.refuse()
            await until(lambda: not one.healthy)
            for topic in topics:
                one.publish(topic)
            assert subscriber.topics == []
            link.admit()
            await subscriber.receives(*topics)  # its connection never broke, so they were sent
            await check_bus(one, other)
            await one.close()
            await other.close()

    asyncio.run(test())


def test_closing_during_an_outage(redis: Redis) -> None:
    async def test(one: RedisBus, other: RedisBus) -> None:
        one.publish("game:1")
        redis.kill()
        one.publish("game:1")

    run(redis, test)


@pytest.mark.parametrize("kind", ["pubsub", "normal"])
def test_broken_connection_is_restored(redis: Redis, kind: str) -> None:
    async def test(one: RedisBus, other: RedisBus) -> None:
        subscriber = Subscriber()
        other.subscribe("game:1", subscriber)
        await subscriber.receives("game:1")
        await check_bus(one, other)
        subscriber.forget()
        async with Client.from_url(redis.url) as client:
            await client.client_kill_filter(_type=kind, skipme=True)
        if kind == "pubsub":
            await subscriber.receives("game:1")  # without any message
        else:
            one.publish("game:1")
            await subscriber.receives("game:1")
        await check_bus(one, other)

    run(redis, test)


def test_unresponsive_redis_is_noticed(redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.server.bus.redis_bus.TIMEOUT_SECONDS", 0.5)

    async def test(one: RedisBus, other: RedisBus) -> None:
        redis.freeze()
        try:
            one.publish("game:1")
            await until(lambda: not one.healthy and not other.healthy)
        finally:
            redis.thaw()
        await check_bus(one, other)

    run(redis, test)

"""The bus: the same contract in one process and through a real Redis."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from quire.errors import NotationError
from quire.server.bus.bus import Bus, open_bus
from quire.server.bus.redis_bus import RedisBus
from tests.server.bus.subscriber import Subscriber, until
from tests.services import Redis

OpenTwo = Callable[[], AbstractAsyncContextManager[tuple[Bus, Bus]]]


@pytest.fixture(params=["local", "redis"])
def open_two(request: pytest.FixtureRequest) -> OpenTwo:
    """Open the buses of two servers: one and the same in a process, or two on one Redis."""
    if request.param == "local":
        return lambda: _opened(None)
    redis: Redis = request.getfixturevalue("redis")
    return lambda: _opened(redis.url)


@asynccontextmanager
async def _opened(url: str | None) -> AsyncIterator[tuple[Bus, Bus]]:
    one = await open_bus(url)
    other = await open_bus(url) if url else one
    try:
        yield one, other
    finally:
        await one.close()
        await other.close()


async def listen(bus: Bus, *topics: str, subscriber: Subscriber | None = None) -> Subscriber:
    """Return a subscriber whose subscriptions are active and that has received nothing yet."""
    subscriber = subscriber or Subscriber()
    new = set(topics) - bus._subscribed if isinstance(bus, RedisBus) else set()
    for topic in topics:
        bus.subscribe(topic, subscriber)
    await subscriber.receives(*new)  # the subscriptions are active
    subscriber.forget()
    return subscriber


async def catch_up(sender: Bus, receiver: Bus) -> None:
    """Wait until everything sent so far has been received."""
    subscriber = await listen(receiver, "fence")
    sender.publish("fence")
    await subscriber.receives("fence")
    receiver.unsubscribe("fence", subscriber)


def run(open_two: OpenTwo, test: Callable[[Bus, Bus], Awaitable[None]]) -> None:
    async def main() -> None:
        async with open_two() as (one, other):
            await test(one, other)

    asyncio.run(main())


def test_publisher_and_others_receive_a_topic(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        here, there = await listen(one, "game:1"), await listen(other, "game:1")
        one.publish("game:1")
        await here.receives("game:1")
        await there.receives("game:1")
        assert one.healthy
        assert other.healthy

    run(open_two, test)


def test_subscribers_receive_only_their_topics(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        subscriber, both_topics = (
            await listen(other, "game:1"),
            await listen(other, "game:1", "lobby"),
        )
        for topic in ("game:2", "lobby", "player:1", "game:11", "game:1"):
            one.publish(topic)
        await subscriber.receives("game:1")
        await both_topics.receives("game:1", "lobby")
        assert set(subscriber.topics) == {"game:1"}
        assert set(both_topics.topics) == {"game:1", "lobby"}

    run(open_two, test)


def test_subscribing_twice_is_once(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        subscriber = await listen(other, "lobby")
        other.subscribe("lobby", subscriber)
        one.publish("lobby")
        await catch_up(one, other)
        assert subscriber.topics == ["lobby"]
        other.unsubscribe("lobby", subscriber)
        one.publish("lobby")
        await catch_up(one, other)
        assert subscriber.topics == ["lobby"]

    run(open_two, test)


def test_unsubscribing_stops_only_that_subscriber(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        gone, stays = await listen(other, "lobby"), await listen(other, "lobby")
        other.unsubscribe("lobby", gone)
        other.unsubscribe("lobby", gone)
        other.unsubscribe("no such topic", gone)
        one.publish("lobby")
        await stays.receives("lobby")
        await catch_up(one, other)
        assert gone.topics == []

    run(open_two, test)


def test_subscribing_again(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        subscriber = await listen(other, "lobby")
        other.unsubscribe("lobby", subscriber)
        await catch_up(one, other)  # Redis knows
        await listen(other, "lobby", subscriber=subscriber)
        other.unsubscribe("lobby", subscriber)
        other.subscribe("lobby", subscriber)  # without a message to Redis
        one.publish("lobby")
        await subscriber.receives("lobby")

    run(open_two, test)


def test_failing_subscriber_does_not_affect_others(
    open_two: OpenTwo, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(topic: str) -> None:
        raise RuntimeError("ouch")

    async def test(one: Bus, other: Bus) -> None:
        other.subscribe("lobby", fail)
        subscriber = await listen(other, "lobby", "node")
        one.publish("lobby")
        one.publish("node")
        await subscriber.receives("lobby", "node")

    run(open_two, test)
    assert "a subscriber to lobby failed" in caplog.text
    assert "ouch" in caplog.text


def test_subscribers_are_not_called_reentrantly(open_two: OpenTwo) -> None:
    inside = False
    left = 3

    async def test(one: Bus, other: Bus) -> None:
        def publish_again() -> None:
            nonlocal inside, left
            assert not inside
            inside = True
            if left:
                left -= 1
                other.publish("lobby")
            inside = False

        subscriber = await listen(other, "lobby", subscriber=Subscriber(publish_again))
        one.publish("lobby")
        assert subscriber.topics == []  # later, not at once
        while left:
            await subscriber.receives("lobby")
            subscriber.forget()

    run(open_two, test)
    assert left == 0


def test_subscriber_removed_during_a_call_is_not_called(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        def unsubscribe() -> None:
            other.unsubscribe("lobby", last)

        last = Subscriber()
        first = await listen(other, "lobby")
        first._also = unsubscribe
        other.subscribe("lobby", last)
        one.publish("lobby")
        await first.receives("lobby")
        await catch_up(one, other)
        assert last.topics == []

    run(open_two, test)


def test_topic_published_often_is_received_at_least_once(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        subscriber = await listen(other, "game:1")
        for _ in range(5000):
            one.publish("game:1")
        await catch_up(one, other)
        assert 1 <= len(subscriber.topics) <= 5000

    run(open_two, test)


def test_thousands_of_topics(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        topics = [f"game:{number}" for number in range(2500)]
        subscriber = await listen(other, *topics)
        for topic in topics:
            one.publish(topic)
        await subscriber.receives(*topics)
        for topic in topics:
            other.unsubscribe(topic, subscriber)
        subscriber.forget()
        one.publish(topics[0])
        await catch_up(one, other)
        assert subscriber.topics == []

    run(open_two, test)


def test_closed_bus_calls_nobody(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        subscriber = await listen(other, "lobby")
        one.publish("lobby")
        await other.close()
        subscriber.forget()
        one.publish("lobby")
        other.publish("lobby")
        await other.close()
        if one is not other:
            await catch_up(one, one)
        assert subscriber.topics == []

    run(open_two, test)


def test_topics_published_before_closing_are_sent(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        if one is other:
            return  # nobody is left to receive it
        subscriber = await listen(other, "node")
        one.publish("node")
        await one.close()
        await subscriber.receives("node")

    run(open_two, test)


@pytest.mark.parametrize(
    "url",
    ["", "nonsense", "http://127.0.0.1", "redis://host:port", "redis://:x@[y", "redis://h?no=1"],
)
def test_invalid_address_is_refused(url: str) -> None:
    with pytest.raises(NotationError, match="redis://host:6379"):
        asyncio.run(open_bus(url))


def test_it_starts_without_redis_and_joins_when_it_comes(
    redis: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    redis.kill()

    async def test(one: Bus, other: Bus) -> None:
        subscriber = Subscriber()
        other.subscribe("game:1", subscriber)
        one.publish("game:1")
        assert not one.healthy
        redis.start()
        await until(lambda: one.healthy and other.healthy)
        await subscriber.receives("game:1")
        await catch_up(one, other)

    run(lambda: _opened(redis.url), test)
    warnings = [record.message for record in caplog.records if record.levelname == "WARNING"]
    assert len(warnings) == 2
    assert all("can't reach Redis at redis://127.0.0.1" in warning for warning in warnings)


def test_warning_shows_no_password(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    redis.kill()

    async def test() -> None:
        await (await open_bus(redis.url.replace("//", "//somebody:secret@"))).close()

    asyncio.run(test())
    assert "127.0.0.1" in caplog.text
    assert "secret" not in caplog.text


def test_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "quire.server.bus.redis_bus", None)
    with pytest.raises(NotationError, match="pip install"):
        asyncio.run(open_bus("redis://127.0.0.1"))


def test_wildcard_topic(open_two: OpenTwo) -> None:
    async def test(one: Bus, other: Bus) -> None:
        subscriber, both = (
            await listen(other, "account:*"),
            await listen(other, "account:*", "account:1"),
        )
        for topic in ("account:1", "accounts", "game:1", "lobby", "account:2"):
            one.publish(topic)
        await subscriber.receives("account:1", "account:2")
        assert set(subscriber.topics) == {"account:1", "account:2"}
        await both.receives("account:1", "account:2")
        other.unsubscribe("account:*", subscriber)
        subscriber.forget()
        one.publish("account:1")
        await catch_up(one, other)
        assert subscriber.topics == []

    run(open_two, test)


def test_news_reach_the_other_servers_in_order(redis: Redis) -> None:
    async def test(one: Bus, other: Bus) -> None:
        received: list[int] = []
        other.listen(lambda news: received.extend(json.loads(news)))
        for number in range(1000):
            one.send_news(json.dumps(number))
        await until(lambda: len(received) >= 1000)
        assert received == list(range(1000))

    run(lambda: _opened(redis.url), test)


def test_failing_listener_does_not_stop_the_bus(redis: Redis) -> None:
    async def test(one: Bus, other: Bus) -> None:
        received: list[str] = []

        def fail(news: str) -> None:
            raise ValueError(news)

        other.listen(fail)
        other.listen(received.append)
        one.send_news("1")
        await until(lambda: received == ["[1]"])

    run(lambda: _opened(redis.url), test)

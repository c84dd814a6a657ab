"""Push notifications: the host who is away is notified, and nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from quire.errors import NotationError
from quire.server.play.node import Node
from quire.server.push import push as push_service
from quire.server.push.message import PushKey
from quire.server.settings import Settings
from quire.store.people import push
from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient
from tests.server.push.fake_push_service import CONTACT, FakePushService, text


@pytest.fixture(scope="module")
def pushing(deploy: Deploy) -> Iterator[Deployment]:
    """A deployment that sends push notifications."""
    with deploy(push_contact=CONTACT) as deployment:
        yield deployment


async def subscribed(
    deployment: Deployment, player: PlayerClient, name: str = "one", language: str = "en"
) -> FakePushService:
    """Subscribe a player's browser, and return its push service."""
    service = FakePushService(name, (await player.get("/api/push"))["public_key"])
    answer = await subscribe(player, service.subscription(language))
    assert answer.status_code == 204, answer.text
    for server in deployment.servers:
        assert server.node.push is not None
        server.node.push.deliver = service
    return service


async def subscribe(player: PlayerClient, subscription: dict[str, str]) -> httpx.Response:
    return await player.request("PUT", "/api/me/push", json=subscription)


async def settle(deployment: Deployment) -> None:
    """Wait until everyone who is away has been notified."""

    async def notified(node: Node) -> None:
        tasks = node.services._tasks
        await asyncio.gather(*(task for task in tasks if "_notify_absent" in str(task.get_coro())))

    for server in deployment.servers:
        server.run(notified(server.node))


@async_test
async def test_host_who_is_away_is_notified(pushing: Deployment) -> None:
    ann, bob = await pushing.guests("Ann", "Bob")
    service = await subscribed(pushing, ann, language="tr")
    game = await ann.create_game("line", size="7")
    await ann.close()
    await bob.join(game)
    await settle(pushing)
    assert service.received == [
        {"kind": "joined", "game_id": game, "name": bob.name, "language": "tr"}
    ]


@async_test
async def test_host_who_is_there_is_not_notified(pushing: Deployment) -> None:
    ann, bob = await pushing.guests("Ann", "Bob")
    service = await subscribed(pushing, ann)
    game = await ann.create_game("line", size="7")
    await ann.watch(game)
    await bob.join(game)
    await settle(pushing)
    assert service.received == []


@async_test
async def test_host_is_notified_when_the_last_player_has_joined(pushing: Deployment) -> None:
    ann, bob, cem = await pushing.guests("Ann", "Bob", "Cem")
    service = await subscribed(pushing, ann)
    game = await ann.create_game("sos", size="5x5:3")
    await bob.join(game)
    await settle(pushing)
    assert service.received == []
    await cem.join(game)
    await settle(pushing)
    assert [message["name"] for message in service.received] == [cem.name]


@async_test
async def test_all_browsers_of_a_player_are_notified_up_to_five(pushing: Deployment) -> None:
    ann, bob = await pushing.guests("Ann", "Bob")
    services = {}
    for number in range(push.MAX_SUBSCRIPTIONS + 1):
        service = await subscribed(pushing, ann, f"number{number}")
        services[service.endpoint] = service
        pushing.advance(1)

    async def deliver(request: push_service.PushRequest) -> int:
        return await services[request.endpoint](request)

    for server in pushing.servers:
        assert server.node.push is not None
        server.node.push.deliver = deliver
    game = await ann.create_game("line", size="7")
    await bob.join(game)
    await settle(pushing)
    notified = [bool(service.received) for service in services.values()]
    assert notified == [False, *[True] * push.MAX_SUBSCRIPTIONS], "the oldest was replaced"


@async_test
async def test_player_has_one_request_at_a_time(pushing: Deployment) -> None:
    (ann,) = await pushing.guests("Ann")
    for name in ("one", "two", "three"):
        await subscribed(pushing, ann, name)
    running: list[str] = []
    delivered: list[int] = []

    async def deliver(request: push_service.PushRequest) -> int:
        running.append(request.endpoint)
        await asyncio.sleep(0.01)
        delivered.append(len(running))
        running.remove(request.endpoint)
        return 201

    server, *_ = pushing.servers
    assert server.node.push is not None
    server.node.push.deliver = deliver
    joined = push_service.GameJoined(game_id="x" * 16, name="Bob")

    async def notify() -> None:
        assert server.node.push is not None
        await asyncio.gather(*(server.node.push.notify(ann.id, joined, 0) for _ in range(2)))

    server.run(notify())
    assert delivered == [1] * 6, "requests for a player overlap"


@async_test
async def test_host_is_notified_once_however_often_a_player_joins(pushing: Deployment) -> None:
    ann, bob = await pushing.guests("Ann", "Bob")
    service = await subscribed(pushing, ann)
    game = await ann.create_game("line", size="7")
    for _ in range(3):
        await bob.join(game)
        await settle(pushing)
    assert len(service.received) == 1


@pytest.mark.parametrize("way", ["unsubscribe", "sign_out", "delete"])
@async_test
async def test_subscription_ends_with_its_session(pushing: Deployment, way: str) -> None:
    ann, bob = await pushing.guests("Ann", "Bob")
    service = await subscribed(pushing, ann)
    game = await ann.create_game("line", size="7")
    path = {
        "unsubscribe": "/api/me/push",
        "sign_out": "/api/sessions/current",
        "delete": "/api/me",
    }[way]
    assert (await ann.request("DELETE", path)).status_code == 204
    if way != "delete":
        await bob.join(game)
        await settle(pushing)
    assert service.received == []
    server = pushing.servers[0]
    left = server.run(
        server.node.store.read(lambda connection: push.of_player(connection, ann.id, 0.0))
    )
    assert left == []


@pytest.mark.parametrize(("status", "kept"), [(404, False), (410, False), (429, True), (500, True)])
@async_test
async def test_subscription_that_is_gone_is_removed(
    pushing: Deployment, status: int, kept: bool
) -> None:
    ann, bob = await pushing.guests("Ann", "Bob")
    service = await subscribed(pushing, ann)
    service.status = status
    for expected in (1, 1 + kept):
        game = await ann.create_game("line", size="7")
        await bob.join(game)
        await settle(pushing)
        assert len(service.received) == expected


@async_test
async def test_failing_push_service_disturbs_nobody(pushing: Deployment) -> None:
    ann, bob = await pushing.guests("Ann", "Bob")
    await subscribed(pushing, ann)

    async def fail(request: push_service.PushRequest) -> int:
        raise TimeoutError

    for server in pushing.servers:
        assert server.node.push is not None
        server.node.push.deliver = fail
    before = [server.node.metrics.errors._value.get() for server in pushing.servers]
    game = await ann.create_game("line", size="7")
    await bob.join(game)
    await settle(pushing)
    assert (await bob.watch(game))["status"] == "playing"
    assert [server.node.metrics.errors._value.get() for server in pushing.servers] == before


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/x",
        "https://push.example.org:8443/x",
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://2130706433/x",
        "https://[::1]/x",
        "https://[::1/x",
        "https://10.0.0.1./x",
        "https://user:word@push.example.org/x",
        "https:///x",
        "https://.org/x",
        "https://push..example.org/x",
        f"https://{'x' * 64}.example.org/x",
        f"https://{'x.' * 130}org/x",
        "https://127.0.0.0x1/x",
        "https://push.example.org\\other.org/x",
        "https://push.example.org/" + "x" * 1000,
        "https://push.example.org/\r\nHost: other",
        "https://push.example.org/é",
        "ftp://push.example.org/x",
        "",
    ],
)
@async_test
async def test_endpoint_that_is_not_public_is_refused(pushing: Deployment, endpoint: str) -> None:
    ann = await pushing.guest("Ann")
    answer = await subscribe(ann, FakePushService().subscription() | {"endpoint": endpoint})
    assert (answer.status_code, answer.json()["code"]) == (400, "notation")


@pytest.mark.parametrize(
    "keys",
    [
        {"auth": text(b"too short")},
        {"auth": "!"},
        {"auth": "é"},
        {"p256dh": text(b"\4" + b"\1" * 64)},  # not on the curve
        {"p256dh": text(b"\4")},
        {"p256dh": ""},
        {"language": "English"},
    ],
)
@async_test
async def test_invalid_keys_are_refused(pushing: Deployment, keys: dict[str, str]) -> None:
    ann = await pushing.guest("Ann")
    answer = await subscribe(ann, FakePushService().subscription() | keys)
    assert (answer.status_code, answer.json()["code"]) == (400, "notation")


@async_test
async def test_nothing_is_pushed_unless_asked_for(deployment: Deployment) -> None:
    ann = await deployment.guest("Ann")
    assert (await ann.get("/api/push"))["public_key"] is None
    answer = await subscribe(ann, FakePushService().subscription())
    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


@async_test
async def test_servers_share_a_key_that_survives_restarts(pushing: Deployment) -> None:
    keys = set()
    for _ in range(2):
        for server in pushing.servers:
            keys.add(httpx.get(f"{server.url}/api/push").json()["public_key"])
        pushing.restart()
    assert len(keys) == 1


def test_contact_must_be_an_address() -> None:
    with pytest.raises(NotationError, match="must begin with mailto: or https://"):
        Settings(push_contact="ann")


def test_new_keys_differ() -> None:
    assert PushKey.new() != PushKey.new()

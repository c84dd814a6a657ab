"""How many people are online, for those who follow the lobby."""

from __future__ import annotations

from quire.server.play.lobby import COUNT_INTERVAL_SECONDS
from tests.server.deployment import Deployment, async_test


@async_test
async def test_people_are_counted_once_each(own_deployment: Deployment) -> None:
    ann = await own_deployment.guest("Ann")
    tabs = [await own_deployment.new_tab(ann) for _ in range(2)]
    await ann.send(type="lobby", on=True)
    await ann.receive("online", people=1)
    visitor = await own_deployment.client().connect()
    if len(own_deployment.servers) > 1:  # elsewhere only people in games are known
        bob = await own_deployment.guest("Bob")
        await own_deployment.start_game("line", (bob, await own_deployment.guest("Cyd")), size="7")
    own_deployment.advance(COUNT_INTERVAL_SECONDS)
    expected = 2 if len(own_deployment.servers) == 1 else 3
    await ann.receive("online", people=expected)
    await visitor.send(type="lobby", on=True)
    for tab in tabs:
        await tab.send(type="lobby", on=True)
        await tab.receive("online", people=expected)


@async_test
async def test_number_is_sent_when_it_changes_to_followers_only(own_deployment: Deployment) -> None:
    ann = await own_deployment.guest("Ann")
    await ann.send(type="lobby", on=True)
    await ann.receive("online", people=1)
    for _ in range(2):
        own_deployment.advance(COUNT_INTERVAL_SECONDS)
    await ann.send(type="lobby", on=False)
    await ann.drain()
    bob = await own_deployment.new_tab(ann)
    visitors = [await own_deployment.client().connect() for _ in range(4)]
    own_deployment.advance(COUNT_INTERVAL_SECONDS)
    await bob.send(type="lobby", on=True)
    await bob.receive("online")
    counts = [it for it in ann.messages if it["type"] == "online"]
    assert [it["people"] for it in counts] == [1]
    assert len(visitors) == 4

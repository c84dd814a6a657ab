"""Rated games between players of one network: on in private networks, a setting in public ones."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from quire.store.schema import seats, seeks
from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test
from tests.server.player_client import PlayerClient

PUBLIC = "8.8.8.8", "2a00:1450:4001:80b::2004"
PRIVATE = "127.0.0.1", "192.168.1.7", "10.1.2.3", "fd00::7", "::1", "100.64.0.9"


async def guest(deployment: Deployment, name: str, address: str) -> PlayerClient:
    """Return a guest who comes from that address, through a trusted proxy."""
    player = deployment.client(name)
    forwarded = {"x-forwarded-for": address}
    player._http.headers.update(forwarded)
    return await (await player.guest()).connect(additional_headers=forwarded)


async def stored_networks(deployment: Deployment) -> list[Any]:
    store = deployment.servers[0].node.store
    return deployment.servers[0].run(
        store.read(
            lambda connection: [
                *connection.scalars(select(seats.c.network).where(seats.c.network.is_not(None))),
                *connection.scalars(select(seeks.c.network).where(seeks.c.network.is_not(None))),
            ]
        )
    )


@pytest.mark.parametrize("address", PUBLIC)
@async_test
async def test_players_of_one_public_network_cannot_play_rated(
    deployment: Deployment, address: str
) -> None:
    ann, bob = [await guest(deployment, name, address) for name in ("Ann", "Bob")]
    game = await ann.create_game("line", size="7", rated=True)
    assert await bob.request_error("POST", f"/api/games/{game}/join") == "not_allowed"
    await ann.join(game)  # again, which changes nothing
    cyd = await guest(deployment, "Cyd", "9.9.9.9")
    assert len(await stored_networks(deployment)) == 1
    await cyd.join(game)
    assert (await cyd.watch(game))["status"] == "playing"
    assert await stored_networks(deployment) == []
    casual = await ann.create_game("line", size="7")
    await bob.join(casual)


@pytest.mark.parametrize("address", PRIVATE)
@async_test
async def test_players_of_one_private_network_can_play_rated(
    deployment: Deployment, address: str
) -> None:
    ann, bob = [await guest(deployment, name, address) for name in ("Ann", "Bob")]
    game = await ann.create_game("line", size="7", rated=True)
    await bob.join(game)
    assert (await bob.watch(game))["rated"]


@async_test
async def test_player_who_left_does_not_count(deployment: Deployment) -> None:
    ann, bob = [await guest(deployment, name, PUBLIC[0]) for name in ("Ann", "Bob")]
    cyd = await guest(deployment, "Cyd", "9.9.9.9")
    game = await cyd.create_game("sos", size="4x4:3", rated=True)
    await ann.join(game)
    assert await bob.request_error("POST", f"/api/games/{game}/join") == "not_allowed"
    await ann.request("POST", f"/api/games/{game}/leave")
    await bob.join(game)


@pytest.mark.parametrize(("addresses", "rated"), [(PUBLIC, True), (PUBLIC[:1] * 2, False)])
@async_test
async def test_quick_match_in_one_public_network_is_casual(
    own_deployment: Deployment, addresses: tuple[str, str], rated: bool
) -> None:
    players = [
        await guest(own_deployment, name, address)
        for name, address in zip(("Ann", "Bob"), addresses, strict=True)
    ]
    for player in players:
        await player.send(type="seek", game="line", size="7", id="s")
    for player in players:
        game = (await player.receive("paired"))["game_id"]
        assert (await player.watch(game)).get("rated", False) is rated
    assert await stored_networks(own_deployment) == []


@async_test
async def test_administrator_can_allow_it(deploy: Deploy) -> None:
    with deploy(rated_in_public_network=True) as deployment:
        ann, bob = [await guest(deployment, name, PUBLIC[0]) for name in ("Ann", "Bob")]
        game = await ann.create_game("line", size="7", rated=True)
        await bob.join(game)
        assert (await bob.watch(game))["rated"]

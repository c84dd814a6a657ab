"""Chat between players."""

from __future__ import annotations

import pytest

from tests.server.conftest import Deploy
from tests.server.deployment import Deployment, async_test


@async_test
async def test_chat_is_received_and_kept(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob))
    await ann.act(game, "chat", "good luck")
    assert (await bob.receive_event(game, "chat"))["text"] == "good luck"
    assert (await bob.watch(game))["chat_messages"] == [{"seat": 0, "text": "good luck"}]


@async_test
async def test_chat_after_the_end(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob))
    await ann.act(game, "resign")
    await bob.receive_event(game, "resign")
    await bob.act(game, "chat", "thank you")
    assert (await ann.receive_event(game, "chat"))["text"] == "thank you"


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "a & 'b' \"c\"", "日本語 🎲", "x" * 200]
)
@async_test
async def test_chat_is_plain_text(deployment: Deployment, text: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob))
    await ann.act(game, "chat", text)
    assert (await bob.receive_event(game, "chat"))["text"] == text


@async_test
async def test_invisible_characters_are_removed(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob))
    event = await ann.act(game, "chat", "a\u202eb\x07c\nd")
    assert event["text"] == "a b c d"


@pytest.mark.parametrize("text", ["", "   ", "\n", "x" * 201, "x" * 501])
@async_test
async def test_empty_and_long_messages_are_refused(deployment: Deployment, text: str) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob))
    await ann.send_act(game, "chat", text)
    assert (await ann.receive("error"))["code"] == "notation"
    assert "chat_messages" not in await bob.watch(game)


@async_test
async def test_game_without_chat(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    game = await deployment.start_game("line", (ann, bob), chat=False)
    assert await ann.act_error(game, "chat", "hello") == "not_allowed"


@async_test
async def test_player_can_switch_chat_off(deployment: Deployment) -> None:
    ann, bob = await deployment.guests("Ann", "Bob")
    answer = await bob.request("PUT", "/api/me/preferences", {"chat": False})
    assert answer.status_code == 204
    game = await deployment.start_game("line", (ann, bob))
    assert not (await ann.watch(game))["chat"]
    assert await ann.act_error(game, "chat", "hello") == "not_allowed"


@async_test
async def test_chat_is_rate_limited(deploy: Deploy) -> None:
    with deploy(chat_rate=0.5, chat_burst=3) as deployment:
        ann, bob = await deployment.guests("Ann", "Bob")
        game = await deployment.start_game("line", (ann, bob))
        for _ in range(3):
            await ann.act(game, "chat", "la")
        assert await ann.act_error(game, "chat", "la") == "too_many"
        await bob.act(game, "chat", "sh")  # each player has a separate limit
        deployment.advance(2)
        await ann.act(game, "chat", "la")

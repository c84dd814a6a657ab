"""A few words among the players."""

from __future__ import annotations

import pytest

from tests.server.conftest import Worlds
from tests.server.deployment import World, scenario


@scenario
async def test_players_hear_each_other_and_find_it_again(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob))
    await ann.does(game, "chat", "good luck")
    assert (await bob.sees(game, "chat"))["text"] == "good luck"
    assert (await bob.watch(game))["chat_messages"] == [{"seat": 0, "text": "good luck"}]


@scenario
async def test_words_after_the_end(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob))
    await ann.does(game, "resign")
    await bob.sees(game, "resign")
    await bob.does(game, "chat", "thank you")
    assert (await ann.sees(game, "chat"))["text"] == "thank you"


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "a & 'b' \"c\"", "日本語 🎲", "x" * 200]
)
@scenario
async def test_words_are_inert_text(world: World, text: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob))
    await ann.does(game, "chat", text)
    assert (await bob.sees(game, "chat"))["text"] == text


@scenario
async def test_what_is_invisible_is_taken_out(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob))
    event = await ann.does(game, "chat", "a\u202eb\x00c\nd")
    assert event["text"] == "a b c d"


@pytest.mark.parametrize("text", ["", "   ", "\n", "x" * 201, "x" * 501])
@scenario
async def test_too_little_and_too_much_is_refused(world: World, text: str) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob))
    await ann.act(game, "chat", text)
    assert (await ann.receive("error"))["code"] == "notation"
    assert "chat_messages" not in await bob.watch(game)


@scenario
async def test_a_game_can_be_made_without_chat(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    game = await world.sit("line", (ann, bob), chat=False)
    assert await ann.fails(game, "chat", "hello") == "not_allowed"


@scenario
async def test_a_player_can_switch_it_off(world: World) -> None:
    ann, bob = await world.people("Ann", "Bob")
    answer = await bob.ask("PUT", "/api/me/preferences", {"chat": False})
    assert answer.status_code == 204
    game = await world.sit("line", (ann, bob))
    assert not (await ann.watch(game))["chat"]
    assert await ann.fails(game, "chat", "hello") == "not_allowed"


@scenario
async def test_nobody_talks_too_fast(worlds: Worlds) -> None:
    with worlds(chat_rate=0.5, chat_burst=3) as world:
        ann, bob = await world.people("Ann", "Bob")
        game = await world.sit("line", (ann, bob))
        for _ in range(3):
            await ann.does(game, "chat", "la")
        assert await ann.fails(game, "chat", "la") == "too_many"
        await bob.does(game, "chat", "sh")  # each player has a separate limit
        world.advance(2)
        await ann.does(game, "chat", "la")

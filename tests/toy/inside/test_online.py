"""The toy game over a real socket: two people, then a person and a computer level."""

from __future__ import annotations

import random
from pathlib import Path

from tests.client.clients import guest, play_on, run, start_game
from tests.server.harness import running_server, settings


def test_two_people_play_it(tmp_path: Path) -> None:
    async def games(url: str) -> None:
        async with guest(url, "Ann") as ann, guest(url, "Bob") as bob:
            first, second = await start_game(ann, bob, "tictactoe")
            for game, move in zip(
                (first, second) * 3, ["a1", "b1", "a2", "b2", "a3"], strict=False
            ):
                assert await game.your_turn()
                await game.move(move)
            assert (await second.over()).winner == 0

    with running_server(settings(tmp_path)) as server:
        run(games(server.url))


def test_a_computer_level_plays_it(tmp_path: Path) -> None:
    async def games(url: str) -> None:
        async with guest(url, "Ann") as ann:
            id = await ann.create_game("tictactoe", seats=["me", "level3"], random_order=False)
            outcome = await play_on(await ann.watch(id), random.Random(1))
            assert len(outcome.ranks) == 2

    with running_server(settings(tmp_path)) as server:
        run(games(server.url))

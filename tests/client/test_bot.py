"""The example bot plays real games, as the process that its author starts."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

from quire.client import Client, OnlineGame
from tests.client.clients import guest, play_on, run, until
from tests.server.harness import TIMEOUT_SECONDS, RunningServer

ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "bots" / "online.py"
DOCUMENT = ROOT / "docs" / "how-to" / "bots.md"


def start(server: RunningServer, home: Path, *options: str) -> subprocess.Popen[str]:
    """Start the bot in a directory."""
    command = [sys.executable, str(BOT), server.url, "--game", "sos", "--size", "4x4", *options]
    return subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE, text=True)


async def join(player: Client, bot: subprocess.Popen[str]) -> OnlineGame:
    """Join the game that the bot opens."""
    assert bot.stdout is not None
    while "open" not in await asyncio.to_thread(bot.stdout.readline):
        pass
    (card,) = (await player.lobby()).open
    await player.join(card.id)
    return await player.watch(card.id)


def test_the_bot_plays_a_whole_game_and_keeps_its_account(
    server: RunningServer, tmp_path: Path
) -> None:
    async def play(bot: subprocess.Popen[str]) -> str:
        async with guest(server.url, "Ann") as ann:
            game = await join(ann, bot)
            outcome = await play_on(game, random.Random(2))
            assert (await ann.record(game.id)).outcome == outcome
            (theirs,) = (seat for at, seat in enumerate(game.state.seats) if at != game.you)
            page = await ann.player(theirs.player or "")
            assert (page.name, page.kind) == ("Magpie", "bot")
            return page.id

    found = []
    for _ in range(2):
        with start(server, tmp_path, "--games", "1") as bot:
            found.append(run(play(bot)))
            assert bot.wait(TIMEOUT_SECONDS) == 0
    assert stat.S_IMODE((tmp_path / "Magpie.token").stat().st_mode) == 0o600
    assert found[0] == found[1]


def test_the_bot_is_paired_with_a_seeking_player(server: RunningServer, tmp_path: Path) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann:
            game = await ann.watch(await ann.seek("sos", "4x4"))
            await play_on(game, random.Random(2))

    with start(server, tmp_path, "--games", "1", "--seek") as bot:
        run(play())
        assert bot.wait(TIMEOUT_SECONDS) == 0


def test_two_bots_in_one_directory_play_each_other(server: RunningServer, tmp_path: Path) -> None:
    for _ in range(2):  # the second time, both have tokens
        bots = [
            start(server, tmp_path, "--games", "1", "--seek", "--name", name)
            for name in ("Ann", "Bob")
        ]
        output = [bot.communicate(timeout=TIMEOUT_SECONDS)[0] for bot in bots]
        assert [bot.returncode for bot in bots] == [0, 0]
        assert sorted(text.count(" won ") + 2 * text.count(" drawn ") for text in output) in (
            [0, 1],
            [2, 2],
        )


def test_the_bot_answers_offers_at_once(server: RunningServer, tmp_path: Path) -> None:
    async def play(bot: subprocess.Popen[str]) -> None:
        async with guest(server.url, "Ann") as ann:
            game = await join(ann, bot)
            await game.your_turn()
            before = len(game.state.moves)
            await game.move(game.position.legal_moves()[0])
            await game.your_turn()
            await game.request_takeback()
            await until(game, lambda: len(game.state.moves) == before)
            await game.offer_draw()
            await until(game, lambda: game.state.draw_offers == ())
            await game.resign()

    with start(server, tmp_path, "--games", "1") as bot:
        run(play(bot))
        assert bot.wait(TIMEOUT_SECONDS) == 0


def test_a_stopped_bot_leaves_no_open_game(server: RunningServer, tmp_path: Path) -> None:
    async def lobby() -> int:
        async with Client(server.url) as client:
            return len((await client.lobby()).open)

    with start(server, tmp_path) as bot:
        assert bot.stdout is not None
        while "open" not in bot.stdout.readline():
            pass
        assert run(lobby()) == 1
        bot.send_signal(signal.SIGINT)
        assert bot.wait(TIMEOUT_SECONDS) == 130
    assert run(lobby()) == 0


def test_a_token_of_another_server_is_a_one_line_error(
    server: RunningServer, tmp_path: Path
) -> None:
    (tmp_path / "Magpie.token").write_text("nonsense")
    output = failure(server, tmp_path)
    assert "Magpie.token from another server" in output


def test_the_bot_in_the_docs_plays(server: RunningServer) -> None:
    examples = re.findall("```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    (code,) = (example for example in examples if "quire.client" in example)
    bot: dict[str, Any] = {"__name__": "bot"}
    exec(code, bot)

    async def play() -> None:
        async with guest(server.url, "Ann") as ann:
            playing = asyncio.create_task(bot["main"](server.url))
            lobby = ann.follow_lobby()
            while not (cards := (await anext(lobby)).open):
                pass
            await lobby.aclose()
            await ann.join(cards[0].id)
            await play_on(await ann.watch(cards[0].id), random.Random(3))
            await playing

    run(play())


def test_a_taken_name_is_a_one_line_error(server: RunningServer, tmp_path: Path) -> None:
    async def take() -> None:
        async with Client(server.url) as client:
            await client.register("Magpie", "a long passphrase")

    run(take())
    assert "Magpie" in failure(server, tmp_path)


def failure(server: RunningServer, home: Path) -> str:
    """Return the one-line error of a bot that cannot play."""
    done = subprocess.run(
        [sys.executable, str(BOT), server.url],
        cwd=home,
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_SECONDS,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("online.py: ")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr

"""The example bot plays real games, as the process that its author starts."""

from __future__ import annotations

import asyncio
import random
import stat
import subprocess
import sys
from pathlib import Path

from quire.client import Client
from tests.client.play import guest, play_on, run
from tests.server.harness import PATIENCE, Running

BOT = Path(__file__).parents[2] / "examples" / "bots" / "online.py"


def start(server: Running, home: Path, *options: str) -> subprocess.Popen[str]:
    """The bot, in that directory."""
    command = [sys.executable, str(BOT), server.url, "--game", "sos", "--size", "4x4", *options]
    return subprocess.Popen(command, cwd=home, stdout=subprocess.PIPE, text=True)


def test_the_bot_plays_a_game_to_its_end_and_is_the_same_next_time(
    server: Running, tmp_path: Path
) -> None:
    async def play(bot: subprocess.Popen[str]) -> str:
        async with guest(server.url, "Ann") as ann:
            assert bot.stdout is not None
            while "open" not in await asyncio.to_thread(bot.stdout.readline):
                pass
            (card,) = (await ann.lobby()).open
            await ann.join(card.id)
            game = await ann.watch(card.id)
            outcome = await play_on(game, random.Random(2))
            assert (await ann.record(card.id)).outcome == outcome
            (theirs,) = (seat for at, seat in enumerate(game.state.seats) if at != game.you)
            page = await ann.player(theirs.player or "")
            assert (page.name, page.kind) == ("Greedy", "bot")
            return page.id

    found = []
    for _ in range(2):
        with start(server, tmp_path, "--games", "1") as bot:
            found.append(run(play(bot)))
            assert bot.wait(PATIENCE) == 0
    assert stat.S_IMODE((tmp_path / "greedy.token").stat().st_mode) == 0o600
    assert found[0] == found[1]


def test_the_bot_meets_whoever_looks_for_a_game(server: Running, tmp_path: Path) -> None:
    async def play() -> None:
        async with guest(server.url, "Ann") as ann:
            game = await ann.watch(await ann.seek("sos", "4x4"))
            await play_on(game, random.Random(2))

    with start(server, tmp_path, "--games", "1", "--seek") as bot:
        run(play())
        assert bot.wait(PATIENCE) == 0


def test_a_name_that_is_taken_is_told_in_one_line(server: Running, tmp_path: Path) -> None:
    async def take() -> None:
        async with Client(server.url) as client:
            await client.register("Greedy", "a long passphrase")

    run(take())
    done = subprocess.run(
        [sys.executable, str(BOT), server.url],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("online.py: ")
    assert len(done.stderr.splitlines()) == 1

"""Ten thousand games leave nothing behind: no process, open file, memory or directory."""

from __future__ import annotations

import os
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest

from quire.arena.bots.pool import MAX_IDLE_BOTS, BotPool
from quire.arena.bots.sandbox import Level, ResourceLimits, Sandbox
from quire.arena.bots.spec import Bot, read_bot
from quire.arena.tournament.referee import play_game
from quire.match.agent import Limit
from tests.arena.bots.test_attacks import ATTACKS, sandbox_at

LIMIT = Limit(seconds=20)

SHELL_BOT = """\
while read -r command rest; do
  case $command in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    position) set -- $rest ;;
    go) echo "bestmove S$(($# < 2 ? 1 : $# - 1))" ;;
  esac
done
"""
"""Play S in the first empty cell. The bot is light: the test is about the referee."""

MEGABYTE = 1 << 20


def children() -> list[str]:
    return [
        child
        for task in Path("/proc/self/task").iterdir()
        for child in (task / "children").read_text().split()
    ]


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def memory() -> int:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def scratch() -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob("quire-bot-*"))


def play(pool: BotPool, bots: list[Bot], games: int) -> None:
    for _ in range(games):
        assert play_game("line", "3", bots, pool, LIMIT).forfeits == ()


def test_ten_thousand_games_leave_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    script = tmp_path / "bot.sh"
    script.write_text(SHELL_BOT)
    bots = [read_bot(f"sh {script}", "one"), read_bot(f"sh {script}", "other")]
    before = len(children()), open_files()
    with BotPool(sandbox_at(Level.KERNEL), ResourceLimits()) as pool:
        play(pool, bots, 1000)
        at_work = len(children()), open_files(), len(scratch())
        taken = memory()
        play(pool, bots, 9000)
        assert (len(children()), open_files(), len(scratch())) == at_work
        assert memory() - taken < 4 * MEGABYTE
    assert (len(children()), open_files()) == before
    assert scratch() == []


def test_crashing_bots_leave_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    bots = [
        read_bot(f"{ATTACKS}:{name}") for name in ("Exits", "Raises", "DoesNotLoad", "DigsDeep")
    ]
    before = len(children()), open_files()
    with BotPool(Sandbox(Level.PROCESS), ResourceLimits()) as pool:
        for bot in bots * 3:
            played = play_game("line", "3", [bot, bot], pool, LIMIT)
            assert played.forfeits[0].player == 0
    assert (len(children()), open_files()) == before
    assert scratch() == []


def test_only_a_few_idle_bots_keep_running() -> None:
    before = len(children())
    bots = [read_bot("random", f"bot {number}") for number in range(MAX_IDLE_BOTS)]
    with BotPool(Sandbox(Level.PROCESS), ResourceLimits()) as pool:
        for one, other in pairwise(bots):
            play(pool, [one, other], 1)
            assert len(children()) - before <= MAX_IDLE_BOTS
        assert len(children()) - before == MAX_IDLE_BOTS
    assert len(children()) == before

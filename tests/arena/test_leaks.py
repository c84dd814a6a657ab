"""Ten thousand games leave nothing behind: no process, no open file, no memory."""

from __future__ import annotations

import os
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest

from quire.arena.bots.sandbox import Bounds, Level, Sandbox
from quire.arena.bots.spec import Bot, read_bot
from quire.arena.tournament.referee import KEPT, Bench, judge
from quire.match.agent import Limit
from tests.arena.test_attacks import ATTACKS, shut_in

LIMIT = Limit(seconds=20)
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


def play(bench: Bench, bots: list[Bot], games: int) -> None:
    for _ in range(games):
        judge("line", "3", bots, bench, LIMIT)


def test_ten_thousand_games_leave_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    bots = [read_bot("random:seed=1", "one"), read_bot("random:seed=2", "other")]
    before = len(children()), open_files()
    with Bench(shut_in(Level.KERNEL), Bounds()) as bench:
        play(bench, bots, 1000)
        at_work = len(children()), open_files(), len(scratch())
        taken = memory()
        play(bench, bots, 9000)
        assert (len(children()), open_files(), len(scratch())) == at_work
        assert memory() - taken < 4 * MEGABYTE
    assert (len(children()), open_files()) == before
    assert scratch() == []


def test_bots_that_crash_leave_nothing_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    bots = [
        read_bot(f"{ATTACKS}:{name}") for name in ("Exits", "Raises", "DoesNotLoad", "DigsDeep")
    ]
    before = len(children()), open_files()
    with Bench(Sandbox(Level.PROCESS), Bounds()) as bench:
        for bot in bots * 3:
            judged = judge("line", "3", [bot, bot], bench, LIMIT)
            assert judged.forfeits[0].player == 0
    assert (len(children()), open_files()) == before
    assert scratch() == []


def test_only_so_many_bots_stay_at_work() -> None:
    before = len(children())
    bots = [read_bot("random", f"bot {number}") for number in range(KEPT)]
    with Bench(Sandbox(Level.PROCESS), Bounds()) as bench:
        for one, other in pairwise(bots):
            play(bench, [one, other], 1)
            assert len(children()) - before <= KEPT
        assert len(children()) - before == KEPT
    assert len(children()) == before

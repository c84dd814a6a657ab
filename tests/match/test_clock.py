"""The clock of a match: what counts, what does not, and whose fault it is to be late."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from quire.arena.bots.pool import BotPool
from quire.arena.bots.process import BotProcess
from quire.arena.bots.sandbox import Level, Sandbox
from quire.arena.bots.spec import Bot, read_bot
from quire.arena.tournament.referee import play_game
from quire.core import Reason
from quire.match.agent import Limit
from tests.arena.bots.test_attacks import ATTACKS, LONG, SHORT, play, sandbox_at

PROCESS = Sandbox(Level.PROCESS)


@pytest.fixture
def crowded() -> Iterator[int]:
    """A processor on which many others are busy."""
    core = min(os.sched_getaffinity(0))
    busy = f"import os\nos.sched_setaffinity(0, {{{core}}})\nwhile True: pass"
    # Each in a session of its own: the kernel shares a processor among sessions first.
    crowd = [
        subprocess.Popen([sys.executable, "-c", busy], start_new_session=True) for _ in range(8)
    ]
    try:
        yield core
    finally:
        for process in crowd:
            process.kill()
            process.wait()


def test_late_for_want_of_a_processor_is_told_apart(crowded: int) -> None:
    spins = read_bot(f"{ATTACKS}:Spins")
    with BotPool(PROCESS) as pool:
        process = pool.ready(spins, "obstruction", "6x6")
        os.sched_setaffinity(process._pid, {crowded})
        played = play_game("obstruction", "6x6", [spins, spins], pool, Limit(seconds=2))
    (forfeit,) = played.forfeits
    assert (forfeit.player, forfeit.reason, forfeit.overloaded) == (0, Reason.TIME, True)


@pytest.mark.parametrize("attack", ["Sleeps", "SleepsThenSpins"])
def test_who_sleeps_is_late_by_his_own_fault(crowded: int, attack: str) -> None:
    (forfeit,) = play(attack, PROCESS).forfeits
    assert (forfeit.reason, forfeit.overloaded) == (Reason.TIME, False)


def slow_bot(directory: Path) -> Bot:
    path = directory / "slow.py"
    path.write_text(
        "import time\n"
        "time.sleep(1)\n"
        "class Slow:\n"
        "    def choose(self, position, limit):\n"
        "        time.sleep(0.3)\n"
        "        return position.legal_moves()[0]\n"
    )
    return read_bot(f"{path}:Slow")


def test_loading_is_not_thinking(tmp_path: Path) -> None:
    """A bot that loads for longer than it has for a move plays; its record tells its thinking."""
    bots = [slow_bot(tmp_path), read_bot("random:seed=1")]
    with BotPool(PROCESS) as pool:
        played = play_game("line", "4", bots, pool, LONG, ["S1"])
        assert played.forfeits == ()
        began = time.perf_counter()
        again = play_game("line", "4", bots, pool, LONG, ["S1"])
        took = time.perf_counter() - began
    for record in (played.record, again.record):
        assert len(record.seconds) == len(record.moves)
        assert record.seconds[0] == 0, "an opening takes no time"
    slow = [time for time in again.record.seconds if time >= 0.3]
    assert slow, "its sleep is within its time"
    assert sum(again.record.seconds) < took + 0.01, "and nobody else's time is in the record"


def test_wall_and_processor_time_stand_beside_each_other(tmp_path: Path) -> None:
    bot = slow_bot(tmp_path)
    with BotProcess(bot, sandbox_at(Level.PROCESS)) as process:
        process.handshake()
        process.new_game("line", "4")
        answer = process.ask("startpos", 0, LONG)
    assert answer.seconds >= 0.3
    assert answer.cpu_seconds < answer.seconds - 0.2, "it slept"


def test_nodes_alone_have_a_limit_of_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.arena.bots.process.NODE_LIMIT_TIMEOUT_SECONDS", 0.5)
    bots = [read_bot("random:seed=1"), read_bot(f"{ATTACKS}:Sleeps")]
    with BotPool(PROCESS) as pool:
        played = play_game("obstruction", "6x6", bots, pool, Limit(nodes=100))
    assert [it.reason for it in played.forfeits] == [Reason.TIME]


def test_a_loading_time_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("quire.arena.bots.process.STARTUP_SECONDS", 0.2)
    with BotPool(PROCESS) as pool:
        bots = [slow_bot(tmp_path), slow_bot(tmp_path)]
        played = play_game("line", "4", bots, pool, SHORT)
    assert played.forfeits[0].reason is Reason.TIME
    assert "readyok" in played.forfeits[0].detail or "ugiok" in played.forfeits[0].detail

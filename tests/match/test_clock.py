"""The time of bots: what counts, what does not, and who is at fault when late."""

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
def overloaded_core() -> Iterator[int]:
    """A core on which many other processes are busy."""
    core = min(os.sched_getaffinity(0))
    busy = f"import os\nos.sched_setaffinity(0, {{{core}}})\nwhile True: pass"
    # Each in its own session: the kernel divides a core between sessions first.
    crowd = [
        subprocess.Popen([sys.executable, "-c", busy], start_new_session=True) for _ in range(8)
    ]
    try:
        yield core
    finally:
        for process in crowd:
            process.kill()
            process.wait()


@pytest.mark.slow
def test_lateness_by_overload_is_reported_separately(overloaded_core: int) -> None:
    spins = read_bot(f"{ATTACKS}:Spins")
    with BotPool(PROCESS) as pool:
        process = pool.ready(spins, "obstruction", "6x6")
        os.sched_setaffinity(process._pid, {overloaded_core})
        played = play_game("obstruction", "6x6", [spins, spins], pool, Limit(seconds=2))
    (forfeit,) = played.forfeits
    assert (forfeit.player, forfeit.reason, forfeit.overloaded) == (0, Reason.TIME, True)


@pytest.mark.slow
@pytest.mark.parametrize("attack", ["Sleeps", "SleepsThenSpins"])
def test_sleeping_bot_is_late_by_its_own_fault(overloaded_core: int, attack: str) -> None:
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


def test_loading_time_is_not_thinking_time(tmp_path: Path) -> None:
    """A bot that loads for longer than its move time plays, and only thinking is recorded."""
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


def test_wall_and_cpu_time_are_recorded(tmp_path: Path) -> None:
    bot = slow_bot(tmp_path)
    with BotProcess(bot, sandbox_at(Level.PROCESS)) as process:
        process.handshake()
        process.new_game("line", "4")
        answer = process.ask("startpos", 0, LONG)
    assert answer.seconds >= 0.3
    assert answer.cpu_seconds < answer.seconds - 0.2, "it slept"


def test_node_limit_alone_has_a_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.arena.bots.process.NODE_LIMIT_TIMEOUT_SECONDS", 0.5)
    bots = [read_bot("random:seed=1"), read_bot(f"{ATTACKS}:Sleeps")]
    with BotPool(PROCESS) as pool:
        played = play_game("obstruction", "6x6", bots, pool, Limit(nodes=100))
    assert [forfeit.reason for forfeit in played.forfeits] == [Reason.TIME]


def test_loading_has_a_separate_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("quire.arena.bots.process.STARTUP_SECONDS", 0.2)
    with BotPool(PROCESS) as pool:
        bots = [slow_bot(tmp_path), slow_bot(tmp_path)]
        played = play_game("line", "4", bots, pool, SHORT)
    assert played.forfeits[0].reason is Reason.TIME
    assert "readyok" in played.forfeits[0].detail or "ugiok" in played.forfeits[0].detail

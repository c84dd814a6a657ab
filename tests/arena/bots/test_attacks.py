"""Every attack ends in the right forfeit: the arena survives, nothing is read or written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quire.arena.bots.pool import BotPool
from quire.arena.bots.sandbox import Level, ResourceLimits, Sandbox, probe
from quire.arena.bots.spec import read_bot
from quire.arena.tournament.referee import PlayedGame, play_game
from quire.core import Reason
from quire.match.agent import Limit
from tests.needs import missing

ATTACKS = Path(__file__).parents[1] / "sample_bots" / "attacks.py"
SHORT, LONG = Limit(seconds=0.5), Limit(seconds=120)
"""For bots that exceed the time, and for all others, even on a slow machine."""

ENDS = {
    "ReadsPasswords": Reason.CRASH,
    "ReadsHome": Reason.CRASH,
    "WritesBesideItself": Reason.CRASH,
    "OpensSocket": Reason.FORBIDDEN,
    "StartsThread": Reason.FORBIDDEN,
    "ForkBomb": Reason.FORBIDDEN,
    "ExecutesShell": Reason.FORBIDDEN,
    "RunsProgram": Reason.FORBIDDEN,
    "Hoards": Reason.MEMORY,
    "PrintsForever": Reason.FLOOD,
    "AnswersForever": Reason.FLOOD,
    "HalfALine": Reason.TIME,
    "Sleeps": Reason.TIME,
    "Spins": Reason.TIME,
    "IgnoresSigterm": Reason.TIME,
    "Segfaults": Reason.CRASH,
    "Exits": Reason.CRASH,
    "Raises": Reason.CRASH,
    "PatchesReferee": Reason.CRASH,
    "KillsReferee": Reason.CRASH,
    "SignalsThroughFile": Reason.FORBIDDEN,
    "HoldsFiles": Reason.CRASH,
    "TakesSharedMemory": Reason.CRASH,
    "NewCalls": Reason.CRASH,
    "ChangesModes": Reason.CRASH,
    "ChangesTimes": Reason.CRASH,
    "Truncates": Reason.CRASH,
    "Deletes": Reason.CRASH,
    "FillsDisk": Reason.FLOOD,
    "MakesFiles": Reason.FLOOD,
    "DigsDeep": Reason.FLOOD,
    "HidesFiles": Reason.FLOOD,
    "ClosesDirectory": Reason.FLOOD,
    "OddSignal": Reason.CRASH,
    "OddExit": Reason.CRASH,
    "SpeaksToTerminal": Reason.CRASH,
    "OutlivesReferee": Reason.CRASH,
    "TracesReferee": Reason.FORBIDDEN,
    "ReachesTheBoard": Reason.CRASH,
    "IllegalMove": Reason.ILLEGAL,
    "Nonsense": Reason.UNREADABLE,
    "NoMove": Reason.UNREADABLE,
}

LATE = {attack for attack, reason in ENDS.items() if reason is Reason.TIME} | {
    "AnswersTwice",
    "SleepsThenSpins",
}


def sandbox_at(level: Level) -> Sandbox:
    """Return a sandbox of that level, or skip the test."""
    if probe().level < level:
        if shutil.which("bwrap") is not None and probe().level is Level.KERNEL:
            # A container may forbid it, even in CI; then it is not used there either.
            pytest.skip(str(probe()))
        missing(f"a sandbox of level {level.value}", str(probe()))
    return Sandbox(level)


def play(attack: str, sandbox: Sandbox, source: Path = ATTACKS) -> PlayedGame:
    attacker = read_bot(f"{source}:{attack}")
    honest = read_bot("random:seed=1")
    with BotPool(sandbox, ResourceLimits()) as pool:
        limit = SHORT if attack in LATE else LONG
        return play_game("obstruction", "6x6", [honest, attacker], pool, limit)


@pytest.mark.parametrize("level", [Level.KERNEL, Level.NAMESPACES])
@pytest.mark.parametrize(("attack", "reason"), ENDS.items())
def test_attack_ends_in_a_forfeit(
    attack: str, reason: Reason, level: Level, tmp_path: Path
) -> None:
    source = Path(shutil.copy(ATTACKS, tmp_path))
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    victim.chmod(0o640)
    before = victim.stat()

    played = play(attack, sandbox_at(level), source)
    (forfeit,) = played.forfeits
    assert (forfeit.player, forfeit.reason) == (1, reason), forfeit.detail
    assert played.record.outcome.winner == 0
    assert forfeit.detail.isprintable()
    assert len(forfeit.detail) <= 1000
    played.record.check()

    assert set(tmp_path.iterdir()) == {source, victim}
    assert victim.read_text() == "untouched"
    after = victim.stat()
    assert (after.st_mode, after.st_mtime) == (before.st_mode, before.st_mtime)


@pytest.mark.parametrize("level", [Level.KERNEL, Level.NAMESPACES])
def test_answer_in_advance_is_ignored(level: Level) -> None:
    """The second answer is dropped, and the bot is late for the next request."""
    played = play("AnswersTwice", sandbox_at(level))
    (forfeit,) = played.forfeits
    assert forfeit.reason is Reason.TIME
    assert len(played.record.moves) == 3


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("bot", ["Honest", "UsesNumPy", "LooksUpUser"])
def test_honest_bots_play_on_every_level(bot: str, level: Level) -> None:
    assert play(bot, sandbox_at(level)).forfeits == ()


@pytest.mark.parametrize("level", [Level.OFF, Level.PROCESS])
@pytest.mark.parametrize("attack", ["Sleeps", "IgnoresSigterm", "Segfaults", "PrintsForever"])
def test_attacks_that_need_no_kernel_support_fail_on_every_level(attack: str, level: Level) -> None:
    (forfeit,) = play(attack, sandbox_at(level)).forfeits
    assert forfeit.reason == ENDS[attack], forfeit.detail

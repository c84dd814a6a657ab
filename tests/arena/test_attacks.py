"""Every attack ends in the right forfeit, with the arena alive and nothing read or written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from quire.arena.bot import read_bot
from quire.arena.referee import Bench, Judged, judge
from quire.arena.sandbox import Bounds, Level, Sandbox, probe
from quire.core import Reason
from quire.engine.agent import Limit
from tests.needs import missing

ATTACKS = Path(__file__).parent / "bots" / "attacks.py"
SHORT, LONG = Limit(seconds=0.5), Limit(seconds=20)
"""For those who let the time pass, and for all others: a slow machine must not be their end."""

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
    "TracesReferee": Reason.FORBIDDEN,
    "ReachesTheBoard": Reason.CRASH,
    "IllegalMove": Reason.ILLEGAL,
    "Nonsense": Reason.UNREADABLE,
    "NoMove": Reason.UNREADABLE,
}


def shut_in(level: Level) -> Sandbox:
    """A sandbox of that level, or no test."""
    if probe().level < level:
        if shutil.which("bwrap") is not None and probe().level is Level.KERNEL:
            # A container may forbid it, in CI as elsewhere; then it is not used there either.
            pytest.skip(str(probe()))
        missing(f"a sandbox of level {level.value}", str(probe()))
    return Sandbox(level)


def played(attack: str, sandbox: Sandbox) -> Judged:
    attacker = read_bot(f"{ATTACKS}:{attack}")
    honest = read_bot("random:seed=1")
    with Bench(sandbox, Bounds()) as bench:
        limit = SHORT if ENDS.get(attack) is Reason.TIME else LONG
        return judge("obstruction", "6x6", [honest, attacker], bench, limit)


@pytest.mark.parametrize("level", [Level.KERNEL, Level.NAMESPACES])
@pytest.mark.parametrize(("attack", "reason"), ENDS.items())
def test_an_attack_ends_in_a_forfeit(attack: str, reason: Reason, level: Level) -> None:
    judged = played(attack, shut_in(level))
    (forfeit,) = judged.forfeits
    assert (forfeit.player, forfeit.reason) == (1, reason), forfeit.detail
    assert judged.record.outcome.winner == 0
    assert not ATTACKS.with_name("written-by-a-bot").exists()
    judged.record.check()


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("bot", ["Honest", "UsesNumPy"])
def test_honest_bots_play_on_every_level(bot: str, level: Level) -> None:
    assert played(bot, shut_in(level)).forfeits == ()


@pytest.mark.parametrize("level", [Level.OFF, Level.PROCESS])
@pytest.mark.parametrize("attack", ["Sleeps", "IgnoresSigterm", "Segfaults", "PrintsForever"])
def test_what_needs_no_kernel_is_held_on_every_level(attack: str, level: Level) -> None:
    (forfeit,) = played(attack, shut_in(level)).forfeits
    assert forfeit.reason == ENDS[attack], forfeit.detail

"""Programs in any language: what they may do that a class may not, and what they may not either."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from quire.arena.bots.fault import Fault
from quire.arena.bots.pool import BotPool
from quire.arena.bots.process import BotProcess
from quire.arena.bots.sandbox import Level, ResourceLimits
from quire.arena.bots.spec import Bot, read_bot
from quire.arena.tournament.referee import PlayedGame, play_game
from quire.core import Reason
from quire.match.agent import Clocks, Limit
from tests.arena.bots.test_attacks import LONG, SHORT, sandbox_at

PROGRAM = Path(__file__).parents[1] / "sample_bots" / "program.py"
LEVELS = pytest.mark.parametrize("level", [Level.KERNEL, Level.NAMESPACES])


def program(action: str) -> Bot:
    return read_bot(f"python3 {PROGRAM} {action}")


def play(action: str, level: Level, limit: Limit = LONG) -> PlayedGame:
    with BotPool(sandbox_at(level), ResourceLimits()) as pool:
        bots = [read_bot("random:seed=1"), program(action)]
        return play_game("obstruction", "6x6", bots, pool, limit)


def test_clock_that_runs_out_is_a_forfeit_whatever_time_was_suggested() -> None:
    clocks = Clocks((0.01, None), (0.0, None))
    with BotProcess(program("sleep"), sandbox_at(Level.KERNEL)) as bot:
        bot.handshake()
        bot.new_game("obstruction", "6x6")
        with pytest.raises(Fault, match=r"didn't answer within 0\.06 s"):
            bot.ask("startpos", 0, Limit(100, clocks=clocks))


def test_refused_option_is_a_fault() -> None:
    with BotProcess(read_bot("random"), sandbox_at(Level.KERNEL)) as bot:
        bot.handshake()
        bot.new_game("sos", "3x3", (("seed", "7"),))
        with pytest.raises(Fault, match=r"the bot refused its options: .*unknown option .speed."):
            bot.new_game("sos", "3x3", (("speed", "7"),))


@LEVELS
@pytest.mark.parametrize("action", ["nothing", "itself", "thread"])
def test_allowed_actions(action: str, level: Level) -> None:
    assert play(action, level).forfeits == ()


@LEVELS
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("socket", Reason.FORBIDDEN),
        ("fork", Reason.FORBIDDEN),
        ("program", Reason.FORBIDDEN),
        ("hoard", Reason.MEMORY),
        ("hide", Reason.MEMORY),
        ("share", Reason.CRASH),
        ("threads", Reason.FORBIDDEN),
        ("passwords", Reason.CRASH),
        ("write", Reason.CRASH),
        ("sleep", Reason.TIME),
    ],
)
def test_forbidden_actions(action: str, reason: Reason, level: Level) -> None:
    played = play(action, level, SHORT if reason is Reason.TIME else LONG)
    (forfeit,) = played.forfeits
    assert (forfeit.player, forfeit.reason) == (1, reason), forfeit.detail
    assert not PROGRAM.with_name("written-by-a-bot").exists()


@LEVELS
def test_program_that_starts_at_once_is_tracked(level: Level, tmp_path: Path) -> None:
    script = tmp_path / "bot"
    answers = "ugi) echo ugiok;; isready) echo readyok;; go*) exit 3;;"
    script.write_text(f"#!/bin/sh\nwhile read line; do case $line in {answers} esac; done\n")
    script.chmod(0o755)
    with BotPool(sandbox_at(level), ResourceLimits()) as pool:
        bots = [read_bot(str(script)), read_bot("random:seed=1")]
        (forfeit,) = play_game("obstruction", "6x6", bots, pool, LONG).forfeits
    assert (forfeit.reason, forfeit.detail) == (
        Reason.CRASH,
        "the bot exited with exit code 3: no error output",
    )


@LEVELS
@pytest.mark.parametrize("command", ["{}/link", "sh {}/wrap"])
def test_links_and_wrapper_scripts_start(command: str, level: Level, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    answers = "ugi) echo ugiok;; isready) echo readyok;; go*) echo bestmove z9;;"
    (own / "bot").write_text(f"#!/bin/sh\nwhile read line; do case $line in {answers} esac; done\n")
    (own / "bot").chmod(0o755)
    (own / "wrap").write_text("#!/bin/sh\nexec ./bot\n")
    (tmp_path / "link").symlink_to(own / "bot")
    place = tmp_path if "link" in command else own
    with BotProcess(read_bot(command.format(place)), sandbox_at(level)) as bot:
        bot.handshake()
        bot.new_game("obstruction", "6x6")
        assert bot.ask("startpos", 0, LONG).move == "z9"


def states(pid: int) -> list[str]:
    """Return the states of all threads of a process: T is stopped."""
    files = Path(f"/proc/{pid}/task").glob("*/stat")
    return [file.read_text().rpartition(")")[2].split()[0] for file in files]


@LEVELS
def test_bot_is_stopped_during_the_opponents_turn(level: Level) -> None:
    sandbox = sandbox_at(level)
    with BotProcess(program("think"), sandbox) as bot:
        bot.handshake()
        bot.new_game("obstruction", "6x6")
        bot.ask("startpos", 0, LONG)
        while not all(state == "T" for state in states(bot._pid)):
            time.sleep(0.01)
        before = bot.cpu_seconds()
        with BotProcess(program("nothing"), sandbox) as opponent:
            opponent.handshake()
            opponent.new_game("obstruction", "6x6")
            opponent.ask("startpos moves a1", 1, LONG)
        assert bot.cpu_seconds() == before
        # And it continues normally.
        assert bot.ask("startpos", 0, LONG).move == "a1"
        assert bot.cpu_seconds() > before


@LEVELS
def test_cpu_time_is_limited(level: Level) -> None:
    bot = read_bot(f"{PROGRAM.with_name('attacks.py')}:Spins")
    with BotProcess(bot, sandbox_at(level), ResourceLimits(cpu=1)) as process:
        process.handshake()
        process.new_game("obstruction", "6x6")
        with pytest.raises(Fault, match="used more than 1 s of CPU time") as caught:
            process.ask("startpos", 0, LONG)
    assert caught.value.reason is Reason.TIME


def test_bot_is_replaced_after_much_cpu_time(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = read_bot("random:seed=1")
    with BotPool(sandbox_at(Level.PROCESS)) as pool:
        first = pool.ready(bot, "obstruction", "6x6")
        assert pool.ready(bot, "obstruction", "6x6") is first
        monkeypatch.setattr(first, "_limits", ResourceLimits(cpu=0))
        assert pool.ready(bot, "obstruction", "6x6") is not first

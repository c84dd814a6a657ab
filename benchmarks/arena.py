"""What the arena adds to a bot's own time, compared with python-chess and an engine.

`python -m benchmarks.arena` prints these rows alone.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess
import chess.engine

from benchmarks import report
from benchmarks.row import Row
from benchmarks.timing import Rates
from quire.arena.bots.process import BotProcess
from quire.arena.bots.sandbox import Level, Sandbox, probe
from quire.arena.bots.spec import read_bot
from quire.arena.tournament.plan import Entrant, Plan
from quire.arena.tournament.results import ResultsFile
from quire.arena.tournament.runner import Job, LocalExecutor, play_tournament
from quire.match.agent import Limit

ECHO = Path(__file__).with_name("instant_bot.py")
GOAL_MILLISECONDS = 0.2
GOAL_START_MILLISECONDS = 20


def answers(move: str) -> list[str]:
    """Return the command of the bot that always gives this answer."""
    return [sys.executable, "-I", str(ECHO), move]


def milliseconds(action: Callable[[], object]) -> float:
    """Measure the wall time."""
    began = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - began)


def share(times: list[float], part: float) -> float:
    """Return a quantile of the times."""
    return sorted(times)[int(part * (len(times) - 1))]


def answer_rows(questions: int) -> list[Row]:
    """Time from `go` to `bestmove`, with the same program on both sides and in turn."""
    here, there = [], []
    limit, board = Limit(seconds=10), chess.Board()
    echo = read_bot(shlex.join(answers("a1")))
    with (
        BotProcess(echo, probe()) as bot,
        chess.engine.SimpleEngine.popen_uci(answers("e2e4")) as engine,
    ):
        bot.handshake()
        bot.new_game("obstruction", "6x6")
        for _ in range(questions):
            here.append(milliseconds(lambda: bot.ask("startpos", 0, limit)))
            there.append(milliseconds(lambda: engine.play(board, chess.engine.Limit(time=10))))
    names = {"median": 0.5, "p99": 0.99}
    return [
        Row(
            what=f"arena, round trip: {name}",
            ours=f"{share(here, part):.3f} ms",
            theirs=f"python-chess {share(there, part):.3f} ms",
            ratio=share(there, part) / share(here, part),
            goal=f"≤ {GOAL_MILLISECONDS} ms" if part == 0.5 else "",
            met=share(here, part) <= GOAL_MILLISECONDS if part == 0.5 else None,
            rates=(
                Rates("quire, answers/s", tuple(1000 / milliseconds for milliseconds in here)),
                Rates(
                    "python-chess, answers/s", tuple(1000 / milliseconds for milliseconds in there)
                ),
            ),
        )
        for name, part in names.items()
    ]


def started(sandbox: Sandbox) -> float:
    """Return milliseconds until a bot has answered the handshake."""
    echo = read_bot(shlex.join(answers("a1")))

    def start() -> None:
        with BotProcess(echo, sandbox) as bot:
            bot.handshake()

    return milliseconds(start)


def start_rows(rounds: int) -> list[Row]:
    """Measure what each sandbox level that works here adds to the start of a bot."""
    found = []
    for level in (Level.KERNEL, Level.NAMESPACES):
        if level > probe().level:
            continue
        plain, sandboxed = [], []
        for _ in range(rounds):
            plain.append(started(Sandbox(Level.OFF)))
            sandboxed.append(started(Sandbox(level)))
        added = share(sandboxed, 0.5) - share(plain, 0.5)
        found.append(
            Row(
                what=f"arena, added to a bot's start by the sandbox, level {level.value}",
                ours=f"{added:.1f} ms",
                theirs="-",
                goal=f"≤ {GOAL_START_MILLISECONDS} ms",
                met=added <= GOAL_START_MILLISECONDS,
            )
        )
    return found


def match_row(games: int) -> Row:
    """Measure whole games of the random agent against itself, one at a time."""
    plan = Plan(
        bots=(Entrant("random", "one"), Entrant("random", "other")),
        game="obstruction",
        games=games,
        movetime="1s",
    )
    executor = LocalExecutor(Job.of(plan, probe()), 1)
    ends: list[float] = []
    try:
        with tempfile.TemporaryDirectory() as directory:
            file = ResultsFile(Path(directory) / "results.jsonl", plan, resume=False)
            play_tournament(
                plan, file, executor, on_game=lambda game: ends.append(time.perf_counter())
            )
            file.close()
    finally:
        executor.close()
    # From the end of the first game on: processes start before that.
    rate = (len(ends) - 1) / (ends[-1] - ends[0])
    return Row(
        what="arena, `match random random --game obstruction`, one game at a time",
        ours=f"{rate:.0f} games/s",
        theirs="-",
    )


def rows(*, quick: bool) -> list[Row]:
    """Return all rows about the arena."""
    return [
        *answer_rows(300 if quick else 5_000),
        *start_rows(5 if quick else 50),
        match_row(100 if quick else 2_000),
    ]


if __name__ == "__main__":
    report.show(rows(quick=False), report.engines())

"""What a student sees of a game: logs, the last lines of a forfeit, resignations, played again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from quire.arena.bots import scratch
from quire.arena.bots.pool import BotPool
from quire.arena.bots.sandbox import Level, Sandbox
from quire.arena.bots.spec import read_bot
from quire.arena.report.report import to_html
from quire.arena.tournament import runner
from quire.arena.tournament.game_logs import prepare_logs, read_logs
from quire.arena.tournament.plan import Entrant, Plan
from quire.arena.tournament.referee import Forfeit, PlayedGame, play_game
from quire.arena.tournament.results import GameLine, Results
from quire.arena.tournament.runner import MAX_REPLAYS, Job, ScheduledGame, play_scheduled_game
from quire.core import Reason
from quire.errors import NotationError
from quire.match.agent import Limit
from tests.arena.report.test_report import data_of

BOTS = """
class Resigns:
    def choose(self, position, limit):
        return "resign" if len(position.legal_moves()) < 16 else position.legal_moves()[0]


class Raises:
    def choose(self, position, limit):
        print("thinking about", position.to_move)
        return self.second(position)

    def second(self, position):
        raise ValueError("first line\\nsecond line")
"""

PONDERS = """
for line in iter(input, "quit"):
    if line == "ugi":
        print("ugiok", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        print("bestmove a1 ponder b2", flush=True)
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("bots")
    (directory / "bots.py").write_text(BOTS)
    (directory / "ponders.py").write_text(PONDERS)
    return directory


def play(*specs: str) -> PlayedGame:
    with BotPool(Sandbox(Level.PROCESS)) as pool:
        bots = [read_bot(spec) for spec in specs]
        return play_game("obstruction", "4x4", bots, pool, Limit(seconds=20))


def test_resigning_and_pondering_are_understood(files: Path) -> None:
    played = play(f"python3 {files}/ponders.py", f"{files}/bots.py:Resigns")
    assert played.forfeits == ()
    assert played.record.moves == ("a1",)
    assert (played.record.outcome.winner, played.record.outcome.reason) == (0, Reason.RESIGNATION)
    assert len(played.cpu_seconds) == 1
    played.record.check()
    assert played.logs[0].endswith(
        "> position startpos\n> go movetime 20000 player 1\n< bestmove a1 ponder b2\n"
    )
    assert "< bestmove resign\n" in played.logs[1]


def test_forfeit_has_the_whole_traceback_and_what_was_printed(files: Path) -> None:
    (forfeit,) = play(f"{files}/bots.py:Raises", "random").forfeits
    path, lines = files / "bots.py", forfeit.output.splitlines()
    assert lines[lines.index("> go movetime 20000 player 1") + 1 :] == [
        "! thinking about 0",
        "! Traceback (most recent call last):",
        f'!   File "{path}", line 10, in choose',
        "!     return self.second(position)",
        "!            ^^^^^^^^^^^^^^^^^^^^^",
        f'!   File "{path}", line 13, in second',
        '!     raise ValueError("first line\\nsecond line")',
        "! ValueError: first line",
        "! second line",
        "! ValueError: first line second line (bots.py, line 13)",
    ]
    assert forfeit.detail.endswith("ValueError: first line second line (bots.py, line 13)")


def test_bot_that_cannot_start_has_its_output_in_the_forfeit(files: Path) -> None:
    (files / "broken.py").write_text("print('loading')\nraise OSError('no table')\nclass Bot: 1\n")
    (forfeit,) = play(f"{files}/broken.py:Bot", "random").forfeits
    assert "! loading\n" in forfeit.output
    assert forfeit.output.endswith("! OSError: no table (broken.py, line 2)")


# --- overloaded machines, logs and the report ---

GAME = ScheduledGame("0-1.0#0", (0, 1))


@pytest.fixture
def late(files: Path) -> PlayedGame:
    """A game that the first bot lost because the machine was overloaded."""
    played = play(f"python3 {files}/ponders.py", f"{files}/bots.py:Resigns")
    forfeit = Forfeit(1, Reason.TIME, "late", overloaded=True, output="> go\n! <b>slow</b>")
    return replace(played, forfeits=(forfeit,), logs=("first log\n", "second log\n"))


def plan_of(files: Path) -> Plan:
    bots = f"python3 {files}/ponders.py", f"{files}/bots.py:Resigns"
    return Plan(bots=tuple(map(Entrant, bots)), game="obstruction", size="4x4").named()


@pytest.mark.parametrize("overloaded", [0, 1, MAX_REPLAYS, MAX_REPLAYS + 5])
def test_overloaded_game_is_played_again_up_to_a_limit(
    overloaded: int, late: PlayedGame, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = iter([*[late] * overloaded, replace(late, forfeits=())])
    monkeypatch.setattr(runner, "play_game", lambda *_, **__: next(games))
    job = Job.of(plan_of(files), Sandbox(Level.PROCESS))
    line = play_scheduled_game(job, GAME, BotPool(job.sandbox))
    assert line.replays == min(overloaded, MAX_REPLAYS)
    assert bool(line.forfeits) == (overloaded > MAX_REPLAYS)


def test_logs_are_written_per_game_and_seat_and_shown_in_the_report(
    late: PlayedGame, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "play_game", lambda *_, **__: late)
    plan, logs = plan_of(files), prepare_logs(tmp_path / "deep" / "logs")
    job = Job.of(plan, Sandbox(Level.PROCESS), logs)
    line = play_scheduled_game(job, GAME, BotPool(job.sandbox))
    assert (logs / "0-1.0-0.player1.log").read_text() == (
        "ponders, player 1 of game 0-1.0#0\nfirst log\n"
    )
    assert read_logs(logs, GAME.id, 3) == ["first log\n", "second log\n", ""]
    results = Results(plan, [line])
    (shown,) = data_of(to_html(results, logs))["games"]
    assert shown["logs"] == [[0, "first log\n"], [1, "second log\n"]]
    assert shown["forfeits"] == [1]
    page = to_html(results)
    (shown,) = data_of(page)["games"]
    assert shown["logs"] == [[1, "> go\n! <b>slow</b>"]]
    assert "<b>slow" not in page
    assert f"1 games were played again, {MAX_REPLAYS} times in all" in page


def test_logs_need_a_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotationError, match=r"--logs .*file: File exists"):
        prepare_logs(tmp_path / "file")


def test_old_results_have_no_replays_and_no_output(late: PlayedGame, files: Path) -> None:
    defaults = {field.name: field.default for field in structs.fields(GameLine)}
    assert defaults["replays"] == 0
    assert Forfeit(0, Reason.TIME, "late").output == ""


def test_directories_of_a_lost_worker_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    with monkeypatch.context() as other:
        other.setattr("os.getpid", lambda: 12)
        lost = scratch.make()
    kept = scratch.make()
    (lost / "file").write_text("x")
    scratch.remove_made_by(12)
    assert list(tmp_path.iterdir()) == [kept]
    scratch.remove(kept)

"""The `quire arena` commands as their users run them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from quire.arena.bots.sandbox import cores
from quire.arena.report.formatting import format_rounded
from quire.arena.tournament.results import Results
from quire.arena.tournament.standings import standings
from quire.cli.arena.standings import show_results
from quire.cli.main import app
from quire.cli.terminal.screen import Screen
from quire.errors import QuireError
from tests.arena.random_results import make_plan, random_results
from tests.cli.conftest import QUIRE, Run, environment

SPRT = ("--sprt", "elo0=0", "elo1=20")
SMALL = ("--game", "sos", "--size", "3x3", "--sandbox", "off")
MATCH = ("arena", "match", "random", "greedy", *SMALL)


def error_of(*words: str) -> str:
    """Return the error message of a command that is refused."""
    result = CliRunner().invoke(app, list(words))
    assert isinstance(result.exception, QuireError), result.output
    return str(result.exception)


def test_match_against_itself_gives_two_names(quire: Run, tmp_path: Path) -> None:
    done = quire("arena", "match", "random", "random", *SMALL, "--games", "4")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert not {"\x1b", "\r"} & set(done.stdout)
    results = Results.read(tmp_path / "match.jsonl")
    assert len(results.games) == 4
    assert results.plan.names() == ("random (1)", "random (2)")
    assert "Sandbox: off (level 0 of 3; requested)" in done.stdout
    assert "4 games in match.jsonl" in done.stdout
    for name in results.plan.names():
        assert name in done.stdout
    points = sum(game.share(0) for game in results.games.values())
    assert 0 <= points <= 4


def test_existing_results_are_resumed_or_left_alone(quire: Run, tmp_path: Path) -> None:
    options = (*MATCH, "--games", "4", "--out", "m.jsonl")
    assert quire(*options).returncode == 0
    before = (tmp_path / "m.jsonl").read_bytes()
    again = quire(*options)
    assert again.returncode == 2
    assert again.stderr.startswith("quire: m.jsonl already exists: continue it with --resume")
    resumed = quire(*options, "--resume")
    assert resumed.returncode == 0
    assert "4 games in m.jsonl" in resumed.stdout
    other = quire(*options, "--resume", "--seed", "2")
    assert other.returncode == 2
    assert "a different plan" in other.stderr
    assert (tmp_path / "m.jsonl").read_bytes() == before


def test_sprt_stops_by_itself(quire: Run, tmp_path: Path) -> None:
    words = ("arena", "match", "perfect", "random", "--game", "obstruction", "--size", "3x3")
    done = quire(*words, "--games", "5000", "--sandbox", "off", "--sprt", "elo0=0", "elo1=20")
    assert done.returncode == 0, done.stderr
    games = len(Results.read(tmp_path / "match.jsonl").games)
    assert 2 <= games < 5000
    assert "accept H1" in done.stdout
    assert "SPRT elo0=0.0 elo1=20.0" in done.stdout


def test_parts_are_merged_and_reported(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(
        'game = "sos"\nsize = "3x3"\ngames = 4\nnodes = 5\n[[bots]]\nbot = "random"\n'
        '[[bots]]\nbot = "greedy"\n[[bots]]\nbot = "feasible"\n'
    )
    for part in ("1/2", "2/2"):
        out = f"{part[0]}.jsonl"
        options = ("--shard", part, "--sandbox", "off", "--out", out)
        assert quire("arena", "run", "cup.toml", *options).returncode == 0
    merged = quire("arena", "merge", "1.jsonl", "2.jsonl", "--out", "cup.jsonl")
    assert merged.stdout == "Results: 12 games in cup.jsonl\n"
    assert len(Results.read(tmp_path / "cup.jsonl").games) == 12
    reported = quire("arena", "report", "cup.jsonl")
    size = (tmp_path / "cup.html").stat().st_size
    assert reported.stdout == f"Report: cup.html ({round(size / 1000)} KB)\n"
    assert "sos 3x3: 12 games" in (tmp_path / "cup.html").read_text("utf-8")
    assert quire("arena", "merge", "1.jsonl", "--out", "cup.jsonl").returncode == 2
    missing = quire("arena", "report", "away.jsonl")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr == "quire: away.jsonl: No such file or directory\n"


def test_swiss_rematch_has_one_score(quire: Run, tmp_path: Path) -> None:
    """The second bot leads after round one and is listed first in the next pairing."""
    (tmp_path / "swiss.toml").write_text(
        'game = "obstruction"\nsize = "5x5"\nkind = "swiss"\nrounds = 3\ngames = 2\n'
        'opening = 0\n[[bots]]\nbot = "random:seed=1"\n[[bots]]\nbot = "perfect"\n'
    )
    done = quire("arena", "run", "swiss.toml", "--sandbox", "off")
    assert done.returncode == 0, done.stderr
    assert "random:seed=1 vs perfect" in done.stdout
    won, drawn, lost = re.findall(r"W-D-L        (\d+)-(\d+)-(\d+)", done.stdout)[0]
    assert int(won) + int(drawn) + int(lost) == 6
    assert int(lost) > int(won)
    games = Results.read(tmp_path / "swiss.jsonl").games
    assert {game.partition("/")[2].partition(".")[0] for game in games} == {"0-1"}


def test_narrow_table_wraps_names_and_not_numbers() -> None:
    names = ("teams/red/clever.py:Bot", "teams/blue/clever.py:Bot", "random")
    results = random_results(make_plan(*names, games=10))
    out = StringIO()
    show_results(Screen(Console(file=out, width=80, force_terminal=True)), results)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", out.getvalue())
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    for standing in standings(results):
        assert standing.rating is not None
        rating = [
            format_rounded(elo)
            for elo in (standing.rating.elo, standing.rating.low, standing.rating.high)
        ]
        assert "{} ({} to {})".format(*rating) in shown
        assert f"{100 * standing.share:.1f}%" in shown
    first = [
        line.split()[1] for line in shown.splitlines() if line.startswith((" 1 ", " 2 ", " 3 "))
    ]
    assert len(first) == 3
    assert all(any(name.startswith(word) for name in names) for word in first)


def test_ctrl_c_leaves_a_file_and_shows_how_to_continue(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    process = subprocess.Popen(
        [QUIRE, *MATCH, "--games", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=environment(tmp_path),
        start_new_session=True,
    )
    while not path.exists() or path.read_bytes().count(b"\n") < 10:
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in out + err
    assert "Stopped. Continue with --resume." in out
    games = len(Results.read(path).games)
    assert 9 <= games < 100000
    assert f"{games} games in match.jsonl" in out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((*MATCH, "--shard", "first"), "'first' is not a shard: write 1/4"),
        ((*MATCH, "--shard", "3/2"), "is not a shard"),
        ((*MATCH, "--shard", "0/2"), "is not a shard"),
        ((*MATCH, "--shard", "1/"), "is not a shard"),
        ((*MATCH, "--concurrency", str(cores() + 1)), "too many for .* cores.*--force"),
        ((*MATCH, "--sprt", "elo0=0"), "SPRT needs elo1"),
        ((*MATCH, "--movetime", "soon"), "'soon' is not a duration"),
        ((*MATCH, "--opening", "9"), "lasts 9 random moves"),
        (("arena", "match", "random", *SMALL), "needs 2 bots, not 1"),
        (("arena", "match", "random", "nobody", *SMALL), "no such bot: 'nobody'"),
        (("arena", "match", "random", "greedy", "--game", "chess"), "no game called 'chess'"),
        (("arena", "run", "away.toml"), r"away\.toml: No such file"),
        (
            (*MATCH, "feasible", "--size", "4x4:3", "--sprt", "elo0=0", "elo1=20"),
            "sprt needs two bots and a two-player board, not 3 bots on a board for 3",
        ),
    ],
)
def test_invalid_arguments_are_refused_and_leave_nothing(
    words: tuple[str, ...], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert re.search(expected, error_of(*words))
    assert list(tmp_path.iterdir()) == []


def test_more_games_than_cores_can_be_forced(quire: Run, tmp_path: Path) -> None:
    done = quire(*MATCH, "--games", "4", "--concurrency", str(cores() + 1), "--force")
    assert done.returncode == 0, done.stderr
    assert len(Results.read(tmp_path / "match.jsonl").games) == 4


def test_options_out_of_range() -> None:
    for words in (("--games", "0"), ("--games", "many"), ("--nodes", "0"), ("--opening", "-1")):
        assert CliRunner().invoke(app, [*MATCH, *words]).exit_code == 2


def test_two_classes_with_the_same_name(quire: Run, tmp_path: Path) -> None:
    for team in ("one", "other"):
        (tmp_path / team).mkdir()
        (tmp_path / team / "bot.py").write_text(
            "class Bot:\n    def choose(self, position, limit):\n"
            "        return position.legal_moves()[0]\n"
        )
    bots = ["one/bot.py:Bot", "other/bot.py:Bot"]
    done = quire("arena", "match", *bots, *SMALL, "--games", "2")
    assert "one/bot.py:Bot vs other/bot.py:Bot" in done.stdout


def test_class_without_choose_is_refused_before_the_first_game(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("class Bot:\n    pass\n")
    done = quire("arena", "match", "bot.py:Bot", "random", *SMALL)
    assert done.returncode == 2
    assert "Bot cannot play" in done.stderr
    assert "no method choose" in done.stderr
    assert not list(tmp_path.glob("*.jsonl"))

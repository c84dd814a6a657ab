"""What tuners use at the prompt: settings, progress, hooks, tuning."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from quire.arena.tournament.results import Results
from quire.cli.arena import hook as hook_module
from quire.cli.arena.hook import GameHook
from quire.cli.main import app
from quire.errors import NotationError, QuireError
from tests.arena.random_results import make_plan, random_results
from tests.cli.conftest import Run

SMALL = ("--game", "sos", "--size", "3x3", "--sandbox", "off")
GAMES = list(random_results(make_plan("Ann", "Bob", games=6)).games.values())


def error_of(*words: str) -> str:
    result = CliRunner().invoke(app, list(words))
    assert isinstance(result.exception, QuireError), result.output
    return str(result.exception)


def test_progress_as_lines_of_json_with_a_hook(quire: Run, tmp_path: Path) -> None:
    done = quire(
        *("arena", "match", "random", "greedy", *SMALL, "--games", "6", "--progress", "json"),
        *("--interval", "4", "--each", "tc=5+0.1 option.seed=3", "--set", "2 nodes=5 name=other"),
        *("--on-game", f"{sys.executable} -c \"open('seen', 'a').write(input() + chr(10))\""),
        *("--max-moves", "7", "--sprt", "elo0=-10 elo1=10", "--affinity"),
    )
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(line["games"], line["finished"]) for line in lines] == [(4, False), (6, True)]
    assert {row["bot"] for row in lines[-1]["standings"]} == {"random", "other"}
    assert sum(row["points"] for row in lines[-1]["standings"]) == 6
    assert (lines[-1]["sprt"][0]["against"], sum(lines[-1]["sprt"][0]["pairs"])) == ("other", 3)
    assert "Results: 6 games" in done.stderr
    assert "Adjudicated: " in done.stderr
    results = Results.read(tmp_path / "match.jsonl")
    seen = [json.loads(line)["id"] for line in (tmp_path / "seen").read_text().splitlines()]
    assert seen == list(results.games)
    assert [str(under.control) for under in results.plan.conditions()] == [
        "5s+0.1s per game",
        "5s+0.1s per game, 5 nodes per move",
    ]


def test_progress_as_text_off_a_terminal(quire: Run) -> None:
    words = ("arena", "match", "random", "greedy", *SMALL, "--games", "4", "--interval", "2")
    done = quire(*words, "--progress", "text")
    assert done.stderr.startswith("2 of 4 games: ")
    assert "(" in done.stderr
    assert "games" in done.stdout


def test_tuning_is_resumed_and_plotted(quire: Run, tmp_path: Path) -> None:
    words = ("arena", "tune", "mcts", "--param", "nodes,int,20,5,90,5", *SMALL, "--pairs", "2")
    done = quire(*words, "--games", "8", "--each", "nodes=50")
    assert done.returncode == 0, done.stderr
    assert "Tuning: 8 of 8 games in tune.jsonl" in done.stdout
    assert "nodes: 20 to" in (tmp_path / "tune.svg").read_text("utf-8")
    before = (tmp_path / "tune.jsonl").read_bytes()
    assert quire(*words, "--games", "8", "--each", "nodes=50", "--resume").returncode == 0
    assert (tmp_path / "tune.jsonl").read_bytes() == before
    refused = quire("arena", "tune", "mcts", "--param", "speed,int,20,5,90,5", *SMALL)
    assert refused.returncode == 2
    assert "the bot refused its options" in refused.stderr
    assert "unknown option 'speed'" in refused.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "3 nodes=5"], "begin with the place of a bot, 1 to 2"),
        (["--set", "nodes=5"], "begin with the place of a bot"),
        (["--set", "1 nodes=5", "--set", "1 depth=2"], "each once"),
        (["--each", "nodes=5 speed=2"], "unknown setting 'speed=2'"),
        (["--each", "nodes=5", "restart=on"], "'restart=on' is not a bot: put settings in quotes"),
        (["--resign", "movecount=2"], "resign needs score"),
        (["--draw", "score=0", "movecount=2"], "'movecount=2' is not a bot"),
        (["--openings", "away.txt"], "away.txt: No such file"),
        (["--on-game", "'"], "--on-game"),
        (["--each", "depth=5"], "built-in agents have no depth limit"),
    ],
)
def test_wrong_settings(words: list[str], message: str, tmp_path: Path) -> None:
    out = str(tmp_path / "m.jsonl")
    match = ["arena", "match", "random", "greedy", *SMALL, "--out", out]
    assert message in error_of(*match, *words)


def test_hook_that_fails_is_counted(tmp_path: Path) -> None:
    hook = GameHook(f"{sys.executable} -c 'raise SystemExit(3)'")
    for game in GAMES[:2]:
        hook(game)
    hook.close()
    assert (hook.failures, hook.last_problem) == (2, "exit code 3")
    missing = GameHook(str(tmp_path / "away"))
    missing(GAMES[0])
    missing.close()
    assert missing.last_problem.endswith("away: No such file or directory")
    with pytest.raises(NotationError, match="needs a command"):
        GameHook("  ")


def test_hook_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hook_module, "TIMEOUT_SECONDS", 0.05)
    hook = GameHook("sh -c 'cat; read never < /dev/zero'")
    hook(GAMES[0])
    hook.close()
    assert hook.last_problem == "not done within 0.05 s"


def test_hook_holds_up_the_games_rather_than_collecting_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hook_module, "MAX_WAITING", 2)
    hook = GameHook("cat")
    for game in GAMES:
        hook(game)
        assert len(hook._waiting) <= 2
    hook.close()
    assert hook.failures == 0

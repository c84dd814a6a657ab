"""The bots in examples/bots: each passes the check and plays as its docstring says."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quire.arena.bots.pool import BotPool
from quire.arena.bots.sandbox import ResourceLimits, probe
from quire.arena.bots.spec import Kind, read_bot
from quire.arena.tournament import bot_check
from quire.arena.tournament.bot_check import BotCheck
from quire.arena.tournament.referee import play_game
from quire.arena.tournament.results import Results
from quire.match.agent import Limit
from tests.needs import missing

EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
BOARDS = {
    "mirror.py": ("obstruction", "7x7"),
    "mirror.js": ("obstruction", "7x7"),
    "mirror.cpp": ("obstruction", "7x7"),
    "careful.py": ("sos", "6x6"),
    "team7.py": ("extreme", "2x9x9"),
}


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The C++ example as a program."""
    compiler = shutil.which("c++")
    if compiler is None:
        missing("a C++ compiler", "install the package g++")
    program = tmp_path_factory.mktemp("mirror") / "mirror"
    source = EXAMPLES / "mirror.cpp"
    subprocess.run([compiler, "-std=c++17", "-Wall", "-Wextra", source, "-o", program], check=True)
    return program


def command_of(name: str, request: pytest.FixtureRequest) -> list[str]:
    """Return the match command in the file's docstring: the words after `quire`."""
    if name.endswith(".js") and shutil.which("node") is None:
        missing("Node", "install the package nodejs")
    command = re.search(r"quire (arena match .*)", (EXAMPLES / name).read_text("utf-8"))
    assert command
    words = shlex.split(command[1].replace("examples/bots", str(EXAMPLES)))
    if name.endswith(".cpp"):
        words[2] = words[2].replace("./mirror", str(request.getfixturevalue("mirror")))
    return words


def test_every_example_is_tested() -> None:
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file()}
    assert files == {*BOARDS, "online.py"}  # tests/client/test_bot.py plays it


@pytest.mark.parametrize("name", BOARDS)
def test_example_passes_the_check(
    name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_check, "GAMES_PER_SEAT", 1)
    bot = read_bot(command_of(name, request)[2])
    game, size = BOARDS[name]
    limit = Limit(seconds=20)
    results = list(BotCheck(bot, game, size, limit, probe(), ResourceLimits()).run())
    # A busy machine may be late, which is not the example's fault.
    wrong = [
        result
        for result in results
        if result.problem and result.what != "answers within a short time limit"
    ]
    assert wrong == []
    assert len(results) >= (7 if bot.kind is Kind.COURSE else 8)  # course bots get no limit


@pytest.mark.parametrize("name", [name for name in BOARDS if name.startswith("mirror")])
def test_mirrors_win_where_both_sides_are_odd(name: str, request: pytest.FixtureRequest) -> None:
    bots = [read_bot(command_of(name, request)[2]), read_bot("random:seed=3")]
    with BotPool(probe()) as pool:
        for size in ("5x5", "7x7", "5x7", "7x7"):
            played = play_game("obstruction", size, bots, pool, Limit(seconds=20))
            assert played.forfeits == ()
            assert played.record.outcome.winner == 0


@pytest.mark.parametrize("name", ["mirror.py", "team7.py"])
def test_match_in_the_docstring_can_be_played(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    out = tmp_path / "match.jsonl"
    words = [*command_of(name, request), "--games", "2", "--out", str(out)]
    quire = Path(sys.executable).with_name("quire")
    subprocess.run([quire, *words], check=True, stdout=subprocess.DEVNULL, cwd=tmp_path)
    games = Results.read(out).games.values()
    assert len(games) == 2
    assert all(game.forfeits == () for game in games)

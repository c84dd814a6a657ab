"""`quire arena check`: every kind of broken bot is reported in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from quire.arena.bots import process
from quire.arena.bots.sandbox import Level, ResourceLimits, Sandbox
from quire.arena.bots.spec import read_bot
from quire.arena.tournament import bot_check
from quire.arena.tournament.bot_check import BotCheck, CheckResult
from quire.cli.main import app
from quire.errors import QuireError
from quire.match.agent import Limit

BROKEN = Path(__file__).parents[1] / "sample_bots" / "broken.py"
COURSE = BROKEN.with_name("course.py")

START = "starts and answers ugi and isready"
FIRST = "plays a legal first move"
MIDDLE = "reads positions given as moves"
TEXT = "reads positions given as text"
TURNS = "handles extra moves (same player moves again)"
SHORT = "answers within a short time limit"
GAMES = "plays whole games"
SECOND_GAME = "plays a second game in the same process"
END = "exits on quit"


@pytest.fixture(autouse=True)
def tolerant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tolerate delays on a busy machine, and play one game from either seat."""
    monkeypatch.setattr(process, "STARTUP_SECONDS", 60.0)
    monkeypatch.setattr(process, "GRACE_SECONDS", 10.0)
    monkeypatch.setattr(process, "QUIT_SECONDS", 10.0)
    monkeypatch.setattr(bot_check, "GAMES_PER_SEAT", 1)


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not tolerate delays, for bots that are always late."""
    monkeypatch.setattr(process, "GRACE_SECONDS", 0.05)
    monkeypatch.setattr(process, "QUIT_SECONDS", 1.0)


def check_results(
    bot: str,
    seconds: float = 5,
    game: str = "sos",
    size: str = "3x3",
    moves: int | None = None,
) -> Iterator[CheckResult]:
    """Check the bot, or the program with these faults."""
    spec = bot if ":" in bot else f"python3 {BROKEN} {bot}"
    limit, sandbox = Limit(seconds=seconds), Sandbox(Level.PROCESS)
    yield from BotCheck(read_bot(spec), game, size, limit, sandbox, ResourceLimits(), moves).run()


def problems(results: Iterable[CheckResult]) -> dict[str, str]:
    return {result.what: result.problem for result in results if result.problem}


def test_good_bot_passes() -> None:
    results = list(check_results("nothing"))
    assert problems(results) == {}
    assert [result.what for result in results] == [
        *(START, FIRST, MIDDLE, TEXT, TURNS, SHORT, GAMES, SECOND_GAME, END)
    ]


def test_extra_moves_are_not_checked_where_turns_alternate() -> None:
    results = list(check_results("random:seed=2", game="obstruction", size="5x5"))
    assert TURNS not in {result.what for result in results}
    assert problems(results) == {}


@pytest.mark.parametrize(
    ("bot", "what", "message"),
    [
        ("illegal", FIRST, "the bot answered 'Sa99': 'Sa99' is off the board"),
        ("unreadable", FIRST, "'my best move is S on a1' is not a move"),
        ("no-move", FIRST, "the bot answered '': '' is not a move"),
        (f"{BROKEN}:WantsArguments", START, "missing 1 required positional argument: 'depth'"),
        (f"{BROKEN}:NoChoose", START, "NoChoose has no method choose(position, limit)"),
        (f"{BROKEN}:Raises", FIRST, "no attribute 'legal_move'"),
        (f"course:{COURSE}:Honest", "plays sos", "course bots only play extreme"),
    ],
)
def test_bot_that_cannot_move_gets_one_message(bot: str, what: str, message: str) -> None:
    wrong = problems(check_results(bot))
    assert list(wrong) == [what]
    assert message in wrong[what]


@pytest.mark.parametrize("word", ["ugiok", "readyok"])
def test_missing_reply_is_reported(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The startup time is generous; later replies have to be quick."""
    begin = process.BotProcess.handshake if word == "ugiok" else process.BotProcess.new_game

    def hurried(*given: Any) -> Any:
        monkeypatch.setattr(process, "STARTUP_SECONDS", 0.5)
        return begin(*given)

    monkeypatch.setattr(process.BotProcess, begin.__name__, hurried)
    wrong = problems(check_results(f"no-{word}"))
    assert list(wrong) == [START]
    assert wrong[START].startswith(f"the bot didn't send {word} within")
    assert "flush its output" in wrong[START]


@pytest.mark.usefixtures("strict")
def test_only_later_faults_are_reported() -> None:
    wrong = problems(check_results("ignores-text slow second-game stays"))
    assert set(wrong) == {TEXT, SHORT, SECOND_GAME, END}
    assert "already has an" in wrong[TEXT]
    assert 'after "go movetime 100" the bot didn\'t answer' in wrong[SHORT]
    assert wrong[SECOND_GAME].startswith("illegal after 1 moves: 'Sa99' is off the board")
    assert wrong[END] == "the bot was still running 5 seconds after quit"


@pytest.mark.usefixtures("strict")
def test_bot_that_expects_alternating_turns_gets_an_explanation() -> None:
    turns = next(
        result for result in check_results("alternates", seconds=2) if result.what == TURNS
    )
    assert 'turns don\'t always alternate, so read the player from "go"' in turns.problem


def test_exception_is_reported_with_its_line() -> None:
    number = 1 + BROKEN.read_text().splitlines().index(
        "        return position.legal_move()  # misspelt"
    )
    assert f"broken.py, line {number}" in problems(check_results(f"{BROKEN}:Raises"))[FIRST]


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("away.py:Bot", "No such file"),
        (str(BROKEN), "names no class"),
        ("no-such-program", "not a program that can be run"),
        ("mcts:nodes=none", "nodes"),
    ],
)
def test_invalid_bot_is_refused(bot: str, message: str) -> None:
    with pytest.raises(QuireError, match=message):
        read_bot(bot)


def test_missing_class_is_reported_with_the_existing_ones(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("class Clever:\n    pass\n")
    with pytest.raises(QuireError, match=r"no class Clevr in .*bot\.py: it has Clever"):
        read_bot(f"{path}:Clevr")
    # A file that imports may have any class; it is only found when the bot starts.
    assert "Nobody" in problems(check_results(f"{BROKEN}:Nobody"))[START]


def test_exit_code_is_0_for_a_good_bot_and_1_otherwise() -> None:
    options = ["--game", "sos", "--size", "3x3", "--movetime", "5s", "--sandbox", "off"]
    good = CliRunner().invoke(app, ["arena", "check", f"{BROKEN}:Honest", *options])
    assert good.exit_code == 0, good.output
    assert "FAILED" not in good.output
    assert good.output.count("ok  ") == 9
    bad = CliRunner().invoke(app, ["arena", "check", f"python3 {BROKEN} illegal", *options])
    assert bad.exit_code == 1
    assert f"FAILED  {FIRST}\n" in bad.output
    assert "'Sa99' is off the board" in bad.output


def test_only_the_first_moves_are_checked() -> None:
    asked: list[float] = []
    check = BotCheck(
        *(read_bot("random:seed=2"), "sos", "3x3", Limit(seconds=5), Sandbox(Level.PROCESS)),
        *(ResourceLimits(), 2, asked.append),
    )
    results = list(check.run())
    assert problems(results) == {}
    assert "plays the beginning of games (moves: 2)" in {result.what for result in results}
    assert GAMES not in {result.what for result in results}
    # One first move, three positions as moves and as text, five extra moves, one short, 2 x 2.
    assert len(asked) == 1 + 3 + 3 + 5 + 1 + 4


def test_bot_that_is_told_no_limit_may_use_all_of_it(tmp_path: Path) -> None:
    """It is asked for few moves, at the match's own limit, and for none in a tenth of a second."""
    path = tmp_path / "bot.py"
    path.write_text(
        "class Bot:\n  def move(self, board, old_move, flag):\n    try:\n"
        "      sum(abs(n) for n in iter(int, 1))\n    except Exception:\n"
        "      return board.find_valid_move_cells(old_move)[-1]\n"
    )
    results = list(check_results(f"course:{path}:Bot", 0.1, "extreme", "2x9x9", 1))
    assert problems(results) == {}
    assert [result.what for result in results] == [
        *(START, FIRST, MIDDLE, TURNS, "plays the beginning of games (moves: 1)", END)
    ]

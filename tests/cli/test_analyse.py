"""`quire analyse` as its users run it."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from xml.etree import ElementTree

import pytest

from quire.cli.terminal.review_table import plain_value
from quire.core import Outcome, Reason
from quire.match.record import Record
from tests.cli.conftest import Run, at_terminal

SVG = "{http://www.w3.org/2000/svg}"
BLUNDER = "Sa1 Ob1"
"""Player 2 scores nothing and leaves S-O-S to player 1: on 3x3 that costs a point."""


def record(moves: str, game: str = "sos", size: str = "3x3") -> str:
    ended = Outcome(None, Reason.UNFINISHED, (0, 0), (1, 1))
    return Record(
        game=game, size=size, players=("Ann", "Bob"), moves=tuple(moves.split()), outcome=ended
    ).to_json()


def test_position(quire: Run) -> None:
    done = quire("analyse", "line", "S..S....", "1")
    assert done.returncode == 0
    assert "Player 1 to move: loses with best play (exact)." in done.stdout
    assert "Best line: " in done.stdout
    assert "losing pair" in done.stdout
    assert done.stdout.isascii()


def test_every_game(quire: Run) -> None:
    for game, position in (
        ("sos", "SOS/.../... 1 1-0"),
        ("sos", "SO./.../... 2 simple-2"),
        ("line", "S.S.... 1"),
        ("obstruction", "X#../##../..../.... 2"),
    ):
        done = quire("analyse", game, position, "--json")
        facts = json.loads(done.stdout)
        assert facts["position"] == position
        assert facts["exact"]
        assert facts["moves"][0]["best"]


@pytest.mark.parametrize(("asked", "option"), [((), "--svg"), (("--moves", "S1 O3"), "--graph")])
def test_picture_on_standard_output(quire: Run, asked: tuple[str, ...], option: str) -> None:
    printed = quire("analyse", "line", "9", *asked, option, "-")
    assert printed.stdout.startswith("<svg ")
    assert printed.stdout.rstrip().endswith("</svg>")
    assert quire("analyse", "line", "9", *asked, option, "-", "--json").returncode == 2


def test_svg_has_a_value_in_every_cell(quire: Run, tmp_path: Path) -> None:
    done = quire("analyse", "obstruction", "2x2", "--svg", "board.svg")
    assert done.returncode == 0
    root = ElementTree.parse(tmp_path / "board.svg").getroot()
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("+1") == 4


def test_record_with_mistakes(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "games.jsonl").write_text(record("Sa1 Sc3") + "\n" + record(BLUNDER) + "\n")
    done = quire("analyse", "sos", "games.jsonl", "-n", "2", "--graph", "review.svg")
    assert done.returncode == 0
    assert re.search(r"Blunders +\| 0 +\| 1", done.stdout)
    assert re.search(r"Mistakes +\| 0 +\| 0", done.stdout)
    assert "values for Ann (player 1)" in done.stdout
    assert "Key moments:\n- Move 2: Bob's Ob1 turned a" in done.stdout
    (line,) = [line for line in done.stdout.splitlines() if "blunder:" in line]
    assert "Ob1??" in line
    assert "Bob" in line
    root = ElementTree.parse(tmp_path / "review.svg").getroot()
    assert "Ob1??" in [text.text for text in root.iter(f"{SVG}text")]


def test_moves_on_the_command_line(quire: Run) -> None:
    done = quire("analyse", "sos", "3x3", "--moves", BLUNDER, "--json")
    review = json.loads(done.stdout)
    assert review["mistakes"] == [2]
    assert review["steps"][1]["verdict"] == "blunder"
    assert "Ob1" not in review["steps"][1]["better"]


def test_position_of_a_record(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(record(BLUNDER))
    done = quire("analyse", "sos", "game.json", "--at", "2", "--json")
    facts = json.loads(done.stdout)
    assert facts["position"] == "SO./.../... 1 0-0"
    assert [move["move"] for move in facts["moves"] if move["best"]] == ["Sc1"]


def test_finished_game(quire: Run) -> None:
    done = quire("analyse", "line", "SOS.", "2")
    assert done.returncode == 0
    assert "The game is over" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["sos", "nothing.json"], "nothing.json"),
        (["line", "game.json"], "is a game of sos, not line"),
        (["sos", "game.json", "-n", "2"], "has no record number 2"),
        (["sos", "game.json", "--at", "3"], "the game has 2 moves"),
        (["sos", "game.json", "--svg", "x.svg"], "--at N"),
        (["sos", "3x3", "--graph", "x.svg"], "--graph needs a whole game"),
        (["sos", "3x3", "-n", "1"], "--number needs a file of records"),
        (["sos", "game.json", "--moves", "Sa1"], "use either the file game.json or --moves"),
        (["sos", "3x3", "--moves", "Sa1 Sa1"], "Sa1"),
        (["chess"], "no game called 'chess'"),
        (["sos", "8x8", "--seconds", "1000", "--svg", "no/such/x.svg"], "no/such/x.svg"),
        (["sos", "8x8", "--moves", "Sa1", "--seconds", "1000", "--graph", "."], "Is a directory"),
    ],
)
def test_errors_are_one_line(
    quire: Run, tmp_path: Path, arguments: list[str], problem: str
) -> None:
    (tmp_path / "game.json").write_text(record(BLUNDER))
    done = quire("analyse", *arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert problem in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_ctrl_c_prints_results_so_far(tmp_path: Path) -> None:
    shown = at_terminal(tmp_path, "analyse", "sos", "8x8", "--seconds", "1000")
    shown.expect("Analysing")
    shown.kill(signal.SIGINT)
    shown.expect("player 1 to move")
    shown.wait()
    assert shown.exitstatus == 130


@pytest.mark.parametrize(("value", "shown"), [(-0.001, "~0.00"), (-0.4, "~-0.40"), (0.3, "~+0.30")])
def test_estimate_is_never_minus_zero(value: float, shown: str) -> None:
    assert plain_value(value, exact=False) == shown

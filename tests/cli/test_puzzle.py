"""`quire puzzle` as its users run it."""

from __future__ import annotations

import json
import signal
from dataclasses import replace
from pathlib import Path

import pexpect
import pytest
from typer.testing import CliRunner

from quire.cli.main import app
from quire.engine.analysis.puzzle import load
from tests.cli.conftest import Run, at_terminal


def chosen(quire: Run, *arguments: str) -> dict[str, object]:
    facts: dict[str, object] = json.loads(quire("puzzle", *arguments, "--json").stdout)
    return facts


def test_every_move_of_the_line_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    it = next(it for it in load("obstruction") if len(it.line) == 3)
    monkeypatch.setattr("quire.cli.puzzle._pick", lambda *_: it)
    first, reply, last = it.line
    done = CliRunner().invoke(app, ["puzzle", "--game", "obstruction"], input=f"{first}\n{last}\n")
    assert done.exception is None
    assert (
        f"find the only line of 2 moves that {'wins' if it.value > 0 else 'draws'}." in done.stdout
    )
    player = it.start().to_move + 1
    expected = [f"Correct: {first}.", f"Player {3 - player} answers {reply}.", f"Correct: {last}."]
    places = [done.stdout.index(words) for words in expected]
    assert places == sorted(places)
    assert f"Best play: {first} {reply} {last}" in done.stdout


def test_wrong_and_invalid_answers_and_the_solution(quire: Run) -> None:
    puzzle = chosen(quire, "--game", "obstruction", "--seed", "3")
    it = next(it for it in load("obstruction") if it.position == puzzle["position"])
    position = it.start()
    wrong = next(move for move in position.legal_moves() if move != it.solution)
    done = quire("puzzle", "--game", "obstruction", "--seed", "3", input=f"nonsense\n{wrong}\n\n")
    assert done.returncode == 0
    assert "nonsense" in done.stdout
    assert f"{wrong} isn't it: player {position.to_move + 1} then loses." in done.stdout
    assert f"The solution is {' '.join(it.line)}." in done.stdout


def test_wrong_answer_with_an_unproven_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quire.cli.puzzle._ANALYSIS_SECONDS", 0.0)
    it = next(it for it in load("sos") if len(it.line) == 1)
    monkeypatch.setattr("quire.cli.puzzle._pick", lambda *_: it)
    wrong = next(move for move in it.start().legal_moves() if move != it.solution)
    done = CliRunner().invoke(app, ["puzzle", "--game", "sos"], input=f"{wrong}\n{it.solution}\n")
    assert done.exception is None
    assert f"{wrong} isn't it." in done.stdout
    assert f"Correct: {it.solution}." in done.stdout
    assert f"Best play: {it.solution}\n" in done.stdout


@pytest.mark.parametrize("typed", ["", "quit\n", " Q\n"])
def test_leaving_does_not_show_the_solution(quire: Run, typed: str) -> None:
    done = quire("puzzle", "--game", "sos", "--grade", "2", input=typed)
    assert done.returncode == 0
    assert "Difficulty 2 of 5." in done.stdout
    assert "solution is" not in done.stdout
    assert "Best play" not in done.stdout
    assert "not a move" not in done.stdout


def test_daily_puzzle_stays_the_same(quire: Run) -> None:
    assert chosen(quire, "--game", "line", "--today") in [
        json.loads(puzzle.to_json()) for puzzle in load("line")
    ]


def test_filters_by_size_and_grade(quire: Run) -> None:
    puzzle = chosen(quire, "--game", "line", "--size", "16", "--grade", "3")
    assert puzzle["grade"] == 3
    assert len(str(puzzle["position"]).split()[0]) == 16


def test_mining_appends_puzzles_that_verify(quire: Run, tmp_path: Path) -> None:
    mine = ("puzzle", "--game", "obstruction", "--size", "5x5", "--out", "new.jsonl")
    assert "Added 2 puzzles to new.jsonl (2 in total)." in quire(*mine, "--count", "2").stdout
    before = (tmp_path / "new.jsonl").read_text()
    assert "Added 1 puzzle to new.jsonl (3 in total)." in quire(*mine).stdout
    assert (tmp_path / "new.jsonl").read_text().startswith(before)
    assert quire("puzzle", "--verify", "new.jsonl").stdout == "All 3 puzzles are correct.\n"
    (tmp_path / "cut.jsonl").write_text(before.rstrip("\n"))  # as an editor may leave the file
    assert "(3 in total)." in quire(*mine[:-1], "cut.jsonl").stdout
    assert (tmp_path / "cut.jsonl").read_text() == (tmp_path / "new.jsonl").read_text()
    spoilt = before.splitlines()[0].replace('"value":1', '"value":0')
    (tmp_path / "bad.jsonl").write_text(spoilt + "\n")
    done = quire("puzzle", "--verify", "bad.jsonl")
    assert done.returncode == 2
    assert "value" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "choose a game"),
        (["--game", "chess"], "no game called 'chess'"),
        (["--game", "line", "--size", "1999"], "no line puzzle has that size"),
        (["--game", "line", "--size", "x"], "x"),
        (["--verify", "nothing.jsonl"], "nothing.jsonl"),
        (["--verify", "."], ".: Is a directory"),
        (["--verify", "empty"], "empty has no puzzles"),
        (["--verify", "binary"], "binary: line 1 is not a puzzle"),
        (["--verify", "latin"], "latin: line 1 is not a puzzle: not valid UTF-8"),
        (["--verify", "three"], "three: line 1 is not a puzzle: puzzles are for two players"),
        (["--verify", "three", "--game", "sos"], "--game can't be combined with --verify"),
        (["--game", "sos", "--out", "binary"], "binary: line 1 is not a puzzle"),
        (["--game", "sos", "--out", "."], ".: Is a directory"),
        (["--game", "sos", "--size", "3x3:3", "--out", "new"], "puzzles are for two players"),
        (["--game", "sos", "--out", "new", "--grade", "2"], "--grade can't be combined with --out"),
        (["--game", "sos", "--out", "new", "--json"], "--json can't be combined with --out"),
        (["--game", "sos", "--out", "new", "--today"], "--today can't be combined with --out"),
        (["--game", "sos", "--today", "--grade", "2"], "--grade can't be combined with --today"),
        (["--game", "sos", "--today", "--size", "5x5"], "--size can't be combined with --today"),
        (["--game", "sos", "--today", "--seed", "0"], "--seed can't be combined with --today"),
        (["--game", "sos", "--count", "3"], "--count is for mining: add --out FILE"),
        (
            ["--game", "line", "--size", "3", "--out", "new"],
            "no new puzzle in the last 1,000 games of line 3",
        ),
    ],
)
def test_errors_are_one_line(
    quire: Run, tmp_path: Path, arguments: list[str], problem: str
) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "binary").write_bytes(bytes(range(128, 256)))
    (tmp_path / "latin").write_bytes(b'{"game":"\xe9"}')
    three = replace(load("sos")[0], position=".../.../... 1 0-0-0", line=("Sa1",))
    (tmp_path / "three").write_text(three.to_json())
    done = quire("puzzle", *arguments)
    assert done.returncode == 2
    assert problem in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_mining_during_a_game(tmp_path: Path, how: signal.Signals) -> None:
    # A game on this board takes too long to wait for.
    mine = ("puzzle", "--game", "line", "--size", "2000", "--out", "new.jsonl")
    child = at_terminal(tmp_path, *mine)
    child.expect("Mining")
    child.kill(how)
    child.expect(r"Added 0 puzzles to new.jsonl \(0 in total\)\.")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130


def test_unwritable_file_is_reported(quire: Run) -> None:
    done = quire("puzzle", "--game", "obstruction", "--size", "5x5", "--out", "/dev/full")
    assert done.returncode == 1
    assert "can't write the output" in done.stderr


def test_mining_reports_progress(tmp_path: Path) -> None:
    mine = ("puzzle", "--game", "line", "--size", "3", "--out", "new.jsonl")
    child = at_terminal(tmp_path, *mine)
    child.expect(r"0 of 1 in [\d,]+ games?,")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 2
    assert not (tmp_path / "new.jsonl").exists()

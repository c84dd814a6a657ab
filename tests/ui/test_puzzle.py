"""`quire puzzle` as its users run it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quire.engine.puzzle import load
from tests.ui.conftest import Run


def chosen(quire: Run, *arguments: str) -> dict[str, object]:
    facts: dict[str, object] = json.loads(quire("puzzle", *arguments, "--json").stdout)
    return facts


def test_the_right_answer(quire: Run) -> None:
    puzzle = chosen(quire, "--game", "line", "--seed", "3")
    done = quire("puzzle", "--game", "line", "--seed", "3", input=f"{puzzle['solution']}\n")
    assert done.returncode == 0
    assert f"Right: {puzzle['solution']}." in done.stdout
    assert f"Best play: {puzzle['solution']}" in done.stdout
    assert "find the only move that" in done.stdout


def test_wrong_and_unreadable_answers_and_being_told(quire: Run) -> None:
    puzzle = chosen(quire, "--game", "obstruction", "--seed", "3")
    position = next(it for it in load("obstruction") if it.position == puzzle["position"]).start()
    wrong = next(move for move in position.legal_moves() if move != puzzle["solution"])
    done = quire("puzzle", "--game", "obstruction", "--seed", "3", input=f"nonsense\n{wrong}\n\n")
    assert done.returncode == 0
    assert "nonsense" in done.stdout
    player = position.to_move + 1
    assert f"{wrong} is not it: player {player} then loses." in done.stdout
    assert f"The solution is {puzzle['solution']}." in done.stdout


def test_the_end_of_the_input_is_as_good_as_enter(quire: Run) -> None:
    done = quire("puzzle", "--game", "sos", "--grade", "2")
    assert done.returncode == 0
    assert "Grade 2 of 5." in done.stdout
    assert "The solution is " in done.stdout


def test_the_puzzle_of_the_day_is_the_same_again(quire: Run) -> None:
    assert chosen(quire, "--game", "line", "--today") in [
        json.loads(it.to_json()) for it in load("line")
    ]


def test_sizes_and_grades_are_kept_to(quire: Run) -> None:
    puzzle = chosen(quire, "--game", "line", "--size", "16", "--grade", "3")
    assert puzzle["grade"] == 3
    assert len(str(puzzle["position"]).split()[0]) == 16


def test_mining_adds_to_a_file_that_can_be_proven(quire: Run, tmp_path: Path) -> None:
    mine = ("puzzle", "--game", "obstruction", "--size", "5x5", "--out", "new.jsonl")
    assert "2 more in new.jsonl, 2 in all." in quire(*mine, "--count", "2").stdout
    before = (tmp_path / "new.jsonl").read_text()
    assert "1 more in new.jsonl, 3 in all." in quire(*mine).stdout
    assert (tmp_path / "new.jsonl").read_text().startswith(before)
    assert quire("puzzle", "--verify", "new.jsonl").stdout == "3 puzzles, all proven.\n"
    spoilt = before.splitlines()[0].replace('"value":1', '"value":0')
    (tmp_path / "bad.jsonl").write_text(spoilt + "\n")
    done = quire("puzzle", "--verify", "bad.jsonl")
    assert done.returncode == 2
    assert "value" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ([], "name a game"),
        (["--game", "chess"], "no game is called 'chess'"),
        (["--game", "line", "--size", "1999"], "no puzzle of line"),
        (["--game", "line", "--size", "x"], "x"),
        (["--verify", "nothing.jsonl"], "nothing.jsonl"),
    ],
)
def test_mistakes_are_told_in_one_line(quire: Run, arguments: list[str], problem: str) -> None:
    done = quire("puzzle", *arguments)
    assert done.returncode == 2
    assert problem in done.stderr
    assert len(done.stderr.splitlines()) == 1

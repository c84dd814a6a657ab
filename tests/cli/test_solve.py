"""`quire solve` as its users run it."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pexpect
import pytest
from typer.testing import CliRunner

import quire as package
from quire.cli.main import app
from tests.brute_force import SMALL_BOARDS, brute_force, late_positions
from tests.cli.conftest import Run, at_terminal

BOOK = {"QUIRE_BOOK": "book.sqlite3"}
LONG = ("solve", "sos", "8x8", "--no-book", "--memory", "16M")
"""A search without end."""


def test_prints_value_outcome_and_best_moves(quire: Run) -> None:
    text = "S.S/.../S.S 2 0-1"
    position = package.parse("sos", text)
    value, best = brute_force(position)
    done = quire("solve", "sos", text)
    assert done.returncode == 0
    assert done.stderr == ""
    assert f"Player 2 to move: wins by {value} (value +{value})." in done.stdout
    assert f"Best moves ({len(best)} of {len(position.legal_moves())}): {' '.join(best)}" in (
        done.stdout
    )
    assert re.search(r"^Exact: [\d,]+ nodes in \d+\.\d\d s\.$", done.stdout, re.MULTILINE)
    assert "1  S   .   S" in done.stdout


def test_json(quire: Run) -> None:
    facts = json.loads(quire("solve", "obstruction", "2x2", "--json").stdout)
    effort = {facts.pop("nodes"), facts.pop("seconds")}
    assert min(effort) >= 0
    assert facts.pop("grundy") in (None, 1)
    assert facts == {
        "game": "obstruction",
        "size": "2x2",
        "position": "../.. 1",
        "value": 1,
        "outcome": "win",
        "best_moves": ["a1", "b1", "a2", "b2"],
        "exact": True,
        "lower": 1,
        "upper": 1,
        "all_best": True,
        "from_book": False,
    }


def test_position_without_quotes_and_moves(quire: Run) -> None:
    def solved(*arguments: str) -> dict[str, object]:
        facts: dict[str, object] = json.loads(quire("solve", *arguments, "--json").stdout)
        return {key: facts[key] for key in ("position", "value", "best_moves")}

    quoted = solved("line", "SO..... 1")
    assert quoted["best_moves"] == ["S3"]
    assert solved("line", "SO.....", "1") == quoted
    assert solved("line", "7", "--moves", "S1 O2") == quoted
    assert solved("line", "7", "--moves", "s1,o2") == quoted
    assert solved("line", "S......", "2", "--moves", "O2") == quoted


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("obstruction", "3x3"), "Player 1 to move: wins (value +1)."),
        (("obstruction", "2x4", "--moves", "a1"), "Player 2 to move: wins (value +1)."),
        (("obstruction", "1x4"), "Player 1 to move: loses (value -1)."),
        (("sos", "3x3"), "Player 1 to move: draw with best play (value 0)."),
        (("sos", "SO./OO./SO. 2 9-0"), "Player 2 to move: loses by"),
        (("line", "SOS 2"), "The game is over (value -1 for player 2)."),
    ],
)
def test_verdict_in_words(quire: Run, arguments: tuple[str, ...], message: str) -> None:
    done = quire("solve", *arguments)
    assert done.returncode == 0
    assert message in done.stdout


@pytest.mark.parametrize(
    ("best", "exact", "all_best", "from_book", "message"),
    [
        ("a1 b1", True, True, False, "Best moves (2 of 4): a1 b1"),
        ("a1", True, False, False, "Best moves found (1): a1"),
        (
            "a1",
            True,
            False,
            True,
            "Best moves in the book (1): a1; use --no-book to find all of them",
        ),
        (
            "",
            True,
            False,
            True,
            "Best moves are not in the book; use --no-book to find all of them",
        ),
        ("a1 b1", False, False, False, "Moves proven to reach -1 (2): a1 b1"),
        ("a1 b1 a2 b2", False, False, False, None),
        ("", False, False, False, None),
    ],
)
def test_states_which_best_moves_are_known(
    monkeypatch: pytest.MonkeyPatch,
    best: str,
    exact: bool,
    all_best: bool,
    from_book: bool,
    message: str | None,
) -> None:
    value, upper = (-1, -1) if exact else (None, 1)
    found = package.Solution(
        value, None, tuple(best.split()), exact, 7, None, 0.5, -1, upper, all_best, from_book
    )
    monkeypatch.setattr(package, "solve", lambda *_, **__: found)
    shown = CliRunner().invoke(app, ["solve", "obstruction", "2x2"]).stdout
    if message is None:
        assert "moves" not in shown
        assert "proven" not in shown
    else:
        assert message in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("obstruction", "1x4"), "All 4 moves lose."),
        (("obstruction", "2x2"), "All 4 moves win."),
        (("line", "OOO. 2"), "All 2 moves draw."),
    ],
)
def test_equal_moves_are_not_listed(quire: Run, arguments: tuple[str, ...], message: str) -> None:
    shown = quire("solve", *arguments).stdout
    assert message in shown.splitlines()
    assert "Best moves" not in shown


def test_value_only_finds_one_move(quire: Run) -> None:
    done = quire("solve", "sos", "3x3", "--value-only", "--no-book")
    assert "draw with best play" in done.stdout
    assert re.search(r"^Best moves.*\(\d+", done.stdout, re.MULTILINE)


def test_limit_leaves_bounds(quire: Run) -> None:
    for limit in (("--seconds", "0.1"), ("--nodes", "1000")):
        done = quire("solve", "sos", "8x8", "--memory", "16M", *limit)
        assert done.returncode == 0
        assert "Not exact: search stopped after" in done.stdout
        facts = json.loads(quire("solve", "sos", "8x8", "--memory", "16M", *limit, "--json").stdout)
        assert (facts["value"], facts["exact"]) == (None, False)


def test_book_answers_the_second_time(quire: Run) -> None:
    # About ten thousand nodes, so that any machine stores the solution.
    def solve_with(*options: str) -> str:
        command = ("solve", "sos", "3x6", "--moves", "Ob2 Sa1", "--memory", "64M")
        return quire(*command, *options, **BOOK).stdout

    first, again, without_book = (
        json.loads(solve_with(*options))
        for options in (["--json"], ["--json"], ["--json", "--no-book"])
    )
    assert [solution["from_book"] for solution in (first, again, without_book)] == [
        False,
        True,
        False,
    ]
    assert first["nodes"] > again["nodes"] == 0
    same = ("value", "outcome", "best_moves", "exact", "grundy", "all_best")
    assert {key: again[key] for key in same} == {key: first[key] for key in same}
    assert {key: without_book[key] for key in same} == {key: first[key] for key in same}
    assert "Exact, from the book." in solve_with()


def test_damaged_book_is_a_one_line_warning(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "book.sqlite3").write_text("this is not a database\n" * 30)
    done = quire("solve", "obstruction", "3x3", **BOOK)
    assert done.returncode == 0
    assert "Player 1 to move: wins" in done.stdout
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("quire: the book book.sqlite3 cannot be used")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("sos", "3x3:3"), "only two-player positions can be solved"),
        (("chess", "8x8"), "no game called 'chess'"),
        (("sos", "99x99"), "'99x99' is out of range"),
        (("sos", "3x3", "--moves", "Sa1 Sa1"), "a1 already has an S"),
        (("sos", "3x3", "--memory", "much"), "must be a memory size like 2G or 512M, not 'much'"),
        (("sos", "3x3", "--memory", "2"), "a memory size of 1M or more"),
        (("sos", "3x3", "--seconds", "nan"), "must be a number of seconds"),
        (("sos", "3x3", "--seconds", "-1"), "must be a number of seconds"),
        (("sos", "3x3", "--seconds", "abc"), "not 'abc'"),
        (("sos", "3x3", "--threads", "0"), "greater than or equal to 1"),
        (("sos", "3x3", "--nodes", "9" * 40), "less than or equal"),
    ],
)
def test_bad_arguments_exit_with_2(quire: Run, arguments: tuple[str, ...], message: str) -> None:
    done = quire("solve", *arguments)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.split())


# --- at a terminal ---


def output_at_end(child: pexpect.spawn[str]) -> tuple[str, int | None]:
    """Return the rest of the output, without colours and the progress bar, and the exit code."""
    child.expect(pexpect.EOF)
    child.wait()
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before or "")
    assert "Traceback" not in shown
    return shown, child.exitstatus


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_search_prints_what_is_known(tmp_path: Path, how: signal.Signals) -> None:
    child = at_terminal(tmp_path, *LONG)
    child.expect("Solving")
    child.expect("[1-9][0-9,]* nodes")
    child.kill(how)
    shown, code = output_at_end(child)
    assert code == 130
    assert "SOS 8x8, player 1 to move" in shown
    assert re.search(r"Not exact: search stopped after [\d,]+ nodes", shown)


def test_interrupted_search_prints_json(tmp_path: Path) -> None:
    child = at_terminal(tmp_path, *LONG, "--json")
    child.expect("[1-9][0-9,]* nodes")
    child.sendintr()
    shown, code = output_at_end(child)
    assert code == 130
    found = re.search(r'\{"game".*\}', shown)
    assert found is not None
    facts = json.loads(found[0])
    assert (facts["value"], facts["exact"]) == (None, False)
    assert facts["nodes"] > 0


def test_no_progress_bar_in_a_pipe(quire: Run) -> None:
    done = quire("solve", "sos", "8x8", "--seconds", "0.6", "--memory", "16M")
    assert done.stderr == ""
    assert "Solving" not in done.stdout


# --- compared with brute force ---


@pytest.mark.parametrize(("game", "size"), SMALL_BOARDS)
def test_command_agrees_with_brute_force(game: str, size: str) -> None:
    for position in late_positions(game, size, seed=31, count=6):
        value, best = brute_force(position)
        solve_with = ["solve", game, *str(position).split(), "--json", "--memory", "4M"]
        facts = json.loads(CliRunner().invoke(app, solve_with).stdout)
        assert facts["value"] == value
        assert sorted(facts["best_moves"]) == sorted(best)


def test_checkpoint_resumes_a_search(quire: Run, tmp_path: Path) -> None:
    command = ("solve", "sos", "4x4", "--no-book", "--threads", "1", "--checkpoint", "table")
    first = json.loads(quire(*command, "--memory", "16M", "--nodes", "2000", "--json").stdout)
    assert not first["exact"]
    assert (tmp_path / "table").exists()
    again = json.loads(quire(*command, "--json").stdout)
    assert again["exact"]
    assert again["nodes"] > first["nodes"]
    assert not (tmp_path / "table").exists()
    refused = quire("solve", "line", "14", "--checkpoint", "table", "--no-book")
    assert refused.returncode == 2
    assert "leave --checkpoint out" in refused.stderr

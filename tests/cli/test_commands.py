"""The other commands: games, show, replay, perft, completion."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import QUIRE, Run, environment


def test_games_lists_every_game(quire: Run) -> None:
    assert [
        line.split(":")[0] for line in quire("games").stdout.splitlines() if line[0] != " "
    ] == [*("sos", "line", "extreme", "obstruction")]
    facts = json.loads(quire("games", "--json").stdout)
    assert {game["key"]: game["default_size"] for game in facts} == {
        "sos": "8x8",
        "line": "14",
        "extreme": "2x9x9",
        "obstruction": "6x6",
    }


def test_show_draws_a_position(quire: Run) -> None:
    done = quire("show", "obstruction", "X#./##./... 2")
    assert [line.split() for line in done.stdout.splitlines() if line.strip()][:4] == [
        ["a", "b", "c"],
        ["1", "X", "#", "."],
        ["2", "#", "#", "."],
        ["3", ".", ".", "."],
    ]


def test_show_accepts_a_position_without_quotes_or_a_size(quire: Run) -> None:
    split = quire("show", "line", "S..S....", "1")
    assert split.stdout == quire("show", "line", "S..S.... 1").stdout
    assert "SOS on a line 8" in split.stdout
    assert "SOS 7x5" in quire("show", "sos", "7x5").stdout
    assert "SOS 8x8" in quire("show", "sos").stdout


def test_show_draws_lines_with_owners(quire: Run, tmp_path: Path) -> None:
    moves = "Sa1 Ob1 Sc1"
    picture = json.loads(quire("show", "sos", "3x3", "--moves", moves, "--json").stdout)
    assert [stroke["owner"] for stroke in picture["strokes"]] == [0]
    composed = json.loads(quire("show", "sos", "SOS/.../... 1 1-0", "--json").stdout)
    assert [stroke["owner"] for stroke in composed["strokes"]] == [None]
    svg = tmp_path / "board.svg"
    assert quire("show", "sos", "3x3", "--moves", moves, "--svg", str(svg)).stdout == ""
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "sos", "S.."), "three fields"),
        (("show", "chess"), "no game called 'chess'"),
        (("show", "sos", "3x3", "--moves", "Sa1 Sa1"), "a1 already has an S"),
        (("show", "sos", ".../.../... 1 0-0", "--moves", "Sa1"), "these moves lead to"),
        (("show", "sos", "--svg", "no/such/place.svg"), "no/such/place.svg"),
        (("perft", "sos", "99x99", "1"), "is out of range"),
        (("perft", "sos", "3x3", "-1"), "-1"),
        (("perft", "sos", "3x3", "many"), "valid integer"),
        (("replay", "nowhere.json"), "nowhere.json"),
        (("replay", "-", "--step"), "--step needs a terminal"),
        (("replay", "-", "--number", "9" * 30), "less than or equal to"),
        (("perft", "sos", "3x3", "9" * 30), "less than or equal to 100"),
        (("dance",), "dance"),
    ],
)
def test_bad_arguments_exit_with_2(quire: Run, arguments: tuple[str, ...], message: str) -> None:
    done = quire(*arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_perft_counts(quire: Run) -> None:
    assert quire("perft", "sos", "3x3", "2").stdout == "288\n"
    facts = json.loads(quire("perft", "line", "4", "0", "--json").stdout)
    assert {key: facts[key] for key in ("game", "size", "depth", "nodes")} == {
        "game": "line",
        "size": "4",
        "depth": 0,
        "nodes": 1,
    }


def test_replay_shows_every_position(quire: Run, tmp_path: Path) -> None:
    quire("play", "line", "3", "--save", "game.json", input="S1\nO2\nS3\n")
    boards = quire("replay", "game.json").stdout
    assert boards.count("SOS on a line 3,") == 4
    assert "Player 1 (1) wins (line)." in boards
    assert "outcome" in quire("replay", "game.json", "--json").stdout
    steps = [
        json.loads(line) for line in quire("replay", "game.json", "--json").stdout.splitlines()
    ]
    assert [(step["move"], step["position"]) for step in steps] == [
        (None, "... 1"),
        ("S1", "S.. 2"),
        ("O2", "SO. 1"),
        ("S3", "SOS 2"),
    ]
    piped = quire("replay", "-", "--json", input=(tmp_path / "game.json").read_text())
    assert [json.loads(line) for line in piped.stdout.splitlines()] == steps


def test_replay_selects_a_game_and_reports_the_invalid_line(quire: Run, tmp_path: Path) -> None:
    quire("play", "line", "3", "--save", "game.json", input="S1\nO2\nS3\n")
    line = (tmp_path / "game.json").read_text()
    (tmp_path / "two.jsonl").write_text(line + line.replace('"O2"', '"O1"'))
    assert quire("replay", "two.jsonl", "--number", "1").returncode == 0
    broken = quire("replay", "two.jsonl", "--number", "2")
    assert broken.returncode == 2
    assert "line 2, move 2" in broken.stderr
    (tmp_path / "one.jsonl").write_text(line)
    none = quire("replay", "one.jsonl", "--number", "3")
    assert none.returncode == 2
    assert "no record number 3" in none.stderr


def test_show_prints_svg(quire: Run) -> None:
    assert ElementTree.fromstring(quire("show", "line", "5", "--svg", "-").stdout) is not None


ANNOTATED = {
    "format": 2,
    "game": "sos",
    "size": "3x3",
    "players": ["Ann", "Bob"],
    "start": "S../.../..S 2 0-0",
    "moves": ["Ob2", "Sa2"],
    "outcome": {"winner": None, "reason": "unfinished", "points": [0, 1], "ranks": [1, 1]},
    "seconds": [4.0, 2.5],
    "clock": 300,
    "increment": 1,
    "untimed": [0],
    "comments": [{"after": 0, "text": "A\u001b[31m gift."}],
    "variations": [
        {"after": 1, "moves": ["Sb1", "Sc2"], "comments": [{"after": 2, "text": "Safe."}]}
    ],
}


def test_replay_shows_comments_variations_and_clocks(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps(ANNOTATED))
    done = quire("replay", "game.json")
    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert [line for line in lines if line.startswith("Clocks")] == [
        "Clocks: - 5:00",
        "Clocks: - 4:57",
        "Clocks: - 4:55",
    ]
    assert "A [31m gift." in lines
    at = lines.index("Variation: Sb1 Sc2")
    assert lines[at + 1] == "  Safe."
    first, second, _ = map(json.loads, quire("replay", "game.json", "--json").stdout.splitlines())
    assert (first["position"], first["clocks"]) == (ANNOTATED["start"], [None, 300])
    assert first["comments"] == ["A\u001b[31m gift."]
    assert (second["seconds"], second["variations"][0]["moves"]) == (4.0, ["Sb1", "Sc2"])


def test_record_from_a_position_is_reviewed_and_resumed(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps(ANNOTATED))
    review = json.loads(quire("analyse", "sos", "game.json", "--nodes", "500", "--json").stdout)
    assert [step["move"] for step in review["steps"]] == ["Ob2", "Sa2"]
    at = json.loads(quire("analyse", "sos", "game.json", "--at", "1", "--json").stdout)
    assert at["position"] == "S../.O./..S 2 0-1"
    drawn = quire("analyse", "sos", "game.json", "--at", "1", "--svg", "-", "--nodes", "500")
    assert drawn.returncode == 0
    resumed = quire("play", "--resume", "game.json", input="undo\nundo\nquit\n")
    assert resumed.returncode == 0
    assert json.loads((tmp_path / "game.json").read_text())["start"] == ANNOTATED["start"]


def test_replay_steps_until_the_input_ends(quire: Run) -> None:
    quire("play", "line", "3", "--save", "game.json", input="S1\nO2\nS3\n")
    stepped = quire("replay", "game.json", "--step", input="\n")
    assert stepped.returncode == 0
    assert stepped.stdout.count("SOS on a line 3,") == 2


@pytest.mark.parametrize("arguments", [("games",), ("show", "sos"), ("--help",)])
def test_output_that_cannot_be_written_exits_with_1(tmp_path: Path, arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [QUIRE, *arguments],
            env=environment(tmp_path),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_stream_prints_no_traceback(tmp_path: Path, closed: str) -> None:
    command = f"{shlex.quote(str(QUIRE))} play line 5 {closed} </dev/null"
    command = command.replace("<&- </dev/null", "<&-")
    done = subprocess.run(
        ["sh", "-c", command], env=environment(tmp_path), capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_completion_knows_games_and_sizes(quire: Run) -> None:
    def completed(words: str) -> str:
        variables = {"_QUIRE_COMPLETE": "complete_bash", "COMP_WORDS": words}
        return quire(**variables, COMP_CWORD=str(len(words.split()) - 1)).stdout

    assert "obstruction" in completed("quire play ob")
    assert "5x5:simple" in completed("quire play sos 5")
    assert "random" in completed("quire play sos --vs r")

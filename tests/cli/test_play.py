"""Local games through a pipe: input, output and saved files."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pexpect
import pytest

from tests.cli.conftest import Run, at_terminal, saved_games

EXAMPLE = "Sa3 Sb3 Ob2 Sb1 Sc1 Sa1 Oa2 Sc3 Oc2"


def lines(moves: str) -> str:
    return "\n".join(moves.split(" ")) + "\n"


def test_example_game_of_sos(quire: Run, tmp_path: Path) -> None:
    done = quire("play", "sos", "3x3", "--name", "Ann", "--name", "Bob", input=lines(EXAMPLE))
    assert done.returncode == 0
    assert "Bob (2) plays Sb1" in done.stdout
    assert "Ann (1) 0  Bob (2) 1  Bob (2) to move, last move Sb1" in done.stdout
    assert "Ann (1) wins 3-2 (points)." in done.stdout
    assert done.stdout.isascii()
    (file,) = saved_games(tmp_path)
    assert done.stdout.endswith(f"Saved to {file}\n")
    assert json.loads(file.read_text())["outcome"]["points"] == [3, 2]


@pytest.mark.parametrize(
    ("game", "size", "moves", "message"),
    [
        ("line", "3", "S1 O2 S3", "Player 1 wins (line)."),
        ("line", "3", "O1 O2 O3", "Draw between Player 1 and Player 2 (full)."),
        ("obstruction", "3x3", "b2", "Player 1 (X) wins (last move)."),
        ("sos", "3x3:simple", "Sa1 Ob2 Sc3", "Player 1 wins (line)."),
        ("sos", "3x3", "Sa1 resign", "Player 1 wins 0-0 (resignation)."),
    ],
)
def test_other_games(quire: Run, game: str, size: str, moves: str, message: str) -> None:
    done = quire("play", game, size, input=lines(moves))
    assert done.returncode == 0
    assert message in done.stdout.splitlines()


def test_two_letter_form_means_row_column_letter(quire: Run) -> None:
    done = quire("play", "sos", "3x3", input="C A S\no a b\n")
    assert "plays Sa3" in done.stdout
    assert "plays Ob1" in done.stdout


def test_ambiguous_move_is_explained(quire: Run) -> None:
    done = quire("play", "sos", "26x26", input="S A O\nSo1\n")
    assert "Ambiguous move: write Oa19 or So1. Type help for a list of commands." in done.stdout
    assert "plays So1" in done.stdout


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("Sa1", "Sa1 is not legal: a1 already has an S"),
        ("Sd1", "'Sd1' is off the board: columns a to c, rows 1 to 3"),
        ("nonsense", "'nonsense' is not a move"),
        ("S" * 5000, "The text is too long"),
        ("[red]b[/red]", "'[red]b[/red]' is not a move"),
        ("S D D", "'S D D' is off the board: rows A to C, columns A to C"),
        ("Ｓa1", "'?a1' is not a move"),
    ],
)
def test_invalid_input_is_explained(quire: Run, typed: str, message: str) -> None:
    done = quire("play", "sos", "3x3", input=f"Sa1\n{typed}\n\nOb2\n")
    assert message in done.stdout
    assert "Player 2 plays Ob2" in done.stdout


def test_invalid_utf_8_is_handled(quire: Run) -> None:
    done = quire("play", "sos", "3x3", input=b"\xff\xfe\x00\x1b[2J\nSa1\n")
    assert done.returncode == 0
    assert "plays Sa1" in done.stdout
    assert "\x1b" not in done.stdout


def test_help_moves_and_undo(quire: Run) -> None:
    done = quire("play", "line", "3", input="undo\nhelp\nmoves\nS1\nmoves\nUNDO\nmoves\n")
    assert "No move to take back. Type help for a list of commands." in done.stdout
    assert "Moves: letter, then the number of the square" in done.stdout
    assert done.stdout.count("S1 O1 S2 O2 S3 O3") == 2
    assert "\nS2 O2 S3 O3\n" in done.stdout
    assert "Player 1 takes back a move" in done.stdout


def test_undo_goes_back_to_a_human_move(quire: Run) -> None:
    done = quire("play", "line", "20", "--vs", "random:seed=1", input="S1\nundo\nmoves\n")
    assert "random:seed=1 (2) plays" in done.stdout
    assert "S1 O1 S2 O2" in done.stdout.rsplit("your move: ", 2)[1]


def test_identical_names_get_numbers(quire: Run) -> None:
    done = quire("play", "line", "3", "--name", "Ann", "--name", "Ann", input="S1\nO2\nS3\n")
    assert "Ann (2) plays O2" in done.stdout
    assert "Ann (1) wins" in done.stdout


@pytest.mark.parametrize("leaving", ["quit\n", ""])
def test_game_can_be_quit_and_resumed(quire: Run, tmp_path: Path, leaving: str) -> None:
    moves = EXAMPLE.split(" ")
    left = quire("play", "sos", "3x3", input=lines(" ".join(moves[:4])) + leaving)
    assert left.returncode == 0
    (file,) = saved_games(tmp_path)
    record = json.loads(file.read_text())
    assert record["moves"] == moves[:4]
    assert record["outcome"]["reason"] == "unfinished"
    command = re.search(r"To continue: quire (.*)", left.stdout)
    assert command is not None
    done = quire(*shlex.split(command[1]), input=lines(" ".join(moves[4:])))
    assert "Player 1 wins 3-2 (points)." in done.stdout
    assert json.loads(file.read_text())["outcome"]["reason"] == "points"
    again = quire("play", "--resume", str(file))
    assert again.returncode == 2
    assert "the recorded game is over" in again.stderr


def test_agents_keep_their_seats_when_resumed(quire: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    arguments = ("--vs", "random:seed=5", "--first", "opponent", "--save", str(file))
    quire("play", "obstruction", "8x8", *arguments, "--name", "Bob", input="quit\n")
    assert json.loads(file.read_text())["agents"] == ["random:seed=5", None]
    done = quire("play", "--resume", str(file), input="moves\n")
    assert "Bob (O), your move" in done.stdout
    assert json.loads(file.read_text())["agents"] == ["random:seed=5", None]


def test_game_without_moves_is_not_saved(quire: Run, tmp_path: Path) -> None:
    done = quire("play", "sos", "3x3")
    assert done.returncode == 0
    assert "No moves were made, so nothing was saved." in done.stdout
    assert not saved_games(tmp_path)


def test_existing_file_is_never_replaced(quire: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text("mine")
    done = quire("play", "line", "5", "--save", "game.json", input="S1\n")
    assert done.returncode == 2
    assert "game.json already exists" in done.stderr
    assert file.read_text() == "mine"


def test_unwritable_file_is_reported_before_the_game(quire: Run) -> None:
    done = quire("play", "line", "5", "--save", "no/such/place.json", input="S1\n")
    assert done.returncode == 2
    assert "no/such/place.json" in done.stderr


def test_game_that_cannot_be_saved_is_printed(quire: Run, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a directory")
    done = quire("play", "line", "5", input="S1\n")
    assert done.returncode == 1
    assert "Couldn't save the game" in done.stdout
    assert json.loads(done.stderr)["moves"] == ["S1"]


def test_file_that_changed_meanwhile_is_left_alone(quire: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    quire("play", "line", "9", "--save", "game.json", input="S1\n")
    first = file.read_text()
    child = at_terminal(tmp_path, "play", "--resume", "game.json")
    child.expect("your move: ")
    quire("play", "--resume", "game.json", input="S9\n")
    theirs = file.read_text()
    assert theirs != first
    child.sendline("O5")
    child.expect("your move: ")
    child.sendeof()
    child.expect("Saved")
    child.expect(pexpect.EOF)
    assert file.read_text() == theirs
    (other,) = saved_games(tmp_path)
    assert json.loads(other.read_text())["moves"] == ["S1", "O5"]


def test_undo_stops_at_a_player_who_left(quire: Run) -> None:
    done = quire("play", "sos", "3x3:3", input="Sa1\nresign\nundo\nSb1\nundo\n")
    assert "Can't take back moves from before Player 2 left." in done.stdout
    assert "Player 3 takes back a move" in done.stdout


def test_control_characters_in_names_are_harmless(quire: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    quire("play", "line", "3", "--save", "game.json", input="S1\n")
    file.write_text(file.read_text().replace("Player 1", "\\u001b[2JAnn\\nBob"))
    for command in (("replay", "game.json"), ("play", "--resume", "game.json")):
        done = quire(*command)
        assert done.returncode == 0
        assert "\x1b" not in done.stdout
        assert "[2JAnn Bob" in done.stdout


def test_three_players_and_one_leaves(quire: Run) -> None:
    done = quire("play", "sos", "3x3:3", input="Sa1\nresign\nmoves\nresign\n")
    assert "Player 2 out" in done.stdout
    assert "last move Sa1" in done.stdout
    assert "Player 1 wins 0-x-x (resignation)." in done.stdout


def test_agents_play_to_the_end(quire: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = quire("play", "extreme", "--vs", "random", "--vs", "random", "--save", str(file))
    assert done.returncode == 0
    assert json.loads(file.read_text())["outcome"]["reason"] in ("line", "points")


def test_game_with_a_failing_agent_can_be_resumed(quire: Run, tmp_path: Path) -> None:
    done = quire("play", "sos", "3x3:3", "--vs", "perfect", input="Sa1\nSb1\n")
    assert done.returncode == 2
    assert "only two-player positions can be solved" in done.stderr
    (file,) = saved_games(tmp_path)
    assert f"Saved. To continue: quire play --resume {file}" in done.stdout
    assert json.loads(file.read_text())["moves"] == ["Sa1", "Sb1"]


def test_prompts_for_the_game(quire: Run) -> None:
    done = quire("play", input="5\nchess\nline\n2\n3\n\nS1\nO2\nS3\n")
    assert done.returncode == 0
    assert "No game called 'chess'" in done.stdout
    assert "'2' is not a size" in done.stdout
    assert "wins (line)" in done.stdout


@pytest.mark.parametrize(
    "typed", ["", "sos\n", "sos\n3x3\n", "quit\n", "sos\nq\n", "sos\n3x3\nExit\n"]
)
def test_quitting_before_a_game_is_no_error(quire: Run, typed: str) -> None:
    done = quire("play", input=typed)
    assert done.returncode == 0
    assert done.stdout.endswith("No game chosen.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("chess",), "no game called 'chess'"),
        (("sos", "2x2"), "'2x2' is out of range"),
        (("sos", "--vs", "kasparov"), "no agent called 'kasparov'"),
        (("sos", "--name", "a", "--name", "b", "--name", "c"), "3 for 2 people"),
        (
            ("sos", "--vs", "random", "--vs", "random", "--vs", "random"),
            "too many agents: 3 for a game of 2 players",
        ),
        (("sos", "--first", "me"), "--first needs at least one person and one agent"),
        (("--resume", "nowhere.json"), "nowhere.json: No such file or directory"),
        (("sos", "--resume", "nowhere.json"), "--resume can't be combined with other options"),
    ],
)
def test_invalid_arguments_are_refused(
    quire: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = quire("play", *arguments)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must be the only record in its file"),
        ('{"game":"sos"', "game.json: line 1: invalid JSON"),
        ("\udcff", "line 1: not valid UTF-8"),
    ],
)
def test_damaged_file_is_refused(quire: Run, tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(os.fsencode(text))
    done = quire("play", "--resume", str(file))
    assert done.returncode == 2
    assert message in done.stderr

"""Local games at a real terminal: names, colour, Ctrl-C, a closed window."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pexpect
import pytest

from tests.cli.conftest import at_terminal, saved_games


def test_prompts_for_names_and_colours_the_board(tmp_path: Path) -> None:
    child = at_terminal(tmp_path, "play", "sos", "3x3")
    child.expect("Player 1's name")
    child.sendline("Zoë\x07")
    child.expect("Player 2's name")
    child.sendline("")
    for move in ("Sa1", "Ob1"):
        child.expect("your move: ")
        child.sendline(move)
    child.expect("Zoë")
    child.expect("your move: ")
    child.sendline("Sc1")
    child.expect("─")
    child.expect("\x1b\\[")
    child.expect("Player 2")
    child.expect("your move: ")
    child.sendeof()
    child.expect("Saved")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0
    (file,) = saved_games(tmp_path)
    assert json.loads(file.read_text())["players"] == ["Zoë", "Player 2"]


def test_no_color_is_plain_ascii(tmp_path: Path) -> None:
    child = at_terminal(tmp_path, "show", "sos", "SOS/.../... 1 1-0", NO_COLOR="1")
    child.expect(pexpect.EOF)
    shown = child.before
    assert shown is not None
    assert shown.isascii()
    assert "\x1b[" not in shown


@pytest.mark.parametrize(
    ("leave", "status"),
    [("interrupt", 130), ("hangup", 130), ("terminate", 130)],
)
def test_interrupted_game_is_saved(tmp_path: Path, leave: str, status: int) -> None:
    child = at_terminal(tmp_path, "play", "line", "9", "--name", "Ann", "--name", "Bob")
    child.expect("Ann .1., your move: ")
    child.sendline("S5")
    child.expect("Bob .2., your move: ")
    if leave == "interrupt":
        child.sendintr()
    else:
        child.kill(signal.SIGHUP if leave == "hangup" else signal.SIGTERM)
    child.expect("Saved")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == status
    (file,) = saved_games(tmp_path)
    # Even in a narrow terminal, the command to continue can be copied in one piece.
    assert child.before == f". To continue: quire play --resume {file}\r\n"
    assert json.loads(file.read_text())["moves"] == ["S5"]


def test_interrupted_game_that_cannot_be_saved_is_printed(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a directory")
    child = at_terminal(tmp_path, "play", "line", "9", "--name", "Ann", "--name", "Bob")
    child.expect("your move: ")
    child.sendline("S5")
    child.expect("Bob .2., your move: ")
    child.sendintr()
    child.expect("Couldn't save the game")
    child.expect('"moves":\\["S5"\\]')
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130


def test_every_move_is_saved_at_once(tmp_path: Path) -> None:
    child = at_terminal(tmp_path, "play", "line", "9", "--name", "Ann", "--name", "Bob")
    child.expect("your move: ")
    child.sendline("S5")
    child.expect("Bob .2., your move: ")
    child.kill(signal.SIGKILL)
    child.wait()
    (file,) = saved_games(tmp_path)
    assert json.loads(file.read_text())["moves"] == ["S5"]

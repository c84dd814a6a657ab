"""People at real terminals, and a real server: what the tests of online play share."""

from __future__ import annotations

import re
from pathlib import Path

import pexpect

from tests.cli.conftest import at_terminal
from tests.server.harness import Running, ServerProcess

LOBBY = "number, new, help or quit: "
"""What the lobby asks."""


def home(tmp_path: Path, name: str) -> Path:
    """A person's own directory."""
    made = tmp_path / name
    made.mkdir(exist_ok=True)
    return made


def open_game(
    server: Running | ServerProcess, at: Path, *more: str
) -> tuple[pexpect.spawn[str], str]:
    """Ann opens a game of line, and gets the link to send."""
    child = at_terminal(at, "play", "line", "3", "--online", server.url, "--name", "Ann", *more)
    child.expect(r"Opponent \[1\]")
    child.sendline("3")
    return child, link_of(child)


def link_of(child: pexpect.spawn[str]) -> str:
    """Return the invite link on the screen."""
    child.expect("Share this invite link:\r\n")
    child.expect(r"(http://\S+/play/\S+)\r\n")
    assert isinstance(child.match, re.Match)
    link: str = child.match[1]
    return link


def move(child: pexpect.spawn[str], text: str) -> None:
    """Makes a move, when it is asked for."""
    answer(child, "your move: ", text)


def answer(child: pexpect.spawn[str], asked: str, *typed: str) -> None:
    """Types that, one line for each time that it is asked."""
    for line in typed:
        child.expect(asked)
        child.sendline(line)


def leave(*people: pexpect.spawn[str]) -> None:
    """Everybody goes, in good order or not."""
    for child in people:
        child.close(force=True)

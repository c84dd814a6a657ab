"""Players at real terminals and a real server, for the tests of online play."""

from __future__ import annotations

import re
from pathlib import Path

import pexpect

from tests.cli.conftest import at_terminal
from tests.server.harness import RunningServer, ServerProcess

LOBBY = "number, new, help or quit: "
"""The prompt of the lobby."""


def home(tmp_path: Path, name: str) -> Path:
    """Create a player's home directory."""
    directory = tmp_path / name
    directory.mkdir(exist_ok=True)
    return directory


def open_game(
    server: RunningServer | ServerProcess, at: Path, *more: str
) -> tuple[pexpect.spawn[str], str]:
    """Open a game of line as Ann, and return the terminal with the invite link."""
    child = at_terminal(at, "play", "line", "3", "--online", server.url, "--name", "Ann", *more)
    child.expect(r"Opponent \[1\]")
    child.sendline("3")
    return child, link_of(child)


def link_of(child: pexpect.spawn[str]) -> str:
    """Return the invite link on the screen."""
    child.expect("Share this invite link:\r\n")
    child.expect(r"(http://\S+/game/\S+)\r\n")
    assert isinstance(child.match, re.Match)
    link: str = child.match[1]
    return link


def move(child: pexpect.spawn[str], text: str) -> None:
    """Make a move when asked for it."""
    answer(child, "your move: ", text)


def answer(child: pexpect.spawn[str], prompt: str, *lines: str) -> None:
    """Type each line when prompted."""
    for line in lines:
        child.expect(prompt)
        child.sendline(line)


def leave(*people: pexpect.spawn[str]) -> None:
    """Close all terminals."""
    for child in people:
        child.close(force=True)

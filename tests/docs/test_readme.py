"""The README: short, and every command in it works."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
QUIRE = Path(sys.executable).with_name("quire")
COMMANDS = re.findall(r"^\.venv/bin/quire (.*?)(?: {2,}#.*)?$", README, re.MULTILINE)


def test_readme_is_short_and_names_the_three_commands() -> None:
    assert len(README.splitlines()) < 110
    assert {"make run", "make test", "make check"} <= set(re.findall(r"make \w+", README))


def test_every_link_exists() -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", README) + re.findall(r'src="([^"]+)"', README)
    assert len(links) > 20
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_command_works(tmp_path: Path) -> None:
    """Run them in order, in a directory with the examples; at a prompt, quit."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    assert len(COMMANDS) > 8
    for command in COMMANDS:
        shorter = " --games 2" if command.startswith("arena match") else ""
        done = subprocess.run(
            f"{QUIRE} {command}{shorter}",
            shell=True,
            input="quit\n" * 3,
            cwd=tmp_path,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "QUIRE_BOOK": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    assert (tmp_path / "match.html").is_file()
    assert (tmp_path / "board.svg").is_file()

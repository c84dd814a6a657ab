"""A new game plays everywhere with its rules, its module and its name in two lists."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.toy.build import ROOT
from tests.toy.environment import build_environment


@pytest.fixture(scope="session")
def python(testrun_uid: str) -> Path:
    """The interpreter of the environment with the toy game."""
    return build_environment(testrun_uid)


def test_the_environment_is_built_once_in_a_run(python: Path, testrun_uid: str) -> None:
    used = python.parent.parent / "used"
    used.touch()
    assert build_environment(testrun_uid) == python
    assert used.exists()


@pytest.mark.parametrize("part", ["test_engine", "test_programs", "test_online", "test_page"])
def test_a_new_game_plays_everywhere(python: Path, part: str) -> None:
    tests = f"tests/toy/inside/{part}.py"
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0", tests]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr

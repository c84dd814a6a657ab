"""A virtual environment in which Quire has one game, and that one is new.

It holds a copy of the package with what a new game touches, and nothing else: the native module of
a build with its header, `games/tictactoe.py`, and its name in `games/__init__.py`. Every process
that its interpreter starts (a server's worker, a sandboxed bot) has the game too.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.toy.build import BUILD, ROOT, build

ENVIRONMENT = BUILD / "environment"
INSTALLED = Path(sysconfig.get_path("purelib"))
GAME = Path(__file__).parent / "tictactoe.py"


def build_environment(run: str) -> Path:
    """Build the environment, once in each run of the tests, and return its interpreter.

    Another process of the same run may be using it already.
    """
    python, built_for = ENVIRONMENT / "bin" / "python", ENVIRONMENT / "run"
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "environment.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes
        if built_for.exists() and built_for.read_text() == run:
            return python
        native = build()
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        command = [sys.executable, "-m", "venv", "--without-pip", str(ENVIRONMENT)]
        subprocess.run(command, check=True)
        (packages,) = (ENVIRONMENT / "lib").glob("python*/site-packages")
        # Links to files, since the sandbox shows a bot its own environment alone. Quire's .pth file
        # would find the package in the source tree.
        without = shutil.ignore_patterns("*.pth", "quire")
        shutil.copytree(
            INSTALLED, packages, ignore=without, copy_function=_link, dirs_exist_ok=True
        )
        _copy_package(packages / "quire", native)
        built_for.write_text(run)
    return python


def _link(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # on another file system
        shutil.copy2(source, target)


def _copy_package(package: Path, native: Path) -> None:
    without = shutil.ignore_patterns("__pycache__", "_native*.so", "*.pyi")
    shutil.copytree(ROOT / "src" / "quire", package, ignore=without)
    # What an editable installation has built: the launcher of the sandbox.
    shutil.copytree(INSTALLED / "quire", package, ignore=without, dirs_exist_ok=True)
    shutil.copy(native, package)
    shutil.copy(GAME, package / "games")
    games = package / "games" / "__init__.py"
    text = games.read_text(encoding="utf-8")
    listed, count = re.subn(r"^_MODULES = .*$", f'_MODULES = ("{GAME.stem}",)', text, flags=re.M)
    assert count == 1
    games.write_text(listed, "utf-8")

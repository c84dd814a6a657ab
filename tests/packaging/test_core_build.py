"""The page is also built where the compiler of its core can't be installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.needs import missing

ROOT = Path(__file__).parents[2]


def test_build_without_the_compiler_goes_on_and_says_so(tmp_path: Path) -> None:
    if shutil.which("make") is None:
        missing("make", "install it")
    (tmp_path / "venv").touch()
    core = tmp_path / "build" / "quire.wasm"
    given = [f"STAMPS={tmp_path}", f"CORE={core}", "PIP=false"]
    done = subprocess.run(
        ["make", str(core), *given], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "The page is built without the core, and asks the server instead" in done.stdout
    assert not core.exists()

"""The fuzzer of the native module in a separate process, so that a crash is noticed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ITERATIONS = 12_000


@pytest.mark.parametrize("seed", ["quire", "paper"])
def test_invalid_calls_do_not_crash_the_process(seed: str) -> None:
    command = [sys.executable, "-m", "tests.fuzz.binding"]
    print(f"seed {seed!r}; again with:", *command[1:], seed, ITERATIONS)
    done = subprocess.run(
        [*command, seed, str(ITERATIONS)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "survived\n"
    assert "leaked" not in done.stderr

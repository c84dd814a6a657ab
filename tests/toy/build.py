"""The native module with the toy game alone: see native/tests/toy/README.md.

`python -m tests.toy` builds it and prints the interpreter of an environment that uses it.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
BUILD = ROOT / "build" / "toy"


def build() -> Path:
    """Build the module, unless it is up to date, and return its file.

    ccache is used if it is installed. -O1 takes half the time of -O3 to compile, and all files as
    one take two thirds of the time of many.
    """
    tools = Path(sys.executable).parent
    found = subprocess.run(
        [sys.executable, "-m", "nanobind", "--cmake_dir"],
        capture_output=True,
        text=True,
        check=True,
    )
    configure = [
        str(tools / "cmake"),
        *("-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", "--log-level=WARNING"),
        f"-DQUIRE_GAMES={ROOT / 'native' / 'tests' / 'toy'}",
        *("-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=0"),
        f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}",
        f"-DPython_EXECUTABLE={sys.executable}",
        f"-Dnanobind_DIR={found.stdout.strip()}",
        *(["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []),
    ]
    compile = [str(tools / "cmake"), "--build", str(BUILD), "--target", "_native"]
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes
        for command in (configure, compile):
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise RuntimeError(done.stdout + done.stderr)
    (module,) = BUILD.glob("_native.*.so")
    return module

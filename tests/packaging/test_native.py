"""The native tests, built and run under the address and undefined-behaviour sanitizers."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.needs import missing

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "native-tests"


def test_native_tests_pass_under_sanitizers() -> None:
    if shutil.which("c++") is None:
        missing("a C++ compiler", "install g++ or clang++")
    tools = Path(sys.executable).parent
    configure = [
        str(tools / "cmake"),
        *("-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", "-DQUIRE_NATIVE_TESTS=ON"),
        f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}",
        *(["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []),
    ]
    for command in (configure, [str(tools / "cmake"), "--build", str(BUILD)]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if "cannot find -lasan" in done.stdout or "libclang_rt" in done.stdout:
            missing("the sanitizers' library", "install the compiler's libasan and libubsan")
        assert done.returncode == 0, done.stdout + done.stderr
    done = subprocess.run([BUILD / "native_tests"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Status: SUCCESS!" in done.stdout

"""Cases that could crash the whole process, each in a separate process."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quire import _native

AT_EXIT = """
import threading
from quire import _native
started = threading.Barrier(3)
def work():
    start = _native.start("sos", "26x26")
    started.wait()
    _native.playouts(start, 10**9, 1)
for _ in range(2):
    threading.Thread(target=work, daemon=True).start()
started.wait()
print("main ends")
"""

# A finalizer that requests the same names as the call that triggers garbage collection.
REENTERED = """
import gc
from quire import _native
kept = []
class Evil:
    def __del__(self):
        kept.append(_native.start("sos", "17x13"))
gc.disable()
gc.collect()
evil = Evil()
evil.me = evil
del evil
hold = [{} for _ in range(2000)]
gc.set_threshold(1)
gc.enable()
first = _native.start("sos", "17x13")
gc.disable()
assert kept, "the finalizer did not run inside start"
junk = [bytes(442 * 8) for _ in range(200)]
assert kept[0] == first
print(kept[0].legal_moves()[:2])
"""


@pytest.mark.parametrize(
    ("program", "output"), [(AT_EXIT, "main ends\n"), (REENTERED, "['Sa1', 'Oa1']\n")]
)
def test_process_exits_cleanly(program: str, output: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, output, "")


@pytest.mark.parametrize("depth", [-1, _native.deepest_perft + 1])
def test_perft_has_bounds(depth: int) -> None:
    with pytest.raises(ValueError, match="depth must be 0 to 100"):
        _native.perft(_native.start("line", "2000"), depth)

"""The type stub of `quire._native`, made from the module by nanobind's stubgen."""

from __future__ import annotations

import re
from pathlib import Path

from nanobind.stubgen import ReplacePattern, StubGen  # type: ignore[import-untyped]

import quire
from quire import _native

STUB = Path(quire.__file__).parent / "_native.pyi"

# The buffer protocol has no method that stubgen could see.
BUFFER = ReplacePattern(
    re.compile(r"quire\._native\.Solver\.__suffix__"),
    ["def __buffer__(self, flags: int, /) -> memoryview:", '    """Return the table."""', ""],
    0,
)


def stub() -> str:
    """Return the text of the stub; signatures and docstrings come from native/bindings."""
    generator = StubGen(_native, patterns=[BUFFER])
    generator.put(_native)
    text: str = generator.get()
    return "# Written by `make docs`; do not edit.\n" + text

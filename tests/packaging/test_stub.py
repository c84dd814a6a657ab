"""The type stub of the native module is what nanobind's stubgen makes of the module."""

from __future__ import annotations

from docs.generators.stub import STUB, stub


def test_stub_is_current() -> None:
    assert STUB.read_text(encoding="utf-8") == stub(), "run make docs"

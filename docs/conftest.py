"""Examples that need an optional library are left out, loudly, where it is missing."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.needs import missing

LIBRARIES = {"adapters.md": {"pettingzoo": "pettingzoo", "pyspiel": "open_spiel"}}
"""What a document needs: its modules, each with the extra that brings it."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    for module, extra in LIBRARIES.get(item.path.name, {}).items():
        if find_spec(module) is None:
            missing(module, f"pip install 'quire[{extra}]'")

"""Skip examples that need an optional library, loudly, where it is missing."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.needs import missing

LIBRARIES = {"adapters.md": {"pettingzoo": "pettingzoo", "pyspiel": "open_spiel"}}
"""Modules that a document needs, each with the extra that installs it."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    for module, extra in LIBRARIES.get(item.path.name, {}).items():
        if find_spec(module) is None:
            missing(module, f"pip install 'quire[{extra}]'")

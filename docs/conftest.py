"""Skip examples that need an optional library, loudly, where it is missing."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.needs import missing

LIBRARIES = {
    "adapters.md": {
        "numpy": "quire[batch]",
        "gymnasium": "quire[gymnasium]",
        "pettingzoo": "quire[pettingzoo]",
        "pyspiel": "quire[open_spiel]",
    },
    "data.md": {"pandas": "pandas"},
}
"""Modules that a document needs, each with the package that installs it."""


def pytest_runtest_setup(item: pytest.Item) -> None:
    for module, package in LIBRARIES.get(item.path.name, {}).items():
        if find_spec(module) is None:
            missing(module, f"pip install '{package}'")

"""The compiled core in a Node process, once for all tests here."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from tests.needs import missing
from tests.wasm.host import CORE, Host, host


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The core that `make page` built."""
    if shutil.which("node") is None:
        missing("Node", "install it, then run make page")
    if not CORE.is_file():
        missing("the core for the browser", "run make page")
    with host(tmp_path_factory.mktemp("core")) as running:
        yield running

"""A server for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.fake_time import FakeTime
from tests.server.harness import RunningServer, running_server, settings


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with a fake clock that tests advance."""
    with running_server(settings(tmp_path), FakeTime()) as running:
        yield running

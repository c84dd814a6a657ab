"""Settings shared by all tests of the arena."""

import pytest

collect_ignore = ["sample_bots"]  # bots for tests to run, not tests


@pytest.fixture(autouse=True)
def generous_startup(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow more time to start a bot: the machine is busy with other tests."""
    monkeypatch.setattr("quire.arena.bots.process.STARTUP_SECONDS", 120.0)

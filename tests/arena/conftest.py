"""What all tests of the arena share."""

import pytest

collect_ignore = ["sample_bots"]  # bots for tests to run, not tests


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with other tests takes long to start a bot."""
    monkeypatch.setattr("quire.arena.bots.process.STARTUP_SECONDS", 120.0)

"""Attacks, with small numbers: ordinary games go on, and memory is bounded."""

from __future__ import annotations

import pytest

from benchmarks.load.process import open_many_files
from benchmarks.siege.attacks import ATTACKS
from benchmarks.siege.siege import ANSWER_TIMEOUT_SECONDS, besiege

MAX_GROWTH = 150_000_000
"""Bytes: the send buffers of a hundred slow readers, and some room."""


@pytest.mark.parametrize("attack", [name for name in ATTACKS if name != "nothing"])
def test_ordinary_games_go_on(attack: str) -> None:
    open_many_files()
    siege = besiege(attack, games=3, seconds=2.0)
    assert siege.errors == {}
    assert siege.moves > 0
    assert siege.answer < ANSWER_TIMEOUT_SECONDS
    assert siege.memory - siege.memory_before < MAX_GROWTH

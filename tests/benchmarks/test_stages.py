"""Every part of a move is measured, and reaches the documentation."""

from __future__ import annotations

import asyncio

from benchmarks import stages
from benchmarks.report import between


def test_every_part_of_a_move_is_measured() -> None:
    measured = asyncio.run(stages.measure(games=8))
    assert len(measured) == 5 + len(stages.GROUPS) + 1
    assert all(seconds > 0 for seconds in measured.values())
    markers = stages.BEGIN, stages.END
    text = between("".join(markers), stages.markdown(measured), *markers)
    assert text.count("µs |") == len(measured)

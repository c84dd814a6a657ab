"""Tasks of worker processes, and what they cache."""

from __future__ import annotations

from typing import Any

from quire.server.workers import worker_task
from quire.server.workers.worker_task import MAX_CACHED_ANALYSERS, TABLE_BYTES, AnalysisTask
from quire.wire.study_types import Line

SIZES = ("3x3", "3x4", "3x3:simple", "3x4:simple")


def effort(size: str) -> int:
    """Return the nodes of an analysis that ends with a proof."""
    found = AnalysisTask(Line(game="sos", size=size, moves=["Sa1", "Sa2"]), 60.0).run()
    assert found.exact
    return found.nodes


def test_alternating_analyses_keep_their_tables() -> None:
    worker_task._analyser.cache_clear()
    assert len(SIZES) == MAX_CACHED_ANALYSERS
    first = [effort(size) for size in SIZES]
    assert all(effort(size) < before for size, before in zip(SIZES, first, strict=True))


def test_analyser_has_limited_memory() -> None:
    for game, size in (("sos", "8x8"), ("sos", "8x8:3"), ("line", "99")):
        analyser: Any = worker_task._analyser(game, size)
        assert (analyser._solver.memory, analyser._engine.memory) == (TABLE_BYTES, TABLE_BYTES)

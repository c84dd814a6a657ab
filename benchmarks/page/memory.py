"""The memory of the page: while it analyses a board that is too large to solve, and afterwards."""

from __future__ import annotations

import time

from benchmarks.page.chromium import Chromium
from benchmarks.row import Row

GOAL_MEGABYTES = 256
TOO_LARGE = ("sos", "8x8")
SETTLING_SECONDS = 30
"""From the end of an analysis until its memory counts as given back."""


def rows(chromium: Chromium, seconds: float) -> list[Row]:
    """Return the memory that an analysis adds, and what is left of it on another page."""
    page = chromium.context.new_page()
    page.goto("#/rules")
    page.get_by_role("heading", level=1).wait_for()
    before = chromium.memory_bytes()
    game, size = TOO_LARGE
    page.goto(f"#/analysis?game={game}&size={size}")
    peak = before
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        page.wait_for_timeout(250)
        peak = max(peak, chromium.memory_bytes())
    page.goto("#/rules")
    page.wait_for_timeout(1000 * SETTLING_SECONDS)
    after = chromium.memory_bytes()
    page.close()
    return [
        Row(
            what=f"memory added by {seconds:.0f} s of analysis, `{game} {size}`",
            ours=_megabytes(peak - before),
            theirs="-",
            goal=f"≤ {GOAL_MEGABYTES} MB",
            met=peak - before <= GOAL_MEGABYTES * 1e6,
        ),
        Row(
            what=f"of it, {SETTLING_SECONDS} s after leaving",
            ours=_megabytes(max(0, after - before)),
            theirs="-",
        ),
    ]


def _megabytes(size: float) -> str:
    return f"{size / 1e6:.0f} MB"

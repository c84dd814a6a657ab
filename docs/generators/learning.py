"""The curve of the example that learns by self-play, from its measurements."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.chart import Chart, Line, to_svg

MEASUREMENTS = Path(__file__).parents[1] / "measurements" / "learning.json"


def curve() -> str:
    """Return how many won openings the network wins over the CPU time, as SVG."""
    content = json.loads(MEASUREMENTS.read_text("utf-8"))
    settings, measured = content["settings"], content["measured"]
    board = f"{settings['game'].capitalize()} {settings['size']}"
    return to_svg(
        Chart(
            caption=f"Learning {board}: wins against perfect over the CPU time of learning",
            across="seconds of CPU time, of one core",
            up=f"{board}: % of {settings['openings']} won openings won against perfect",
            places=[f"{it['seconds']:.0f}" for it in measured],
            lines=(
                Line(
                    f"with {settings['simulations']} simulations per move",
                    [100 * it["search"] for it in measured],
                ),
                Line("the network alone", [100 * it["alone"] for it in measured]),
            ),
        )
    )

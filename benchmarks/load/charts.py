"""Charts of the CPU time per move, over concurrent games and over finished games."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.chart import Chart, Line, to_svg
from benchmarks.load.results import Measurement, Results


def charts(results: Results) -> dict[str, str]:
    """Return SVG texts by file name."""
    made = {}
    if wide := results.runs.get("wide"):
        places = [f"{measured.plan.players // 2:,}" for measured in wide]
        made["load-games.svg"] = _cost("games at once", places, wide)
    if grown := results.runs.get("grown"):
        places = [f"{measured.finished_games:,}" for measured in grown]
        made["load-store.svg"] = _cost("finished games in the database", places, grown)
    return made


def _cost(across: str, places: list[str], runs: Sequence[Measurement]) -> str:
    rate = f"{runs[0].plan.rate:.0f} moves per second"
    return to_svg(
        Chart(
            caption=f"CPU time per move over {across}",
            across=across,
            up=f"the server's CPU time per move in µs, at {rate}",
            places=places,
            lines=(
                Line("idle cost excluded", [1e6 * measured.cost_of_move for measured in runs]),
                Line("idle cost included", [1e6 * measured.cost for measured in runs]),
            ),
        )
    )

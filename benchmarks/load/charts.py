"""The charts of what was seen: what a move costs over games at once, and over the store's past."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.chart import Chart, Line, to_svg
from benchmarks.load.seen import Results, Seen


def charts(results: Results) -> dict[str, str]:
    """SVG texts by the names of their files."""
    made = {}
    if wide := results.runs.get("wide"):
        places = [f"{seen.plan.players // 2:,}" for seen in wide]
        made["load-games.svg"] = _cost("games at once", places, wide)
    if grown := results.runs.get("grown"):
        places = [f"{seen.past:,}" for seen in grown]
        made["load-store.svg"] = _cost("finished games in the database", places, grown)
    return made


def _cost(across: str, places: list[str], runs: Sequence[Seen]) -> str:
    rate = f"{runs[0].plan.rate:.0f} moves per second"
    return to_svg(
        Chart(
            caption=f"What a move costs, over {across}",
            across=across,
            up=f"the server's CPU time per move in µs, at {rate}",
            places=places,
            lines=(
                Line("a move alone", [1e6 * seen.cost_of_move for seen in runs]),
                Line("with all that connections cost", [1e6 * seen.cost for seen in runs]),
            ),
        )
    )

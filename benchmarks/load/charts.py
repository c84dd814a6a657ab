"""Charts of the CPU time per move: over concurrent games, over finished games, and by server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from benchmarks.chart import Chart, Line, to_svg
from benchmarks.load.peers.table import by_plan, title
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
    if peers := results.runs.get("peers"):
        made["load-peers.svg"] = _peers(by_plan(peers))
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


def _peers(plans: Sequence[Mapping[str, Measurement]]) -> str:
    places = list(dict.fromkeys(server for servers in plans for server in servers))
    return to_svg(
        Chart(
            caption="CPU time per move on each server",
            across="server",
            up="the server's CPU time per move in µs",
            places=places,
            lines=[
                Line(
                    title(next(iter(servers.values())).plan),
                    [1e6 * servers[it].cost if it in servers else None for it in places],
                )
                for servers in plans
            ],
            is_joined=False,
        )
    )

"""The servers side by side: figures of each, and how Quire compares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.table import Table

from benchmarks.load.peers import BOARDGAME_IO, COLYSEUS, QUIRE, RELAY
from benchmarks.load.results import Crash, Measurement, Plan
from benchmarks.row import Row, ratio_of

BEGIN = "<!-- peers: begin -->"
END = "<!-- peers: end -->"
GOAL_RELAY = 1.6
"""CPU time per move, compared with the bare relay."""

GOAL_BOARDGAME_IO = 2.0
"""How many times better than boardgame.io."""


def by_plan(runs: Sequence[Measurement]) -> list[dict[str, Measurement]]:
    """Return the measurements of each plan by their server."""
    plans: dict[tuple[int, float], dict[str, Measurement]] = {}
    for run in runs:
        plans.setdefault((run.plan.players, run.plan.pace), {})[run.plan.server] = run
    return list(plans.values())


def title(plan: Plan) -> str:
    """Return the title of a plan's table."""
    if not plan.pace:
        return f"{plan.players:,} players, flat out"
    return f"{plan.players:,} players, {plan.rate:,.0f} moves per second"


def _title_of(servers: Mapping[str, Measurement]) -> str:
    return title(next(iter(servers.values())).plan)


def lines_of(servers: Mapping[str, Measurement]) -> list[tuple[str, ...]]:
    """Return the texts of a table: what was measured, and the figures of each server."""
    runs, relay = list(servers.values()), servers.get(RELAY)
    return [
        ("", *servers),
        ("moves per second", *(f"{run.rate:,.0f}" for run in runs)),
        ("CPU time per move", *(f"{1e6 * run.cost:,.0f} µs" for run in runs)),
        ("compared with the relay", *(_ratio(run, relay) for run in runs)),
        ("move to opponent, median", *(f"{1000 * run.median:.1f} ms" for run in runs)),
        ("move to opponent, p99", *(f"{1000 * run.p99:.1f} ms" for run in runs)),
        ("memory per connection", *(f"{run.memory / 1024:.1f} KiB" for run in runs)),
        ("lost by kill -9", *(_lost(run.crash) for run in runs)),
        ("CPU of the players", *(f"{100 * run.players_load:.0f}%" for run in runs)),
        ("errors", *(_errors(run) for run in runs)),
    ]


def _ratio(run: Measurement, relay: Measurement | None) -> str:
    ratio = None if relay is None else ratio_of(run.cost, relay.cost)
    return "-" if ratio is None else f"{ratio:.2f}x"


def _errors(run: Measurement) -> str:
    return ", ".join(f"{number} {what}" for what, number in run.errors.items()) or "0"


def _lost(crash: Crash | None) -> str:
    if crash is None:
        return "-"
    if crash.lost == crash.announced:
        return "everything"
    return f"{crash.lost:,} of {crash.announced:,} moves" if crash.lost else "nothing"


def tables(runs: Sequence[Measurement]) -> list[Table]:
    """Return a table for each plan."""
    made = []
    for servers in by_plan(runs):
        headings, *rows = lines_of(servers)
        table = Table(title=_title_of(servers))
        for heading in headings:
            table.add_column(heading, justify="right" if heading else "left")
        for row in rows:
            table.add_row(*row)
        made.append(table)
    return made


def markdown(runs: Sequence[Measurement]) -> str:
    """Return the tables for the documentation, with the chart."""
    parts = []
    for servers in by_plan(runs):
        headings, *rows = lines_of(servers)
        lines = [headings, ("---", *["---:"] * len(servers)), *rows]
        text = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        parts.append(f"**{_title_of(servers)}**\n\n{text}")
    parts.append("![CPU time per move on each server](../pictures/load-peers.svg)")
    return "\n\n".join(parts)


def goal_rows(runs: Sequence[Measurement]) -> list[Row]:
    """Return the rows that compare Quire with a server that it has a goal for."""
    rows = []
    for servers in by_plan(runs):
        quire, relay, boardgame_io, colyseus = (
            servers.get(name) for name in (QUIRE, RELAY, BOARDGAME_IO, COLYSEUS)
        )
        if quire is None:
            continue
        name, is_flat = title(quire.plan), not quire.plan.pace
        if relay and is_flat:
            rows.append(_cost_row(name, quire, relay, GOAL_RELAY))
        if boardgame_io and is_flat:
            rows.append(_rate_row(name, quire, boardgame_io, GOAL_BOARDGAME_IO))
            rows.append(_cost_row(name, quire, boardgame_io, 1 / GOAL_BOARDGAME_IO))
            rows.append(_p99_row(name, quire, boardgame_io, 1 / GOAL_BOARDGAME_IO))
        if colyseus and not is_flat:
            rows.append(_p99_row(name, quire, colyseus, 1.0))
    return rows


def _rate_row(name: str, quire: Measurement, other: Measurement, goal: float) -> Row:
    ratio = quire.rate / other.rate
    theirs = f"{other.plan.server}: {other.rate:,.0f}"
    what = f"{name}: moves per second"
    return Row(what, f"{quire.rate:,.0f}", theirs, ratio, f"≥ {goal:g}x", ratio >= goal)


def _cost_row(name: str, quire: Measurement, other: Measurement, goal: float) -> Row:
    ratio = ratio_of(quire.cost, other.cost)
    theirs = f"{other.plan.server}: {1e6 * other.cost:,.0f} µs"
    what, met = f"{name}: CPU time per move", None if ratio is None else ratio <= goal
    return Row(what, f"{1e6 * quire.cost:,.0f} µs", theirs, ratio, f"≤ {goal:g}x", met)


def _p99_row(name: str, quire: Measurement, other: Measurement, goal: float) -> Row:
    ratio = quire.p99 / other.p99
    theirs = f"{other.plan.server}: {1000 * other.p99:.1f} ms"
    what = f"{name}: move to opponent, p99"
    return Row(what, f"{1000 * quire.p99:.1f} ms", theirs, ratio, f"≤ {goal:g}x", ratio <= goal)

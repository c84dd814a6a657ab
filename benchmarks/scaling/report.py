"""The tables and the plot of `docs/measurements/scaling.md`."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.chart import Chart, Line, to_svg
from benchmarks.report import between
from benchmarks.scaling.costs import Costs
from benchmarks.scaling.forecast import FACTOR, Compared
from benchmarks.scaling.needs import CORES, LEVEL, Needs
from benchmarks.scaling.simulation import Figures

Simulated = dict[tuple[int, float], list[tuple[int, Figures]]]
"""By players and pace: the number of servers, and the simulated figures."""


def page(text: str, parts: Sequence[str]) -> str:
    """Return the document with these parts between its markers. Raises ValueError without them."""
    return between(text, "\n\n".join(parts))


def costs_part(costs: Costs) -> str:
    """Write the table of measured costs."""
    micro = {
        "one server on SQLite, per move": costs.alone,
        "that server, per idle connection and second": costs.alone_idle,
        "the server where an act arrives": costs.act,
        "that server, per group commit": costs.group,
        "the other player's server": costs.receive,
        "a server without players, per second": costs.tick,
        "a server, per idle connection and second": costs.idle,
        "PostgreSQL, per act": costs.store_act,
        "PostgreSQL, per group commit": costs.store_group,
        "PostgreSQL, per idle connection and second": costs.store_idle,
        "Redis, per message": costs.message,
        f"a computer player ({LEVEL}), per move": costs.levels[LEVEL],
    }
    rows = [(f"CPU: {what}", f"{1e6 * seconds:,.1f} µs") for what, seconds in micro.items()]
    rows += [
        ("one flush to disk", f"{1000 * costs.flush:.2f} ms"),
        ("Redis messages per act", f"{costs.messages:.2f}"),
        ("PostgreSQL WAL per act", f"{costs.log:,.0f} bytes"),
        ("an event in PostgreSQL, index included", f"{costs.event_bytes:,.0f} bytes"),
        ("a game in PostgreSQL, without its events", f"{costs.game_bytes:,.0f} bytes"),
        ("network traffic per act, both players", f"{costs.wire_bytes:,.0f} bytes"),
        ("server memory per connection", f"{costs.memory / 1024:,.0f} KiB"),
        ("moves per game", f"{costs.moves:.0f}"),
    ]
    return "**Assumed costs**, from `docs/measurements/load.json`:\n\n" + _table(("", "cost"), rows)


def needs_part(every: Sequence[Needs]) -> str:
    """Write the table of what each number of players needs."""
    rows = [
        ("moves per second", [f"{need.moves:,.0f}" for need in every]),
        ("server processes, one core each", [f"{need.processes:,}" for need in every]),
        ("memory for connections", [_bytes(need.server_memory) for need in every]),
        ("busy PostgreSQL cores", [f"{need.store_cores:,.1f}" for need in every]),
        (f"PostgreSQL servers with {CORES} cores", [f"{need.stores:,}" for need in every]),
        ("WAL", [_bytes(need.log) + "/s" for need in every]),
        ("events per day", [f"{need.rows / 1e6:,.0f} M" for need in every]),
        ("games per day", [f"{need.games / 1e6:,.1f} M" for need in every]),
        ("storage per year at this rate", [_bytes(need.kept) for need in every]),
        ("pooled database connections", [f"{need.backends:,}" for need in every]),
        ("Redis messages", [f"{need.messages:,.0f}/s" for need in every]),
        ("busy Redis cores, with a channel per game", [f"{need.bus_cores:,.2f}" for need in every]),
        ("Redis servers", [f"{need.buses:,}" for need in every]),
        ("network traffic to and from players", [_bytes(need.wire) + "/s" for need in every]),
        ("proxies", [f"{need.proxies:,}" for need in every]),
        ("cores for computer players", [f"{need.agent_cores:,}" for need in every]),
    ]
    headings = (
        "",
        *(f"{need.players:,} players, one move every {need.pace:g} s" for need in every),
    )
    return "**What is needed:**\n\n" + _table(headings, [(what, *texts) for what, texts in rows])


def limits_part(limits: Sequence[tuple[float, str, str]], pace: float) -> str:
    """Write the table of bottlenecks, with remedies."""
    rows = [(f"{_rounded(players):,}", what, change) for players, what, change in limits]
    head = f"**Bottlenecks in order**, at one move every {pace:g} s:\n\n"
    return head + _table(("players at once", "what", "what to change"), rows)


def simulated_part(simulated: Simulated) -> str:
    """Write the table of simulated utilisation and latency."""
    rows = []
    for (players, pace), runs in simulated.items():
        for nodes, result in runs:
            parts = [
                f"{100 * part:.0f}%"
                for part in (result.node, result.store, result.disk, result.bus)
            ]
            times = [result.median, result.p99, *result.waits.values()]
            milliseconds = [f"{1000 * time:,.1f}" for time in times]
            who = f"{players:,}, {pace:g} s"
            rows.append((who, f"{nodes:,}", *parts, f"{result.in_a_group:.1f}", *milliseconds))
    waits = list(next(iter(simulated.values()))[0][1].waits)
    headings = (
        "players, pace", "servers", "server CPU", "PostgreSQL CPU", "its disk", "Redis",
        "acts per group", "p50 ms", "p99 ms", *(f"{wait}: p99 wait" for wait in waits),
    )  # fmt: skip
    return "**Simulated**, everything else as needed:\n\n" + _table(headings, rows)


def compared_part(compared: Sequence[Compared]) -> str:
    """Write the table of forecasts next to measurements."""
    rows = [
        (
            one.what,
            f"{one.forecast:,.1f}",
            f"{one.measured:,.1f}",
            f"{one.forecast / one.measured:.2f}x",
            f"within {FACTOR:g}x: {'met' if one.good else 'MISSED'}",
        )
        for one in compared
    ]
    headings = ("one server, on SQLite", "forecast", "measured", "ratio", "goal")
    return "**The same simulation compared with the measurements:**\n\n" + _table(headings, rows)


def plot(simulated: Simulated, parts: Sequence[float]) -> str:
    """Plot the p99 over the number of servers, relative to those needed."""
    lines = [
        Line(f"{players:,}, {pace:g} s", [1000 * result.p99 for _, result in runs])
        for (players, pace), runs in simulated.items()
    ]
    return to_svg(
        Chart(
            caption="p99 of moves over the number of servers",
            across="servers, relative to those needed",
            up="p99 in ms, simulated",
            places=[f"{part:g}" for part in parts],
            lines=lines,
            is_logarithmic=True,
        )
    )


def _rounded(number: float) -> int:
    """Round to two digits, which is more than can be known."""
    places = max(0, len(str(int(number))) - 2)
    return round(int(number), -places)


def _bytes(number: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB", "TB"):
        if number < 1000:
            return f"{number:,.3g} {unit}"
        number /= 1000
    return f"{number:,.3g} PB"


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    rules = ["---", *["---:"] * (len(headings) - 1)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (headings, rules, *rows))

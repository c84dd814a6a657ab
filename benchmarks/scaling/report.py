"""The tables and the plot of `docs/measurements/scaling.md`."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.chart import Chart, Line, to_svg
from benchmarks.report import BEGIN, END
from benchmarks.scaling.costs import Costs
from benchmarks.scaling.forecast import FACTOR, Compared
from benchmarks.scaling.needs import CORES, LEVEL, Needs
from benchmarks.scaling.simulation import Figures

Simulated = dict[tuple[int, float], list[tuple[int, Figures]]]
"""For so many players at that pace: servers, and what came of it."""


def page(text: str, parts: Sequence[str]) -> str:
    """The text of a document with these parts between its markers. Raises ValueError without."""
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        raise ValueError(f"the document needs one {BEGIN} and, after it, one {END}")
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return head + "\n\n".join([BEGIN, *parts, END]) + tail


def costs_part(costs: Costs) -> str:
    """What was measured, as it is reckoned with."""
    micro = {
        "of one server on SQLite for a move": costs.alone,
        "of that server for an idle connection, each second": costs.alone_idle,
        "of the server where an act arrives": costs.act,
        "of that server, for each group that is written": costs.group,
        "of the other player's server": costs.hear,
        "of a server by itself, each second": costs.tick,
        "of a server for an idle connection, each second": costs.idle,
        "of PostgreSQL for an act": costs.store_act,
        "of PostgreSQL for each group": costs.store_group,
        "of PostgreSQL for an idle connection, each second": costs.store_idle,
        "of Redis for a message": costs.word,
        f"of a computer player ({LEVEL}) for a move": costs.levels[LEVEL],
    }
    rows = [(f"processor {what}", f"{1e6 * it:,.1f} µs") for what, it in micro.items()]
    rows += [
        ("a flush to the disk", f"{1000 * costs.flush:.2f} ms"),
        ("messages through Redis for an act", f"{costs.words:.2f}"),
        ("PostgreSQL's log for an act", f"{costs.log:,.0f} bytes"),
        ("an event in PostgreSQL, index included", f"{costs.event_bytes:,.0f} bytes"),
        ("a game there, without its events", f"{costs.game_bytes:,.0f} bytes"),
        ("both players' wire for an act", f"{costs.wire_bytes:,.0f} bytes"),
        ("memory of a server for a connection", f"{costs.memory / 1024:,.0f} KiB"),
        ("moves of a game", f"{costs.moves:.0f}"),
    ]
    return "**Assumed costs**, from `docs/measurements/load.json`:\n\n" + _table(("", "cost"), rows)


def needs_part(every: Sequence[Needs]) -> str:
    """What so many players need."""
    rows = [
        ("moves a second", [f"{it.moves:,.0f}" for it in every]),
        ("server processes, a core each", [f"{it.processes:,}" for it in every]),
        ("their memory for connections", [_bytes(it.server_memory) for it in every]),
        ("cores of PostgreSQL that are busy", [f"{it.store_cores:,.1f}" for it in every]),
        (f"PostgreSQLs of {CORES} cores", [f"{it.stores:,}" for it in every]),
        ("their log", [_bytes(it.log) + "/s" for it in every]),
        ("events a day", [f"{it.rows / 1e6:,.0f} M" for it in every]),
        ("games a day", [f"{it.games / 1e6:,.1f} M" for it in every]),
        ("kept in a year, if it were always so", [_bytes(it.kept) for it in every]),
        ("connections of the servers' pools", [f"{it.backends:,}" for it in every]),
        ("messages through Redis", [f"{it.words:,.0f}/s" for it in every]),
        ("cores of Redis that are busy", [f"{it.bus_cores:,.2f}" for it in every]),
        ("Redises", [f"{it.buses:,}" for it in every]),
        ("wire to and from players", [_bytes(it.wire) + "/s" for it in every]),
        ("proxies", [f"{it.proxies:,}" for it in every]),
        ("cores for computer players", [f"{it.thinkers:,}" for it in every]),
    ]
    headings = ("", *(f"{it.players:,} players, a move each {it.pace:g} s" for it in every))
    return "**What is needed:**\n\n" + _table(headings, [(what, *texts) for what, texts in rows])


def limits_part(limits: Sequence[tuple[float, str, str]], pace: float) -> str:
    """What breaks first, and what is to be done then."""
    rows = [(f"{_rounded(players):,}", what, change) for players, what, change in limits]
    head = f"**Bottlenecks in order**, at one move every {pace:g} s:\n\n"
    return head + _table(("players at once", "what", "what to change"), rows)


def simulated_part(simulated: Simulated) -> str:
    """How busy everything is, and how long moves take."""
    rows = []
    for (players, pace), runs in simulated.items():
        for nodes, it in runs:
            parts = [f"{100 * part:.0f} %" for part in (it.node, it.store, it.disk, it.bus)]
            times = [it.median, it.p99, *it.waits.values()]
            spoken = [f"{1000 * time:,.1f}" for time in times]
            who = f"{players:,}, {pace:g} s"
            rows.append((who, f"{nodes:,}", *parts, f"{it.in_a_group:.1f}", *spoken))
    waits = list(next(iter(simulated.values()))[0][1].waits)
    headings = (
        "players, pace", "servers", "their cores", "PostgreSQL", "its disk", "Redis",
        "acts in a group", "p50 ms", "p99 ms", *(f"{it}: p99 wait" for it in waits),
    )  # fmt: skip
    return "**Simulated**, everything else as needed:\n\n" + _table(headings, rows)


def compared_part(compared: Sequence[Compared]) -> str:
    """Forecasts of what was measured."""
    rows = [
        (
            it.what,
            f"{it.forecast:,.1f}",
            f"{it.measured:,.1f}",
            f"{it.forecast / it.measured:.2f}x",
            f"within {FACTOR:g}x: {'met' if it.good else 'MISSED'}",
        )
        for it in compared
    ]
    headings = ("one server, on SQLite", "forecast", "measured", "ratio", "goal")
    return "**The same simulation beside what was measured:**\n\n" + _table(headings, rows)


def plot(simulated: Simulated, parts: Sequence[float]) -> str:
    """The 99th of 100 moves over servers, in parts of those that are needed."""
    lines = [
        Line(f"{players:,}, {pace:g} s", [1000 * it.p99 for _, it in runs])
        for (players, pace), runs in simulated.items()
    ]
    return to_svg(
        Chart(
            caption="How long 99 of 100 moves take at most, over servers",
            across="servers, in parts of those that are needed",
            up="99th of 100 moves in ms, simulated",
            places=[f"{part:g}" for part in parts],
            lines=lines,
            by_powers=True,
        )
    )


def _rounded(number: float) -> int:
    """To two figures, which is more than can be known."""
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

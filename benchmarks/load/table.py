"""The measurements as a table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.load.peers import table as peers
from benchmarks.load.results import Measurement, Plan, Results
from benchmarks.report import between, fields
from benchmarks.row import Row, ratio_of

HEADINGS = ("what", "Quire", "bare echo, or the given baseline", "ratio", "goal")

GOAL_WAIT = 0.100
GOAL_RATE = 2_000
GOAL_MEMORY = 64 * 1024
GOAL_GROWTH = 1.25
"""Growth of the cost that still counts as flat."""


def paced_rows(runs: list[Measurement]) -> list[Row]:
    """Return the rows of normal play."""
    measured, echo = runs
    name = _name(measured.plan)
    return [
        Row(f"{name}: moves per second", f"{measured.rate:.0f}", f"{echo.rate:.0f}"),
        _wait_row(f"{name}: move to opponent, median", measured.median, echo.median),
        _wait_row(f"{name}: move to opponent, p99", measured.p99, echo.p99, GOAL_WAIT),
        _errors_row(name, measured),
        _cost_row(name, measured, echo),
        Row(f"{name}: CPU of the idle connections", _part(measured.idle), _part(echo.idle)),
        Row(
            f"{name}: memory per connection",
            f"{measured.memory / 1024:.1f} KiB",
            f"{echo.memory / 1024:.1f} KiB",
            ratio=ratio_of(measured.memory, echo.memory),
            goal=f"≤ {GOAL_MEMORY // 1024} KiB",
            met=measured.memory <= GOAL_MEMORY,
        ),
    ]


def flat_rows(runs: list[Measurement]) -> list[Row]:
    """Return the rows of the maximum rate."""
    measured, echo = runs
    name = _name(measured.plan)
    return [
        Row(
            f"{name}: stored moves per second",
            f"{measured.rate:.0f}",
            f"{echo.rate:.0f}",
            ratio=measured.rate / echo.rate,
            goal=f"≥ {GOAL_RATE:,}",
            met=measured.rate >= GOAL_RATE,
        ),
        Row(f"{name}: games ended per second", f"{measured.games / measured.seconds:.1f}", "-"),
        _cost_row(name, measured, echo),
        _wait_row(f"{name}: move to opponent, median", measured.median, echo.median),
        _wait_row(f"{name}: move to opponent, p99", measured.p99, echo.p99),
        _errors_row(name, measured),
    ]


def wide_rows(runs: list[Measurement]) -> list[Row]:
    """Return the rows of the same rate in more and more games."""
    first, rows = runs[0], []
    for measured in runs[1:]:
        name = f"{measured.plan.rate:.0f} moves per second in {measured.plan.players // 2:,} games"
        than = f"{first.plan.players // 2:,} games"
        last = measured is runs[-1]
        rows += [
            _grown_row(
                f"{name}: CPU time per move, idle cost excluded", measured, first, than, goal=last
            ),
            _wait_row(
                f"{name}: move to opponent, median", measured.median, first.median, than=than
            ),
            Row(
                f"{name}: CPU of the idle connections",
                _part(measured.idle),
                f"{than}: {_part(first.idle)}",
            ),
            _errors_row(name, measured),
        ]
    return rows


def grown_rows(runs: list[Measurement]) -> list[Row]:
    """Return the rows of databases with more and more finished games."""
    first, rows = runs[0], []
    for measured in runs[1:]:
        name = (
            f"{measured.plan.rate:.0f} moves per second, "
            f"{measured.finished_games:,} finished games in the database"
        )
        last = measured is runs[-1]
        rows += [
            _grown_row(
                f"{name}: CPU time per move, idle cost excluded",
                measured,
                first,
                "empty",
                goal=last,
            ),
            _wait_row(
                f"{name}: move to opponent, median", measured.median, first.median, than="empty"
            ),
            _errors_row(name, measured),
        ]
    return rows


def pictures_rows(runs: list[Measurement]) -> list[Row]:
    """Return the rows of players with pictures, compared with players without."""
    measured, plain = runs
    name = f"{measured.plan.rate:.0f} moves per second, every player requests pictures"
    return [
        _grown_row(f"{name}: CPU time per move, idle cost excluded", measured, plain, "without"),
        _wait_row(
            f"{name}: move to opponent, median", measured.median, plain.median, than="without"
        ),
        _errors_row(name, measured),
    ]


def postgres_rows(runs: list[Measurement]) -> list[Row]:
    """Return the rows of several servers on PostgreSQL and Redis."""
    rows = []
    for measured in runs:
        done, moves = measured.service_usage, max(1, measured.moves)
        name = f"PostgreSQL: {_name(measured.plan)}"
        assert done is not None
        figures = {
            "stored moves per second": f"{measured.rate:.0f}",
            "move to opponent, median": f"{1000 * measured.median:.1f} ms",
            "move to opponent, p99": f"{1000 * measured.p99:.1f} ms",
            "CPU time per move, servers": f"{1e6 * measured.cost:.0f} µs",
            "CPU time per move, PostgreSQL": f"{1e6 * done.postgres / moves:.0f} µs",
            "CPU time per move, Redis": f"{1e6 * done.redis / moves:.1f} µs",
            "moves per commit": f"{moves / max(1, done.commits):.1f}",
            "PostgreSQL WAL per move": f"{done.wal / moves:.0f} bytes",
            "Redis messages per move": f"{done.published / moves:.2f}",
            "bytes per event in PostgreSQL": f"{done.event_bytes:.0f}",
        }
        if measured.idle_service_usage is not None:
            idle = measured.idle_service_usage.postgres / measured.plan.idle
            figures["idle connections, CPU of the servers"] = _part(measured.idle)
            figures["idle connections, CPU of PostgreSQL"] = _part(idle)
        rows += [Row(f"{name}: {what}", figure, "-") for what, figure in figures.items()]
        rows.append(_errors_row(name, measured))
    return rows


ROWS: dict[str, Callable[[list[Measurement]], list[Row]]] = {
    "paced": paced_rows,
    "flat": flat_rows,
    "wide": wide_rows,
    "grown": grown_rows,
    "pictures": pictures_rows,
    "postgres": postgres_rows,
    "peers": peers.goal_rows,
}
"""The rows of each measurement."""


def rows_of(results: Results) -> list[Row]:
    """Return all rows, in the order of the measurements."""
    runs = results.runs
    rows = [row for what, rows in ROWS.items() if runs.get(what) for row in rows(runs[what])]
    return rows + [_probe_row(*probe) for probe in results.probes.items()]


def _name(plan: Plan) -> str:
    players = f"{plan.players:,} players"
    pictures = " with pictures" if plan.pictures else ""
    where = f", {plan.nodes} servers" if plan.nodes > 1 else ""
    if not plan.pace:
        return f"flat out, {players}{pictures}{where}"
    return (
        f"{players}{pictures} in {plan.players // 2:,} games, one move every {plan.pace:g} s{where}"
    )


def _probe_row(name: str, seconds: float) -> Row:
    if name == "flush":
        return Row("the disk alone: one flush", f"{1000 * seconds:.2f} ms", "-")
    return Row(f"{name}: CPU time per move", f"{1000 * seconds:.1f} ms", "-")


def _part(value: float) -> str:
    return f"{100 * value:.1f}%"


def _wait_row(
    what: str, ours: float, theirs: float, goal: float | None = None, than: str = ""
) -> Row:
    """Return the row of a latency: from sending a move until the opponent receives it."""
    return Row(
        what,
        f"{1000 * ours:.1f} ms",
        f"{than and than + ': '}{1000 * theirs:.1f} ms",
        ratio=ours / theirs,
        goal="" if goal is None else f"≤ {1000 * goal:g} ms",
        met=None if goal is None else ours <= goal,
    )


def _cost_row(name: str, measured: Measurement, echo: Measurement) -> Row:
    return Row(
        f"{name}: CPU time per move",
        f"{1e6 * measured.cost:.0f} µs",
        f"{1e6 * echo.cost:.0f} µs",
        ratio=ratio_of(measured.cost, echo.cost),
    )


def _grown_row(
    what: str, measured: Measurement, first: Measurement, than: str, goal: bool = False
) -> Row:
    """Return the row of the cost per move, compared with another run, idle cost excluded."""
    ratio = ratio_of(measured.cost_of_move, first.cost_of_move)
    return Row(
        what,
        f"{1e6 * measured.cost_of_move:.0f} µs",
        f"{than}: {1e6 * first.cost_of_move:.0f} µs",
        ratio=ratio,
        goal=f"≤ {GOAL_GROWTH:g}x" if goal else "",
        met=ratio <= GOAL_GROWTH if goal and ratio is not None else None,
    )


def _errors_row(name: str, measured: Measurement) -> Row:
    """Return the row of errors."""
    listed = ", ".join(f"{number} {what}" for what, number in measured.errors.items())
    return Row(f"{name}: errors", listed or "0", "-", goal="none", met=not measured.errors)


def show(results: Results) -> None:
    """Print the tables."""
    table = Table(title="The play server under load", caption=results.machine)
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in ("what", "goal") else "right")
    for row in rows_of(results):
        table.add_row(*fields(row))
    Console().print(*peers.tables(results.runs.get("peers", [])), table)


def page(text: str, results: Results) -> str:
    """Return a document with its tables between markers. Raises ValueError without markers."""
    rows = map(fields, rows_of(results))
    lines = [HEADINGS, ("---", "---:", "---:", "---:", "---"), *rows]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    text = between(text, f"{table}\n\nMeasured on: {results.machine}")
    if runs := results.runs.get("peers"):
        text = between(text, peers.markdown(runs), peers.BEGIN, peers.END)
    return text


def rewrite(document: Path, results: Results) -> None:
    """Write the table between the markers of a document. Raises ValueError without markers."""
    text = page(document.read_text(encoding="utf-8"), results)
    document.write_text(text, encoding="utf-8")

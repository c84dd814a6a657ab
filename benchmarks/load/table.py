"""What was seen, as lines of a table."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.load.run import Seen
from benchmarks.report import BEGIN, END, fields, processor
from benchmarks.row import Row

HEADINGS = ("what", "Quire", "bare echo", "ratio", "goal")

GOAL_WAIT = 0.100
GOAL_RATE = 2_000
GOAL_MEMORY = 64 * 1024


def paced_rows(seen: Seen, echo: Seen) -> list[Row]:
    """People as they play."""
    plan = seen.plan
    name = f"{plan.players:,} players in {plan.players // 2:,} games, a move each {plan.pace:g} s"
    return [
        Row(f"{name}: moves a second", f"{seen.rate:.0f}", f"{echo.rate:.0f}"),
        wait_row(f"{name}: move to opponent, median", seen, echo, 0.5),
        wait_row(f"{name}: move to opponent, 99th of 100", seen, echo, 0.99, GOAL_WAIT),
        errors_row(name, seen, echo),
        cost_row(name, seen, echo),
        Row(
            f"{name}: processor of the idle connections",
            f"{100 * seen.idle:.1f} %",
            f"{100 * echo.idle:.1f} %",
        ),
        Row(
            f"{name}: memory for a connection",
            f"{seen.memory / 1024:.1f} KiB",
            f"{echo.memory / 1024:.1f} KiB",
            ratio=seen.memory / echo.memory,
            goal=f"≤ {GOAL_MEMORY // 1024} KiB",
            met=seen.memory <= GOAL_MEMORY,
        ),
    ]


def flat_rows(seen: Seen, echo: Seen, goal: bool = True) -> list[Row]:
    """As fast as it goes."""
    name = f"flat out, {seen.plan.players:,} players"
    return [
        Row(
            f"{name}: stored moves a second",
            f"{seen.rate:.0f}",
            f"{echo.rate:.0f}",
            ratio=seen.rate / echo.rate,
            goal=f"≥ {GOAL_RATE:,}" if goal else "",
            met=seen.rate >= GOAL_RATE if goal else None,
        ),
        Row(f"{name}: games ended a second", f"{seen.games / seen.seconds:.1f}", "-"),
        cost_row(name, seen, echo),
        wait_row(f"{name}: move to opponent, median", seen, echo, 0.5),
        wait_row(f"{name}: move to opponent, 99th of 100", seen, echo, 0.99),
        errors_row(name, seen, echo),
    ]


def wait_row(what: str, seen: Seen, echo: Seen, part: float, goal: float | None = None) -> Row:
    """From the sending of a move until the opponent has it."""
    ours, theirs = seen.wait(part), echo.wait(part)
    return Row(
        what,
        f"{1000 * ours:.1f} ms",
        f"{1000 * theirs:.1f} ms",
        ratio=ours / theirs,
        goal="" if goal is None else f"≤ {1000 * goal:g} ms",
        met=None if goal is None else ours <= goal,
    )


def cost_row(name: str, seen: Seen, echo: Seen) -> Row:
    """The server's processor time for a move."""
    return Row(
        f"{name}: processor for a move",
        f"{1e6 * seen.cost:.0f} µs",
        f"{1e6 * echo.cost:.0f} µs",
        ratio=seen.cost / echo.cost,
    )


def errors_row(name: str, seen: Seen, echo: Seen) -> Row:
    """Whatever should not have happened."""
    return Row(
        f"{name}: errors",
        ", ".join(f"{number} {what}" for what, number in seen.errors.items()) or "0",
        str(echo.errors.total()),
        goal="none",
        met=not seen.errors,
    )


def machine() -> str:
    """Where and on what the figures were taken, in one sentence."""
    return (
        f"{processor()}, {os.cpu_count()} cores for server and players together, "
        f"{platform.system()} {platform.machine()}; Python {platform.python_version()}, "
        f"uvicorn {version('uvicorn')}, websockets {version('websockets')}, "
        f"SQLAlchemy {version('sqlalchemy')}."
    )


def show(rows: list[Row]) -> None:
    """Prints the table."""
    table = Table(title="The play server beside a bare echo", caption=machine())
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in ("what", "goal") else "right")
    for row in rows:
        table.add_row(*fields(row))
    Console().print(table)


def rewrite(document: Path, rows: list[Row]) -> None:
    """Puts the table between the markers of a document."""
    lines = [HEADINGS, ("---", "---:", "---:", "---:", "---"), *map(fields, rows)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    head, _, rest = document.read_text(encoding="utf-8").partition(BEGIN)
    _, _, tail = rest.partition(END)
    new = f"{head}{BEGIN}\n\n{table}\n\nMeasured on: {machine()}\n\n{END}{tail}"
    document.write_text(new, encoding="utf-8")

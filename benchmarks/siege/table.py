"""The attacks as a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.report import between
from benchmarks.siege.results import GOAL_SECONDS, Siege, Sieges

HEADINGS = (
    *("attack", "games", "moves", "median", "p99", "slowest", "level 3", "memory", "errors"),
)
TEXTS = frozenset({"attack", "errors"})
"""Columns that are not numbers."""


def fields(siege: Siege) -> tuple[str, ...]:
    """Return the texts of an attack, in the order of the headings."""
    errors = ", ".join(f"{number} {what}" for what, number in siege.errors.items())
    return (
        siege.attack,
        str(siege.games),
        f"{siege.moves:,}",
        *map(_milliseconds, (siege.median, siege.p99, siege.slowest, siege.answer)),
        f"{siege.memory_before / 1e6:,.0f} → {siege.memory / 1e6:,.0f} MB",
        errors or "0",
    )


def verdict(sieges: Sequence[Siege]) -> str:
    """Return the goal, and which attacks missed it."""
    missed = ", ".join(siege.attack for siege in sieges if not siege.met)
    goal = f"Goal: p99 ≤ {1000 * GOAL_SECONDS:.0f} ms and no errors in every attack"
    return f"{goal}: {f'MISSED by {missed}' if missed else 'met'}."


def _milliseconds(seconds: float | None) -> str:
    return "-" if seconds is None else f"{1000 * seconds:,.0f} ms"


def show(results: Sieges) -> None:
    """Print the table."""
    table = Table(
        title="Ordinary games under attack",
        caption=results.machine,
        box=None,
        padding=(0, 0, 0, 1),  # fits into 80 columns
    )
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in TEXTS else "right")
    for siege in results.sieges:
        table.add_row(*fields(siege))
    console = Console()
    console.print(table)
    console.print(verdict(results.sieges))


def page(text: str, results: Sieges) -> str:
    """Return a document with the table between its markers. Raises ValueError without them."""
    rules = ["---" if heading in TEXTS else "---:" for heading in HEADINGS]
    lines = [HEADINGS, rules, *map(fields, results.sieges)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    parts = (table, verdict(results.sieges), f"Measured on: {results.machine}")
    return between(text, "\n\n".join(parts))


def rewrite(document: Path, results: Sieges) -> None:
    """Write the table between the markers of a document. Raises ValueError without markers."""
    text = page(document.read_text(encoding="utf-8"), results)
    document.write_text(text, encoding="utf-8")

"""The table in three forms: for a terminal, for the documentation, for a program."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.row import Row

BEGIN = "<!-- benchmarks: begin -->"
END = "<!-- benchmarks: end -->"
LIBRARIES = ("open_spiel", "chess")
HEADINGS = ("what", "Quire", "OpenSpiel, or the named peer", "ratio", "goal")


def cpu_name() -> str:
    """Return the name of the CPU, if the system reports it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()


def machine(libraries: Sequence[str] = LIBRARIES) -> str:
    """Return the machine and the versions of the measurements, in one sentence."""
    versions = ", ".join(f"{name} {version(name)}" for name in libraries)
    return (
        f"{cpu_name()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}; "
        f"Python {platform.python_version()}, quire {version('quire')} (the default, portable "
        f"build), {versions}."
    )


def fields(row: Row) -> tuple[str, ...]:
    """Return the texts of a row, in the order of the headings."""
    return row.what, row.ours, row.theirs, row.ratio_text, row.verdict


def show(rows: list[Row], libraries: Sequence[str] = LIBRARIES) -> None:
    """Print the table."""
    table = Table(title="Quire compared with others", caption=machine(libraries))
    for heading in HEADINGS:
        table.add_column(heading, justify="left" if heading in ("what", "goal") else "right")
    for row in rows:
        table.add_row(*fields(row))
    Console().print(table)


def markdown(rows: list[Row], libraries: Sequence[str] = LIBRARIES) -> str:
    """Return the table for the documentation, with its machine."""
    lines = [HEADINGS, ("---", "---:", "---:", "---:", "---"), *map(fields, rows)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{table}\n\nMeasured on: {machine(libraries)}"


def between(text: str, content: str, begin: str = BEGIN, end: str = END) -> str:
    """Return a document with new content between its markers. Raises ValueError without them."""
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise ValueError(f"the document needs one {begin} and, after it, one {end}")
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(end)
    return f"{head}{begin}\n\n{content}\n\n{end}{tail}"


def rewrite(
    document: Path,
    rows: list[Row],
    libraries: Sequence[str] = LIBRARIES,
    markers: tuple[str, str] = (BEGIN, END),
) -> None:
    """Write the table between the markers of a document. Raises ValueError without markers."""
    text = between(document.read_text(encoding="utf-8"), markdown(rows, libraries), *markers)
    document.write_text(text, encoding="utf-8")


def write_json(file: Path, rows: list[Row]) -> None:
    """Write every row with all its rounds."""
    content = {"machine": machine(), "rows": [asdict(row) for row in rows]}
    file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

"""The table in three forms: for a terminal, for the documentation, for a program."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.row import Row

BEGIN = "<!-- benchmarks: begin -->"
END = "<!-- benchmarks: end -->"


@dataclass(frozen=True, slots=True)
class Peers:
    """What a table compares with."""

    heading: str
    """The title of their column."""
    versions: tuple[str, ...]
    """Their names and versions."""

    @property
    def headings(self) -> tuple[str, ...]:
        """The titles of all columns."""
        return "what", "Quire", self.heading, "ratio", "goal"


def engines() -> Peers:
    """Return the peers for games, search and bots."""
    return libraries("OpenSpiel, or the named peer", "open_spiel", "chess")


def libraries(heading: str, *names: str) -> Peers:
    """Return installed packages as peers."""
    return Peers(heading, tuple(f"{name} {version(name)}" for name in names))


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


def machine(peers: Peers) -> str:
    """Return the machine and the versions of the measurements, in one sentence."""
    return (
        f"{cpu_name()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}; "
        f"Python {platform.python_version()}, quire {version('quire')} (the default, portable "
        f"build), {', '.join(peers.versions)}."
    )


def fields(row: Row) -> tuple[str, ...]:
    """Return the texts of a row, in the order of the headings."""
    return row.what, row.ours, row.theirs, row.ratio_text, row.verdict


def show(rows: list[Row], peers: Peers) -> None:
    """Print the table."""
    table = Table(title="Quire compared with others", caption=machine(peers))
    for heading in peers.headings:
        table.add_column(heading, justify="left" if heading in ("what", "goal") else "right")
    for row in rows:
        table.add_row(*fields(row))
    Console().print(table)


def markdown(rows: list[Row], peers: Peers) -> str:
    """Return the table for the documentation, with its machine."""
    lines = [peers.headings, ("---", "---:", "---:", "---:", "---"), *map(fields, rows)]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{table}\n\nMeasured on: {machine(peers)}"


def between(text: str, content: str, begin: str = BEGIN, end: str = END) -> str:
    """Return a document with new content between its markers. Raises ValueError without them."""
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise ValueError(f"the document needs one {begin} and, after it, one {end}")
    head, _, rest = text.partition(begin)
    _, _, tail = rest.partition(end)
    return f"{head}{begin}\n\n{content}\n\n{end}{tail}"


def rewrite(document: Path, rows: list[Row], peers: Peers, name: str = "benchmarks") -> None:
    """Write the table between its markers in a document. Raises ValueError without markers."""
    text, table = document.read_text(encoding="utf-8"), markdown(rows, peers)
    text = between(text, table, f"<!-- {name}: begin -->", f"<!-- {name}: end -->")
    document.write_text(text, encoding="utf-8")


def write_json(file: Path, rows: list[Row], peers: Peers) -> None:
    """Write every row with all its rounds."""
    content = {"machine": machine(peers), "rows": [asdict(row) for row in rows]}
    file.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

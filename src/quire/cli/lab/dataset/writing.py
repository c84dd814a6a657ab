"""Write a dataset: its rows, its settings and its card."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from quire.cli.lab.settings import command_line, same_settings, settings_file, write_settings
from quire.cli.terminal.progress import progress_bar, stopped_by_signals
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError
from quire.lab.dataset import Dataset
from quire.match.line_file import LineFile

OutOption = Annotated[
    Path,
    typer.Option(
        "--out",
        metavar="FILE",
        help="Write the rows to FILE, one line of JSON each, and a card and the settings beside "
        "it. The same command continues what was interrupted.",
    ),
]


def write_dataset(context: typer.Context, dataset: Dataset, out: Path) -> None:
    """Write what is missing of a dataset. Raises NotationError for a file of other settings."""
    with LineFile(out, resume=True) as file:
        done = len(file.lines)
        if done and not same_settings(context, out):
            raise NotationError(
                f"{out} was made with other settings than these ({settings_file(out)}): choose "
                "another --out"
            )
        write_settings(context, out)
        rows = dataset.rows(done)
        with stopped_by_signals() as stop, progress_bar("Writing") as report:
            for row in rows:
                file.append(row)
                done += 1
                share = 0.0 if dataset.total is None else done / dataset.total
                report(share, f"{done:,} rows")
                if stop.is_set():
                    break
            del rows  # ends its processes
        if stop.is_set():
            raise typer.Exit(130)
    card = out.with_name(f"{out.stem}.card.md")
    card.write_text(_card(context, dataset, out, done), encoding="utf-8")
    Screen().line(f"{done:,} rows in {out}; {card} describes them.")


def _card(context: typer.Context, dataset: Dataset, out: Path, rows: int) -> str:
    with open(out, "rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
    columns = "".join(f"| `{name}` | {text} |\n" for name, text in dataset.columns.items())
    return (
        f"# {dataset.title}\n\n{dataset.method}\n\n"
        f"- Made with Quire {version('quire')}: `{command_line(context)} --out {out.name}`\n"
        f"- Rows: {rows:,}, one line of JSON each\n"
        f"- Bytes: {out.stat().st_size:,}\n"
        f"- SHA-256: `{checksum}`\n\n"
        f"| column | what it holds |\n|---|---|\n{columns}"
    )

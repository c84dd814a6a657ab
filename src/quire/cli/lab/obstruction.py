"""The command `quire lab obstruction`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from quire.cli.arguments import parser_for
from quire.cli.lab.options import FormatOption, SettingsOption
from quire.cli.lab.settings import write_settings
from quire.cli.terminal.progress import progress_bar, stopped_by_signals
from quire.cli.terminal.tables import Report, Table, TableFormat
from quire.engine.solver.checkpoint import Checkpoint
from quire.engine.units import MAX_THREADS, read_memory
from quire.lab import obstruction as experiment


def obstruction(
    context: typer.Context,
    smallest: Annotated[
        str, typer.Option("--from", metavar="SIZE", help="The smallest board.")
    ] = "5x5",
    largest: Annotated[
        str, typer.Option("--to", metavar="SIZE", help="The largest board; 10x10 takes hours.")
    ] = "9x10",
    second: Annotated[
        bool,
        typer.Option(
            "--second", help="Use the second, independent method, to cross-check the first."
        ),
    ] = False,
    whole: Annotated[
        bool,
        typer.Option(
            "--whole",
            help="Find all winning moves and the Grundy value even above 72 cells (slow).",
        ),
    ] = False,
    memory: Annotated[
        int | None,
        typer.Option(
            metavar="SIZE",
            help="Memory for the solver's table, such as 512M (default: 3G).",
            parser=parser_for(read_memory),
        ),
    ] = None,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=MAX_THREADS, help="Search threads.")
    ] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write JSON results to FILE; boards already in it are skipped.",
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Save progress to FILE every 10 minutes and continue from it."
        ),
    ] = None,
    format: FormatOption = TableFormat.TEXT,
    settings: SettingsOption = None,
) -> None:
    """Solve Obstruction on every board size in a range.

    Ctrl-C keeps finished boards and, with --checkpoint, progress on the current one.
    """
    if out is not None:
        write_settings(context, out)
    plan = experiment.Plan(memory=memory or 3 << 30, threads=threads, second=second, whole=whole)
    sizes = experiment.boards(smallest, largest)
    had = experiment.read_book(out) if out is not None else []
    entries = {entry["command"]: entry for entry in had}
    kept = None if checkpoint is None else Checkpoint(checkpoint, on_save=_log)
    with stopped_by_signals() as stop:
        for size in sizes:
            if plan.command(size) in entries:
                continue
            with progress_bar(f"Solving {size}") as report:
                entry = experiment.solve_board(
                    size, plan, checkpoint=kept, stop=stop, progress=report
                )
            if entry is None:
                break
            entries[plan.command(size)] = entry
            if out is not None:
                experiment.write_book(out, entries.values())
    _show_boards(
        Report(format),
        [entries[command] for command in map(plan.command, sizes) if command in entries],
    )
    if stop.is_set():
        raise typer.Exit(130)


def _log(line: str) -> None:
    Console(stderr=True, highlight=False).print(line, soft_wrap=True)


def _show_boards(report: Report, entries: Sequence[experiment.Entry]) -> None:
    shown = Table("board", "winner", "value", "winning moves", "nodes", "seconds")
    for entry in entries:
        won = entry["outcome"] == "win"
        moves = " ".join(experiment.one_of_each_kind(entry)) + ("" if entry["all_best"] else " ...")
        shown.add_row(
            entry["size"],
            "first" if won else "second",
            "" if entry["grundy"] is None else str(entry["grundy"]),
            moves if won else "",
            f"{entry['nodes']:,}",
            f"{entry['seconds']:,}",
        )
    report.table(shown)

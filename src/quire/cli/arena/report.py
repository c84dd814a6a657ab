"""The command `quire arena report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.arena.report.formatting import format_size
from quire.arena.report.report import to_html
from quire.arena.tournament.results import Results
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError


def report(
    results: Annotated[Path, typer.Argument(metavar="RESULTS", help="A results file.")],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The HTML file (default: the results file's name with .html)."
        ),
    ] = None,
    logs: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The logs of the games, which are shown beside them."),
    ] = None,
) -> None:
    """Create an HTML report with standings, crosstable, ratings and replayable games."""
    page = out or results.with_suffix(".html")
    if logs is not None and not logs.is_dir():
        raise NotationError(f"--logs {logs} is not a directory")
    page.write_text(to_html(Results.read(results), logs), "utf-8")
    Screen().line(f"Report: {page} ({format_size(page.stat().st_size)})", wrap=False)

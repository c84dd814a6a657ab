"""The command `quire arena report`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.arena.report.formatting import format_size
from quire.arena.report.report import to_html
from quire.arena.report.reviews import Reviews, review_games
from quire.arena.tournament.results import Results
from quire.cli.terminal.progress import progress_bar
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError
from quire.match.agent import Limit


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
    reviews: Annotated[
        int,
        typer.Option(
            metavar="N", min=0, max=1000, help="Review N games, evenly sampled (default: none)."
        ),
    ] = 0,
    seconds: Annotated[
        float,
        typer.Option(metavar="S", min=0.01, max=10**6, help="Seconds per position of a review."),
    ] = 0.25,
) -> None:
    """Create an HTML report with standings, crosstable, ratings and replayable games."""
    page = out or results.with_suffix(".html")
    if logs is not None and not logs.is_dir():
        raise NotationError(f"--logs {logs} is not a directory")
    read = Results.read(results)
    reviewed: Reviews = ()
    if reviews:
        with progress_bar("Reviewing") as report_done:
            reviewed = review_games(read, reviews, Limit(seconds=seconds), report_done)
    page.write_text(to_html(read, logs, reviewed), "utf-8")
    Screen().line(f"Report: {page} ({format_size(page.stat().st_size)})", wrap=False)

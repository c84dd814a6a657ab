"""The command `quire arena merge`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.arena.tournament.results import Results
from quire.cli.terminal.screen import Screen


def merge(
    parts: Annotated[
        list[Path], typer.Argument(metavar="RESULTS...", help="Results files of the same plan.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="File for the merged results.")],
) -> None:
    """Merge the results of a sharded tournament."""
    merged = Results.merged(map(Results.read, parts))
    merged.write(out)
    Screen().line(f"Results: {len(merged.games)} games in {out}", wrap=False)

"""Options that several `quire lab` commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.engine.units import MAX_THREADS

MAX_GAMES = 10**6

SeedOption = Annotated[int, typer.Option(metavar="N", help="Random seed.")]
GamesOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=MAX_GAMES,
        help="Games per trial (default: the trial's own number).",
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=MAX_THREADS,
        help="Games to play at once (default: number of cores).",
    ),
]
OnlyOption = Annotated[
    list[str] | None,
    typer.Option(metavar="WORD", help="Only trials whose name contains WORD. Repeatable."),
]
JsonFileOption = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write JSON to FILE; - prints it.")
]

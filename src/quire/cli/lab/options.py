"""Options that several `quire lab` commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.cli.lab.settings import read_settings
from quire.cli.terminal.tables import TableFormat
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
FormatOption = Annotated[
    TableFormat,
    typer.Option("--format", metavar="text|csv|markdown|latex", help="How to print the tables."),
]
SettingsOption = Annotated[
    Path | None,
    typer.Option(
        "--settings",
        metavar="FILE",
        help="Read the options from a TOML file, as it is written beside the results; options on "
        "the command line replace its values.",
        is_eager=True,
        callback=read_settings,
    ),
]
JsonFileOption = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write JSON to FILE; - prints it.")
]

"""The command `quire lab levels`."""

from __future__ import annotations

import typer

from quire.cli.lab.options import (
    FormatOption,
    GamesOption,
    JsonFileOption,
    OnlyOption,
    SeedOption,
    SettingsOption,
    WorkersOption,
)
from quire.cli.lab.trials import run_trials, show_results
from quire.cli.terminal.tables import TableFormat
from quire.lab.strength import level_trials


def levels(
    context: typer.Context,
    games: GamesOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    only: OnlyOption = None,
    as_json: JsonFileOption = None,
    format: FormatOption = TableFormat.TEXT,
    settings: SettingsOption = None,
) -> None:
    """Measure each level against the one below."""
    found = run_trials(level_trials(), games, seed, workers, only)
    show_results(context, found, as_json, format)

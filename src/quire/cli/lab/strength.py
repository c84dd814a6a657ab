"""The command `quire lab strength`."""

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
from quire.lab.strength import TARGETS


def strength(
    context: typer.Context,
    games: GamesOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    only: OnlyOption = None,
    as_json: JsonFileOption = None,
    format: FormatOption = TableFormat.TEXT,
    settings: SettingsOption = None,
) -> None:
    """Measure the champion's strength against its targets."""
    found = run_trials(list(TARGETS), games, seed, workers, only)
    show_results(context, found, as_json, format)

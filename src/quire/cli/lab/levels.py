"""The command `quire lab levels`."""

from __future__ import annotations

from quire.cli.lab.options import GamesOption, JsonFileOption, OnlyOption, SeedOption, WorkersOption
from quire.cli.lab.trials import run_trials, show_results
from quire.lab.strength import level_trials


def levels(
    games: GamesOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    only: OnlyOption = None,
    as_json: JsonFileOption = None,
) -> None:
    """Measure each level against the one below."""
    show_results(run_trials(level_trials(), games, seed, workers, only), as_json)

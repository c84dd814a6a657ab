"""The command `quire lab strength`."""

from __future__ import annotations

from quire.cli.lab.options import GamesOption, JsonFileOption, OnlyOption, SeedOption, WorkersOption
from quire.cli.lab.trials import run_trials, show_results
from quire.lab.strength import TARGETS


def strength(
    games: GamesOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    only: OnlyOption = None,
    as_json: JsonFileOption = None,
) -> None:
    """Measure the champion's strength against its targets."""
    show_results(run_trials(list(TARGETS), games, seed, workers, only), as_json)

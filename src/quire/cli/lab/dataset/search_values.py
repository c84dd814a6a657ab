"""The command `quire lab dataset search-values`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.cli.arguments import GameName
from quire.cli.lab.dataset.writing import OutOption, write_dataset
from quire.cli.lab.options import SeedOption, WorkersOption
from quire.engine.units import usable_threads
from quire.lab import dataset


def search_values(
    context: typer.Context,
    out: OutOption,
    game: GameName,
    size: Annotated[
        str | None, typer.Option(metavar="SIZE", help="The board (default: the game's usual one).")
    ] = None,
    count: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**9, help="The number of positions.")
    ] = 100_000,
    nodes: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**9, help="Search nodes per position.")
    ] = 1000,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
) -> None:
    """Write positions of random games with the value that a search gives them."""
    made = dataset.search_values(game, size, count, nodes, seed, workers or usable_threads())
    write_dataset(context, made, out)

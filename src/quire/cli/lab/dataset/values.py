"""The command `quire lab dataset values`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.cli.arguments import GameName
from quire.cli.lab.dataset.writing import OutOption, write_dataset
from quire.lab import dataset


def values(
    context: typer.Context,
    out: OutOption,
    game: GameName,
    smallest: Annotated[
        int, typer.Option("--from", metavar="N", min=1, max=10_000, help="The smallest board.")
    ] = 3,
    largest: Annotated[
        int, typer.Option("--to", metavar="N", min=1, max=10_000, help="The largest board.")
    ] = 100,
) -> None:
    """Write the value and the best moves of empty boards whose size is one number."""
    write_dataset(context, dataset.values(game, smallest, largest), out)

"""The command `quire lab dataset components`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.cli.lab.dataset.writing import OutOption, write_dataset
from quire.lab import dataset
from quire.lab.obstruction import sides


def components(
    context: typer.Context,
    out: OutOption,
    largest: Annotated[
        str, typer.Option("--to", metavar="SIZE", help="The largest board.")
    ] = "6x6",
) -> None:
    """Write the Grundy value of every region of Obstruction on boards up to a size."""
    write_dataset(context, dataset.components(*sides(largest)), out)

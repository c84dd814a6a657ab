"""The command `quire lab dataset positions`."""

from __future__ import annotations

from typing import Annotated

import typer

from quire.cli.arguments import GameName
from quire.cli.lab.dataset.writing import OutOption, write_dataset
from quire.lab import dataset


def positions(
    context: typer.Context,
    game: GameName,
    size: Annotated[str, typer.Argument(metavar="SIZE", help="A small board, such as 3x4.")],
    out: OutOption,
) -> None:
    """Write every position of a small board with its value and best moves."""
    write_dataset(context, dataset.positions(game, size), out)

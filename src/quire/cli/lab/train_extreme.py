"""The command `quire lab train-extreme`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from quire.cli.lab.options import MAX_GAMES, SettingsOption
from quire.cli.lab.settings import write_settings
from quire.cli.terminal.progress import progress_bar, stopped_by_signals
from quire.cli.terminal.screen import Screen
from quire.engine.units import MAX_THREADS, usable_threads
from quire.lab import extreme_training


def train_extreme(
    context: typer.Context,
    out: Annotated[Path, typer.Option(metavar="FILE", help="File for the trained weights.")],
    games: Annotated[
        int,
        typer.Option(metavar="N", min=1, max=MAX_GAMES, help="Self-play games per generation."),
    ] = extreme_training.GAMES,
    generations: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=1000, help="Number of generations (self-play, then training)."
        ),
    ] = extreme_training.GENERATIONS,
    nodes: Annotated[
        int,
        typer.Option(metavar="N", min=1, max=10**6, help="Search nodes per self-play move."),
    ] = extreme_training.NODES,
    seed: Annotated[
        int,
        typer.Option(metavar="N", min=0, max=2**63, help="Random seed."),
    ] = 1,
    threads: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=MAX_THREADS, help="Threads (default: all cores)."),
    ] = None,
    settings: SettingsOption = None,
) -> None:
    """Train the Extreme Tic-Tac-Toe evaluation by self-play."""
    screen = Screen()
    out.open("ab").close()  # report an unwritable file before the work
    write_settings(context, out)
    with stopped_by_signals() as stop, progress_bar("Training") as report:
        for generation in extreme_training.train(
            games, generations, nodes, seed, threads or usable_threads(), stop, report
        ):
            screen.line(
                f"Generation {generation.generation}: {generation.positions} positions, training "
                f"loss {generation.train_loss:.4f}, validation loss {generation.test_loss:.4f}"
            )
            out.write_bytes(generation.content)
    if stop.is_set():
        raise typer.Exit(130)

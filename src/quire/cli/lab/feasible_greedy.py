"""The command `quire lab feasible-greedy`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from quire.cli.arguments import complete_agent
from quire.cli.lab.options import (
    MAX_GAMES,
    FormatOption,
    JsonFileOption,
    SeedOption,
    SettingsOption,
)
from quire.cli.lab.trials import write_results
from quire.cli.terminal.tables import Report, Table, TableFormat, percentage
from quire.engine import make_agent
from quire.lab import feasible_greedy as paper
from quire.lab.plot import check_plot, plot_table


class Retry(StrEnum):
    """How to read the paper's retry limit: per cell, or per side."""

    CELLS = "2nn"
    SIDE = "2n"


def feasible_greedy(
    context: typer.Context,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=MAX_GAMES, help="Games per table cell.")
    ] = 200,
    seed: SeedOption = 1,
    retry: Annotated[
        Retry, typer.Option(metavar="2nn|2n", help="How to read the paper's retry limit.")
    ] = Retry.CELLS,
    sizes: Annotated[
        str, typer.Option(metavar="SIZES", help="Board sizes, comma-separated.")
    ] = ",".join(paper.SIZES),
    against: Annotated[
        str | None,
        typer.Option(
            metavar="AGENT",
            help="Add an opponent with 100 ms per move, such as champion.",
            autocompletion=complete_agent,
        ),
    ] = None,
    against_games: Annotated[
        int,
        typer.Option(
            metavar="N", min=1, max=MAX_GAMES, help="Games per cell against the --against agent."
        ),
    ] = 20,
    as_json: JsonFileOption = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a plot to FILE (.png or .svg).")
    ] = None,
    format: FormatOption = TableFormat.TEXT,
    settings: SettingsOption = None,
) -> None:
    """Reproduce Table I of the SOS paper and compare with the published results.

    The feasible greedy agent plays random, greedy and itself, moving first in every other game.
    """
    if plot is not None:
        check_plot(plot)
    boards = [size.strip() for size in sizes.split(",")]
    for size in boards:  # report a wrong size before anything is played
        paper.empty_board(size)
    if against:
        make_agent(against)
    extra = against_games if against else 0
    with Progress(
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as progress:
        total = len(boards) * (games * len(paper.OPPONENTS) + extra)
        task = progress.add_task("Playing", total=total)

        def on_games(played: int) -> None:
            progress.advance(task, played)

        cells = paper.play_table(boards, games, seed, retry.value, on_games)
        if against:
            cells += [
                paper.play_against(against, size, against_games, seed, retry.value, on_games)
                for size in boards
            ]
    if plot is not None:
        plot_table(cells, plot)
    facts = {"seed": seed, "retry": retry.value, "cells": [cell.facts() for cell in cells]}
    if as_json is not None:
        write_results(context, facts, as_json)
    if str(as_json) != "-":
        _show_cells(Report(format), cells)


def _show_cells(report: Report, cells: Sequence[paper.Cell]) -> None:
    report.note("Wins-losses-draws of the feasible agent, and its win rate with 95% CI.")
    shown = Table("board", "opponent", "result", "win rate", "paper", "agrees")
    for cell in cells:
        chance = cell.chance
        shown.add_row(
            cell.size,
            cell.opponent,
            _counts(cell.score),
            percentage(cell.score.wins, cell.score.games),
            _counts(cell.paper) if cell.paper else "",
            "" if chance is None else f"{'yes' if cell.agrees else 'NO'}, {_p_value(chance)}",
        )
    report.table(shown)
    for cell in cells:
        if cell.failed:
            games = cell.failed + cell.score.games
            failed = f"{cell.failed} of {games} games failed and are not counted"
            report.note(f"{cell.size} vs {cell.opponent}: {failed}: {cell.failure}")
        if cell.agrees is False:
            why = paper.KNOWN_DIFFERENCES.get((cell.size, cell.opponent), "for an unknown reason.")
            report.note(f"{cell.size} vs {cell.opponent} disagrees: {why}")
    report.note(
        "\nThe no-option condition (no scoring move, no safe move): share of games where it "
        "occurred; of those, how often the player who met it first lost, and how often the "
        "result differed from the score at that moment."
    )
    shown = Table("board", "opponent", "games with it", "first to meet it lost", "result changed")
    for cell in cells:
        met = sum(cell.no_option.met_first)
        shown.add_row(
            cell.size,
            cell.opponent,
            percentage(met, cell.score.games),
            percentage(sum(cell.no_option.then_lost), met),
            percentage(cell.no_option.turned, met),
        )
    report.table(shown)


def _counts(score: paper.Score) -> str:
    return "-".join(str(count) for count in score.counts())


def _p_value(probability: float) -> str:
    return "p < 0.001" if probability < 0.001 else f"p = {probability:.3f}"

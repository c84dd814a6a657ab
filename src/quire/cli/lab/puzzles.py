"""The command `quire lab puzzles`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from quire.cli.lab.options import (
    FormatOption,
    JsonFileOption,
    OnlyOption,
    SeedOption,
    SettingsOption,
    WorkersOption,
)
from quire.cli.lab.trials import write_results
from quire.cli.terminal.progress import progress_bar
from quire.cli.terminal.tables import Report, Table, TableFormat
from quire.engine.analysis.puzzle import MAX_GRADE, load
from quire.engine.units import usable_threads
from quire.errors import NotationError
from quire.games import GAMES
from quire.lab.puzzles import (
    CORRELATION_GOAL,
    LEVELS,
    Attempts,
    correlation,
    failed_by_grade,
    measure,
    sample,
)


def puzzles(
    context: typer.Context,
    count: Annotated[
        int | None,
        typer.Option(metavar="N", min=2, max=10**6, help="Puzzles per game (default: all)."),
    ] = None,
    tries: Annotated[
        int, typer.Option(metavar="N", min=1, max=1000, help="Attempts of each level at each.")
    ] = 8,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    only: OnlyOption = None,
    as_json: JsonFileOption = None,
    format: FormatOption = TableFormat.TEXT,
    settings: SettingsOption = None,
) -> None:
    """Compare the difficulty of the shipped puzzles with how often levels 1 to 6 solve them."""
    there = [game.key for game in GAMES if load(game.key)]
    games = [game for game in there if only is None or game in only]
    if not games:
        raise NotationError(f"no game matches; choose from: {', '.join(there)}")
    total = sum(len(sample(load(game), count)) for game in games)
    found: dict[str, list[Attempts]] = {game: [] for game in games}
    with progress_bar("Solving") as report_done:
        attempts = measure(games, count, tries, seed, workers or usable_threads())
        for number, it in enumerate(attempts, 1):
            found[it.puzzle.game].append(it)
            report_done(number / total, f"{number} of {total} puzzles,")
    if as_json is not None:
        facts = [asdict(it) for attempts_of in found.values() for it in attempts_of]
        write_results(context, facts, as_json)
    if str(as_json) != "-":
        _show(Report(format), found)


def _show(report: Report, found: dict[str, list[Attempts]]) -> None:
    report.note(
        f"Rank correlation of difficulty and failed attempts of levels {LEVELS[0]} to "
        f"{LEVELS[-1]} (goal: at least {CORRELATION_GOAL}), and failed attempts by grade."
    )
    grades = [f"grade {grade}" for grade in range(1, MAX_GRADE + 1)]
    table = Table("game", "goal", "puzzles", "correlation", *grades)
    for game, attempts in found.items():
        rank = correlation(attempts)
        table.add_row(
            game,
            "met" if rank >= CORRELATION_GOAL else "MISSED",
            str(len(attempts)),
            f"{rank:.2f}",
            *("-" if share is None else f"{share:.0%}" for share in failed_by_grade(attempts)),
        )
    report.table(table)

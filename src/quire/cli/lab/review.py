"""The command `quire lab review`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer

from quire.cli.lab.options import (
    MAX_GAMES,
    FormatOption,
    JsonFileOption,
    OnlyOption,
    SeedOption,
    SettingsOption,
    WorkersOption,
)
from quire.cli.lab.trials import write_results
from quire.cli.terminal.progress import progress_bar
from quire.cli.terminal.tables import Report, Table, TableFormat, percentage
from quire.engine.units import usable_threads
from quire.errors import NotationError
from quire.lab.review import (
    BOARDS,
    PLAYERS,
    RECALL_GOAL,
    WRONG_GOAL,
    Marks,
    Plan,
    measure,
)


def review(
    context: typer.Context,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=MAX_GAMES, help="Games per board.")
    ] = 40,
    nodes: Annotated[
        int, typer.Option(metavar="N", min=1, max=10**9, help="Nodes per position of a review.")
    ] = 50_000,
    depth: Annotated[
        int,
        typer.Option(
            metavar="N", min=2, max=1000, help="How many times as many the deep search has."
        ),
    ] = 10,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    only: OnlyOption = None,
    as_json: JsonFileOption = None,
    format: FormatOption = TableFormat.TEXT,
    settings: SettingsOption = None,
) -> None:
    """Measure how many losses reviews mark as mistakes or blunders, and how many marks are wrong.

    Games between level 3 and level 5 are reviewed, and reviewed again with a much deeper search. A
    loss is a move that gives away two points or the result.
    """
    chosen = [board for board in BOARDS if only is None or not set(board).isdisjoint(only)]
    if not chosen:
        known = ", ".join(sorted(set().union(*map(set, BOARDS))))
        raise NotationError(f"no board matches; choose from: {known}")
    plans = [Plan(*board, games, seed, nodes, depth) for board in chosen]
    found = dict.fromkeys(plans, Marks())
    with progress_bar("Reviewing") as report_done:
        for plan, marks in measure(plans, workers or usable_threads()):
            found[plan] += marks
            done = sum(it.games for it in found.values())
            report_done(done / (games * len(plans)), f"{done} of {games * len(plans)} games,")
    if as_json is not None:
        facts = [{**asdict(plan), **asdict(marks)} for plan, marks in found.items()]
        write_results(context, facts, as_json)
    if str(as_json) != "-":
        _show(Report(format), list(found.items()))


def _show(report: Report, found: Sequence[tuple[Plan, Marks]]) -> None:
    report.note(
        f"Losses of 2 points or the result that are marked mistake or blunder (goal: at least "
        f"{RECALL_GOAL:.0%}), and marks that are wrong (at most {WRONG_GOAL:.0%}), each with its "
        f"95% CI; moves too near the line to tell; mean accuracy of {' and '.join(PLAYERS)}."
    )
    table = Table("board", "goal", "losses", "marked", "marks", "wrong", "undecided", "accuracy")
    for plan, marks in found:
        table.add_row(
            f"{plan.game} {plan.size}",
            "met" if marks.reached else "MISSED",
            str(marks.losses),
            percentage(marks.found, marks.losses),
            str(marks.marked),
            percentage(marks.wrong, marks.marked),
            f"{marks.undecided} of {marks.moves}",
            f"{marks.weaker / marks.games:.0f}, {marks.stronger / marks.games:.0f}",
        )
    report.table(table)

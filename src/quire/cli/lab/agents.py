"""The command `quire lab agents`."""

from __future__ import annotations

import typer

from quire.cli.lab.options import (
    FormatOption,
    GamesOption,
    JsonFileOption,
    SeedOption,
    SettingsOption,
    WorkersOption,
)
from quire.cli.lab.trials import run_trials, write_results
from quire.cli.terminal.tables import Report, Table, TableFormat, percentage
from quire.lab.strength import TABLE_OPPONENT, agent_cells, with_result


def agents(
    context: typer.Context,
    games: GamesOption = None,
    seed: SeedOption = 1,
    workers: WorkersOption = None,
    as_json: JsonFileOption = None,
    format: FormatOption = TableFormat.TEXT,
    settings: SettingsOption = None,
) -> None:
    """Measure every agent on every game against a common opponent."""
    cells = list(agent_cells())
    trials = [cell.trial for cell in cells if cell.trial is not None]
    results = iter(run_trials(trials, games, seed, workers, None))
    found = [with_result(cell, next(results) if cell.trial else None) for cell in cells]
    if as_json is not None:
        facts = [
            {"agent": cell.agent, "board": cell.board, "reason": cell.reason}
            if result is None
            else result.facts()
            for cell, result in found
        ]
        write_results(context, facts, as_json)
    if str(as_json) == "-":
        return
    report = Report(format)
    report.note(f"Score against {TABLE_OPPONENT} with 95% CI; a draw counts half.")
    boards = list(dict.fromkeys(cell.board for cell, _ in found))
    table = Table("agent", *boards)
    notes: list[str] = []
    for agent in dict.fromkeys(cell.agent for cell, _ in found):
        row = [agent]
        for cell, result in found:
            if cell.agent != agent:
                continue
            if result is None and cell.reason not in notes:
                notes.append(cell.reason)
            row.append(
                f"[{notes.index(cell.reason) + 1}]"
                if result is None
                else percentage(result.score.points, result.score.games)
            )
        table.add_row(*row)
    report.table(table)
    for number, note in enumerate(notes, 1):
        report.note(f"[{number}] {note}")

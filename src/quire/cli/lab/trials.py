"""Play trials of strength, and show their results next to their targets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quire.cli.lab.settings import write_settings
from quire.cli.terminal.tables import Report, Table, TableFormat, percentage
from quire.engine.units import usable_threads
from quire.errors import NotationError
from quire.lab.duel import TOLERANCE_SECONDS, Score, play_duels
from quire.lab.strength import MAX_LATE_SHARE, Result, Trial


def run_trials(
    trials: Sequence[Trial],
    games: int | None,
    seed: int,
    workers: int | None,
    only: list[str] | None,
) -> list[Result]:
    """Play the trials whose name contains one of the words of `only`."""
    chosen = [
        trial.with_games(games, seed)
        for trial in trials
        if only is None or not _words(trial).isdisjoint(only)
    ]
    if not chosen:
        known = sorted(set().union(*map(_words, trials)))
        raise NotationError(f"no trial matches; choose from: {', '.join(known)}")
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[standing]}"),
        console=Console(stderr=True),
        transient=True,
        disable=not Console(stderr=True).is_terminal,
    ) as progress:
        tasks = [
            progress.add_task(str(trial), total=trial.duel.games, standing="") for trial in chosen
        ]
        standing = [Score() for _ in chosen]

        def on_games(which: int, part: Score) -> None:
            standing[which] += part
            now = standing[which]
            words = f"{now.wins}-{now.losses}-{now.draws}"
            progress.update(tasks[which], advance=part.games + part.failed, standing=words)

        duels = [trial.duel for trial in chosen]
        scores = play_duels(duels, workers or usable_threads(), on_games)
    return [Result(*pair) for pair in zip(chosen, scores, strict=True)]


def show_results(
    context: typer.Context, results: list[Result], as_json: Path | None, format: TableFormat
) -> None:
    """Show the results of trials next to their targets, and write them as JSON if asked."""
    if as_json is not None:
        write_results(context, [result.facts() for result in results], as_json)
    if str(as_json) == "-":
        return
    report = Report(format)
    report.note(
        "Wins-losses-draws of the first agent, and the measured value with its 95% CI. "
        f"Moves that exceed their limit by {1000 * TOLERANCE_SECONDS:.0f} ms of "
        f"CPU time are late; at most one in {1 / MAX_LATE_SHARE:,.0f} is allowed."
    )
    table = Table("trial", "W-L-D", "measured", "slowest move", "late", "target", "met")
    for result in results:
        score = result.score
        table.add_row(
            str(result.trial),
            f"{score.wins}-{score.losses}-{score.draws}",
            _measured(result),
            f"{1000 * score.slowest:.0f} ms ({1000 * score.max_cpu_seconds:.0f} ms CPU)",
            f"{score.late} of {score.moves:,}",
            str(result.trial.goal),
            result.verdict,
        )
    report.table(table)
    for result in results:
        if result.score.failed:
            report.note(f"{result.trial}: {result.failures}")


def _words(trial: Trial) -> set[str]:
    """Return the words that select a trial: game, size, agents, and what is special about it."""
    duel = trial.duel
    return {
        duel.game,
        duel.size,
        duel.one,
        duel.other,
        *(["unlost"] if duel.from_unlost_positions else []),
    }


def _measured(result: Result) -> str:
    """Return what the goal measures, each as a percentage of the games."""
    games, counts = result.score.games, result.counts
    return ", ".join(
        f"{measure} {percentage(counts[measure], games)}"
        for measure in result.trial.goal.measures()
    )


def write_results(context: typer.Context, facts: object, file: Path) -> None:
    """Write facts as JSON to a file, with the settings beside it; - prints them."""
    text = json.dumps(facts, indent=2) + "\n"
    if str(file) == "-":
        print(text, end="")
    else:
        file.write_text(text, encoding="utf-8")
        write_settings(context, file)

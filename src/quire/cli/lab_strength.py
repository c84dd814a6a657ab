"""The `quire lab` commands that measure strength: `strength`, `levels`, `agents`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from quire.cli.tables import plain_table, share, show_table
from quire.cli.terminal.screen import Screen
from quire.engine.units import MOST_THREADS, usable_threads
from quire.errors import NotationError
from quire.lab.duel import TOLERANCE, Score, play_duels
from quire.lab.strength import (
    MOST_LATE,
    TARGETS,
    YARDSTICK,
    Result,
    Trial,
    agent_cells,
    filled,
    level_trials,
)

measuring = typer.Typer(rich_markup_mode=None)

Games = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=10**6, help="Games per trial (overrides the trial's own number)."
    ),
]
Seed = Annotated[int, typer.Option(metavar="N", help="Random seed.")]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=MOST_THREADS,
        help="Games to play at once (default: number of cores).",
    ),
]
Only = Annotated[
    list[str] | None,
    typer.Option(metavar="WORD", help="Only trials whose name contains WORD. Repeatable."),
]
JsonFile = Annotated[
    Path | None, typer.Option("--json", metavar="FILE", help="Write JSON there; - prints it.")
]


@measuring.command()
def strength(
    games: Games = None,
    seed: Seed = 1,
    workers: Workers = None,
    only: Only = None,
    as_json: JsonFile = None,
) -> None:
    """Measure the champion's strength against its targets."""
    _tell(_results(list(TARGETS), games, seed, workers, only), as_json)


@measuring.command()
def levels(
    games: Games = None,
    seed: Seed = 1,
    workers: Workers = None,
    only: Only = None,
    as_json: JsonFile = None,
) -> None:
    """Measure each level against the one below."""
    _tell(_results(level_trials(), games, seed, workers, only), as_json)


@measuring.command()
def agents(
    games: Games = None, seed: Seed = 1, workers: Workers = None, as_json: JsonFile = None
) -> None:
    """Measure every agent on every game against a common opponent."""
    cells = list(agent_cells())
    trials = [cell.trial for cell in cells if cell.trial is not None]
    results = iter(_results(trials, games, seed, workers, None))
    found = [filled(cell, next(results) if cell.trial else None) for cell in cells]
    if as_json is not None:
        facts = [
            {"agent": cell.agent, "board": cell.board, "reason": cell.reason}
            if result is None
            else result.facts()
            for cell, result in found
        ]
        _write(facts, as_json)
    if str(as_json) == "-":
        return
    screen = Screen()
    screen.line(f"Score against {YARDSTICK} with 95% CI; a draw counts half.")
    boards = list(dict.fromkeys(cell.board for cell, _ in found))
    table = plain_table(screen, "agent", *boards)
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
                else share(result.score.points, result.score.games)
            )
        table.add_row(*row)
    show_table(screen, table)
    for number, note in enumerate(notes, 1):
        screen.line(f"[{number}] {note}")


def _results(
    trials: Sequence[Trial],
    games: int | None,
    seed: int,
    workers: int | None,
    only: list[str] | None,
) -> list[Result]:
    chosen = [
        trial.over(games, seed)
        for trial in trials
        if only is None or any(word in str(trial).split() for word in only)
    ]
    if not chosen:
        every = sorted({word for trial in trials for word in str(trial).split()})
        raise NotationError(
            f'no trial matches; choose from: {", ".join(every)} (and leave "-", '
            '":", "(5" and "ms)" out of that list: today it prints them)'
        )
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[standing]}"),
        console=Console(stderr=True),
        transient=True,
        disable=not Console(stderr=True).is_terminal,
    ) as bar:
        tasks = [bar.add_task(str(trial), total=trial.duel.games, standing="") for trial in chosen]
        standing = [Score() for _ in chosen]

        def told(which: int, part: Score) -> None:
            standing[which] += part
            now = standing[which]
            words = f"{now.wins}-{now.losses}-{now.draws}"
            bar.update(tasks[which], advance=part.games + part.failed, standing=words)

        duels = [trial.duel for trial in chosen]
        scores = play_duels(duels, workers or usable_threads(), told)
    return [Result(*pair) for pair in zip(chosen, scores, strict=True)]


def _tell(results: list[Result], as_json: Path | None) -> None:
    if as_json is not None:
        _write([result.facts() for result in results], as_json)
    if str(as_json) == "-":
        return
    screen = Screen()
    screen.line(
        "Wins-losses-draws of the first agent, and the measured value with its 95% CI. "
        f"Moves that exceed their limit by {1000 * TOLERANCE:.0f} ms of "
        f" CPU time are late; at most one in {1 / MOST_LATE:,.0f} is allowed."
    )
    table = plain_table(
        screen, "trial", "W-L-D", "measured", "slowest move", "late", "target", "met"
    )
    for result in results:
        score = result.score
        table.add_row(
            str(result.trial),
            f"{score.wins}-{score.losses}-{score.draws}",
            _measured(result),
            f"{1000 * score.slowest:.0f} ms ({1000 * score.busiest:.0f} ms CPU)",
            f"{score.late} of {score.thoughts:,}",
            str(result.trial.goal),
            result.verdict,
        )
    show_table(screen, table)
    for result in results:
        if result.score.failed:
            screen.line(f"{result.trial}: {result.failures}")


def _measured(result: Result) -> str:
    """The share of each measure that the goal is on."""
    games, counts = result.score.games, result.counts
    return ", ".join(f"{it} {share(counts[it], games)}" for it in result.trial.goal.measures())


def _write(facts: object, file: Path) -> None:
    text = json.dumps(facts, indent=2) + "\n"
    if str(file) == "-":
        print(text, end="")
    else:
        file.write_text(text, encoding="utf-8")

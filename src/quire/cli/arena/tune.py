"""The command `quire arena tune`."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from quire.arena.bots.sandbox import select_sandbox
from quire.arena.conditions.bot_settings import read_settings
from quire.arena.tournament.pairing import check_playable
from quire.arena.tournament.plan import Entrant, Order, Plan
from quire.arena.tournament.runner import Job, LocalExecutor
from quire.arena.tuning.plot import to_svg
from quire.arena.tuning.spsa import Parameter
from quire.arena.tuning.tuning import NAMES, Step, Tuning, TuningFile
from quire.arena.tuning.tuning import tune as play_tuning
from quire.cli.arena.options import (
    DEFAULT_GAME,
    AffinityOption,
    ConcurrencyOption,
    ForceOption,
    GameOption,
    ResumeOption,
    SandboxMode,
    SandboxOption,
    SizeOption,
)
from quire.cli.arena.tournament import show_sandbox, workers_for
from quire.cli.terminal.progress import exit_on_sigterm, progress_bar, stopped_by_signals
from quire.cli.terminal.screen import Screen
from quire.cli.terminal.tables import Table, show_table
from quire.errors import NotationError
from quire.games import find_game

TEXT_INTERVAL = 100
"""Games between two lines off a terminal."""


def tune(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot, as for `quire arena match`.")],
    param: Annotated[
        list[str],
        typer.Option(
            metavar="PARAMETER",
            help="An option to tune: NAME,int|float,START,MIN,MAX,STEP[,RATE]. May be repeated.",
        ),
    ],
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=2, max=10**6, help="Number of games in all.")
    ] = 10_000,
    pairs: Annotated[
        int, typer.Option(metavar="N", min=1, max=1000, help="Pairs of games per step.")
    ] = 4,
    each: Annotated[
        str,
        typer.Option(
            metavar="SETTINGS",
            help='Settings of the bot: "movetime=100ms nodes=500", or tc=10s+0.1s.',
        ),
    ] = "movetime=100ms",
    opening: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=100, help="Number of random opening moves."),
    ] = None,
    openings: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A file of openings instead, one per line."),
    ] = None,
    seed: Annotated[
        int, typer.Option(metavar="N", help="Random seed of the openings and the trials.")
    ] = 1,
    out: Annotated[
        Path,
        typer.Option(metavar="FILE", help="The tuning's file; its plot has the ending .svg."),
    ] = Path("tune.jsonl"),
    resume: ResumeOption = False,
    concurrency: ConcurrencyOption = None,
    force: ForceOption = False,
    sandbox: SandboxOption = SandboxMode.BEST,
    affinity: AffinityOption = False,
) -> None:
    """Tune numeric options of a bot by games against itself (SPSA)."""
    screen = Screen()
    tuning = Tuning(
        plan=Plan(
            bots=tuple(Entrant(bot, name) for name in NAMES),
            game=find_game(game).key,
            size=size,
            games=games,
            each=read_settings(each.split()),
            opening=opening,
            openings=openings,
            order=Order.RANDOM,
            seed=seed,
        ).named(),
        parameters=tuple(map(Parameter.parse, param)),
        pairs_per_step=pairs,
    )
    tuning.check()
    check_playable(tuning.plan)
    if out.suffix == ".svg":
        raise NotationError(f"{out} is the plot's name: choose another ending for --out")
    job = Job.of(tuning.plan, select_sandbox(sandbox))
    with exit_on_sigterm():
        job.with_options(tuning.spsa.trial(tuning.spsa.start(), 1).plus).try_bots()
    show_sandbox(screen, job.sandbox)
    executor = LocalExecutor(job, workers_for(concurrency, force), affinity=affinity)
    with closing(executor), closing(TuningFile(out, tuning, resume=resume)) as file:
        interrupted = _play(file, executor)
        plot = out.with_suffix(".svg")
        plot.write_text(to_svg(tuning, file.steps), "utf-8")
        _show(screen, file)
    screen.line(f"Tuning: {2 * file.pairs} of {2 * tuning.pairs} games in {out}", wrap=False)
    screen.line(f"Plot: {plot}", wrap=False)
    if interrupted:
        screen.line("Stopped. Continue with --resume.")
        raise typer.Exit(130)


def _play(file: TuningFile, executor: LocalExecutor) -> bool:
    """Play the steps that are missing; return whether a signal stopped it."""
    total, shown = file.tuning.pairs, file.pairs
    with stopped_by_signals() as stop, progress_bar("Games") as report:

        def on_step(step: Step) -> None:
            nonlocal shown
            words = " ".join(f"{name}={value:.4g}" for name, value in step.values.items())
            report(step.pairs / total, words)
            if not sys.stderr.isatty() and 2 * (step.pairs - shown) >= TEXT_INTERVAL:
                print(f"{2 * step.pairs} of {2 * total} games: {words}", file=sys.stderr)
                shown = step.pairs

        play_tuning(file, executor, on_step=on_step, should_stop=stop.is_set)
        return stop.is_set()


def _show(screen: Screen, file: TuningFile) -> None:
    table = Table("option", "start", "tuned", "bounds")
    for parameter in file.tuning.parameters:
        value = file.values[parameter.name]
        table.add_row(
            parameter.name,
            f"{parameter.start:g}",
            f"{round(value)}" if parameter.whole else f"{value:.4g}",
            f"{parameter.least:g} to {parameter.most:g}",
        )
    show_table(screen, table)

"""The `quire lab` commands: experiments, with what they measured and how sure they are."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from quire.cli.arguments import amount, complete_agent
from quire.cli.lab_strength import measuring
from quire.cli.progress import bar, stopped_by_signals
from quire.cli.tables import plain_table, share, show_table
from quire.cli.terminal.screen import Screen
from quire.engine import make_agent
from quire.engine.solver.checkpoint import Checkpoint
from quire.engine.units import MOST_THREADS, read_memory, usable_threads
from quire.lab import extreme_training
from quire.lab import feasible_greedy as paper
from quire.lab import obstruction as who_wins
from quire.lab.plot import check_plot, plot_table

MOST_GAMES = 10**6

lab = typer.Typer(
    help="Experiments: what the engines do, measured.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


lab.add_typer(measuring)


@lab.callback()
def experiments() -> None:
    """Experiments that measure the engines."""


class Retry(StrEnum):
    """The readings of the paper's retry limit."""

    CELLS = "2nn"
    SIDE = "2n"


@lab.command("feasible-greedy")
def feasible_greedy(
    games: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST_GAMES, help="Games per table cell.")
    ] = 200,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
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
            metavar="N", min=1, max=MOST_GAMES, help="Games per cell against the --against agent."
        ),
    ] = 20,
    as_json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write JSON to FILE; - prints it.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a plot to FILE (.png or .svg).")
    ] = None,
) -> None:
    """Reproduce Table I of the SOS paper and compare with the published results. The feasible
    greedy agent plays random, greedy and itself, moving first in every other game."""
    if plot is not None:
        check_plot(plot)
    boards = [size.strip() for size in sizes.split(",")]
    for size in boards:  # what is wrong is said before anything is played
        paper.empty_board(size)
    if against:
        make_agent(against)
    extra = against_games if against else 0
    with Progress(
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()
    ) as bar:
        total = len(boards) * (games * len(paper.OPPONENTS) + extra)
        task = bar.add_task("Playing", total=total)

        def told(played: int) -> None:
            bar.advance(task, played)

        cells = paper.play_table(boards, games, seed, retry.value, told)
        if against:
            cells += [
                paper.play_against(against, size, against_games, seed, retry.value, told)
                for size in boards
            ]
    if plot is not None:
        plot_table(cells, plot)
    facts = {"seed": seed, "retry": retry.value, "cells": [cell.facts() for cell in cells]}
    if as_json is not None and str(as_json) != "-":
        as_json.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    if str(as_json) == "-":
        print(json.dumps(facts, indent=2))
    else:
        _show_table(cells)


@lab.command("train-extreme")
def train_extreme(
    out: Annotated[Path, typer.Option(metavar="FILE", help="File for the trained weights.")],
    games: Annotated[
        int,
        typer.Option(metavar="N", min=1, max=MOST_GAMES, help="Self-play games per generation."),
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
        typer.Option(metavar="N", min=1, max=MOST_THREADS, help="Threads (default: all cores)."),
    ] = None,
) -> None:
    """Train the Extreme Tic-Tac-Toe evaluation by self-play."""
    screen = Screen()
    out.touch()  # whether it can be written is known before the work
    with stopped_by_signals() as stop, bar("Learning") as tell:
        for told in extreme_training.train(
            games, generations, nodes, seed, threads or usable_threads(), stop, tell
        ):
            screen.line(
                f"Generation {told.generation}: {told.positions} positions, training loss "
                f"{told.seen:.4f}, validation loss {told.unseen:.4f}"
            )
            out.write_bytes(told.content)
    if stop.is_set():
        raise typer.Exit(130)


@lab.command()
def obstruction(
    smallest: Annotated[
        str, typer.Option("--from", metavar="SIZE", help="The smallest board.")
    ] = "5x5",
    largest: Annotated[
        str, typer.Option("--to", metavar="SIZE", help="The largest board; 10x10 takes hours.")
    ] = "9x10",
    second: Annotated[
        bool,
        typer.Option(
            "--second", help="Use the second, independent method, to cross-check the first."
        ),
    ] = False,
    whole: Annotated[
        bool,
        typer.Option(
            "--whole",
            help="Find all winning moves and the Grundy value even above 72 cells (slow).",
        ),
    ] = False,
    memory: Annotated[
        int | None,
        typer.Option(
            metavar="SIZE",
            help="Memory for the solver's table, such as 512M (default: 3G).",
            parser=amount(read_memory),
        ),
    ] = None,
    threads: Annotated[
        int, typer.Option(metavar="N", min=1, max=MOST_THREADS, help="Search threads.")
    ] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write JSON results to FILE; boards already in it are skipped.",
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Save progress to FILE every 10 minutes and continue from it."
        ),
    ] = None,
) -> None:
    """Solve Obstruction on every board size in a range. Ctrl-C keeps finished boards and, with
    --checkpoint, progress on the current one."""
    plan = who_wins.Plan(memory=memory or 3 << 30, threads=threads, second=second, whole=whole)
    sizes = who_wins.boards(smallest, largest)
    had = who_wins.read_book(out) if out is not None else []
    entries = {entry["command"]: entry for entry in had}
    kept = None if checkpoint is None else Checkpoint(checkpoint, told=_say)
    with stopped_by_signals() as stop:
        for size in sizes:
            if plan.command(size) in entries:
                continue
            with bar(f"Solving {size}") as tell:
                entry = who_wins.solve_board(size, plan, checkpoint=kept, stop=stop, progress=tell)
            if entry is None:
                break
            entries[plan.command(size)] = entry
            if out is not None:
                who_wins.write_book(out, entries.values())
    _show_boards([entries[it] for it in map(plan.command, sizes) if it in entries])
    if stop.is_set():
        raise typer.Exit(130)


def _say(line: str) -> None:
    Console(stderr=True, highlight=False).print(line, soft_wrap=True)


def _show_boards(entries: Sequence[who_wins.Entry]) -> None:
    screen = Screen()
    shown = plain_table(screen, "board", "winner", "value", "winning moves", "nodes", "seconds")
    for entry in entries:
        won = entry["outcome"] == "win"
        moves = " ".join(who_wins.one_of_each_kind(entry)) + ("" if entry["all_best"] else " ...")
        shown.add_row(
            entry["size"],
            "first" if won else "second",
            "" if entry["grundy"] is None else str(entry["grundy"]),
            moves if won else "",
            f"{entry['nodes']:,}",
            f"{entry['seconds']:,}",
        )
    show_table(screen, shown)


def _show_table(cells: Sequence[paper.Cell]) -> None:
    screen = Screen()
    screen.line("Wins-losses-draws of the feasible agent, and its win rate with 95% CI.")
    shown = plain_table(screen, "board", "opponent", "result", "win rate", "paper", "agrees")
    for cell in cells:
        chance = cell.chance
        shown.add_row(
            cell.size,
            cell.opponent,
            _counts(cell.score),
            share(cell.score.wins, cell.score.games),
            _counts(cell.paper) if cell.paper else "",
            "" if chance is None else f"{'yes' if cell.agrees else 'NO'}, {_chance(chance)}",
        )
    show_table(screen, shown)
    for cell in cells:
        if cell.failed:
            games = cell.failed + cell.score.games
            failed = f"{cell.failed} of {games} games failed and are not counted"
            screen.line(f"{cell.size} against {cell.opponent}: {failed}: {cell.failure}")
        if cell.agrees is False:
            why = paper.WHY.get((cell.size, cell.opponent), "why is not known.")
            screen.line(f"{cell.size} against {cell.opponent} does not agree: {why}")
    screen.line(
        "\nThe no-option condition (no scoring move, no safe move): share of games where it "
        "occurred; of those, how often the player who met it first lost, and how often the "
        "result differed from the score at that moment."
    )
    shown = plain_table(
        screen, "board", "opponent", "games with it", "first to meet it lost", "result changed"
    )
    for cell in cells:
        met = sum(cell.no_option.met_first)
        shown.add_row(
            cell.size,
            cell.opponent,
            share(met, cell.score.games),
            share(sum(cell.no_option.then_lost), met),
            share(cell.no_option.turned, met),
        )
    show_table(screen, shown)


def _counts(score: paper.Score) -> str:
    return "-".join(str(count) for count in score.counts())


def _chance(probability: float) -> str:
    return "p < 0.001" if probability < 0.001 else f"p = {probability:.3f}"

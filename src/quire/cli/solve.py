"""The command `quire solve`."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

import quire
from quire.cli import batch
from quire.cli.arguments import (
    Json,
    OptionalGameName,
    PositionArgument,
    given_game,
    parser_for,
)
from quire.cli.terminal.progress import progress_bar, stopped_by_signals
from quire.cli.terminal.screen import Screen
from quire.core import Game, Position
from quire.engine import Limit
from quire.engine.analysis.position import MEMORY
from quire.engine.batch import Task
from quire.engine.solver.checkpoint import Checkpoint
from quire.engine.solver.solve import Solution, Solver
from quire.engine.units import MAX_THREADS, read_memory, read_seconds
from quire.games import find_game
from quire.picture import Picture


def solve(
    game: OptionalGameName = None,
    position: Annotated[
        list[str] | None,
        typer.Argument(help="A position, or a size for the empty board.", metavar="SIZE|POSITION"),
    ] = None,
    moves: Annotated[
        str, typer.Option(metavar="MOVES", help="Moves to play first, from that position.")
    ] = "",
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", help="Stop after S seconds.", parser=parser_for(read_seconds)),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(metavar="N", help="Stop after N nodes.", min=0, max=2**63),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            metavar="SIZE",
            help="Memory for the solver's tables, such as 2G (default: half of the free memory, "
            "at most 4G).",
            parser=parser_for(read_memory),
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Search threads, or with --in positions at once (default: all cores).",
            min=1,
            max=MAX_THREADS,
        ),
    ] = None,
    value_only: Annotated[
        bool, typer.Option("--value-only", help="Find the value and one best move only (faster).")
    ] = False,
    no_book: Annotated[
        bool,
        typer.Option("--no-book", help="Don't use the solution book."),
    ] = False,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Save progress to FILE every 10 minutes and continue from it."
        ),
    ] = None,
    source: batch.InFile = None,
    out: batch.OutFile = None,
    as_json: Json = False,
) -> None:
    """Solve a position exactly: its value with best play, and all best moves.

    Ctrl-C stops the search and prints what is known so far. With --in and --out, a file of
    positions and games of all kinds is solved; limits are for each position, and the same command
    continues what was interrupted. See docs/reference/batch.md.
    """
    others = {"GAME": game, "--moves": moves, "--checkpoint": checkpoint, "--json": as_json}
    if batch.check_files(source, out, others) and source is not None and out is not None:
        task = Task(
            "solve",
            Limit(seconds, nodes),
            all_best=not value_only,
            book=not no_book,
            memory=memory or MEMORY,
        )
        batch.run(task, source, out, threads)
        return
    kind = find_game(given_game(game))
    argument = PositionArgument.read(kind, position, moves)
    asked = argument.position()
    with _warnings_as_lines(), stopped_by_signals() as stop, progress_bar("Solving") as report:
        found = quire.solve(
            asked,
            Limit(seconds, nodes),
            threads=threads,
            memory=memory,
            all_best=not value_only,
            book=not no_book,
            checkpoint=None if checkpoint is None else Checkpoint(checkpoint),
            stop=stop,
            progress=lambda nodes, _seconds, done: report(done, f"{nodes:,} nodes,"),
        )
    if as_json:
        print(json.dumps(found.facts(asked)))
    else:
        _print_solution(kind, asked, argument.picture(asked), found)
    if stop.is_set() and not (found.exact and (found.all_best or value_only)):
        raise typer.Exit(130)


@contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """Print warnings as errors are printed: one line each."""
    with warnings.catch_warnings(record=True) as caught:
        yield
    for warning in caught:
        print(f"quire: {warning.message}", file=sys.stderr)


def _print_solution(game: Game, position: Position, picture: Picture, found: Solution) -> None:
    screen = Screen()
    screen.board(picture)
    screen.line(picture.caption)
    screen.line(_verdict(game, position, found))
    if position.outcome() is not None:
        return
    if moves := _best_moves(position, found):
        screen.line(moves)
    if found.grundy is not None:
        screen.line(f"Grundy value {found.grundy}.")
    effort = f"{found.nodes:,} node{'s' * (found.nodes != 1)} in {found.seconds:.2f} s"
    if found.from_book:
        screen.line("Exact, from the book.")
    elif found.exact:
        screen.line(f"Exact: {effort}.")
    else:
        screen.line(f"Not exact: search stopped after {effort}.")
        if _is_out_of_reach(position, found):
            screen.line(
                f"Nothing is proven yet that wasn't known before: {position.size} may be out of "
                f"reach. Give it more time, or estimate it with quire analyse {position.game}."
            )


def _is_out_of_reach(position: Position, found: Solution) -> bool:
    """Return whether the bounds are those of a search that hasn't begun."""
    begun = Solver(threads=1, memory=1 << 20).solve(position, Limit(nodes=0))
    return (found.lower, found.upper) == (begun.lower, begun.upper)


def _verdict(game: Game, position: Position, found: Solution) -> str:
    who = f"Player {position.to_move + 1} to move"
    if position.outcome() is not None:
        value = found.value or 0
        return f"The game is over (value {_signed(value)} for player {position.to_move + 1})."
    if found.value is None:
        known = {"win": f"{who}: wins. ", "loss": f"{who}: loses. "}.get(found.outcome or "", "")
        return known + _bounds(found)
    if found.value == 0:
        return f"{who}: draw with best play (value 0)."
    # Where a win itself scores points, the value is not a difference of points made in play.
    by_points = game.has_points(position.size) and game.win_points is None
    by = f" by {abs(found.value)}" if by_points else ""
    does = "wins" if found.value > 0 else "loses"
    return f"{who}: {does}{by} (value {_signed(found.value)})."


def _signed(value: int) -> str:
    return f"{value:+d}" if value else "0"


def _bounds(found: Solution) -> str:
    if found.lower is None and found.upper is None:
        return "Nothing proven yet."
    if found.upper is None:
        return f"The value is at least {found.lower}."
    if found.lower is None:
        return f"The value is at most {found.upper}."
    return f"The value is between {found.lower} and {found.upper}."


def _best_moves(position: Position, found: Solution) -> str:
    moves = " ".join(found.best_moves)
    number, legal = len(found.best_moves), len(position.legal_moves())
    if found.exact and found.all_best:
        if number == legal > 1:
            return _all_equal(number, found.value or 0)
        return f"Best moves ({number} of {legal}): {moves}"
    if found.exact and found.from_book:
        known = f" in the book ({number}): {moves}" if moves else " are not in the book"
        return f"Best moves{known}; use --no-book to find all of them"
    if found.exact:
        return f"Best moves found ({number}): {moves}"
    # A bound that all moves reach says nothing about any of them.
    return f"Moves proven to reach {found.lower} ({number}): {moves}" if 0 < number < legal else ""


def _all_equal(number: int, value: int) -> str:
    result = "win" if value > 0 else "lose" if value < 0 else "draw"
    return f"All {number} moves {result}{' equally' if abs(value) > 1 else ''}."

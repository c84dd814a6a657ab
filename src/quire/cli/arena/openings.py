"""The command `quire arena openings`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from quire.arena.conditions.opening_generation import (
    SOLVER,
    OpeningGenerator,
    default_max_score,
    engine_judge,
    solver_judge,
)
from quire.cli.arena.options import DEFAULT_GAME, GameOption, SizeOption
from quire.cli.terminal.progress import progress_bar, stopped_by_signals
from quire.cli.terminal.screen import Screen
from quire.errors import RecordError
from quire.games import find_game
from quire.match.agent import Limit


def openings(
    out: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file of openings, one per line.")
    ],
    game: GameOption = DEFAULT_GAME,
    size: SizeOption = None,
    plies: Annotated[int, typer.Option(metavar="N", min=1, max=100, help="Moves per opening.")] = 4,
    count: Annotated[
        int, typer.Option(metavar="N", min=1, max=1_000_000, help="Number of openings.")
    ] = 100,
    by: Annotated[
        str,
        typer.Option(
            metavar="solver|AGENT",
            help="What decides whether an opening is even: the solver, or an agent such as mcts.",
        ),
    ] = SOLVER,
    nodes: Annotated[
        int, typer.Option(metavar="N", min=1, help="Nodes for each opening.")
    ] = 100_000,
    max_score: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            min=0,
            help="The largest score of an even opening (default: 1 point, or 0.25).",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Random seed.")] = 1,
) -> None:
    """Generate balanced openings for matches and tournaments."""
    screen = Screen()
    found = find_game(game)
    board = found.start(size).size
    most = default_max_score(found, board) if max_score is None else max_score
    limit = Limit(nodes=nodes)
    judge = solver_judge(limit) if by == SOLVER else engine_judge(by, limit)
    generator = OpeningGenerator(found, board, plies, most, judge, seed)
    written = 0
    try:
        file = out.open("x", encoding="utf-8")
    except FileExistsError:
        raise RecordError(f"{out} already exists: choose another file") from None
    with file, stopped_by_signals() as stop, progress_bar("Openings") as report:
        try:
            for opening in generator.openings(count):
                score = {"score": round(opening.score.value, 4), "exact": opening.score.exact}
                line = {"game": found.key, "size": board, "moves": opening.moves, **score}
                file.write(json.dumps(line) + "\n")
                written += 1
                report(written / count)
                if stop.is_set():
                    break
        finally:
            if not written:
                out.unlink()
    where = f"in {out}, from" if written else "found in"
    screen.line(
        f"{written} of {count} openings {where} {generator.attempts} random ones", wrap=False
    )
    if stop.is_set():
        raise typer.Exit(130)
    if written < count:
        screen.line("For more, raise --max-score, --nodes or --plies.")

"""The command `quire analyse`."""

from __future__ import annotations

import os.path
from dataclasses import replace
from itertools import groupby, islice
from pathlib import Path
from typing import Annotated

import typer

from quire.cli import batch
from quire.cli.arguments import Json, OptionalGameName, PositionArgument, given_game
from quire.cli.terminal import save_file
from quire.cli.terminal.progress import progress_bar, stopped_by_signals
from quire.cli.terminal.review_table import plain_value, show_review, value_table
from quire.cli.terminal.screen import Screen
from quire.core import Game
from quire.engine import Limit
from quire.engine.analysis.analysis import Analysis, MoveValue
from quire.engine.analysis.diagram import graph, with_values
from quire.engine.analysis.position import Analyser, estimator_for
from quire.engine.analysis.review import Review
from quire.engine.analysis.review_words import unexamined_moves
from quire.engine.batch import Task
from quire.errors import NotationError
from quire.games import find_game
from quire.match.record import Record, read_records
from quire.render import charts
from quire.render.svg import to_svg


def analyse(
    game: OptionalGameName = None,
    what: Annotated[
        list[str] | None,
        typer.Argument(
            help="A position, a size for the empty board, or a file of game records.",
            metavar="POSITION|FILE",
        ),
    ] = None,
    moves: Annotated[
        str, typer.Option(metavar="MOVES", help="The moves of a game, from the starting position.")
    ] = "",
    number: Annotated[
        int | None,
        typer.Option(
            "--number",
            "-n",
            metavar="N",
            min=1,
            max=10**9,
            help="Which game of the file (default: the first).",
        ),
    ] = None,
    at: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, max=10**6, help="Only the position after N moves."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="S", min=0, max=10**6, help="Seconds per position (default: 1)."),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=2**62, help="Nodes per position, instead of seconds."),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            max=256,
            help="Search threads (default: 1), or with --in positions and games at once (default: "
            "all cores).",
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the board with the value of each move as SVG to FILE; - prints it.",
        ),
    ] = None,
    graph_file: Annotated[
        Path | None,
        typer.Option(
            "--graph",
            metavar="FILE",
            help="Write the value graph of the game as SVG to FILE; - prints it.",
        ),
    ] = None,
    source: batch.InFile = None,
    out: batch.OutFile = None,
    as_json: Json = False,
) -> None:
    """Show the value of every move in a position, or review a whole game.

    Values are exact where the solver can prove them in time; estimates are marked with ~. A file of
    records, or --moves, is reviewed as a whole game. Ctrl-C stops and prints what is known so far.
    With --in and --out, a file of positions and games of all kinds is analysed; the same command
    continues what was interrupted. See docs/reference/batch.md.
    """
    others = {
        "GAME": game,
        "--moves": moves,
        "--number": number,
        "--at": at is not None,
        "--svg": svg,
        "--graph": graph_file,
        "--json": as_json,
    }
    if batch.check_files(source, out, others) and source is not None and out is not None:
        batch.run(Task("analyse", Limit(seconds, nodes)), source, out, threads)
        return
    threads = threads or 1
    kind = find_game(given_game(game))
    file = _file(kind, " ".join(what or ()))
    argument, names = (
        (PositionArgument.read(kind, what, moves), ())
        if file is None
        else _recorded(kind, file, number, moves)
    )
    if file is None and number is not None:
        raise NotationError("--number needs a file of records")
    whole = at is None and (file is not None or bool(argument.entries))
    if at is not None:
        argument = _until(argument, at)
    _check_pictures(svg, graph_file, whole, as_json)
    limit = Limit(seconds, nodes)
    with stopped_by_signals() as stop, progress_bar("Analysing") as report:
        analyser = Analyser(estimator_for(argument.start, threads), threads=threads, stop=stop)
        if whole:
            review = analyser.game(argument.start, argument.entries, limit, report, names)
        else:
            analysis = analyser.position(argument.position(), limit, report)
    if whole:
        _show_game(argument.game, review, graph_file, as_json)
    else:
        _show_position(argument, analysis, svg, as_json)
    if stop.is_set():
        raise typer.Exit(130)


def _check_pictures(svg: Path | None, graph_file: Path | None, whole: bool, as_json: bool) -> None:
    """Raise NotationError for a picture that doesn't fit, OSError for one that can't be written."""
    if svg is not None and whole:
        raise NotationError(
            "--svg draws a single position: add --at N, or use --graph FILE for the whole game"
        )
    if graph_file is not None and not whole:
        raise NotationError("--graph needs a whole game: give a file of records, or --moves")
    for picture in filter(None, (svg, graph_file)):
        if str(picture) == "-" and as_json:
            raise NotationError(
                "can't print a picture and JSON together: write one of them to a file"
            )
        if str(picture) != "-":
            picture.open("a").close()  # report an unwritable file before the work


def _file(game: Game, text: str) -> Path | None:
    """Return the file of records that a text names; None for a size or a position."""
    named = os.path.isfile(text) or text.endswith((".json", ".jsonl"))
    return Path(text) if named and text not in game.sizes else None


def _recorded(
    game: Game, file: Path, number: int | None, moves: str
) -> tuple[PositionArgument, tuple[str, ...]]:
    """Return a game of a file, and the names of its players."""
    if moves:
        raise NotationError(f"use either the file {file} or --moves, not both")
    record = _record(game, file, number or 1)
    argument = PositionArgument(game, record.start_position(), record.moves, is_start=True)
    return argument, record.players


def _until(argument: PositionArgument, at: int) -> PositionArgument:
    """Return the argument cut after a number of moves."""
    if at > len(argument.entries):
        raise NotationError(f"--at {at} is too large: the game has {len(argument.entries)} moves")
    return replace(argument, entries=argument.entries[:at])


def _record(game: Game, file: Path, number: int) -> Record:
    with save_file.in_file(file):
        record = next(islice(read_records(file), number - 1, number), None)
    if record is None:
        raise NotationError(f"{file} has no record number {number}")
    if record.game != game.key:
        raise NotationError(
            f"{file} is a game of {record.game}, not {game.key}: run quire analyse {record.game} "
            f"{file}"
        )
    return record


def _printed(svg: str, file: Path) -> bool:
    """Write a picture; return whether it was printed, so that no text may follow."""
    if str(file) == "-":
        print(svg)
        return True
    file.write_text(svg, encoding="utf-8")
    return False


def _show_game(game: Game, review: Review, file: Path | None, as_json: bool) -> None:
    if file is not None and _printed(charts.to_svg(graph(review)), file):
        return
    if as_json:
        print(review.to_json())
    else:
        show_review(game, review)


def _show_position(
    argument: PositionArgument, found: Analysis, svg: Path | None, as_json: bool
) -> None:
    picture = argument.picture(found.position)
    if svg is not None and _printed(to_svg(with_values(picture, found), cell=64), svg):
        return
    if as_json:
        print(found.to_json())
        return
    screen = Screen()
    screen.board(picture)
    screen.line(picture.caption)
    if found.position.outcome() is not None:
        screen.line("The game is over.")
        return
    screen.line(_verdict(argument.game, found))
    table = value_table(screen, "Value", "", "Moves, best first")
    examined = [move for move in found.moves if move.value is not None]
    for (value, known), group in groupby(examined, key=_worth):
        table.add_row(value, known, " ".join(move.move for move in group))
    if examined:
        screen.console.print(table)
        if note := unexamined_moves(found.position, len(examined)):
            screen.line(note)
    if found.line:
        screen.line(f"Best line: {' '.join(found.line)}")
    for remark in found.remarks:
        screen.line(f"- {remark.text}")


def _worth(move_value: MoveValue) -> tuple[str, str]:
    known = "exact" if move_value.exact else "estimated"
    return plain_value(move_value.value, move_value.exact), known


def _verdict(game: Game, found: Analysis) -> str:
    who = f"Player {found.position.to_move + 1} to move"
    if found.value is None:
        return "Nothing known yet: give it more time, such as --seconds 10."
    if not found.exact:
        more = (
            "" if found.position.players == 2 else " Only two-player games can be solved exactly."
        )
        return f"{who}: about {plain_value(found.value, exact=False)[1:]} (estimate).{more}"
    by_points = game.decided_by_points(found.position.size)
    by = f" by {abs(found.value)}" if by_points and found.value else ""
    does = {"win": "wins", "draw": "draw", "loss": "loses"}[found.outcome or "draw"]
    return f"{who}: {does}{by} with best play (exact)."

"""The `quire` command: every subcommand, each a thin layer over the package."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from quire import _native
from quire.arena import Record, read_records
from quire.cli import analyse, play, puzzle, serve, solve
from quire.cli.arguments import (
    Asked,
    GameName,
    Json,
    complete_size,
)
from quire.cli.lazy_group import later
from quire.cli.progress import bar
from quire.cli.terminal import prompt, save_file
from quire.cli.terminal.screen import Screen
from quire.errors import NotationError, QuireError
from quire.games import GAMES, find_game
from quire.render.svg import to_svg

app = typer.Typer(
    help="Play, solve and analyse pencil-and-paper games: SOS, SOS on a line, Extreme "
    "Tic-Tac-Toe, Obstruction.",
    epilog="Exit codes: 0 success (also when you quit a game); 1 output could not be written; 2 "
    "invalid input; 130 interrupted by Ctrl-C or a signal.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(
    later("quire.cli.arena:arena", help="Matches and tournaments between bots."), name="arena"
)
app.add_typer(later("quire.cli.lab:lab", help="Experiments that measure the engines."), name="lab")
app.add_typer(serve.admin, name="admin")


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # it takes a tenth of a command's start

        print(f"quire {version('quire')}")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Play, solve and analyse pencil-and-paper games: SOS, SOS on a line, Extreme Tic-Tac-Toe,
    Obstruction."""


@app.command()
def games(as_json: Json = False) -> None:
    """List the games with their sizes."""
    if as_json:
        facts = [
            {
                "key": game.key,
                "title": game.title,
                "summary": game.summary,
                "sizes": game.sizes.summary,
                "default_size": game.sizes.default,
                "online_sizes": game.online_sizes.summary,
                "moves": game.words,
                "drawable": game.drawable,
            }
            for game in GAMES
        ]
        print(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    screen = Screen()
    for game in GAMES:
        screen.line(f"{game.key}: {game.title}")
        screen.line(f"  {game.summary}")
        screen.line(f"  Sizes: {game.sizes.summary} (default {game.sizes.default}).")
        screen.line(f"  Moves: {game.words}.")


@app.command()
def show(
    game: GameName,
    position: Annotated[
        list[str] | None,
        typer.Argument(help="A position text, or a size for the empty board.", metavar="POSITION"),
    ] = None,
    moves: Annotated[
        str,
        typer.Option(
            metavar="MOVES",
            help="The moves that led to the position, so that each S-O-S is drawn in its maker's "
            "colour.",
        ),
    ] = "",
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write an SVG image to FILE; - prints it.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show a position in the terminal, as an SVG file or as JSON.

    With a size, or without a position, --moves are played from the starting position.
    """
    it = find_game(game)
    asked = Asked.read(it, position, moves)
    # Beside a position text the moves are its past, not its future.
    shown = asked.position() if asked.from_first else asked.start
    picture = it.draw(shown, asked.entries)
    if str(svg) == "-":
        print(to_svg(picture))
    elif svg is not None:
        svg.write_text(to_svg(picture), encoding="utf-8")
    if as_json:
        print(picture.to_json())
    elif svg is None:
        screen = Screen()
        screen.board(picture)
        screen.line(picture.caption)


@app.command()
def perft(
    game: GameName,
    size: Annotated[
        str,
        typer.Argument(
            metavar="SIZE", help="The board size, such as 5x5.", autocompletion=complete_size
        ),
    ],
    depth: Annotated[
        int,
        typer.Argument(
            metavar="DEPTH", help="The number of moves.", min=0, max=_native.deepest_perft
        ),
    ],
    as_json: Json = False,
) -> None:
    """Count all move sequences of a given length (perft), without games that end earlier."""
    start = find_game(game).start(size)
    began = time.perf_counter()
    moves = start.legal_moves() if depth > 0 else []
    nodes = 0 if depth > 0 else 1
    with bar("Counting") as tell:
        for number, move in enumerate(moves):
            tell(number / len(moves), f"{nodes:,},")
            nodes += _native.perft(start.play(move), depth - 1)
    seconds = time.perf_counter() - began
    if as_json:
        facts = {"game": start.game, "size": start.size, "depth": depth, "nodes": nodes}
        print(json.dumps({**facts, "seconds": round(seconds, 3)}))
    else:
        print(nodes)


@app.command()
def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="A file of game records, one per line; - reads standard input."
        ),
    ],
    number: Annotated[
        int | None,
        typer.Option(
            "--number",
            "-n",
            metavar="N",
            min=1,
            max=10**9,
            help="Show only the Nth game of the file.",
        ),
    ] = None,
    step: Annotated[bool, typer.Option(help="Wait for Enter after each move.")] = False,
    as_json: Json = False,
) -> None:
    """Show recorded games move by move."""
    if step and (as_json or str(file) == "-"):
        raise NotationError("--step needs a terminal: it can't be combined with --json or -")
    source = sys.stdin.buffer if str(file) == "-" else file
    records = enumerate(read_records(source), 1)
    chosen = records if number is None else islice(records, number - 1, number)
    found = False
    with save_file.in_file(file), contextlib.suppress(EOFError):
        for at, record in chosen:
            found = True
            if as_json:
                _replay_json(at, record)
            else:
                _replay_boards(record, step)
    if not found:
        which = "" if number is None else f" number {number}"
        raise NotationError(f"{file} has no record{which}")


def _replay_json(number: int, record: Record) -> None:
    for at, position in enumerate(record.replay()):
        end = position.outcome()
        facts: dict[str, object] = {
            "record": number,
            "move_number": at,
            "move": record.moves[at - 1] if at else None,
            "position": str(position),
            "to_move": position.to_move,
            "points": position.points,
            "outcome": None if end is None else asdict(end),
        }
        print(json.dumps(facts))


def _replay_boards(record: Record, step: bool) -> None:
    screen = Screen()
    game = find_game(record.game)
    names = [prompt.clean_name(name, player) for player, name in enumerate(record.players)]
    screen.line(f"{game.title} {record.size}: {' against '.join(names)}")
    for at, position in enumerate(record.replay()):
        picture = game.draw(position, record.moves[:at])
        screen.board(picture)
        screen.line(picture.caption)
        if step and at < len(record.moves):
            prompt.ask("Press Enter for the next move: ")
    winner = record.outcome.winner
    how = record.outcome.reason.replace("_", " ")
    if winner is None:
        screen.line(f"No winner ({how}).")
    else:
        screen.line(f"{names[winner]} ({winner + 1}) won ({how}).")


app.command("play")(play.play)
app.command("solve")(solve.solve)
app.command("engine")(solve.engine)
app.command("analyse")(analyse.analyse)
app.command("puzzle")(puzzle.puzzle)
app.command("serve")(serve.serve)


def run() -> None:
    """Run the command, and say what is wrong in one line."""
    _open_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except QuireError as error:
        _exit(2, str(error))
    except OSError as error:
        if error.filename is not None:
            _exit(2, f"{error.filename}: {error.strerror}")
        # Whatever was not written yet must not be tried again on the way out.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _exit(1, f"the output could not be written: {error.strerror}")


def _open_streams() -> None:
    """A closed stream is an empty one, and a stray byte must not end a game."""
    sys.stdin = sys.stdin or open(os.devnull)  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _exit(code: int, message: str) -> None:
    Console(stderr=True, highlight=False).print(f"quire: {message}", markup=False, soft_wrap=True)
    sys.exit(code)
